/** One question on its way from a file: what the file says (`Written`), and what the product makes of it. */
import { randomUUID } from 'node:crypto'
import type * as z from 'zod/mini'
import { cut } from '#contract/text/truncate.ts'
import type { questionRow, QuestionIssue } from '#contract/question-bank/question-import.ts'
import {
  authoredQuestion,
  OPTIONS_MAX,
  QUESTION_POINTS_MAX,
  type AuthoredQuestion,
  type AuthoredQuestionInput,
} from '#contract/courses/quiz.ts'

export type Extra = z.infer<typeof questionRow>['extra']
export interface QuestionRow {
  row: number
  question?: AuthoredQuestion
  begins?: string
  extra: Extra
  issues: QuestionIssue[]
}

interface Head {
  prompt: string
  points?: number | undefined
  explanation?: string | undefined
}
export interface WrittenOption {
  text: string
  correct: boolean
  explanation?: string | undefined
}
/** A question without ids, as files have it. */
export type Written = Head &
  (
    | { kind: 'single'; options: WrittenOption[] }
    | { kind: 'multiple'; options: WrittenOption[]; partial?: boolean }
    | { kind: 'true_false'; answer: boolean; explanation_true?: string; explanation_false?: string }
    | { kind: 'short'; accepted: string[]; case_sensitive?: boolean }
    | { kind: 'numeric'; value: number; tolerance?: number; unit?: string }
    | { kind: 'ordering'; items: string[]; partial?: boolean }
    | { kind: 'matching'; pairs: { left: string; right: string }[]; extra: string[]; partial?: boolean }
  )

export interface RowParts {
  row: number
  /** Null when the file says nothing that could be one; an issue then says why. */
  written: Written | null
  /** What the file asks there, where nothing was made of it. */
  prompt?: string
  extra?: Extra
  issues: readonly QuestionIssue[]
}

const place = (text: string) => ({ id: randomUUID(), text })

const withIds = (written: Written): AuthoredQuestionInput => {
  const { prompt, points, explanation } = written
  const head = { prompt, points: points ?? 1, explanation: explanation ?? '' }
  switch (written.kind) {
    case 'single':
    case 'multiple': {
      const options = written.options.map((one) => ({
        id: randomUUID(),
        text: one.text,
        correct: one.correct,
        explanation: one.explanation ?? '',
      }))
      if (written.kind === 'single') return { ...head, kind: 'single', options }
      return { ...head, kind: 'multiple', options, partial: written.partial ?? true }
    }
    case 'true_false':
      return {
        ...head,
        kind: 'true_false',
        answer: written.answer,
        explanation_true: written.explanation_true ?? '',
        explanation_false: written.explanation_false ?? '',
      }
    case 'short':
      return {
        ...head,
        kind: 'short',
        accepted: written.accepted,
        case_sensitive: written.case_sensitive ?? false,
      }
    case 'numeric':
      return {
        ...head,
        kind: 'numeric',
        value: written.value,
        tolerance: written.tolerance ?? 0,
        unit: written.unit ?? '',
      }
    case 'ordering':
      return { ...head, kind: 'ordering', items: written.items.map(place), partial: written.partial ?? true }
    case 'matching':
      return {
        ...head,
        kind: 'matching',
        pairs: written.pairs.map(({ left, right }) => ({ left: place(left), right: place(right) })),
        extra: written.extra.map(place),
        partial: written.partial ?? true,
      }
  }
}

const blank = (text: string) => text.trim() === ''

/** What misses, said before the full schema would say it less clearly. */
const missing = (written: Written): QuestionIssue[] => {
  const found: QuestionIssue[] = blank(written.prompt) ? [{ code: 'prompt_missing', field: 'prompt' }] : []
  const texts = textsOf(written)
  if (texts) {
    if (texts.length < 2) found.push({ code: 'options_missing', field: 'options' })
    if (texts.length > OPTIONS_MAX) found.push({ code: 'options_over_limit', field: 'options' })
    if (texts.some(blank)) found.push({ code: 'option_blank', field: 'options' })
  }
  if (written.kind === 'single' || written.kind === 'multiple') {
    const right = written.options.filter(({ correct }) => correct).length
    if (right === 0 || (written.kind === 'single' && right > 1))
      found.push({ code: right === 0 ? 'answer_missing' : 'answer_unknown', field: 'answer' })
  }
  if (written.kind === 'short') {
    if (written.accepted.length === 0 || written.accepted.some(blank))
      found.push({ code: 'answer_missing', field: 'answer' })
    if (written.accepted.length > OPTIONS_MAX) found.push({ code: 'options_over_limit', field: 'answer' })
  }
  if (written.kind === 'numeric' && !Number.isFinite(written.value))
    found.push({ code: 'number_invalid', field: 'answer' })
  return found
}

const textsOf = (written: Written): string[] | null => {
  if (written.kind === 'single' || written.kind === 'multiple') return written.options.map(({ text }) => text)
  if (written.kind === 'ordering') return written.items
  if (written.kind === 'matching')
    return written.pairs.flatMap(({ left, right }) => (left && right ? [left] : ['']))
  return null
}

const roundedPoints = (points: number | undefined): number => {
  if (points === undefined || !Number.isFinite(points)) return 1
  return Math.min(QUESTION_POINTS_MAX, Math.max(1, Math.round(points)))
}

/** The row with its question in full, or with what keeps it from being one. */
export const rowOf = ({ row, written, prompt = '', extra = {}, issues }: RowParts): QuestionRow => {
  const given = { row, extra: cleanExtra(extra) }
  const begins = cleanWord(written?.prompt ?? prompt)
  const refused = { ...given, ...(begins === '' ? {} : { begins }) }
  if (!written) return { ...refused, issues: [...issues] }
  const points = roundedPoints(written.points)
  const all = [
    ...issues,
    ...(written.points === undefined || written.points === points
      ? []
      : [{ code: 'points_changed' as const, field: 'points', detail: String(written.points) }]),
  ]
  const misses = missing(written)
  if (misses.length > 0) return { ...refused, issues: [...all, ...misses] }
  const checked = authoredQuestion.safeParse(withIds({ ...written, points }))
  if (checked.success) return { ...given, question: checked.data, issues: all }
  const [first] = checked.error.issues
  const field = String(first?.path[0] ?? '')
  const code = first?.code === 'too_big' && first.origin === 'string' ? 'text_too_long' : 'invalid'
  return { ...refused, issues: [...all, { code, ...(field ? { field } : {}) }] }
}

const WORD_MAX = 100
const TAGS_MAX = 20
/** One short line each: these are names, not texts. */
const cleanWord = (word: string | undefined) =>
  cut(
    (word ?? '')
      .normalize('NFC')
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .trim(),
    WORD_MAX,
  )

const cleanExtra = ({ topic, difficulty, tags }: Extra): Extra => {
  const words = (tags ?? []).map(cleanWord).filter(Boolean)
  return {
    ...(cleanWord(topic) ? { topic: cleanWord(topic) } : {}),
    ...(cleanWord(difficulty) ? { difficulty: cleanWord(difficulty) } : {}),
    ...(words.length > 0 ? { tags: [...new Set(words)].slice(0, TAGS_MAX) } : {}),
  }
}
