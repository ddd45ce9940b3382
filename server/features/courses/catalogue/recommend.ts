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

interface Match {
  entry: CatalogueEntry
  /**
   * Higher is better: completed before in progress, then a shared tag with the next difficulty before a shared tag
   * alone. 0 for no match.
   */
  rank: number
  shared: number
  reason: RecommendationReason
}

const match = (entry: CatalogueEntry, basis: readonly Basis[]): Match => {
  const { summary } = entry
  let best: Match = {
    entry,
    rank: 0,
    shared: 0,
    reason: { kind: 'most_enrolled', students: summary.students },
  }
  const keys = [...entry.tagKeys]
  for (const { entry: learned, weight } of basis) {
    const sharedKeys = keys.filter((key) => learned.tagKeys.has(key))
    const [key] = sharedKeys
    if (key === undefined) continue
    const isNext = isNextStep(learned.summary.difficulty, summary.difficulty)
    const rank = 2 * weight + (isNext ? 2 : 1)
    if (rank < best.rank || (rank === best.rank && sharedKeys.length <= best.shared)) continue
    const { title: course_title } = learned.summary
    const reason: RecommendationReason = isNext
      ? { kind: 'next_difficulty', difficulty: summary.difficulty, course_title }
      : { kind: 'same_tag', tag: summary.tags.find((tag) => foldCase(tag) === key) ?? key, course_title }
    best = { entry, rank, shared: sharedKeys.length, reason }
  }
  return best
}

const rankedMatches = (candidates: readonly CatalogueEntry[], basis: readonly Basis[]): Match[] =>
  candidates
    .map((entry) => match(entry, basis))
    .sort(
      (a, b) =>
        b.rank - a.rank ||
        b.shared - a.shared ||
        b.entry.summary.students - a.entry.summary.students ||
        a.entry.summary.id - b.entry.summary.id,
    )

const toRecommendation = ({ entry, reason }: Match): Recommendation => ({ course: entry.summary, reason })

const isSoldOut = ({ summary }: CatalogueEntry): boolean => summary.seats_left === 0

/** Courses that somebody could start: not their own, and with a free seat. */
const candidatesFrom = (entries: readonly CatalogueEntry[], states: ProgressStates): CatalogueEntry[] =>
  entries.filter((entry) => !states.has(entry.summary.id) && !isSoldOut(entry))

/**
 * Courses with the same tags or the next difficulty, then the most enrolled; never a course the learner is enrolled
 * in, never a sold-out one.
 */
export const recommended = (
  entries: readonly CatalogueEntry[],
  states: ProgressStates,
  limit: number,
): Recommendation[] =>
  rankedMatches(candidatesFrom(entries, states), basisFor(entries, states))
    .slice(0, limit)
    .map(toRecommendation)

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
  return rankedMatches(candidates, basis)
    .filter(({ rank }) => rank > 0)
    .slice(0, limit)
    .map(toRecommendation)
}
