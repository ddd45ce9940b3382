/** Words for kinds, yes and no as people write them in tables, in the three languages of the product. */
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

const fold = (text: string) => text.normalize('NFC').trim().toLowerCase()
const plain = (text: string) => fold(text).replace(/[\s_-]+/g, ' ')

const kindByWord = new Map(
  Object.entries(KINDS).flatMap(([kind, words]) =>
    words.map((word) => [plain(word), kind as QuestionKind] as const),
  ),
)

/** Words that people use for one right answer as well as for several. */
const CHOICES = new Set(['choice', 'multiple choice', 'mcq'])

/** Null for a word that names no kind; `choice` where the number of right answers has to say it. */
export const kindOf = (word: string): QuestionKind | 'choice' | null =>
  CHOICES.has(plain(word)) ? 'choice' : (kindByWord.get(plain(word)) ?? null)

/** Null for a word that is neither. */
export const yesOrNo = (word: string): boolean | null => {
  const folded = fold(word)
  if (YES.has(folded)) return true
  return NO.has(folded) ? false : null
}

/** Digits of the three scripts as plain ones. */
const foldDigits = (text: string): string =>
  text
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/[\u0966-\u096f]/g, (digit) => String(digit.charCodeAt(0) - 0x0966))

/** A number as written: digits of any script of ours, a point or a comma; null for what is none. */
export const numberOf = (written: string): number | null => {
  const text = foldDigits(written).trim().replace('٫', '.')
  const dotted = /^[+-]?\d+,\d+$/.test(text) ? text.replace(',', '.') : text
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i.test(dotted)) return null
  const value = Number(dotted)
  return Number.isFinite(value) ? value : null
}
