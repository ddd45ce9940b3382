/** What stands between the braces of a GIFT question. */
import { cut } from '#contract/text/truncate.ts'
import type { QuestionIssue } from '#contract/question-bank/question-import.ts'
import { cutAt, findUnescaped, unescapeGift, type Shown } from './gift-text.ts'
import type { Written } from './row.ts'
import { numberOf } from './texts.ts'

type WithoutPrompt<T> = T extends unknown ? Omit<T, 'prompt' | 'points'> : never
type Body = WithoutPrompt<Written>

interface Reading {
  shown: Shown
  note: (key: string) => string | undefined
  issues: QuestionIssue[]
}

const refuse = (
  { issues }: Reading,
  code: QuestionIssue['code'],
  detail = '',
  field = code.startsWith('kind') ? 'kind' : 'answer',
): null => {
  issues.push({ code, field, ...(detail ? { detail: cut(detail, 100) } : {}) })
  return null
}

/** The question without its prompt; null when an issue says why there is none. */
export const answersOf = (inside: string, reading: Reading): Body | null => {
  const [answers, general] = cutAt(inside, '####')
  const explanation = general === null ? '' : reading.shown(general, 'explanation')
  const body = bodyOf(answers.trim(), reading)
  return body && { ...body, explanation }
}

const bodyOf = (answers: string, reading: Reading): Body | null => {
  if (answers === '') return refuse(reading, 'kind_unsupported', 'essay')
  if (answers.startsWith('#')) return numeric(answers.slice(1), reading)
  if (answers.startsWith('>')) return ordering(answers, reading)
  const said = /^(T|TRUE|F|FALSE)\s*(?=#|$)/i.exec(answers)
  if (said) return trueFalse(/^t/i.test(said[0]), answers.slice(said[0].length), reading)
  const entries = entriesOf(answers)
  if (entries === null || entries.length === 0) return refuse(reading, 'row_broken', answers)
  const rights = entries.filter(({ sign }) => sign === '=')
  if (rights.length === entries.length)
    return rights.some(({ text }) => findUnescaped(text, '->') >= 0)
      ? matching(rights, reading)
      : short(rights, reading)
  return choice(entries, reading)
}

interface Entry {
  sign: '=' | '~'
  /** Per cent, where one is given. */
  weight: number | null
  /** As written, without the feedback. */
  text: string
  feedback: string
}

const entriesOf = (answers: string): Entry[] | null => {
  const starts: number[] = []
  for (let at = 0; at < answers.length; at += 1) {
    if (answers[at] === '\\') at += 1
    else if (answers[at] === '=' || answers[at] === '~') starts.push(at)
  }
  if (starts[0] !== 0) return null
  return starts.map((start, index): Entry => {
    const raw = answers.slice(start + 1, starts[index + 1] ?? answers.length)
    const weighed = /^\s*%(-?\d{1,3}(?:\.\d{1,10})?)%/.exec(raw)
    const [text, feedback] = cutAt(raw.slice(weighed?.[0].length ?? 0), '#')
    return {
      sign: answers[start] as '=' | '~',
      weight: weighed ? Number(weighed[1]) : null,
      text: text.trim(),
      feedback: feedback ?? '',
    }
  })
}

const trueFalse = (answer: boolean, rest: string, { shown }: Reading): Body => {
  // Moodle: first what is said to who was wrong, then to who was right.
  const [wrong, right] = cutAt(rest.startsWith('#') ? rest.slice(1) : '', '#')
  const forWrong = shown(wrong, 'feedback')
  const forRight = shown(right ?? '', 'feedback')
  return {
    kind: 'true_false',
    answer,
    explanation_true: answer ? forRight : forWrong,
    explanation_false: answer ? forWrong : forRight,
  }
}

const short = (entries: readonly Entry[], { shown, note, issues }: Reading): Body => {
  const full = entries.filter(({ weight }) => weight === null || weight >= 100)
  if (full.length < entries.length) issues.push({ code: 'partial_answers_dropped', field: 'answer' })
  if (entries.some(({ feedback }) => feedback.trim() !== ''))
    issues.push({ code: 'feedback_dropped', field: 'answer' })
  return {
    kind: 'short',
    accepted: full.map(({ text }) => shown(text, 'answer')),
    case_sensitive: note('case') === 'yes',
  }
}

const partial = ({ note }: Reading) => ({ partial: note('partial') !== 'no' })

const choice = (entries: readonly Entry[], reading: Reading): Body => {
  const { shown, issues } = reading
  const marked = entries.filter(({ sign }) => sign === '=')
  const isRight = ({ sign, weight }: Entry) =>
    marked.length > 0 ? sign === '=' : weight !== null && weight > 0
  const options = entries.map((entry) => ({
    text: shown(entry.text, 'options'),
    correct: isRight(entry),
    explanation: shown(entry.feedback, 'feedback'),
  }))
  if (marked.length === 1) {
    if (entries.some(({ sign, weight }) => sign === '~' && (weight ?? 0) > 0))
      issues.push({ code: 'partial_answers_dropped', field: 'options' })
    return { kind: 'single', options }
  }
  if (marked.length > 1) issues.push({ code: 'several_right', field: 'answer' })
  const weights = entries.filter(isRight).map(({ weight }) => weight ?? 100)
  if (weights.some((weight) => Math.abs(weight - (weights[0] ?? 0)) > 0.01))
    issues.push({ code: 'weights_evened', field: 'options' })
  return { kind: 'multiple', options, ...partial(reading) }
}

const matching = (entries: readonly Entry[], reading: Reading): Body => {
  const sides = entries.map(({ text }) => {
    const [left, right] = cutAt(text, '->')
    return { left: reading.shown(left, 'options'), right: reading.shown(right ?? '', 'options') }
  })
  if (entries.some(({ feedback }) => feedback.trim() !== ''))
    reading.issues.push({ code: 'feedback_dropped', field: 'options' })
  return {
    kind: 'matching',
    pairs: sides.filter(({ left }) => left !== ''),
    // A right side alone belongs to nothing.
    extra: sides.filter(({ left, right }) => left === '' && right !== '').map(({ right }) => right),
    ...partial(reading),
  }
}

/** The options of the ordering question type stand in the first line; the things follow, a line each. */
const ordering = (answers: string, reading: Reading): Body => {
  const [, ...lines] = answers.split('\n')
  return {
    kind: 'ordering',
    items: lines.filter((line) => line.trim() !== '').map((line) => reading.shown(line, 'options')),
    ...partial(reading),
  }
}

const numeric = (answers: string, reading: Reading): Body | null => {
  const { issues, note } = reading
  const entries = /^\s*[=~]/.test(answers) ? entriesOf(answers.trim()) : null
  const [bare, feedback] = cutAt(answers, '#')
  const full = (entries ?? []).filter(
    ({ sign, weight }) => sign === '=' && (weight === null || weight >= 100),
  )
  const [first] = full
  if (entries && full.length !== entries.filter(({ sign }) => sign === '=').length)
    issues.push({ code: 'partial_answers_dropped', field: 'answer' })
  if (full.length > 1) return refuse(reading, 'kind_unsupported', 'several numbers')
  const said = entries ? entries.some((one) => one.feedback.trim() !== '') : (feedback ?? '').trim() !== ''
  if (said) issues.push({ code: 'feedback_dropped', field: 'answer' })
  const written = unescapeGift(entries ? (first?.text ?? '') : bare).trim()
  if (written === '') return refuse(reading, 'answer_missing')
  const range = rangeOf(written)
  if (!range) return refuse(reading, 'number_invalid', written)
  return { kind: 'numeric', ...range, unit: note('unit') ?? '' }
}

const rangeOf = (written: string): { value: number; tolerance: number } | null => {
  const ends = written.split('..')
  if (ends.length === 2) {
    const [low, high] = ends.map((end) => numberOf(end))
    if (typeof low !== 'number' || typeof high !== 'number' || high < low) return null
    return { value: tidy((low + high) / 2), tolerance: tidy((high - low) / 2) }
  }
  const [value, tolerance] = written.split(':').map((part) => numberOf(part))
  if (typeof value !== 'number' || tolerance === null || (tolerance ?? 0) < 0) return null
  return written.split(':').length > 2 ? null : { value, tolerance: tolerance ?? 0 }
}

/** 0.1 + 0.2 is 0.3 to who reads it. */
const tidy = (value: number): number => Number(value.toPrecision(12))
