/** One's own applications: history, messages, withdrawal. */
import { pathFor, type QueryOf, type ResponseOf } from '#contract/endpoint.ts'
import {
  isDecided,
  listApplications,
  type ApplicationEvent,
  type ApplicationLine,
  type OwnApplication,
} from '#contract/job-applications/applications.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import { languageFor } from '#server/core/http/language.ts'
import { pageLinks } from '#server/core/http/page-links.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { addEvent, eventsOf, type EventRow } from '../events.repository.ts'
import { jobById, type JobRow } from '../job-rows.ts'
import { personOf } from '../resumes/resumes.service.ts'
import {
  applicationById,
  applicationsOf,
  gapCourses,
  setApplicationState,
  type ApplicationRow,
} from './applications.repository.ts'
import { toLine } from './applying.service.ts'

export const ownApplications = (
  scope: MemberScope,
  query: QueryOf<typeof listApplications>,
): Promise<ResponseOf<typeof listApplications>> =>
  scope.tx(async (db) => {
    const { page, page_size: size } = query
    const { count, rows } = await applicationsOf(db, personOf(scope), {
      limit: size,
      offset: (page - 1) * size,
      now: scope.clock.now(),
    })
    const language = languageFor(scope)
    return {
      ...pageLinks(pathFor(listApplications, { clientId: scope.tenant.clientId }), query, count),
      results: rows.map(({ application, job }) => toLine(application, job, language)),
    }
  })

const requireOwn = async (
  db: TenantDb,
  scope: MemberScope,
  applicationId: number,
  lock = false,
): Promise<{ application: ApplicationRow; job: JobRow }> => {
  const { clientId, userId } = personOf(scope)
  const application = await applicationById(db, clientId, applicationId, lock)
  if (application?.user_id !== userId) throw notFound()
  const job = await jobById(db, clientId, application.job_id, scope.clock.now())
  if (!job) throw notFound()
  return { application, job }
}

/** Notes and reasons are for staff. */
const toEvent = ({ id, kind, to_state: state, text, at }: EventRow): ApplicationEvent[] =>
  kind === 'note' ? [] : [{ id, kind, state, text, at: at.toISOString() }]

export const ownApplication = (scope: MemberScope, applicationId: number): Promise<OwnApplication> =>
  scope.tx(async (db) => {
    const { application, job } = await requireOwn(db, scope, applicationId)
    const events = await eventsOf(db, scope.tenant.clientId, applicationId)
    return {
      application: toLine(application, job, languageFor(scope)),
      sent: {
        name: application.name,
        email: application.email,
        phone: application.phone,
        resume: { name: application.resume_name, url: scope.files.address(application.resume_url, 'own') },
        cover_note: application.cover_note,
        answers: application.answers,
        proofs: application.proofs,
      },
      events: events.flatMap(toEvent),
      gap: application.state === 'rejected' ? await gapCourses(db, personOf(scope), job.id) : [],
    }
  })

export const withdraw = (scope: MemberScope, applicationId: number): Promise<ApplicationLine> =>
  scope.tx(async (db) => {
    const { clientId, userId } = personOf(scope)
    const { application, job } = await requireOwn(db, scope, applicationId, true)
    if (application.state === 'withdrawn') return toLine(application, job, languageFor(scope))
    if (isDecided(application.state))
      throw new AppError('conflict', 'There is a decision on this application already.')
    const now = scope.clock.now()
    await setApplicationState(db, clientId, { id: applicationId, state: 'withdrawn', now })
    await addEvent(db, clientId, {
      applicationId,
      kind: 'state',
      from: application.state,
      to: 'withdrawn',
      actorId: userId,
      at: now,
    })
    return toLine({ ...application, state: 'withdrawn', changed_at: now }, job, languageFor(scope))
  })
