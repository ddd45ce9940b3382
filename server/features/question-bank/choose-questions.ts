import { createHash } from 'node:crypto'
import type { DrawRule } from '#contract/assessments/admin/draw-rules.ts'
import type { Difficulty } from '#contract/question-bank/question-bank.ts'

export interface PoolQuestion {
  readonly id: number
  readonly version: number
  readonly topic_id: number
  readonly difficulty: Difficulty
  /** Whether its options stay in the author's order. */
  readonly keep_order: boolean
}
export interface DrawInput {
  readonly rules: readonly DrawRule[]
  /** In order, without retired questions. */
  readonly fixed: readonly PoolQuestion[]
  /**
   * In the seed's order, without the fixed ones; for each topic and difficulty at least as many as the rules
   * require.
   */
  readonly pool: readonly PoolQuestion[]
  readonly shuffle_questions: boolean
  readonly shuffle_options: boolean
}
/** The order in which options are shown: `options[0]` is the author's option (0 = A) that is shown first. */
export type OptionOrder = readonly [number, number, number, number]
export interface DrawnQuestion extends PoolQuestion {
  readonly options: OptionOrder
}

const sortKey = (...parts: readonly (string | number)[]) =>
  createHash('sha256').update(parts.join(':')).digest('hex')
const shuffled = <T>(list: readonly T[], sortKeyOf: (item: T) => string): T[] =>
  list
    .map((item) => ({ one: item, key: sortKeyOf(item) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ one: item }) => item)

/**
 * The questions of one attempt; the same seed yields the same questions in the same order. Null when the pool has too few.
 * Rules for one difficulty choose first, rules for any difficulty choose from the rest; no question is chosen twice.
 */
export const chooseQuestions = (input: DrawInput, seed: string): DrawnQuestion[] | null => {
  const chosenIds = new Set(input.fixed.map(({ id }) => id))
  const questionsByRule = new Map<number, PoolQuestion[]>()
  const numbered = input.rules.map((rule, index) => ({ ...rule, at: index }))
  const specificFirst = [
    ...numbered.filter(({ difficulty }) => difficulty !== null),
    ...numbered.filter(({ difficulty }) => difficulty === null),
  ]
  for (const rule of specificFirst) {
    const candidates = input.pool
      .filter(
        (each) =>
          each.topic_id === rule.topic_id &&
          (rule.difficulty === null || each.difficulty === rule.difficulty) &&
          !chosenIds.has(each.id),
      )
      .slice(0, rule.count)
    if (candidates.length < rule.count) return null
    for (const { id } of candidates) chosenIds.add(id)
    questionsByRule.set(rule.at, candidates)
  }
  const inOrder = [...input.fixed, ...numbered.flatMap(({ at: index }) => questionsByRule.get(index) ?? [])]
  if (inOrder.length === 0) return null
  const ordered = input.shuffle_questions
    ? shuffled(inOrder, ({ id }) => sortKey(seed, 'order', id))
    : inOrder
  return ordered.map((each) => ({
    ...each,
    options: (input.shuffle_options && !each.keep_order
      ? shuffled([0, 1, 2, 3], (option) => sortKey(seed, 'option', each.id, option))
      : [0, 1, 2, 3]) as unknown as OptionOrder,
  }))
}
