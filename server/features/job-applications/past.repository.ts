/** Applications of the past, for the demo. */
import type { ApplicationState, RejectionReason } from '#contract/job-applications/applications.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import {
  insertApplication,
  setApplicationState,
  type NewApplication,
} from './applying/applications.repository.ts'
import { addEvent } from './events.repository.ts'
import { saveResume } from './resumes/resumes.repository.ts'

export interface PastStep {
  readonly to: ApplicationState
  readonly at: Date
  readonly reason?: RejectionReason
  /** To the learner. */
  readonly text?: string
}

export interface PastApplication {
  readonly application: NewApplication
  readonly resumeSize: number
  readonly steps: readonly PastStep[]
  readonly note?: { readonly text: string; readonly at: Date }
  readonly rating: number | null
  /** Who moved it. */
  readonly staffId: number
}

export const addPastApplication = async (
  db: TenantDb,
  clientId: number,
  { application, resumeSize, steps, note, rating, staffId }: PastApplication,
): Promise<void> => {
  const { user_id: userId, resume_url: url, resume_name: name, applied_at: at } = application
  await saveResume(db, { clientId, userId }, { url, name, size: resumeSize, uploaded_at: at })
  const id = await insertApplication(db, clientId, application)
  if (id === null) return
  await addEvent(db, clientId, { applicationId: id, kind: 'state', to: 'applied', actorId: null, at })
  let from: ApplicationState = 'applied'
  for (const { to, at: when, reason, text = '' } of steps) {
    const actorId = to === 'withdrawn' ? userId : staffId
    await addEvent(db, clientId, {
      applicationId: id,
      kind: 'state',
      from,
      to,
      reason,
      text,
      actorId,
      at: when,
    })
    await setApplicationState(db, clientId, { id, state: to, now: when })
    from = to
  }
  if (note)
    await addEvent(db, clientId, {
      applicationId: id,
      kind: 'note',
      text: note.text,
      actorId: staffId,
      at: note.at,
    })
  if (rating !== null)
    await db
      .updateTable('job_application')
      .set({ rating })
      .where('client_id', '=', clientId)
      .where('id', '=', id)
      .execute()
}

/** Gives an instructor the applications of jobs. */
export const addRecruiter = async (
  db: TenantDb,
  clientId: number,
  { userId, jobIds }: { userId: number; jobIds: readonly number[] },
): Promise<void> => {
  if (jobIds.length === 0) return
  await db
    .insertInto('job_recruiter')
    .values(jobIds.map((jobId) => ({ client_id: clientId, job_id: jobId, user_id: userId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
