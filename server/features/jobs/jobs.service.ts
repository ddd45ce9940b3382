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
import type { Query } from '#server/core/db/query.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import { languageFor } from '#server/core/http/language.ts'
import { pageLinks } from '#server/core/http/page-links.ts'
import type { MemberScope, PublicScope } from '#server/core/http/scope.ts'
import type { JobsContext } from './board.cache.ts'
import { closedReason, matchOf, verdictsFor, type Board } from './board.ts'
import { facetsOf, searchBoard, type Searcher } from './board-search.ts'
import { toCard, toDetail } from './jobs.mapper.ts'
import { compare, type AssessmentFact, type CourseFact, type LearnerFacts } from './match.ts'
import { removeSaved, writeReport, writeSaved } from './people.repository.ts'
import { detailQuery, savedIdsQuery, type DetailRow } from './read.repository.ts'
import { lineIn } from './texts.ts'

/** What a learner has done, as another feature knows it: its query runs in one trip with those of the job board. */
interface Evidence<T> {
  readonly query: (scope: MemberScope) => Query
  readonly from: (scope: MemberScope, rows: readonly unknown[]) => Promise<readonly T[]> | readonly T[]
}
/** What the job board needs of other features; `app.ts` provides it. */
export interface JobsDependencies {
  readonly courseEvidence: Evidence<CourseFact>
  readonly bestResults: Evidence<AssessmentFact>
}
export type JobsServices = JobsContext & JobsDependencies

const byId = <T extends { readonly id: number }>(facts: readonly T[]): ReadonlyMap<number, T> =>
  new Map(facts.map((fact) => [fact.id, fact]))

/** What the caller has done and saved. What a switched-off feature holds counts for nothing: nobody can open it. */
const readLearner = async (
  { courseEvidence, bestResults }: JobsDependencies,
  scope: MemberScope,
): Promise<{ facts: LearnerFacts; saved: ReadonlySet<number> }> => {
  const { tenant, actor } = scope
  const hasCourses = tenant.features.has(COURSES_SLUG)
  const hasAssessments = tenant.features.has('assessment')
  const [savedRows = [], ...evidence] = await scope.read(
    savedIdsQuery(tenant.clientId, actor.userId),
    ...(hasCourses ? [courseEvidence.query(scope)] : []),
    ...(hasAssessments ? [bestResults.query(scope)] : []),
  )
  const courses = hasCourses ? await courseEvidence.from(scope, evidence.shift() ?? []) : []
  const assessments = hasAssessments ? await bestResults.from(scope, evidence.shift() ?? []) : []
  return {
    facts: { courses: byId(courses), assessments: byId(assessments) },
    saved: new Set((savedRows as { job_id: number }[]).map((row) => row.job_id)),
  }
}

const searcherFor = async (
  services: JobsServices,
  scope: MemberScope,
  filters: Pick<JobFilters, 'search' | 'location'>,
): Promise<{ board: Board; searcher: Searcher }> => {
  const [board, { facts, saved }, found] = await Promise.all([
    services.cache.board(scope),
    readLearner(services, scope),
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
  const cards = byId(await services.cache.cards(scope, ids, language))
  return {
    ...pageLinks(pathFor(listJobs, { clientId }), linkable(query), found.length),
    results: shown.flatMap((job) => {
      const row = cards.get(job.id)
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
  const [row, { facts, saved }] = await Promise.all([detailRow(scope, jobId), readLearner(services, scope)])
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
