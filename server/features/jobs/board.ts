/** All jobs of a client in memory: filters, counts per filter and orders, without a query. Pure. */
import type { JobFacets, JobFilters, JobSort, MatchCount } from '#contract/jobs/jobs.ts'
import {
  bandsOf,
  jobLevels,
  jobTypes,
  salaryBands,
  type closedReasons,
  type JobLevel,
  type JobState,
  type JobType,
} from '#contract/jobs/shapes.ts'
import { compare, isMatched, type LearnerFacts, type Requirement } from './match.ts'

export interface BoardRow {
  readonly id: number
  readonly state: Exclude<JobState, 'draft'>
  readonly type: JobType
  readonly level: JobLevel
  readonly yearly_min: number | null
  readonly yearly_max: number | null
  readonly remote: boolean
  readonly featured: boolean
  readonly opens_at: Date | null
  readonly posted_at: Date | null
  readonly deadline_at: Date
  readonly requirements: readonly Requirement[]
}
export interface BoardJob {
  readonly id: number
  readonly state: BoardRow['state']
  readonly type: JobType
  readonly level: JobLevel
  /** Bit n is set for the nth salary band. */
  readonly bands: number
  readonly yearlyMax: number
  readonly remote: boolean
  readonly featured: boolean
  /** Unix times in milliseconds. */
  readonly openFrom: number
  readonly deadlineAt: number
  /** Places in the board's requirements: many jobs require the same. */
  readonly requirements: readonly number[]
}
export interface Board {
  readonly byId: ReadonlyMap<number, BoardJob>
  readonly requirements: readonly Requirement[]
  readonly orders: Readonly<Record<JobSort, readonly BoardJob[]>>
}

const bandBit = new Map(salaryBands.map((band, index) => [band, 1 << index]))
const bitsOf = (bands: readonly (typeof salaryBands)[number][]): number =>
  bands.reduce((bits, band) => bits | (bandBit.get(band) ?? 0), 0)

const toBoardJob = (row: BoardRow, requirements: readonly number[]): BoardJob => ({
  id: row.id,
  state: row.state,
  type: row.type,
  level: row.level,
  bands: row.yearly_min === null ? 0 : bitsOf(bandsOf(row.yearly_min, row.yearly_max ?? row.yearly_min)),
  yearlyMax: row.yearly_max ?? -1,
  remote: row.remote,
  featured: row.featured,
  openFrom: (row.posted_at ?? row.opens_at)?.getTime() ?? Infinity,
  deadlineAt: row.deadline_at.getTime(),
  requirements,
})

const comparators: Record<JobSort, (one: BoardJob, other: BoardJob) => number> = {
  recommended: (one, other) =>
    Number(other.featured) - Number(one.featured) || comparators.newest(one, other),
  newest: (one, other) => other.openFrom - one.openFrom || other.id - one.id,
  deadline: (one, other) => one.deadlineAt - other.deadlineAt || comparators.newest(one, other),
  salary: (one, other) => other.yearlyMax - one.yearlyMax || comparators.newest(one, other),
}

/** Collects rows in chunks, so that a large client's board never holds the event loop. */
export const createBoardBuilder = () => {
  const requirements: Requirement[] = []
  const places = new Map<string, number>()
  const jobs: BoardJob[] = []
  const placeOf = (requirement: Requirement): number => {
    const key = JSON.stringify(requirement)
    const known = places.get(key)
    if (known !== undefined) return known
    places.set(key, requirements.push(requirement) - 1)
    return requirements.length - 1
  }
  return {
    add: (row: BoardRow): void => {
      jobs.push(toBoardJob(row, row.requirements.map(placeOf)))
    },
    build: (): Board => ({
      byId: new Map(jobs.map((job) => [job.id, job])),
      requirements,
      orders: {
        recommended: jobs.toSorted(comparators.recommended),
        newest: jobs.toSorted(comparators.newest),
        deadline: jobs.toSorted(comparators.deadline),
        salary: jobs.toSorted(comparators.salary),
      },
    }),
  }
}

/** Whether people know of the job; afterwards it stays readable. */
export const isPublic = ({ openFrom }: BoardJob, now: number): boolean => openFrom <= now
export const closedReason = (
  { state, deadlineAt }: BoardJob,
  now: number,
): (typeof closedReasons)[number] | null => {
  if (state === 'closed') return 'closed'
  return deadlineAt <= now ? 'deadline' : null
}

