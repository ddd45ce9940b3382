/** Writing jobs: drafts, changes by several people, who handles them. */
import type { BodyOf } from '#contract/endpoint.ts'
import type {
  createJob,
  EditedJob,
  JobOptions,
  saveEditedJob,
  setJobRecruiters,
} from '#contract/job-applications/editor.ts'
import { documentProblems } from '#contract/jobs/document-rules.ts'
import type { FieldIssue } from '#contract/errors.ts'
import type { JobDocument } from '#contract/jobs/shapes.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { dayIn } from '#server/core/days.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import type { AdminScope, StaffScope } from '#server/core/http/scope.ts'
import { fieldIssue } from '#server/core/http/validate.ts'
import { staffAudit } from '../audit.ts'
import type { ApplicationContext } from '../context.ts'
import { requireHandledJob } from '../pipeline/recruiter.policy.ts'
import * as rows from './editor.repository.ts'

const toEditedJob = ({ id, revision, state, closed, applications, ...row }: rows.EditedRow): EditedJob => {
  const { opens_at: opensAt, posted_at: postedAt, recruiters, ...document } = row
  return {
    id,
    document,
    revision,
    state,
    closed,
    opens_at: opensAt?.toISOString() ?? null,
    posted_at: postedAt?.toISOString() ?? null,
    recruiters,
    applications,
  }
}

export const readJob = async (db: TenantDb, scope: StaffScope, jobId: number): Promise<EditedJob> => {
  const row = await rows.editedRow(db, { clientId: scope.tenant.clientId, jobId }, scope.clock.now())
  if (!row) throw notFound()
  return toEditedJob(row)
}

export const jobOptions = (scope: StaffScope): Promise<JobOptions> =>
  scope.tx(async (db) => {
    const row = await rows.optionsRow(db, scope.tenant.clientId, {
      withRecruiters: scope.actor.role !== 'instructor',
    })
    return {
      ...row,
      languages: [...scope.tenant.languages],
      today: dayIn(row.time_zone, scope.clock.now()),
    }
  })

export const editedJob = (scope: StaffScope, jobId: number): Promise<EditedJob> =>
  scope.tx(async (db) => {
    await requireHandledJob(db, scope, jobId)
    return readJob(db, scope, jobId)
  })

const idsOf = (ids: readonly (number | null)[]): number[] => ids.filter((id) => id !== null)

/** Throws with every field that is wrong. */
const requireSound = async (db: TenantDb, clientId: number, document: JobDocument): Promise<void> => {
  const linked = await rows.linkedOf(db, clientId, {
    courseIds: idsOf(document.requirements.map((requirement) => requirement.course_id)),
    assessmentIds: idsOf(document.requirements.map((requirement) => requirement.assessment_id)),
  })
  const fields: Record<string, FieldIssue[]> = {}
  for (const { path, code } of documentProblems(document)) fields[`document.${path}`] = [fieldIssue(code)]
  for (const [index, { course_id: course, assessment_id: assessment }] of document.requirements.entries()) {
    const at = `document.requirements.${index}`
    if (course !== null && !linked.courses.has(course)) fields[`${at}.course_id`] = [fieldIssue('invalid')]
    if (assessment !== null && !linked.assessments.has(assessment))
      fields[`${at}.assessment_id`] = [fieldIssue('invalid')]
  }
  if (Object.keys(fields).length > 0)
    throw new AppError('invalid_fields', 'Some fields of the job need a look.', { fields })
}

/** What does not belong to a requirement's kind is not kept. */
const tidied = (document: JobDocument): JobDocument => ({
  ...document,
  requirements: document.requirements.map((requirement) => ({
    ...requirement,
    skill: requirement.kind === 'skill' ? requirement.skill : null,
    assessment_id: requirement.kind === 'assessment' ? requirement.assessment_id : null,
    min_percent: requirement.kind === 'assessment' ? requirement.min_percent : null,
  })),
  questions: document.questions.map((question) => ({
    ...question,
    options: question.kind === 'choice' ? question.options : [],
  })),
})

export const create = (
  context: ApplicationContext,
  scope: AdminScope,
  { idempotency_key: createdKey, document }: BodyOf<typeof createJob>,
): Promise<EditedJob> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const createdBy = scope.actor.userId
    const existing = await rows.createdJob(db, clientId, { createdBy, createdKey })
    if (existing !== null) return readJob(db, scope, existing)
    await requireSound(db, clientId, document)
    const jobId = await context.jobs.add(db, clientId, tidied(document), {
      state: 'draft',
      createdBy,
      createdKey,
    })
    await context.audit.record(
      db,
      staffAudit(scope, { action: 'jobs.create', object: `job:${jobId}`, detail: {} }),
    )
    return readJob(db, scope, jobId)
  })

export const save = (
  context: ApplicationContext,
  scope: StaffScope,
  jobId: number,
  { revision, document }: BodyOf<typeof saveEditedJob>,
): Promise<EditedJob> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const key = { clientId, jobId }
    await requireHandledJob(db, scope, jobId)
    await rows.lockJob(db, key)
    const former = await readJob(db, scope, jobId)
    const next = tidied(document)
    if (former.revision !== revision) {
      // A repeat of a save whose answer was lost changes nothing.
      if (former.revision === revision + 1 && isSame(former.document, next)) return former
      throw new AppError('conflict', 'Somebody saved this job while you edited it.')
    }
    await requireSound(db, clientId, next)
    await context.jobs.save(db, key, next, scope.clock.now())
    await context.changes.announce(db, { kind: 'jobs', clientId })
    await context.audit.record(
      db,
      staffAudit(scope, {
        action: 'jobs.update',
        object: `job:${jobId}`,
        detail: { revision: revision + 1 },
      }),
    )
    return readJob(db, scope, jobId)
  })

/** Whatever the order of the keys, which the database changes. */
const isSame = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other)
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

export const setRecruiters = (
  context: ApplicationContext,
  scope: AdminScope,
  jobId: number,
  { user_ids: userIds }: BodyOf<typeof setJobRecruiters>,
): Promise<EditedJob> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const key = { clientId, jobId }
    await requireHandledJob(db, scope, jobId)
    await rows.lockJob(db, key)
    const former = await readJob(db, scope, jobId)
    const wanted = [...new Set(userIds)]
    // Somebody who became an admin, or was disabled, stays on the list until they are taken off it.
    const known = new Set([
      ...(await rows.instructorsAmong(db, clientId, wanted)),
      ...former.recruiters.map(({ id }) => id),
    ])
    const index = wanted.findIndex((id) => !known.has(id))
    if (index !== -1)
      throw new AppError('invalid_fields', 'Choose people who teach here.', {
        fields: { [`user_ids.${index}`]: [fieldIssue('invalid')] },
      })
    await rows.writeRecruiters(db, key, wanted)
    await context.audit.record(
      db,
      staffAudit(scope, {
        action: 'jobs.recruiters',
        object: `job:${jobId}`,
        detail: { recruiters: wanted.join() },
      }),
    )
    return readJob(db, scope, jobId)
  })
