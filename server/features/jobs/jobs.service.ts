import { COURSES_SLUG } from '#contract/client-info/feature-slugs.ts'
import { pathFor, type BodyOf, type QueryOf, type ResponseInputOf } from '#contract/endpoint.ts'
import {
  listJobs,
  type getJobMatch,
  type JobDetail,
  type JobFacets,
  type JobFilters,
  type reportJob,
} from '#contract/jobs/jobs.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import { languageFor } from '#server/core/http/language.ts'
import { pageLinks } from '#server/core/http/page-links.ts'
import type { MemberScope, PublicScope } from '#server/core/http/scope.ts'
import type { JobsContext } from './board.cache.ts'
import {
  closedReason,
  facetsOf,
  matchOf,
  searchBoard,
  verdictsFor,
  type Board,
  type Searcher,
} from './board.ts'
import { toCard, toDetail } from './jobs.mapper.ts'
import { compare, type AssessmentFact, type CourseFact, type LearnerFacts } from './match.ts'
import { removeSaved, writeReport, writeSaved } from './people.repository.ts'
import { cardsQuery, detailQuery, savedIdsQuery, type CardRow, type DetailRow } from './read.repository.ts'
import { lineIn } from './texts.ts'

/** What the job board needs of other features; `app.ts` provides it. */
export interface JobsDependencies {
  readonly courseEvidence: (scope: MemberScope) => Promise<readonly CourseFact[]>
  readonly bestResults: (scope: MemberScope) => Promise<readonly AssessmentFact[]>
}
export type JobsServices = JobsContext & JobsDependencies

/** What a switched-off feature holds counts for nothing, because nobody can open it. */
const factsOf = async (services: JobsDependencies, scope: MemberScope): Promise<LearnerFacts> => {
  const { features } = scope.tenant
  const [courses, assessments] = await Promise.all([
    features.has(COURSES_SLUG) ? services.courseEvidence(scope) : [],
    features.has('assessment') ? services.bestResults(scope) : [],
  ])
  return {
    courses: new Map(courses.map((course) => [course.id, course])),
    assessments: new Map(assessments.map((assessment) => [assessment.id, assessment])),
  }
}

const savedIds = async (scope: MemberScope): Promise<ReadonlySet<number>> => {
  const [rows] = (await scope.read(savedIdsQuery(scope.tenant.clientId, scope.actor.userId))) as [
    { job_id: number }[],
  ]
  return new Set(rows.map((row) => row.job_id))
}

const searcherFor = async (
  services: JobsServices,
  scope: MemberScope,
  filters: Pick<JobFilters, 'search' | 'location'>,
): Promise<{ board: Board; searcher: Searcher }> => {
  const [board, facts, saved, found] = await Promise.all([
    services.cache.board(scope),
    factsOf(services, scope),
    savedIds(scope),
    services.cache.idsOf(scope, filters),
  ])
  return {
    board,
    searcher: { now: scope.clock.now().getTime(), saved, found, verdicts: verdictsFor(board, facts) },
  }
}

export const jobPage = async (
  services: JobsServices,
  scope: MemberScope,
  query: QueryOf<typeof listJobs>,
): Promise<ResponseInputOf<typeof listJobs>> => {
  const { clientId } = scope.tenant
  const { board, searcher } = await searcherFor(services, scope, query)
  const found = searchBoard(board, query, searcher, query.sort ?? 'recommended')
  const first = (query.page - 1) * query.page_size
  const shown = found.slice(first, first + query.page_size)
  const language = languageFor(scope)
  const ids = shown.map(({ id }) => id)
  const [rows] = (ids.length > 0 ? await scope.read(cardsQuery(clientId, ids, language)) : [[]]) as [
    CardRow[],
  ]
  const byId = new Map(rows.map((row) => [row.id, row]))
  return {
    ...pageLinks(pathFor(listJobs, { clientId }), linkable(query), found.length),
    results: shown.flatMap((job) => {
      const row = byId.get(job.id)
      if (!row) return []
      return {
        ...toCard(row, language, closedReason(job, searcher.now)),
        saved: searcher.saved.has(job.id),
        match: matchOf(job, searcher.verdicts),
      }
    }),
  }
}

/** Flags as the address has them. */
const linkable = (query: QueryOf<typeof listJobs>) => {
  const { remote, featured, matched, saved, ...others } = query
  const flags = Object.entries({ remote, featured, matched, saved }).filter(([, isSet]) => isSet)
  return { ...others, ...Object.fromEntries(flags.map(([name]) => [name, 'true'])) }
}

export const jobFacets = async (
  services: JobsServices,
  scope: MemberScope,
  query: JobFilters,
): Promise<JobFacets> => {
  const { board, searcher } = await searcherFor(services, scope, query)
  return facetsOf(board, query, searcher)
}

const detailRow = async (scope: PublicScope, jobId: number): Promise<DetailRow> => {
  const [[row]] = (await scope.read(detailQuery(scope.tenant.clientId, jobId))) as [DetailRow[]]
  if (!row) throw notFound()
  return row
}

/** A job that is or was public, in the caller's language. */
export const jobDetail = async (scope: PublicScope, jobId: number): Promise<JobDetail> => {
  const job = toDetail(await detailRow(scope, jobId), languageFor(scope), scope.clock.now())
  if (!job) throw notFound()
  return job
}

export const jobMatch = async (
  services: JobsServices,
  scope: MemberScope,
  jobId: number,
): Promise<ResponseInputOf<typeof getJobMatch>> => {
  const language = languageFor(scope)
  const [row, facts, saved] = await Promise.all([
    detailRow(scope, jobId),
    factsOf(services, scope),
    savedIds(scope),
  ])
  if (!toDetail(row, language, scope.clock.now())) throw notFound()
  const requirements = row.requirements.map((requirement) => ({
    text: lineIn(requirement.texts, language, row.language),
    kind: requirement.kind,
    ...compare(requirement, facts),
  }))
  return {
    saved: saved.has(jobId),
    met: requirements.filter(({ state }) => state === 'met').length,
    of: requirements.filter(({ state }) => state !== 'unchecked').length,
    requirements,
  }
}

export const setSaved = async (scope: MemberScope, jobId: number, isSaved: boolean) => {
  await jobDetail(scope, jobId)
  const key = { clientId: scope.tenant.clientId, userId: scope.actor.userId, jobId }
  await scope.tx((db) => (isSaved ? writeSaved(db, key, scope.clock.now()) : removeSaved(db, key)))
  return { saved: isSaved }
}

/** Admins read reports of jobs in the editor's list. */
export const report = async (scope: MemberScope, jobId: number, body: BodyOf<typeof reportJob>) => {
  if (body.reason === 'other' && body.text === '')
    throw new AppError('invalid_fields', 'Say what is wrong with this job.', {
      fields: { text: [{ code: 'required', message: 'Say what is wrong.' }] },
    })
  await jobDetail(scope, jobId)
  const key = { clientId: scope.tenant.clientId, userId: scope.actor.userId, jobId }
  await scope.tx((db) => writeReport(db, key, { ...body, now: scope.clock.now() }))
  return { detail: 'Thank you. We will look at this job.' }
}
