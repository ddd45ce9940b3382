/** One application in the hands of staff: reading, notes, messages, rating. */
import type { StaffApplication } from '#contract/job-applications/pipeline.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { FileRights } from '#server/core/files/file-parent.ts'
import { notFound } from '#server/core/http/errors.ts'
import { languageFor } from '#server/core/http/language.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import {
  applicationById,
  setApplicationState,
  type ApplicationRow,
} from '../applying/applications.repository.ts'
import type { ApplicationContext } from '../context.ts'
import { addEvent, eventsOf } from '../events.repository.ts'
import { titleOf, type JobRow } from '../job-rows.ts'
import { resumePreviewAddress } from '../resumes/preview.routes.ts'
import { isHandled, requireHandledJob } from './recruiter.policy.ts'

const requireHandled = async (
  db: TenantDb,
  scope: StaffScope,
  id: number,
  lock = false,
): Promise<{ application: ApplicationRow; job: JobRow }> => {
  const application = await applicationById(db, scope.tenant.clientId, id, lock)
  if (!application) throw notFound()
  return { application, job: await requireHandledJob(db, scope, application.job_id) }
}

/** Whether this person may read the résumé of an application now. */
export const mayReadResume: FileRights['application'] = async (db, { clientId, userId, role }, id) => {
  if (role === 'student') return false
  const application = await applicationById(db, clientId, id)
  return application !== null && isHandled(db, { clientId, actor: { userId, role } }, application.job_id)
}

const shown = async (
  db: TenantDb,
  scope: StaffScope,
  { application, job }: { application: ApplicationRow; job: JobRow },
): Promise<StaffApplication> => {
  const events = await eventsOf(db, scope.tenant.clientId, application.id)
  return {
    id: application.id,
    job: { id: job.id, title: titleOf(job, languageFor(scope)), company: job.company },
    state: application.state,
    name: application.name,
    email: application.email,
    phone: application.phone,
    resume: {
      name: application.resume_name,
      url: scope.files.address(application.resume_url, { kind: 'application', id: application.id }),
      preview_url: resumePreviewAddress(scope.tenant.clientId, application.id),
    },
    cover_note: application.cover_note,
    answers: application.answers,
    proofs: application.proofs,
    rating: application.rating,
    applied_at: application.applied_at.toISOString(),
    events: events.map(({ id, kind, to_state: state, reason, text, by, at }) => ({
      id,
      kind,
      state,
      reason,
      text,
      by,
      at: at.toISOString(),
    })),
  }
}

export const handledApplication = (scope: StaffScope, id: number): Promise<StaffApplication> =>
  scope.tx(async (db) => shown(db, scope, await requireHandled(db, scope, id)))

/** The first look is a step of the pipeline. */
export const openApplication = (scope: StaffScope, id: number): Promise<StaffApplication> =>
  scope.tx(async (db) => {
    const handled = await requireHandled(db, scope, id, true)
    if (handled.application.state !== 'applied') return shown(db, scope, handled)
    const now = scope.clock.now()
    const { clientId } = scope.tenant
    await setApplicationState(db, clientId, { id, state: 'viewed', now })
    await addEvent(db, clientId, {
      applicationId: id,
      kind: 'state',
      from: 'applied',
      to: 'viewed',
      actorId: scope.actor.userId,
      at: now,
    })
    return shown(db, scope, { ...handled, application: { ...handled.application, state: 'viewed' } })
  })

interface StaffText {
  idempotency_key: string
  text: string
}

export const addNote = (
  scope: StaffScope,
  id: number,
  { idempotency_key, text }: StaffText,
): Promise<StaffApplication> =>
  scope.tx(async (db) => {
    const handled = await requireHandled(db, scope, id)
    await addEvent(db, scope.tenant.clientId, {
      applicationId: id,
      kind: 'note',
      text: text.trim(),
      actorId: scope.actor.userId,
      key: idempotency_key,
      at: scope.clock.now(),
    })
    return shown(db, scope, handled)
  })

export const sendMessage = (
  { notifier }: ApplicationContext,
  scope: StaffScope,
  id: number,
  { idempotency_key, text }: StaffText,
): Promise<StaffApplication> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const handled = await requireHandled(db, scope, id)
    const eventId = await addEvent(db, clientId, {
      applicationId: id,
      kind: 'message',
      text: text.trim(),
      actorId: scope.actor.userId,
      key: idempotency_key,
      at: scope.clock.now(),
    })
    if (eventId !== null)
      await notifier.notify(db, clientId, {
        kind: 'application_message',
        userIds: [handled.application.user_id],
        params: { title: titleOf(handled.job, languageFor(scope)), company: handled.job.company },
        link: `/jobs/applications/${id}`,
        dedupeKey: `application_event:${eventId}`,
      })
    return shown(db, scope, handled)
  })

export const rate = (scope: StaffScope, id: number, rating: number | null): Promise<StaffApplication> =>
  scope.tx(async (db) => {
    const handled = await requireHandled(db, scope, id)
    await db
      .updateTable('job_application')
      .set({ rating })
      .where('client_id', '=', scope.tenant.clientId)
      .where('id', '=', id)
      .execute()
    return shown(db, scope, { ...handled, application: { ...handled.application, rating } })
  })
