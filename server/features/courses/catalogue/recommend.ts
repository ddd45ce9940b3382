/** What to learn next and why (RULES "Learning"). Pure. */
import type { Recommendation, RecommendationReason } from '#contract/courses/catalogue.ts'
import type { CourseSummary } from '#contract/courses/shapes.ts'
import { folded, type CatalogueEntry, type OwnStates } from './catalogue.ts'

/** Both of the specification's difficulty lists on one ladder; "all levels" stands beside it. */
const STEP: Record<CourseSummary['difficulty'], number | null> = {
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
  const [a, b] = [STEP[from], STEP[to]]
  return a !== null && b !== null && b === a + 1
}

/** What one learned says the most; what one is in the middle of comes after it. */
interface Basis {
  readonly entry: CatalogueEntry
  readonly weight: 0 | 1
}
const basisFor = (entries: readonly CatalogueEntry[], own: OwnStates): Basis[] =>
  entries.flatMap((entry): Basis[] => {
    const state = own.get(entry.summary.id)
    if (state === 'completed') return [{ entry, weight: 1 }]
    return state === 'in_progress' ? [{ entry, weight: 0 }] : []
  })

interface Match {
  entry: CatalogueEntry
  /** A shared tag and the next difficulty before a shared tag alone, completed before in progress; 0: neither. */
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
  for (const { entry: known, weight } of basis) {
    const shared = keys.filter((key) => known.tagKeys.has(key))
    const [key] = shared
    if (key === undefined) continue
    const next = isNextStep(known.summary.difficulty, summary.difficulty)
    const rank = 2 * weight + (next ? 2 : 1)
    if (rank < best.rank || (rank === best.rank && shared.length <= best.shared)) continue
    const { title: course_title } = known.summary
    const reason: RecommendationReason = next
      ? { kind: 'next_difficulty', difficulty: summary.difficulty, course_title }
      : { kind: 'same_tag', tag: summary.tags.find((tag) => folded(tag) === key) ?? key, course_title }
    best = { entry, rank, shared: shared.length, reason }
  }
  return best
}

const ranked = (candidates: readonly CatalogueEntry[], basis: readonly Basis[]): Match[] =>
  candidates
    .map((entry) => match(entry, basis))
    .sort(
      (a, b) =>
        b.rank - a.rank ||
        b.shared - a.shared ||
        b.entry.summary.students - a.entry.summary.students ||
        a.entry.summary.id - b.entry.summary.id,
    )

const answer = ({ entry, reason }: Match): Recommendation => ({ course: entry.summary, reason })

/** Same tags and next difficulty as what was completed, then most enrolled; never what one is enrolled in. */
export const recommended = (
  entries: readonly CatalogueEntry[],
  own: OwnStates,
  limit: number,
): Recommendation[] =>
  ranked(
    entries.filter(({ summary }) => !own.has(summary.id)),
    basisFor(entries, own),
  )
    .slice(0, limit)
    .map(answer)

/** Courses like one course: only those that share something with it. */
export const related = (
  entries: readonly CatalogueEntry[],
  own: OwnStates,
  courseId: number,
  limit: number,
): Recommendation[] => {
  const basis = entries
    .filter(({ summary }) => summary.id === courseId)
    .map((entry) => ({ entry, weight: 1 }) as const)
  const candidates = entries.filter(({ summary }) => summary.id !== courseId && !own.has(summary.id))
  return ranked(candidates, basis)
    .filter(({ rank }) => rank > 0)
    .slice(0, limit)
    .map(answer)
}
