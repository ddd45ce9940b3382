import type { ItemAnalysis } from '#contract/assessments/admin/item-analysis.ts'
import { letters, type Letter } from '#contract/assessments/shapes.ts'
import { choice, flag, listSchema, type FiltersOf } from '#src/core/lists/list-filters.ts'

export const itemOrders = ['attention', 'hardest', 'easiest', 'weakest'] as const
export type ItemOrder = (typeof itemOrders)[number]

export const ITEMS_PER_PAGE = 20

/** `doubtful`: only the questions that need attention. */
export const ITEM_FILTERS = listSchema({ order: choice(itemOrders, 'attention'), doubtful: flag })
type ItemFilters = FiltersOf<typeof ITEM_FILTERS>

/** How well a question separates strong from weak learners, by the usual limits of test theory (Ebel). */
export const discriminationLevel = (value: number): 'good' | 'fair' | 'weak' | 'negative' =>
  value < 0 ? 'negative' : value < 0.2 ? 'weak' : value < 0.3 ? 'fair' : 'good'

const orDefault = (value: number | null, fallback: number) => value ?? fallback

/** True if the question's key is suspicious or the bank has a newer one. */
export const needsAttention = (item: ItemAnalysis): boolean => item.suspicious || item.newest_right !== null

const comparators: Record<ItemOrder, (a: ItemAnalysis, b: ItemAnalysis) => number> = {
  attention: (a, b) =>
    Number(needsAttention(b)) - Number(needsAttention(a)) ||
    orDefault(a.discrimination, 2) - orDefault(b.discrimination, 2),
  hardest: (a, b) => orDefault(a.difficulty, 2) - orDefault(b.difficulty, 2),
  easiest: (a, b) => orDefault(b.difficulty, -1) - orDefault(a.difficulty, -1),
  weakest: (a, b) => orDefault(a.discrimination, 2) - orDefault(b.discrimination, 2),
}

/** Ties are sorted by question id and version. */
export const sortItems = (items: readonly ItemAnalysis[], order: ItemOrder): ItemAnalysis[] =>
  items.toSorted((a, b) => comparators[order](a, b) || a.question_id - b.question_id || a.version - b.version)

/** One page of the questions under the filters. The server sends all of them at once. */
export const itemPage = (
  items: readonly ItemAnalysis[],
  { order, doubtful, page }: ItemFilters,
): { results: ItemAnalysis[]; count: number } => {
  const matching = doubtful ? items.filter(needsAttention) : items
  const results = sortItems(matching, order).slice((page - 1) * ITEMS_PER_PAGE, page * ITEMS_PER_PAGE)
  return { results, count: matching.length }
}

export interface LetterShare {
  letter: Letter | null
  count: number
  /** From 0 to 1, of all attempts that had the question. */
  share: number
  right: boolean
}

/** How often each option was chosen, and how often none was. */
export const letterShares = (item: ItemAnalysis): LetterShare[] => {
  const total = item.attempts || 1
  return [
    ...letters.map((letter) => ({
      letter,
      count: item.chosen[letter],
      share: item.chosen[letter] / total,
      right: item.right.includes(letter),
    })),
    { letter: null, count: item.chosen.none, share: item.chosen.none / total, right: false },
  ]
}
