/** The job board: search, one job, how well the learner matches it, and what people keep. */
import * as z from 'zod/mini'
import {
  clientParams,
  detail,
  empty,
  id,
  idParam,
  pageOf,
  pageQuery,
  singleLine,
  timestamp,
} from '../common.ts'
import { endpoint, perDay, perMinute } from '../endpoint.ts'
import { listOf } from '../list-parameter.ts'
import { jobCard, jobLevels, jobQuestion, jobTypes, requirementKinds, salaryBands } from './shapes.ts'

export const JOB_SEARCH_MAX_CHARS = 100
export const SAVED_SEARCHES_MAX = 20
export const JOB_REPORT_MAX_CHARS = 1_000

/** `recommended`: featured ones first, then the newest. */
export const jobSorts = ['recommended', 'newest', 'deadline', 'salary'] as const
export type JobSort = (typeof jobSorts)[number]

const flag = z.pipe(
  z.enum(['true']),
  z.transform(() => true),
)
const words = z.string().check(z.maxLength(JOB_SEARCH_MAX_CHARS))

/** Any value within one filter, all filters together. Names and values are those of the page's address. */
export const jobFilters = {
  search: z.optional(words),
  location: z.optional(words),
  type: z.optional(listOf(jobTypes)),
  level: z.optional(listOf(jobLevels)),
  salary: z.optional(listOf(salaryBands)),
  remote: z.optional(flag),
  featured: z.optional(flag),
  /** Only jobs whose comparable requirements the caller meets, all of them and at least one. */
  matched: z.optional(flag),
  saved: z.optional(flag),
} as const
const filters = z.object(jobFilters)
export type JobFilters = z.infer<typeof filters>

const matchCount = z.object({
  met: z.int(),
  /** Requirements that can be compared with what the caller has done. */
  of: z.int(),
})
export type MatchCount = z.infer<typeof matchCount>
const listedJob = z.extend(jobCard, { saved: z.boolean(), match: matchCount })
export type ListedJob = z.infer<typeof listedJob>

export const listJobs = endpoint({
  name: 'jobs.list',
  method: 'GET',
  path: '/api/clients/{clientId}/jobs/',
  access: 'member',
  feature: 'job_portal',
  rateLimit: perMinute(240),
  offline: 'cache',
  summary:
    'List open jobs with all words of `search` and `location`; with `saved`, the caller’s saved jobs, closed ones too',
  params: clientParams,
  query: z.object({ ...pageQuery, ...jobFilters, sort: z.optional(z.enum(jobSorts)) }),
  response: pageOf(listedJob),
})

const countsOf = <T extends z.ZodMiniType>(value: T) => z.array(z.object({ value, count: z.int() }))

/** Number of jobs for each option, with the other filters unchanged. */
const jobFacets = z.object({
  count: z.int(),
  type: countsOf(z.enum(jobTypes)),
  level: countsOf(z.enum(jobLevels)),
  salary: countsOf(z.enum(salaryBands)),
  remote: z.int(),
  featured: z.int(),
  matched: z.int(),
  saved: z.int(),
})
export type JobFacets = z.infer<typeof jobFacets>

export const getJobFacets = endpoint({
  name: 'jobs.facets',
  method: 'GET',
  path: '/api/clients/{clientId}/job-facets/',
  access: 'member',
  feature: 'job_portal',
  rateLimit: perMinute(240),
  offline: 'cache',
  summary: 'Count the open jobs for each option of every filter',
  params: clientParams,
  query: z.object(jobFilters),
  response: jobFacets,
})

const jobParams = z.object({ clientId: idParam, jobId: idParam })

export const jobDetail = z.extend(jobCard, {
  /** Plain text; an empty line starts a paragraph. */
  description: z.string(),
  requirements: z.array(z.string()),
  benefits: z.array(z.string()),
  company_url: z.nullable(z.string()),
  questions: z.array(jobQuestion),
})
export type JobDetail = z.infer<typeof jobDetail>

export const getJob = endpoint({
  name: 'jobs.get',
  method: 'GET',
  path: '/api/clients/{clientId}/jobs/{jobId}/',
  access: 'public',
  feature: 'job_portal',
  rateLimit: perMinute(240),
  summary: 'Get a job that is open or was; nobody needs to be signed in',
  params: jobParams,
  response: jobDetail,
})

const courseLink = z.object({ id, title: z.string() })
/** What the caller has done towards a requirement. Facts only; the app has the texts. */
export const jobEvidence = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('course'), course: courseLink, percent: z.int() }),
  z.object({ kind: z.literal('problems'), skill: z.string(), solved: z.int(), needed: z.int() }),
  z.object({
    kind: z.literal('assessment'),
    assessment: courseLink,
    /** Null without a released result. */
    percent: z.nullable(z.int()),
    needed: z.int(),
  }),
])
export type JobEvidence = z.infer<typeof jobEvidence>

