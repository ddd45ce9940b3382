/** Words for kinds, yes and no in question files, in the product's three languages. */
import type { QuestionKind } from '#contract/courses/quiz.ts'

const KINDS: Readonly<Record<QuestionKind, readonly string[]>> = {
  single: ['single', 'single choice', 'एक विकल्प', 'اختيار واحد'],
  multiple: ['multiple', 'multiple answer', 'multiple answers', 'checkbox', 'कई विकल्प', 'اختيار متعدد'],
  true_false: ['true_false', 'true false', 'true/false', 'truefalse', 'tf', 'सही/गलत', 'صح أو خطأ', 'صح/خطأ'],
  short: ['short', 'short answer', 'text', 'fill in', 'छोटा उत्तर', 'إجابة قصيرة'],
  numeric: ['numeric', 'numerical', 'number', 'संख्या', 'رقم', 'عددي'],
  ordering: ['ordering', 'order', 'sequence', 'क्रम', 'ترتيب'],
  matching: ['matching', 'match', 'pairs', 'मिलान', 'مطابقة'],
}
const YES = new Set(['true', 't', 'yes', 'y', '1', 'right', 'सही', 'हाँ', 'صح', 'صحيح', 'نعم'])
const NO = new Set(['false', 'f', 'no', 'n', '0', 'wrong', 'गलत', 'ग़लत', 'नहीं', 'خطأ', 'لا'])

const normalize = (text: string) => text.normalize('NFC').trim().toLowerCase()
const normalizeWord = (text: string) => normalize(text).replace(/[\s_-]+/g, ' ')

const kindByWord = new Map(
  Object.entries(KINDS).flatMap(([kind, words]) =>
    words.map((word) => [normalizeWord(word), kind as QuestionKind] as const),
  ),
)

/** Words that are used for one right answer as well as for several. */
const CHOICE_WORDS = new Set(['choice', 'multiple choice', 'mcq'])

/** Null for an unknown word; `choice` if the number of right answers decides. */
export const kindOf = (word: string): QuestionKind | 'choice' | null =>
  CHOICE_WORDS.has(normalizeWord(word)) ? 'choice' : (kindByWord.get(normalizeWord(word)) ?? null)

/** Null for an unknown word. */
export const yesOrNo = (word: string): boolean | null => {
  const normalized = normalize(word)
  if (YES.has(normalized)) return true
  return NO.has(normalized) ? false : null
}

/** Converts Arabic and Devanagari digits to ASCII. */
const foldDigits = (text: string): string =>
  text
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/[\u0966-\u096f]/g, (digit) => String(digit.charCodeAt(0) - 0x0966))

/** Parses a number with digits of any supported script and a point or comma; null if it is none. */
export const numberOf = (input: string): number | null => {
  const text = foldDigits(input).trim().replace('٫', '.')
  const withPoint = /^[+-]?\d+,\d+$/.test(text) ? text.replace(',', '.') : text
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i.test(withPoint)) return null
  const value = Number(withPoint)
  return Number.isFinite(value) ? value : null
}
