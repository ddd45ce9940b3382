import { randomUUID } from 'node:crypto'
import { pathFor, type EndpointSpec } from '#contract/endpoint.ts'
import type { Row } from './matrix.ts'
import { A, ABSENT, B, VIDEO_QUESTION, type AccessWorld, type Variant } from './world.ts'

const clientIn = (variant: Variant): number | string => {
  if (variant === 'foreign') return B
  if (variant === 'absent') return ABSENT
  return variant === 'malformed' ? 'x7' : A
}

/** The path with the requested id; other parameters come from the same lesson. */
export const pathOf = (
  world: AccessWorld,
  spec: EndpointSpec,
  row: Row,
  variant: Variant,
  clientId = A,
): string => {
  if (row.of === 'client')
    return pathFor(spec, {
      clientId: clientIn(variant),
      topicKey: 'logic',
      packageId: randomUUID(),
      downloadId: randomUUID(),
      bulkId: randomUUID(),
      importId: randomUUID(),
      campaignId: randomUUID(),
      groupId: ABSENT,
      viewId: ABSENT,
      searchId: VIDEO_QUESTION,
      passkeyId: 'bm8ta2V5',
      tokenId: randomUUID(),
      webhookId: randomUUID(),
      deliveryId: randomUUID(),
      provider: 'bigbluebutton',
      paymentProvider: 'stripe',
      legalKind: 'terms',
      domainId: ABSENT,
      findingId: 2_000_000_000,
      programme: 'flagship',
      checkoutId: randomUUID(),
      documentId: ABSENT,
      orderId: ABSENT,
      couponId: ABSENT,
      referralId: ABSENT,
      handle: 'nobody-at-all',
      userId: ABSENT,
      sessionId: randomUUID(),
      templateId: ABSENT,
      versionId: ABSENT,
      paymentLinkId: ABSENT,
      paymentNoteId: ABSENT,
      paymentReturnId: ABSENT,
      payCode: 'A'.repeat(22),
      otherId: ABSENT,
      linkId: randomUUID(),
      code: 'A'.repeat(22),
    })
  const isExisting = variant === 'own' || variant === 'others' || variant === 'foreign'
  if (row.of === 'session') {
    const sessionId = isExisting ? world.sessions[variant] : variant === 'absent' ? randomUUID() : 'no-uuid'
    return pathFor(spec, { clientId, sessionId })
  }
  const lesson = world.lessons[isExisting ? variant : 'own']
  const id = isExisting ? lesson[row.of] : variant === 'absent' ? ABSENT : '1e3'
  return pathFor(spec, {
    clientId,
    workshopId: id,
    code: row.of === 'workshopCode' && variant === 'absent' ? 'zzzzzzzz' : id,
    courseId: row.of === 'course' ? id : lesson.course,
    submoduleId: id,
    itemId: row.of === 'attempt' ? lesson.quiz : id,
    attemptId: row.of === 'examAttempt' && variant === 'absent' ? randomUUID() : id,
    noteId: randomUUID(),
    momentId: VIDEO_QUESTION,
    uploadId: randomUUID(),
    packageId: randomUUID(),
    downloadId: randomUUID(),
    bulkId: randomUUID(),
    importId: randomUUID(),
    campaignId: randomUUID(),
    groupId: ABSENT,
    viewId: ABSENT,
    versionId: ABSENT,
    trashId: ABSENT,
    topic: ABSENT,
    item: 'nowhere',
    threadId: id,
    commentId: id,
    reviewId: id,
    submissionId: id,
    disputeId: id,
    purchaseId: id,
    instructorId: id,
    questionId: id,
    ...((row.of === 'liveSession' || row.of === 'classSession' || row.of === 'webinar') && { sessionId: id }),
    assessmentId: row.of === 'assessment' || row.of === 'exam' ? id : lesson.assessment,
    reportId: id,
    jobId: row.of === 'job' ? id : lesson.job,
    applicationId: id,
    linkId: ABSENT,
    certificateId: id,
    kind: 'course',
    lateId: ABSENT,
    userId: clientId === A ? world.users.studentA1 : world.users.studentB,
    subjectType: 'thread',
    subjectId: id,
  })
}
