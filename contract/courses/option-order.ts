/**
 * The order in which options are shown. It depends on a seed and on the options' ids alone, so that it is the same
 * after a reload, on another device and without a connection. Answers and keys name ids and do not depend on it.
 */
import type { ShownQuestion, shownQuiz } from './quiz.ts'
import type * as z from 'zod/mini'

/** A well-mixed hash of 53 bits (cyrb53). The order hides nothing, so it needs no cryptography. */
const hash = (text: string): number => {
  let low = 0xdeadbeef
  let high = 0x41c6ce57
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    low = Math.imul(low ^ code, 2_654_435_761)
    high = Math.imul(high ^ code, 1_597_334_677)
  }
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909)
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909)
  return 4_294_967_296 * (2_097_151 & high) + (low >>> 0)
}

export const inSeededOrder = <T extends { readonly id: string }>(list: readonly T[], seed: string): T[] =>
  list
    .map((entry) => ({ entry, key: hash(`${seed}:${entry.id}`) }))
    .toSorted((a, b) => a.key - b.key || (a.entry.id < b.entry.id ? -1 : 1))
    .map(({ entry }) => entry)

/** Items to be put in order: never in the right order, which `solved` lists as ids. */
export const inUnsolvedOrder = <T extends { readonly id: string }>(
  items: readonly T[],
  solved: readonly string[],
  seed: string,
): T[] => {
  const ordered = inSeededOrder(items, seed)
  const isSolved = ordered.every(({ id }, index) => id === solved[index])
  return isSolved ? [...ordered.slice(1), ...ordered.slice(0, 1)] : ordered
}

/** Options that name other options by their place, such as "All of the above". */
const PLACE_WORDS = [
  /\b(?:above|below|foregoing|preceding)\b/i,
  /\b(?:all|none|any|both|neither|either) of (?:the|these|those|them)\b/i,
  /^(?:[Bb]oth |[Oo]nly |[Nn]either |[Ee]ither )?\(?[A-F]\)?(?:,? (?:and|or|nor|&) \(?[A-F]\)?)+\.?$/,
  /उपर्युक्त|उपरोक्त|ऊपर (?:के|दिए|लिखे|वाले)|इनमें से (?:सभी|कोई)|ये सभी/,
  /(?:مما|ما|الخيارات|الإجابات|الأجوبة) (?:سبق|ذكر|ذُكر|السابقة|أعلاه|المذكورة)/,
] as const

const namesPlaces = (text: string): boolean => PLACE_WORDS.some((words) => words.test(text.trim()))

/** Whether the author's order stays: as the author says, else if an option names others by their place. */
export const keepsOrder = (question: {
  readonly keep_order?: boolean | undefined
  readonly options: readonly { readonly text: string }[]
}): boolean => question.keep_order ?? question.options.some(({ text }) => namesPlaces(text))

/** Options, and the right sides of pairs, in the order of the seed. The server orders items that are to be sorted. */
export const withSeededOptions = (question: ShownQuestion, seed: string): ShownQuestion => {
  switch (question.kind) {
    case 'single':
    case 'multiple':
      return question.keep_order ? question : { ...question, options: inSeededOrder(question.options, seed) }
    case 'matching':
      return { ...question, right: inSeededOrder(question.right, seed) }
    default:
      return question
  }
}

/** A quiz's questions as the current attempt shows them. */
export const questionsOfAttempt = ({
  questions,
  seed,
  attempts,
}: Pick<z.infer<typeof shownQuiz>, 'questions' | 'seed' | 'attempts'>): ShownQuestion[] =>
  questions.map((question) => withSeededOptions(question, `${seed}:${attempts}`))
