/** What to learn next and why (rules: Learning). Pure. */
import type { Recommendation, RecommendationReason } from '#contract/courses/catalogue.ts'
import type { CourseSummary } from '#contract/courses/shapes.ts'
import { foldCase, type CatalogueEntry, type ProgressStates } from './catalogue.ts'

/** Both difficulty lists of the specification on one scale; "all levels" is not on it. */
const LEVEL: Record<CourseSummary['difficulty'], number | null> = {
  beginner: 1,
  easy: 1,
  intermediate: 2,
  medium: 2,
  hard: 3,
  advanced: 3,
  pro: 4,
  'all levels': null,
}

const isNextStep = (from: CourseSummary['difficulty'], to: CourseSummary['difficulty']): boolean => {
  const [a, b] = [LEVEL[from], LEVEL[to]]
  return a !== null && b !== null && b === a + 1
}

/** Completed courses weigh more than courses in progress. */
interface Basis {
  readonly entry: CatalogueEntry
  readonly weight: 0 | 1
}
const basisFor = (entries: readonly CatalogueEntry[], states: ProgressStates): Basis[] =>
  entries.flatMap((entry): Basis[] => {
    const state = states.get(entry.summary.id)
    if (state === 'completed') return [{ entry, weight: 1 }]
    return state === 'in_progress' ? [{ entry, weight: 0 }] : []
  })

/** What recommendations follow from. */
export interface Learned {
  readonly states: ProgressStates
  /** Tags that the learner chose. */
  readonly interests: readonly string[]
}

/** Higher is better; 0 for no match. A course in progress says less than an interest that the learner named. */
const RANKS = {
  completedNext: 5,
  completedTag: 4,
  interest: 3,
  progressNext: 2,
  progressTag: 1,
} as const

interface Match {
  entry: CatalogueEntry
  rank: number
  /** Number of tags in common with what made the rank. */
  shared: number
  reason: RecommendationReason
}

const rankOf = (weight: Basis['weight'], isNext: boolean): number =>
  weight === 1
    ? RANKS[isNext ? 'completedNext' : 'completedTag']
    : RANKS[isNext ? 'progressNext' : 'progressTag']

const isBetter = (a: Match, b: Match) => a.rank > b.rank || (a.rank === b.rank && a.shared > b.shared)

const nameOfTag = ({ tagNames }: CatalogueEntry, key: string): string => tagNames.get(key) ?? key

const mostEnrolled = (entry: CatalogueEntry): Match => ({
  entry,
  rank: 0,
  shared: 0,
  reason: { kind: 'most_enrolled', students: entry.summary.students },
})

const matchLearned = (entry: CatalogueEntry, basis: readonly Basis[]): Match => {
  const { summary } = entry
  const keys = [...entry.tagKeys]
  let best = mostEnrolled(entry)
  for (const { entry: learned, weight } of basis) {
    const sharedKeys = keys.filter((key) => learned.tagKeys.has(key))
    const [key] = sharedKeys
    if (key === undefined) continue
    const isNext = isNextStep(learned.summary.difficulty, summary.difficulty)
    const { title: course_title } = learned.summary
    const found: Match = {
      entry,
      rank: rankOf(weight, isNext),
      shared: sharedKeys.length,
      reason: isNext
        ? { kind: 'next_difficulty', difficulty: summary.difficulty, course_title }
        : { kind: 'same_tag', tag: nameOfTag(entry, key), course_title },
    }
    if (isBetter(found, best)) best = found
  }
  return best
}

/** The interest named first gives the reason. It may be chosen in one language and matched on a page in another. */
const matchInterests = (entry: CatalogueEntry, interestKeys: readonly string[]): Match | null => {
  const shared = interestKeys.filter((key) => entry.tagNames.has(key))
  const [key] = shared
  if (key === undefined) return null
  return {
    entry,
    rank: RANKS.interest,
    shared: shared.length,
    reason: { kind: 'interest', tag: nameOfTag(entry, key) },
  }
}

const rankedMatches = (
  matches: readonly Match[],
  levelGap: (entry: CatalogueEntry) => number = () => 0,
): Match[] =>
  matches.toSorted(
    (a, b) =>
      b.rank - a.rank ||
      b.shared - a.shared ||
      // Among equal matches first what the learner can follow, then what most chose.
      (a.rank === 0 ? 0 : levelGap(a.entry) - levelGap(b.entry)) ||
      b.entry.summary.students - a.entry.summary.students ||
      levelGap(a.entry) - levelGap(b.entry) ||
      a.entry.summary.id - b.entry.summary.id,
  )

/** Levels that a course is above what the learner has reached; 0 for what they can follow. */
const levelGapFor = (basis: readonly Basis[]) => {
  const reached = Math.max(0, ...basis.map(({ entry }) => LEVEL[entry.summary.difficulty] ?? 0))
  return ({ summary }: CatalogueEntry) => Math.max(0, (LEVEL[summary.difficulty] ?? 0) - reached - 1)
}

/** So many courses are recommended because most learners chose them; others because of their level. */
const POPULAR = 3

const toRecommendation = ({ entry, reason }: Match): Recommendation => ({ course: entry.summary, reason })

const isSoldOut = ({ summary }: CatalogueEntry): boolean => summary.seats_left === 0

/** Courses that somebody could start: not their own, and with a free seat. */
const candidatesFrom = (entries: readonly CatalogueEntry[], states: ProgressStates): CatalogueEntry[] =>
  entries.filter((entry) => !states.has(entry.summary.id) && !isSoldOut(entry))

const withLevelReason = (match: Match, isPopular: boolean, levelGap: number): Match => {
  const { difficulty } = match.entry.summary
  const isAtLevel = levelGap === 0 && LEVEL[difficulty] !== null
  return match.rank > 0 || isPopular || !isAtLevel
    ? match
    : { ...match, reason: { kind: 'level', difficulty } }
}

/**
 * Courses with the same tags or the next difficulty, then the learner's interests, then the most enrolled; never a
 * course the learner is enrolled in, nor one without a free seat.
 */
export const recommended = (
  entries: readonly CatalogueEntry[],
  { states, interests }: Learned,
  limit: number,
): Recommendation[] => {
  const basis = basisFor(entries, states)
  const interestKeys = [...new Set(interests.map(foldCase))]
  const levelGap = levelGapFor(basis)
  const matches = candidatesFrom(entries, states).map((entry) => {
    const learned = matchLearned(entry, basis)
    const interest = matchInterests(entry, interestKeys)
    return interest && isBetter(interest, learned) ? interest : learned
  })
  const popularIds = new Set(
    rankedMatches(matches.filter(({ rank }) => rank === 0))
      .slice(0, POPULAR)
      .map(({ entry }) => entry.summary.id),
  )
  return rankedMatches(matches, levelGap)
    .slice(0, limit)
    .map((match) => withLevelReason(match, popularIds.has(match.entry.summary.id), levelGap(match.entry)))
    .map(toRecommendation)
}

/** Courses that share a tag with one course and have a free seat. */
export const related = (
  entries: readonly CatalogueEntry[],
  states: ProgressStates,
  courseId: number,
  limit: number,
): Recommendation[] => {
  const basis = entries
    .filter(({ summary }) => summary.id === courseId)
    .map((entry) => ({ entry, weight: 1 }) as const)
  const candidates = candidatesFrom(entries, states).filter(({ summary }) => summary.id !== courseId)
  return rankedMatches(candidates.map((entry) => matchLearned(entry, basis)))
    .filter(({ rank }) => rank > 0)
    .slice(0, limit)
    .map(toRecommendation)
}
