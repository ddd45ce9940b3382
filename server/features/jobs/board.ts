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
import type { IdSet } from './id-set.ts'
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
  /** What the filters compare: a bit for each of TRAITS. */
  readonly traits: number
  readonly yearlyMax: number
  /** Unix times in milliseconds. */
  readonly openFrom: number
  readonly deadlineAt: number
  /** Places in the board's requirements: many jobs require the same. */
  readonly requirements: readonly number[]
}
export interface Board {
  readonly requirements: readonly Requirement[]
  readonly orders: Readonly<Record<JobSort, Listing>>
}
/** The jobs in one order. What a search reads of every job stands in columns, which takes a third of the time of objects. */
interface Listing {
  readonly jobs: readonly BoardJob[]
  readonly ids: Int32Array
  readonly traits: Int32Array
  readonly openFrom: Float64Array
  readonly deadlineAt: Float64Array
}

const TRAITS = [...jobTypes, ...jobLevels, ...salaryBands, 'remote', 'featured', 'closed'] as const
type Trait = (typeof TRAITS)[number]
const traitBit = new Map(TRAITS.map((trait, index) => [trait, 1 << index]))
const bitsOf = (traits: readonly Trait[]): number =>
  traits.reduce((bits, trait) => bits | (traitBit.get(trait) ?? 0), 0)
const [ANY_TYPE, ANY_LEVEL] = [bitsOf(jobTypes), bitsOf(jobLevels)]
const [REMOTE, FEATURED, CLOSED] = [bitsOf(['remote']), bitsOf(['featured']), bitsOf(['closed'])]

const toBoardJob = (row: BoardRow, requirements: readonly number[]): BoardJob => ({
  id: row.id,
  state: row.state,
  traits: bitsOf([
    row.type,
    row.level,
    ...(row.yearly_min === null ? [] : bandsOf(row.yearly_min, row.yearly_max ?? row.yearly_min)),
    ...(row.remote ? (['remote'] as const) : []),
    ...(row.featured ? (['featured'] as const) : []),
    ...(row.state === 'closed' ? (['closed'] as const) : []),
  ]),
  yearlyMax: row.yearly_max ?? -1,
  openFrom: (row.posted_at ?? row.opens_at)?.getTime() ?? Infinity,
  deadlineAt: row.deadline_at.getTime(),
  requirements,
})

const comparators: Record<JobSort, (one: BoardJob, other: BoardJob) => number> = {
  recommended: (one, other) =>
    (other.traits & FEATURED) - (one.traits & FEATURED) || comparators.newest(one, other),
  newest: (one, other) => other.openFrom - one.openFrom || other.id - one.id,
  deadline: (one, other) => one.deadlineAt - other.deadlineAt || comparators.newest(one, other),
  salary: (one, other) => other.yearlyMax - one.yearlyMax || comparators.newest(one, other),
}

const listingOf = (jobs: readonly BoardJob[]): Listing => ({
  jobs,
  ids: Int32Array.from(jobs, ({ id }) => id),
  traits: Int32Array.from(jobs, ({ traits }) => traits),
  openFrom: Float64Array.from(jobs, ({ openFrom }) => openFrom),
  deadlineAt: Float64Array.from(jobs, ({ deadlineAt }) => deadlineAt),
})

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
      requirements,
      orders: {
        recommended: listingOf(jobs.toSorted(comparators.recommended)),
        newest: listingOf(jobs.toSorted(comparators.newest)),
        deadline: listingOf(jobs.toSorted(comparators.deadline)),
        salary: listingOf(jobs.toSorted(comparators.salary)),
      },
    }),
  }
}

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
  readonly found: readonly IdSet[]
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
/** The groups that are counted by trait. */
const COUNTED = [
  [GROUPS.type, ANY_TYPE],
  [GROUPS.level, ANY_LEVEL],
  [GROUPS.salary, bitsOf(salaryBands)],
  [GROUPS.remote, REMOTE],
  [GROUPS.featured, FEATURED],
] as const

