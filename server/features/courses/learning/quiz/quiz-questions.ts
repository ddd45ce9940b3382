/** Converts questions from the author's form to the learners' form. Pure. */
import { languages, type Language } from '#contract/languages.ts'
import { questionIn, questionSpeaks } from '#contract/courses/language.ts'
import { inUnsolvedOrder, keepsOrder } from '#contract/courses/option-order.ts'
import type { AuthoredQuestion, ShownOption, ShownQuestion } from '#contract/courses/quiz.ts'
import type { KeyedQuestion } from './grade.ts'

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never
/** Stored without id: the row has it. */
export type StoredShown = WithoutId<ShownQuestion>
export type StoredAuthored = WithoutId<AuthoredQuestion>

/** Sorted by their random ids, so that the order reveals nothing (contract/courses/quiz.ts). */
const sortedById = (options: readonly ShownOption[]): ShownOption[] =>
  options.map(({ id, text }) => ({ id, text })).toSorted((a, b) => (a.id < b.id ? -1 : 1))

/** The learners' form. Written field by field, so that nothing of the answer key can leak. */
export const shownFrom = (question: StoredAuthored): StoredShown => {
  const { prompt, points } = question
  switch (question.kind) {
    case 'single':
    case 'multiple':
      return {
        kind: question.kind,
        prompt,
        points,
        options: question.options.map(({ id, text }) => ({ id, text })),
        keep_order: keepsOrder(question),
      }
    case 'true_false':
    case 'short':
      return { kind: question.kind, prompt, points }
    case 'numeric':
      return { kind: question.kind, prompt, points, unit: question.unit }
    case 'ordering':
      return { kind: question.kind, prompt, points, items: sortedById(question.items) }
    case 'matching':
      return {
        kind: question.kind,
        prompt,
        points,
        left: question.pairs.map(({ left }) => ({ id: left.id, text: left.text })),
        right: sortedById([...question.pairs.map((pair) => pair.right), ...question.extra]),
      }
  }
}

/** The learners' form in each translated language. */
export const shownInFrom = (question: StoredAuthored): Partial<Record<Language, StoredShown>> => {
  // The main language decides for all.
  const decided = 'options' in question ? { ...question, keep_order: keepsOrder(question) } : question
  return Object.fromEntries(
    languages
      .filter((language) => questionSpeaks(question, language))
      .map((language) => [language, shownFrom(questionIn(decided, language))]),
  )
}

export const shownWithId = (id: number, shown: StoredShown): ShownQuestion => {
  if (!('options' in shown)) return { ...shown, id }
  // Questions stored before the switch existed are decided by their texts.
  const { keep_order: _, ...question } = shown
  return { ...question, id, ...(keepsOrder(shown) && { keep_order: true }) }
}

/** Places the items of an ordering question; `solved` is their right order. */
export const withUnsolvedItems = (
  question: ShownQuestion,
  solved: readonly string[] | null,
  seed: string,
): ShownQuestion =>
  question.kind === 'ordering' && solved
    ? { ...question, items: inUnsolvedOrder(question.items, solved, `${seed}:${question.id}`) }
    : question

export const keyedWithId = (id: number, authored: StoredAuthored): KeyedQuestion => ({ ...authored, id })
