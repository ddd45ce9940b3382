/** Parses the answers between the braces of a GIFT question. */
import { cut } from '#contract/text/truncate.ts'
import type { QuestionIssue } from '#contract/question-bank/question-import.ts'
import { splitOnce, findUnescaped, unescapeGift, type ToPlainText } from './gift-text.ts'
import type { ParsedQuestion } from './row.ts'
import { numberOf } from './vocabulary.ts'

type WithoutPrompt<T> = T extends unknown ? Omit<T, 'prompt' | 'points'> : never
type ParsedAnswer = WithoutPrompt<ParsedQuestion>

interface GiftContext {
  toText: ToPlainText
  note: (key: string) => string | undefined
  issues: QuestionIssue[]
}

const reject = (
  { issues }: GiftContext,
  code: QuestionIssue['code'],
  detail = '',
  field = code.startsWith('kind') ? 'kind' : 'answer',
): null => {
  issues.push({ code, field, ...(detail ? { detail: cut(detail, 100) } : {}) })
  return null
}

/** The question without its prompt; null if it could not be parsed, with an issue that says why. */
export const parseAnswers = (braceText: string, context: GiftContext): ParsedAnswer | null => {
  const [answers, generalFeedback] = splitOnce(braceText, '####')
  const explanation = generalFeedback === null ? '' : context.toText(generalFeedback, 'explanation')
  const answer = parseByForm(answers.trim(), context)
  return answer && { ...answer, explanation }
}