/** The groups of filters that the nth job fails, as bits. Saved jobs are listed even when they are closed. */
const failsOf = (
  { ids, traits, openFrom, deadlineAt, jobs }: Listing,
  filters: JobFilters,
  searcher: Searcher,
) => {
  const { now, saved, verdicts, found } = searcher
  const types = filters.type?.length ? bitsOf(filters.type) : ANY_TYPE
  const levels = filters.level?.length ? bitsOf(filters.level) : ANY_LEVEL
  const bands = bitsOf(filters.salary ?? [])
  const isSaved = (place: number) => saved.has(ids[place] ?? 0)
  const isHidden = (place: number, own: number) =>
    (openFrom[place] ?? Infinity) > now ||
    (((own & CLOSED) !== 0 || (deadlineAt[place] ?? 0) <= now) && !(filters.saved && isSaved(place)))
  return (place: number): number => {
    const own = traits[place] ?? 0
    if (isHidden(place, own)) return GROUPS.words | GROUPS.type
    let fails = 0
    for (const words of found) if (!words.has(ids[place] ?? 0)) fails |= GROUPS.words
    if ((own & types) === 0) fails |= GROUPS.type
    if ((own & levels) === 0) fails |= GROUPS.level
    if (bands !== 0 && (own & bands) === 0) fails |= GROUPS.salary
    if (filters.remote && (own & REMOTE) === 0) fails |= GROUPS.remote
    if (filters.featured && (own & FEATURED) === 0) fails |= GROUPS.featured
    if (filters.matched && !isMatchedBy(jobs[place], verdicts)) fails |= GROUPS.matched
    if (filters.saved && !isSaved(place)) fails |= GROUPS.saved
    return fails
  }
}

const isMatchedBy = (job: BoardJob | undefined, verdicts: readonly Verdict[]): boolean =>
  job !== undefined && isMatched(matchOf(job, verdicts))

/** Jobs that pass all filters, in the order. */
export const searchBoard = (
  board: Board,
  filters: JobFilters,
  searcher: Searcher,
  sort: JobSort,
): BoardJob[] => {
  const listing = board.orders[sort]
  const fails = failsOf(listing, filters, searcher)
  return listing.jobs.filter((_job, place) => fails(place) === 0)
}

/** How many jobs each option would leave. */
export const facetsOf = (board: Board, filters: JobFilters, searcher: Searcher): JobFacets => {
  const listing = board.orders.newest
  const fails = failsOf(listing, filters, searcher)
  const counts = TRAITS.map(() => 0)
  const totals = { count: 0, matched: 0, saved: 0 }
  const addTraits = (bits: number) => {
    for (let rest = bits; rest !== 0; rest &= rest - 1) {
      const index = 31 - Math.clz32(rest & -rest)
      counts[index] = (counts[index] ?? 0) + 1
    }
  }
  for (const [place, job] of listing.jobs.entries()) {
    const failed = fails(place)
    const passes = (group: number) => (failed & ~group) === 0
    if (failed === 0) totals.count += 1
    for (const [group, bits] of COUNTED) if (passes(group)) addTraits(job.traits & bits)
    if (passes(GROUPS.matched) && isMatchedBy(job, searcher.verdicts)) totals.matched += 1
    if (passes(GROUPS.saved) && searcher.saved.has(job.id)) totals.saved += 1
  }
  const countOf = (trait: Trait) => counts[TRAITS.indexOf(trait)] ?? 0
  return {
    ...totals,
    remote: countOf('remote'),
    featured: countOf('featured'),
    type: jobTypes.map((value) => ({ value, count: countOf(value) })),
    level: jobLevels.map((value) => ({ value, count: countOf(value) })),
    salary: salaryBands.map((value) => ({ value, count: countOf(value) })),
  }
}
