/** A learner's own certificates and the name on them. */
import type { CourseCertificate, OwnCertificates, PrintedName } from '#contract/certificates/certificates.ts'
import { CORRECTION_DAYS } from '#contract/certificates/shapes.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import { languageFor } from '#server/core/http/language.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import {
  certificatesOf,
  insertCertificate,
  markReplaced,
  type CertificateRow,
} from './certificates.repository.ts'
import { courseOutline } from './course-rule.repository.ts'
import { criteriaOf, isFulfilled } from './criteria.ts'
import { readFacts } from './facts.repository.ts'
import { issueDue, type IssueContext } from './issue.service.ts'
import { toCertificate } from './mapper.ts'
import { lockPerson, putName, readName, type NameRow } from './names.repository.ts'

const DAY_MS = 86_400_000
/** Courses and assessments in progress that a page shows. */
const IN_PROGRESS_MAX = 60

interface Person {
  readonly clientId: number
  readonly userId: number
}
const personOf = (scope: MemberScope): Person => ({
  clientId: scope.tenant.clientId,
  userId: scope.actor.userId,
})

const correctUntil = ({ corrected_at, first_issued_at }: NameRow): Date | null =>
  first_issued_at === null || corrected_at !== null
    ? null
    : new Date(first_issued_at.getTime() + CORRECTION_DAYS * DAY_MS)

const printedName = (row: NameRow, now: Date): PrintedName => {
  const until = correctUntil(row)
  const isOpen = until !== null && now < until
  return {
    value: row.name ?? row.account_name,
    is_confirmed: row.name !== null,
    correct_until: isOpen ? until.toISOString() : null,
    is_locked: row.first_issued_at !== null && !isOpen,
  }
}

/** Revoked ones are shown too, so that a learner learns the reason. */
const isShown = (row: CertificateRow) => row.replaced_at === null

const view = async (db: TenantDb, scope: MemberScope): Promise<OwnCertificates> => {
  const { clientId, userId } = personOf(scope)
  const now = scope.clock.now()
  const rows = (await certificatesOf(db, userId, now)).filter(isShown)
  const has = new Set(rows.map((row) => `${row.course_id}:${row.assessment_id}`))
  const facts = await readFacts(
    db,
    { clientId, now, language: languageFor(scope) },
    { userId, limit: IN_PROGRESS_MAX },
  )
  const open = facts.filter(
    ({ kind, subject_id: id }) => !has.has(kind === 'course' ? `${id}:null` : `null:${id}`),
  )
  return {
    name: printedName(await readName(db, clientId, userId), now),
    earned: rows.map(toCertificate),
    in_progress: open.map((each) => {
      const criteria = criteriaOf(each)
      return {
        kind: each.kind,
        subject_id: each.subject_id,
        title: each.title,
        state: isFulfilled(criteria) ? 'ready' : 'open',
        criteria,
      }
    }),
  }
}

export const ownCertificates = (context: IssueContext, scope: MemberScope): Promise<OwnCertificates> =>
  scope.tx(async (db) => {
    const { clientId, userId } = personOf(scope)
    await issueDue(context, db, clientId, { now: scope.clock.now(), userId })
    return view(db, scope)
  })

/** Puts a certificate with the corrected name in the place of this one: same day, same design, new serial. */
const correct = async (
  db: TenantDb,
  { clientId, userId }: Person,
  old: CertificateRow,
  to: { name: string; now: Date },
) => {
  if (!(await markReplaced(db, clientId, old.id, to.now))) return
  await insertCertificate(db, clientId, {
    userId,
    kind: old.kind,
    subjectId: old.course_id ?? old.assessment_id,
    recipientName: to.name,
    title: old.title,
    language: old.language,
    criteria: old.criteria,
    template:
      old.template_id === null || old.template_version === null
        ? null
        : { id: old.template_id, version: old.template_version },
    now: to.now,
    issuedOn: old.issued_on,
    expiresOn: old.expires_on,
    issuedBy: old.issued_by,
    replaces: { id: old.id, for: 'corrected' },
  })
}

const refuseLocked = () =>
  new AppError('conflict', 'The name can no longer be changed here. Ask your learning team to change it.')

/** Confirms the name, or corrects it once. A repeat with the same name changes nothing. */
export const confirmName = (
  context: IssueContext,
  scope: MemberScope,
  name: string,
): Promise<OwnCertificates> =>
  scope.tx(async (db) => {
    const person = personOf(scope)
    const { clientId, userId } = person
    const now = scope.clock.now()
    await lockPerson(db, clientId, userId)
    const row = await readName(db, clientId, userId)
    const isCorrection = row.first_issued_at !== null && row.name !== name
    if (isCorrection && printedName(row, now).correct_until === null) throw refuseLocked()
    if (row.name !== name) {
      await putName(db, clientId, userId, { name, now, isCorrection })
      await context.audit.record(db, {
        action: isCorrection ? 'certificates.correctName' : 'certificates.confirmName',
        result: 'ok',
        actorId: userId,
        sessionId: scope.actor.sessionId,
        object: `user:${userId}`,
        requestId: scope.request.id,
        ip: scope.request.ip,
      })
    }
    if (isCorrection)
      for (const old of await certificatesOf(db, userId, now))
        if (old.replaced_at === null && old.revoked_at === null) await correct(db, person, old, { name, now })
    await issueDue(context, db, clientId, { now, userId })
    return view(db, scope)
  })

/** The certificate of one course, for the pages of the course. */
export const courseCertificate = (
  context: IssueContext,
  scope: MemberScope,
  courseId: number,
): Promise<CourseCertificate> =>
  scope.tx(async (db) => {
    const { clientId, userId } = personOf(scope)
    const now = scope.clock.now()
    const subject = { kind: 'course', id: courseId } as const
    const outline = await courseOutline(db, clientId, courseId, languageFor(scope))
    if (!outline) throw notFound()
    await issueDue(context, db, clientId, { now, userId })
    const issued = (await certificatesOf(db, userId, now)).find(
      (row) => isShown(row) && row.course_id === courseId,
    )
    const [facts] = await readFacts(
      db,
      { clientId, now, language: languageFor(scope) },
      { userId, subject, limit: 1 },
    )
    const criteria = facts ? criteriaOf(facts) : outline
    return {
      has_certificate: outline.length > 0 || issued !== undefined,
      criteria,
      is_ready: isFulfilled(criteria) && !issued,
      certificate: issued ? toCertificate(issued) : null,
    }
  })