/** What the caller brings to a search. */
export interface Searcher {
  readonly now: number
  readonly saved: ReadonlySet<number>
  /** One verdict for each of the board's requirements. */
  readonly verdicts: readonly Verdict[]
  /** Ids with all words of keyword and place; null for no words. */
  readonly found: readonly ReadonlySet<number>[]
}
export type Verdict = 'met' | 'unmet' | 'unchecked'

export const verdictsFor = (board: Board, facts: LearnerFacts): Verdict[] =>
  board.requirements.map((requirement) => {
    const { state } = compare(requirement, facts)
    return state === 'met' || state === 'unchecked' ? state : 'unmet'
  })

export const matchOf = (
  { requirements }: Pick<BoardJob, 'requirements'>,
  verdicts: readonly Verdict[],
): MatchCount => {
  let met = 0
  let of = 0
  for (const place of requirements) {
    const verdict = verdicts[place]
    if (verdict !== 'unchecked') of += 1
    if (verdict === 'met') met += 1
  }
  return { met, of }
}

const GROUPS = { words: 1, type: 2, level: 4, salary: 8, remote: 16, featured: 32, matched: 64, saved: 128 }

/** The groups of filters that the job fails, as bits. Saved jobs are listed even when they are closed. */
const failsOf = (filters: JobFilters, searcher: Searcher) => {
  const { now, saved, verdicts, found } = searcher
  const bands = filters.salary?.length ? bitsOf(filters.salary) : -1
  const types = filters.type?.length ? filters.type : jobTypes
  const levels = filters.level?.length ? filters.level : jobLevels
  return (job: BoardJob): number => {
    const isSaved = saved.has(job.id)
    if (!isPublic(job, now) || (closedReason(job, now) !== null && !(isSaved && filters.saved)))
      return GROUPS.words | GROUPS.type
    let fails = 0
    for (const ids of found) if (!ids.has(job.id)) fails |= GROUPS.words
    if (!types.includes(job.type)) fails |= GROUPS.type
    if (!levels.includes(job.level)) fails |= GROUPS.level
    if (bands !== -1 && (job.bands & bands) === 0) fails |= GROUPS.salary
    if (filters.remote && !job.remote) fails |= GROUPS.remote
    if (filters.featured && !job.featured) fails |= GROUPS.featured
    if (filters.matched && !isMatched(matchOf(job, verdicts))) fails |= GROUPS.matched
    if (filters.saved && !isSaved) fails |= GROUPS.saved
    return fails
  }
}

/** Jobs that pass all filters, in the order. */
export const searchBoard = (
  board: Board,
  filters: JobFilters,
  searcher: Searcher,
  sort: JobSort,
): BoardJob[] => {
  const fails = failsOf(filters, searcher)
  return board.orders[sort].filter((job) => fails(job) === 0)
}

/** How many jobs each option would leave. */
export const facetsOf = (board: Board, filters: JobFilters, searcher: Searcher): JobFacets => {
  const fails = failsOf(filters, searcher)
  const types = new Map<JobType, number>()
  const levels = new Map<JobLevel, number>()
  const bands = salaryBands.map(() => 0)
  const totals = { count: 0, remote: 0, featured: 0, matched: 0, saved: 0 }
  const addTo = <K>(counts: Map<K, number>, key: K) => counts.set(key, (counts.get(key) ?? 0) + 1)
  for (const job of board.byId.values()) {
    const failed = fails(job)
    const passes = (group: number) => (failed & ~group) === 0
    if (failed === 0) totals.count += 1
    if (passes(GROUPS.type)) addTo(types, job.type)
    if (passes(GROUPS.level)) addTo(levels, job.level)
    if (passes(GROUPS.salary))
      for (let band = 0; band < bands.length; band += 1)
        if (job.bands & (1 << band)) bands[band] = (bands[band] ?? 0) + 1
    if (job.remote && passes(GROUPS.remote)) totals.remote += 1
    if (job.featured && passes(GROUPS.featured)) totals.featured += 1
    if (passes(GROUPS.matched) && isMatched(matchOf(job, searcher.verdicts))) totals.matched += 1
    if (searcher.saved.has(job.id) && passes(GROUPS.saved)) totals.saved += 1
  }
  return {
    ...totals,
    type: jobTypes.map((value) => ({ value, count: types.get(value) ?? 0 })),
    level: jobLevels.map((value) => ({ value, count: levels.get(value) ?? 0 })),
    salary: salaryBands.map((value, index) => ({ value, count: bands[index] ?? 0 })),
  }
}
