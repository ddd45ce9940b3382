import { pathFor, type BodyOf, type QueryOf, type ResponseInputOf } from '#contract/endpoint.ts'
import { listStudentMessages, type writeToStudent as writeCall } from '#contract/students/messages.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import { pageLinks } from '#server/core/http/page-links.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import { limitReached } from '#server/core/plan-limits.ts'
import { siteOf } from '#server/core/mail/site.ts'
import type { StudentsContext } from '../context.ts'
import { sendMessage } from '../student.mails.ts'
import { studentRow } from '../students.repository.ts'
import { viewerOf } from '../students.service.ts'
import { addMessage, messagePage, senderOf } from './messages.repository.ts'

/** The mail is queued with its record; the answer goes to whoever wrote. */
export const writeToStudent = (
  context: StudentsContext,
  scope: StaffScope,
  userId: number,
  { idempotency_key: id, subject, text }: BodyOf<typeof writeCall>,
): Promise<{ id: string }> =>
  scope.tx(async (db) => {
    const person = await studentRow(db, viewerOf(scope), userId)
    const sender = await senderOf(db, scope.actor.userId)
    if (!person || !sender) throw notFound()
    if (person.disabled_at !== null) throw new AppError('conflict', 'This account is switched off.')
    const now = scope.clock.now()
    if (!(await addMessage(db, { id, userId, by: scope.actor.userId, subject, text, now }))) return { id }
    // After it, so that a repeat of a mail that is on its way is not refused.
    if (!(await context.hasMailRoom(db))) throw limitReached('mail_limit')
    const site = await siteOf(db, context.site, scope.tenant.clientId)
    await sendMessage(context.outbox, db, site, person, { subject, text, from: sender })
    await context.audit.record(db, {
      action: 'students.write',
      result: 'ok',
      actorId: scope.actor.userId,
      sessionId: scope.actor.sessionId,
      object: `user:${userId}`,
      detail: { message: id },
    })
    return { id }
  })

export const studentMessages = (
  scope: StaffScope,
  userId: number,
  query: QueryOf<typeof listStudentMessages>,
): Promise<ResponseInputOf<typeof listStudentMessages>> =>
  scope.tx(async (db) => {
    const viewer = viewerOf(scope)
    if (!(await studentRow(db, viewer, userId))) throw notFound()
    const { page, page_size: size } = query
    const { count, rows } = await messagePage(
      db,
      { userId, sender: viewer.teacherId },
      { limit: size, offset: (page - 1) * size },
    )
    return {
      ...pageLinks(pathFor(listStudentMessages, { clientId: scope.tenant.clientId, userId }), query, count),
      results: rows.map((row) => ({ ...row, at: row.at.toISOString() })),
    }
  })