const parseByForm = (answers: string, context: GiftContext): ParsedAnswer | null => {
  if (answers === '') return reject(context, 'kind_unsupported', 'essay')
  if (answers.startsWith('#')) return numeric(answers.slice(1), context)
  if (answers.startsWith('>')) return ordering(answers, context)
  const truthValue = /^(T|TRUE|F|FALSE)\s*(?=#|$)/i.exec(answers)
  if (truthValue) return trueFalse(/^t/i.test(truthValue[0]), answers.slice(truthValue[0].length), context)
  const entries = splitEntries(answers)
  if (entries === null || entries.length === 0) return reject(context, 'row_broken', answers)
  const marked = entries.filter(({ marker }) => marker === '=')
  if (marked.length === entries.length)
    return marked.some(({ text }) => findUnescaped(text, '->') >= 0)
      ? matching(marked, context)
      : short(marked, context)
  return choice(entries, context)
}

interface Entry {
  marker: '=' | '~'
  /** Percent, if given. */
  weight: number | null
  /** As written, without the feedback. */
  text: string
  feedback: string
}

const splitEntries = (answers: string): Entry[] | null => {
  const starts: number[] = []
  for (let index = 0; index < answers.length; index += 1) {
    if (answers[index] === '\\') index += 1
    else if (answers[index] === '=' || answers[index] === '~') starts.push(index)
  }
  if (starts[0] !== 0) return null
  return starts.map((start, index): Entry => {
    const raw = answers.slice(start + 1, starts[index + 1] ?? answers.length)
    const weightMatch = /^\s*%(-?\d{1,3}(?:\.\d{1,10})?)%/.exec(raw)
    const [text, feedback] = splitOnce(raw.slice(weightMatch?.[0].length ?? 0), '#')
    return {
      marker: answers[start] as '=' | '~',
      weight: weightMatch ? Number(weightMatch[1]) : null,
      text: text.trim(),
      feedback: feedback ?? '',
    }
  })
}

const trueFalse = (answer: boolean, rest: string, { toText }: GiftContext): ParsedAnswer => {
  // Moodle writes the feedback for a wrong answer first, then the one for a right answer.
  const [wrongFeedback, rightFeedback] = splitOnce(rest.startsWith('#') ? rest.slice(1) : '', '#')
  const wrongExplanation = toText(wrongFeedback, 'feedback')
  const rightExplanation = toText(rightFeedback ?? '', 'feedback')
  return {
    kind: 'true_false',
    answer,
    explanation_true: answer ? rightExplanation : wrongExplanation,
    explanation_false: answer ? wrongExplanation : rightExplanation,
  }
}

const short = (entries: readonly Entry[], { toText, note, issues }: GiftContext): ParsedAnswer => {
  const fullCredit = entries.filter(({ weight }) => weight === null || weight >= 100)
  if (fullCredit.length < entries.length) issues.push({ code: 'partial_answers_dropped', field: 'answer' })
  if (entries.some(({ feedback }) => feedback.trim() !== ''))
    issues.push({ code: 'feedback_dropped', field: 'answer' })
  return {
    kind: 'short',
    accepted: fullCredit.map(({ text }) => toText(text, 'answer')),
    case_sensitive: note('case') === 'yes',
  }
}

const partialSetting = ({ note }: GiftContext) => ({ partial: note('partial') !== 'no' })

const orderSetting = ({ note }: GiftContext): { keep_order?: boolean } => {
  const setting = note('keep_order')
  return setting === undefined ? {} : { keep_order: setting === 'yes' }
}

const choice = (entries: readonly Entry[], context: GiftContext): ParsedAnswer => {
  const { toText, issues } = context
  const markedRight = entries.filter(({ marker }) => marker === '=')
  const isRight = ({ marker, weight }: Entry) =>
    markedRight.length > 0 ? marker === '=' : weight !== null && weight > 0
  const options = entries.map((entry) => ({
    text: toText(entry.text, 'options'),
    correct: isRight(entry),
    explanation: toText(entry.feedback, 'feedback'),
  }))
  if (markedRight.length === 1) {
    if (entries.some(({ marker, weight }) => marker === '~' && (weight ?? 0) > 0))
      issues.push({ code: 'partial_answers_dropped', field: 'options' })
    return { kind: 'single', options, ...orderSetting(context) }
  }
  if (markedRight.length > 1) issues.push({ code: 'several_right', field: 'answer' })
  const weights = entries.filter(isRight).map(({ weight }) => weight ?? 100)
  if (weights.some((weight) => Math.abs(weight - (weights[0] ?? 0)) > 0.01))
    issues.push({ code: 'weights_evened', field: 'options' })
  return { kind: 'multiple', options, ...orderSetting(context), ...partialSetting(context) }
}

const matching = (entries: readonly Entry[], context: GiftContext): ParsedAnswer => {
  const sides = entries.map(({ text }) => {
    const [left, right] = splitOnce(text, '->')
    return { left: context.toText(left, 'options'), right: context.toText(right ?? '', 'options') }
  })
  if (entries.some(({ feedback }) => feedback.trim() !== ''))
    context.issues.push({ code: 'feedback_dropped', field: 'options' })
  return {
    kind: 'matching',
    pairs: sides.filter(({ left }) => left !== ''),
    // A right side without a left one is an extra option.
    extra: sides.filter(({ left, right }) => left === '' && right !== '').map(({ right }) => right),
    ...partialSetting(context),
  }
}

/** The first line contains options of the ordering question type; each following line is one item. */
const ordering = (answers: string, context: GiftContext): ParsedAnswer => {
  const [, ...lines] = answers.split('\n')
  return {
    kind: 'ordering',
    items: lines.filter((line) => line.trim() !== '').map((line) => context.toText(line, 'options')),
    ...partialSetting(context),
  }
}

const numeric = (answers: string, context: GiftContext): ParsedAnswer | null => {
  const { issues, note } = context
  const entries = /^\s*[=~]/.test(answers) ? splitEntries(answers.trim()) : null
  const [number, feedback] = splitOnce(answers, '#')
  const fullCredit = (entries ?? []).filter(
    ({ marker, weight }) => marker === '=' && (weight === null || weight >= 100),
  )
  const [first] = fullCredit
  if (entries && fullCredit.length !== entries.filter(({ marker }) => marker === '=').length)
    issues.push({ code: 'partial_answers_dropped', field: 'answer' })
  if (fullCredit.length > 1) return reject(context, 'kind_unsupported', 'several numbers')
  const hasFeedback = entries
    ? entries.some((entry) => entry.feedback.trim() !== '')
    : (feedback ?? '').trim() !== ''
  if (hasFeedback) issues.push({ code: 'feedback_dropped', field: 'answer' })
  const valueText = unescapeGift(entries ? (first?.text ?? '') : number).trim()
  if (valueText === '') return reject(context, 'answer_missing')
  const range = parseRange(valueText)
  if (!range) return reject(context, 'number_invalid', valueText)
  return { kind: 'numeric', ...range, unit: note('unit') ?? '' }
}

const parseRange = (valueText: string): { value: number; tolerance: number } | null => {
  const ends = valueText.split('..')
  if (ends.length === 2) {
    const [low, high] = ends.map((end) => numberOf(end))
    if (typeof low !== 'number' || typeof high !== 'number' || high < low) return null
    return { value: roundError((low + high) / 2), tolerance: roundError((high - low) / 2) }
  }
  const [value, tolerance] = valueText.split(':').map((part) => numberOf(part))
  if (typeof value !== 'number' || tolerance === null || (tolerance ?? 0) < 0) return null
  return valueText.split(':').length > 2 ? null : { value, tolerance: tolerance ?? 0 }
}

/** Removes floating-point error: 0.1 + 0.2 becomes 0.3. */
const roundError = (value: number): number => Number(value.toPrecision(12))
