/** All jobs of a client in memory, in every order. Pure. */
import type { JobSort, MatchCount } from '#contract/jobs/jobs.ts'
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
import { compare, type LearnerFacts, type Requirement } from './match.ts'

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
export interface Listing {
  readonly jobs: readonly BoardJob[]
  readonly ids: Int32Array
  readonly traits: Int32Array
  readonly openFrom: Float64Array
  /** When people can no longer apply: the deadline; for a closed job, always. */
  readonly openUntil: Float64Array
}

export const TRAITS = [...jobTypes, ...jobLevels, ...salaryBands, 'remote', 'featured'] as const
export type Trait = (typeof TRAITS)[number]
const traitBit = new Map(TRAITS.map((trait, index) => [trait, 1 << index]))
export const bitsOf = (traits: readonly Trait[]): number =>
  traits.reduce((bits, trait) => bits | (traitBit.get(trait) ?? 0), 0)
const FEATURED = bitsOf(['featured'])

const toBoardJob = (row: BoardRow, requirements: readonly number[]): BoardJob => ({
  id: row.id,
  state: row.state,
  traits: bitsOf([
    row.type,
    row.level,
    ...(row.yearly_min === null ? [] : bandsOf(row.yearly_min, row.yearly_max ?? row.yearly_min)),
    ...(row.remote ? (['remote'] as const) : []),
    ...(row.featured ? (['featured'] as const) : []),
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
  openUntil: Float64Array.from(jobs, ({ state, deadlineAt }) =>
    state === 'closed' ? -Infinity : deadlineAt,
  ),
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
