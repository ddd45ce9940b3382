import { createHash } from 'node:crypto'
import type { DrawRule } from '#contract/assessments/admin/draw-rules.ts'
import type { Difficulty } from '#contract/question-bank/question-bank.ts'

export interface PoolQuestion {
  readonly id: number
  readonly version: number
  readonly topic_id: number
  readonly difficulty: Difficulty
}
export interface Drawing {
  readonly rules: readonly DrawRule[]
  /** In their order; retired ones are not among them. */
  readonly fixed: readonly PoolQuestion[]
  /** In the seed's order, without the fixed ones; of each topic and difficulty at least as many as its rules ask for. */
  readonly pool: readonly PoolQuestion[]
  readonly shuffle_questions: boolean
  readonly shuffle_options: boolean
}
/** The order on the screen: the first shown option is the author's option `options[0]` (0 = A). */
export type OptionOrder = readonly [number, number, number, number]
export interface DrawnQuestion extends PoolQuestion {
  readonly options: OptionOrder
}

const weight = (...parts: readonly (string | number)[]) =>
  createHash('sha256').update(parts.join(':')).digest('hex')
const shuffled = <T>(list: readonly T[], weightOf: (one: T) => string): T[] =>
  list
    .map((one) => ({ one, by: weightOf(one) }))
    .toSorted((a, b) => (a.by < b.by ? -1 : 1))
    .map(({ one }) => one)

/**
 * The questions of one attempt: the same seed gives the same ones in the same order. Null when the pool has not enough.
 * Rules for one difficulty take first, those for any take of what is left; nothing is taken twice.
 */
export const chooseQuestions = (drawing: Drawing, seed: string): DrawnQuestion[] | null => {
  const taken = new Set(drawing.fixed.map(({ id }) => id))
  const chosen = new Map<number, PoolQuestion[]>()
  const numbered = drawing.rules.map((rule, at) => ({ ...rule, at }))
  const specificFirst = [
    ...numbered.filter(({ difficulty }) => difficulty !== null),
    ...numbered.filter(({ difficulty }) => difficulty === null),
  ]
  for (const rule of specificFirst) {
    const fitting = drawing.pool
      .filter(
        (each) =>
          each.topic_id === rule.topic_id &&
          (rule.difficulty === null || each.difficulty === rule.difficulty) &&
          !taken.has(each.id),
      )
      .slice(0, rule.count)
    if (fitting.length < rule.count) return null
    for (const { id } of fitting) taken.add(id)
    chosen.set(rule.at, fitting)
  }
  const inOrder = [...drawing.fixed, ...numbered.flatMap(({ at }) => chosen.get(at) ?? [])]
  if (inOrder.length === 0) return null
  const ordered = drawing.shuffle_questions
    ? shuffled(inOrder, ({ id }) => weight(seed, 'order', id))
    : inOrder
  return ordered.map((each) => ({
    ...each,
    options: (drawing.shuffle_options
      ? shuffled([0, 1, 2, 3], (option) => weight(seed, 'option', each.id, option))
      : [0, 1, 2, 3]) as unknown as OptionOrder,
  }))
}
