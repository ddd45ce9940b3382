/** When learners see a job: draft, scheduled, open, closed, and until when they can apply. A draft can be deleted. */
import type { BodyOf } from '#contract/endpoint.ts'
import { isDeletable, type EditedJob, type setJobState } from '#contract/job-applications/editor.ts'
import type { JobState } from '#contract/jobs/shapes.ts'
import { dayIn } from '#server/core/days.ts'
import { AppError, invalidField } from '#server/core/http/errors.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import { fieldIssue } from '#server/core/http/validate.ts'
import { staffAudit } from '../audit.ts'
import type { ApplicationContext } from '../context.ts'
import { requireHandledJob } from '../pipeline/recruiter.policy.ts'
import { dropJob, lockJob, optionsRow, writeState, type NextState } from './editor.repository.ts'
import { readJob } from './editor.service.ts'

/** A job that learners have seen does not become a draft again. */
const FOLLOWS: Readonly<Record<JobState, readonly JobState[]>> = {
  draft: ['draft', 'scheduled', 'open'],
  scheduled: ['draft', 'scheduled', 'open'],
  open: ['open', 'closed'],
  closed: ['closed', 'open'],
}

type Wanted = BodyOf<typeof setJobState>

const deadlineFor = (job: EditedJob, { state, deadline }: Wanted, today: string): string => {
  const next = deadline ?? job.document.deadline
  const isNew = deadline !== undefined && deadline !== job.document.deadline
  if ((isNew || state === 'open' || state === 'scheduled') && next < today && state !== 'closed')
    throw invalidField('deadline', fieldIssue('too_small'), 'The last day to apply is over.')
  return next
}

const opensAtFor = ({ state, opens_at: wanted }: Wanted, now: Date, job: EditedJob): Date | null => {
  if (state !== 'scheduled') return job.opens_at === null || state === 'draft' ? null : new Date(job.opens_at)
  if (wanted === null) throw invalidField('opens_at', fieldIssue('required'))
  const opensAt = new Date(wanted)
  if (opensAt <= now) throw invalidField('opens_at', fieldIssue('too_small'), 'Choose a time in the future.')
  return opensAt
}

const nextState = (job: EditedJob, wanted: Wanted, now: Date, zone: string): NextState => {
  if (!FOLLOWS[job.state].includes(wanted.state))
    throw new AppError('conflict', 'Somebody changed this job meanwhile.')
  const deadline = deadlineFor(job, wanted, dayIn(zone, now))
  const opensAt = opensAtFor(wanted, now, job)
  if (opensAt && wanted.state === 'scheduled' && dayIn(zone, opensAt) > deadline)
    throw invalidField('opens_at', fieldIssue('too_large'), 'The job would open after its last day.')
  const isSeen = wanted.state === 'open' || wanted.state === 'closed'
  return {
    state: wanted.state,
    opensAt,
    postedAt: isSeen ? (job.posted_at === null ? now : new Date(job.posted_at)) : null,
    closedAt: wanted.state === 'closed' ? now : null,
    deadline,
    revision: job.revision + (deadline === job.document.deadline ? 0 : 1),
  }
}

/** A repeat finds the job as it is wanted. */
const isThere = (job: EditedJob, wanted: Wanted): boolean =>
  job.state === wanted.state &&
  (wanted.deadline === undefined || wanted.deadline === job.document.deadline) &&
  (wanted.state !== 'scheduled' || wanted.opens_at === job.opens_at)

export const setState = (
  context: ApplicationContext,
  scope: StaffScope,
  jobId: number,
  wanted: Wanted,
): Promise<EditedJob> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    await requireHandledJob(db, scope, jobId)
    await lockJob(db, { clientId, jobId })
    const job = await readJob(db, scope, jobId)
    if (isThere(job, wanted)) return job
    const now = scope.clock.now()
    const { time_zone: zone } = await optionsRow(db, clientId, { withRecruiters: false })
    await writeState(db, { clientId, jobId }, nextState(job, wanted, now, zone), now)
    await context.changes.announce(db, { kind: 'jobs', clientId })
    await context.audit.record(
      db,
      staffAudit(scope, {
        action: `jobs.${wanted.state}`,
        object: `job:${jobId}`,
        detail: { from: job.state, ...(wanted.deadline && { deadline: wanted.deadline }) },
      }),
    )
    return readJob(db, scope, jobId)
  })

/** Of a job that no learner has seen; any other is closed instead. */
export const deleteJob = (
  context: ApplicationContext,
  scope: StaffScope,
  jobId: number,
): Promise<undefined> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    await requireHandledJob(db, scope, jobId)
    await lockJob(db, { clientId, jobId })
    const job = await readJob(db, scope, jobId)
    if (!isDeletable(job)) throw new AppError('conflict', 'Learners have seen this job. Close it instead.')
    await dropJob(db, { clientId, jobId })
    await context.changes.announce(db, { kind: 'jobs', clientId })
    await context.audit.record(
      db,
      staffAudit(scope, {
        action: 'jobs.delete',
        object: `job:${jobId}`,
        detail: {
          from: job.state,
          title: job.document.texts[job.document.language]?.title ?? '',
          company: job.document.company,
        },
      }),
    )
    return undefined
  })