/** `unchecked`: nothing that people do here can show it. */
export const requirementStates = ['met', 'partial', 'missing', 'unchecked'] as const
const requirementMatch = z.object({
  text: z.string(),
  kind: z.enum(requirementKinds),
  state: z.enum(requirementStates),
  evidence: z.nullable(jobEvidence),
  /** The published course that closes the gap; null when met or where there is none. */
  gap: z.nullable(courseLink),
})
export type RequirementMatch = z.infer<typeof requirementMatch>
const jobMatch = z.extend(matchCount, { saved: z.boolean(), requirements: z.array(requirementMatch) })
export type JobMatch = z.infer<typeof jobMatch>

export const getJobMatch = endpoint({
  name: 'jobs.match',
  method: 'GET',
  path: '/api/clients/{clientId}/jobs/{jobId}/match/',
  access: 'member',
  feature: 'job_portal',
  summary:
    'Compare what the caller has done with each requirement, name the course that closes a gap, and say whether the job is saved',
  params: jobParams,
  response: jobMatch,
})

export const saveJob = endpoint({
  name: 'jobs.save',
  method: 'PUT',
  path: '/api/clients/{clientId}/jobs/{jobId}/saved/',
  access: 'member',
  feature: 'job_portal',
  summary: 'Save a job or remove it from the saved ones; safe to repeat',
  params: jobParams,
  body: z.object({ saved: z.boolean() }),
  response: z.object({ saved: z.boolean() }),
})

export const reportReasons = ['scam', 'discrimination', 'expired', 'misleading', 'other'] as const
export const reportJob = endpoint({
  name: 'jobs.report',
  method: 'POST',
  path: '/api/clients/{clientId}/jobs/{jobId}/report/',
  access: 'member',
  feature: 'job_portal',
  rateLimit: perDay(30),
  idempotency: 'natural',
  status: 201,
  summary: 'Report a job to the admins; a second report by the same person replaces the first',
  params: jobParams,
  body: z.object({ reason: z.enum(reportReasons), text: singleLine(0, JOB_REPORT_MAX_CHARS) }),
  response: detail,
})

/** The filters of a saved search: those that say the same about a job whoever looks. */
const searchText = z.string().check(z.maxLength(JOB_SEARCH_MAX_CHARS))
const chosen = <const T extends readonly string[]>(values: T) =>
  z.optional(z.array(z.enum(values)).check(z.maxLength(values.length)))
export const savedFilters = z.object({
  search: z.optional(searchText),
  location: z.optional(searchText),
  type: chosen(jobTypes),
  level: chosen(jobLevels),
  salary: chosen(salaryBands),
  remote: z.optional(z.literal(true)),
  featured: z.optional(z.literal(true)),
})
export type SavedFilters = z.infer<typeof savedFilters>

const savedSearch = z.object({
  id: z.uuid(),
  filters: savedFilters,
  has_alerts: z.boolean(),
  /** Open jobs that it finds now, and those of them posted since the caller last looked. */
  count: z.int(),
  fresh: z.int(),
  created_at: timestamp,
})
export type SavedSearch = z.infer<typeof savedSearch>

export const listJobSearches = endpoint({
  name: 'jobs.searches',
  method: 'GET',
  path: '/api/clients/{clientId}/student/job-searches/',
  access: 'member',
  feature: 'job_portal',
  offline: 'cache',
  summary: "List the caller's saved searches, newest first, with the number of jobs each finds",
  params: clientParams,
  response: z.object({ results: z.array(savedSearch) }),
})

const searchParams = z.object({ clientId: idParam, searchId: z.uuid() })
export const putJobSearch = endpoint({
  name: 'jobs.putSearch',
  method: 'PUT',
  path: '/api/clients/{clientId}/student/job-searches/{searchId}/',
  access: 'member',
  feature: 'job_portal',
  rateLimit: perMinute(60),
  alsoFails: [409],
  summary: 'Save a search under an id made by the caller, or change it; at most 20 for each person',
  params: searchParams,
  body: z.object({ filters: savedFilters, has_alerts: z.boolean() }),
  response: z.object({ results: z.array(savedSearch) }),
})

export const deleteJobSearch = endpoint({
  name: 'jobs.deleteSearch',
  method: 'DELETE',
  path: '/api/clients/{clientId}/student/job-searches/{searchId}/',
  access: 'member',
  feature: 'job_portal',
  summary: 'Remove a saved search; safe to repeat',
  params: searchParams,
  status: 204,
  response: empty,
})
