/** One row of a question file: what the file contains (`ParsedQuestion`), and the question it becomes. */
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

interface CommonFields {
  prompt: string
  points?: number | undefined
  explanation?: string | undefined
}
export interface ParsedOption {
  text: string
  correct: boolean
  explanation?: string | undefined
}
/** A question as files contain it, without ids. */
export type ParsedQuestion = CommonFields &
  (
    | { kind: 'single'; options: ParsedOption[]; keep_order?: boolean }
    | { kind: 'multiple'; options: ParsedOption[]; partial?: boolean; keep_order?: boolean }
    | { kind: 'true_false'; answer: boolean; explanation_true?: string; explanation_false?: string }
    | { kind: 'short'; accepted: string[]; case_sensitive?: boolean }
    | { kind: 'numeric'; value: number; tolerance?: number; unit?: string }
    | { kind: 'ordering'; items: string[]; partial?: boolean }
    | { kind: 'matching'; pairs: { left: string; right: string }[]; extra: string[]; partial?: boolean }
  )

export interface RowParts {
  row: number
  /** Null if the row contains no question; an issue says why. */
  parsed: ParsedQuestion | null
  /** The prompt in the file, for a row that becomes no question. */
  prompt?: string
  extra?: Extra
  issues: readonly QuestionIssue[]
}

const withId = (text: string) => ({ id: randomUUID(), text })

const commonFields = ({ prompt, points = 1, explanation = '' }: CommonFields) => ({
  prompt,
  points,
  explanation,
})

const answerExplanations = ({
  explanation_true = '',
  explanation_false = '',
}: Extract<ParsedQuestion, { kind: 'true_false' }>) => ({
  explanation_true,
  explanation_false,
})

const optionsWithIds = ({ options, keep_order }: { options: ParsedOption[]; keep_order?: boolean }) => ({
  options: options.map(({ text, correct, explanation }) => ({
    ...withId(text),
    correct,
    explanation: explanation ?? '',
  })),
  ...(keep_order !== undefined && { keep_order }),
})

const assignIds = (parsed: ParsedQuestion): AuthoredQuestionInput => {
  const fields = commonFields(parsed)
  switch (parsed.kind) {
    case 'single':
      return { ...fields, kind: 'single', ...optionsWithIds(parsed) }
    case 'multiple':
      return { ...fields, kind: 'multiple', ...optionsWithIds(parsed), partial: parsed.partial ?? true }
    case 'true_false':
      return {
        ...fields,
        kind: 'true_false',
        answer: parsed.answer,
        ...answerExplanations(parsed),
      }
    case 'short':
      return {
        ...fields,
        kind: 'short',
        accepted: parsed.accepted,
        case_sensitive: parsed.case_sensitive ?? false,
      }
    case 'numeric':
      return {
        ...fields,
        kind: 'numeric',
        value: parsed.value,
        tolerance: parsed.tolerance ?? 0,
        unit: parsed.unit ?? '',
      }
    case 'ordering':
      return { ...fields, kind: 'ordering', items: parsed.items.map(withId), partial: parsed.partial ?? true }
    case 'matching':
      return {
        ...fields,
        kind: 'matching',
        pairs: parsed.pairs.map(({ left, right }) => ({ left: withId(left), right: withId(right) })),
        extra: parsed.extra.map(withId),
        partial: parsed.partial ?? true,
      }
  }
}

const isBlank = (text: string) => text.trim() === ''

/** Common errors, reported more clearly than the full schema would. */
const findErrors = (parsed: ParsedQuestion): QuestionIssue[] => {
  const issues: QuestionIssue[] = isBlank(parsed.prompt) ? [{ code: 'prompt_missing', field: 'prompt' }] : []
  return [...issues, ...optionErrors(requiredTexts(parsed)), ...answerErrors(parsed)]
}

const optionErrors = (texts: string[] | null): QuestionIssue[] => {
  if (!texts) return []
  const issues: QuestionIssue[] = []
  if (texts.length < 2) issues.push({ code: 'options_missing', field: 'options' })
  if (texts.length > OPTIONS_MAX) issues.push({ code: 'options_over_limit', field: 'options' })
  if (texts.some(isBlank)) issues.push({ code: 'option_blank', field: 'options' })
  return issues
}

const answerErrors = (parsed: ParsedQuestion): QuestionIssue[] => {
  switch (parsed.kind) {
    case 'single':
    case 'multiple': {
      const rightCount = parsed.options.filter(({ correct }) => correct).length
      if (rightCount === 0) return [{ code: 'answer_missing', field: 'answer' }]
      const isContradictory = parsed.kind === 'single' && rightCount > 1
      return isContradictory ? [{ code: 'answer_unknown', field: 'answer' }] : []
    }
    case 'short':
      return acceptedErrors(parsed.accepted)
    case 'numeric':
      return Number.isFinite(parsed.value) ? [] : [{ code: 'number_invalid', field: 'answer' }]
    default:
      return []
  }
}

const acceptedErrors = (accepted: string[]): QuestionIssue[] => {
  const issues: QuestionIssue[] = []
  if (accepted.length === 0 || accepted.some(isBlank))
    issues.push({ code: 'answer_missing', field: 'answer' })
  if (accepted.length > OPTIONS_MAX) issues.push({ code: 'options_over_limit', field: 'answer' })
  return issues
}

const requiredTexts = (parsed: ParsedQuestion): string[] | null => {
  if (parsed.kind === 'single' || parsed.kind === 'multiple') return parsed.options.map(({ text }) => text)
  if (parsed.kind === 'ordering') return parsed.items
  if (parsed.kind === 'matching')
    return parsed.pairs.flatMap(({ left, right }) => (left && right ? [left] : ['']))
  return null
}

const roundedPoints = (points: number | undefined): number => {
  if (points === undefined || !Number.isFinite(points)) return 1
  return Math.min(QUESTION_POINTS_MAX, Math.max(1, Math.round(points)))
}

/** The row with its complete question, or with the issues that prevent one. */
export const rowOf = ({ row, parsed, prompt = '', extra = {}, issues }: RowParts): QuestionRow => {
  const base = { row, extra: cleanExtras(extra) }
  const begins = cleanName(parsed?.prompt ?? prompt)
  const rejected = { ...base, ...(begins === '' ? {} : { begins }) }
  if (!parsed) return { ...rejected, issues: [...issues] }
  const points = roundedPoints(parsed.points)
  const allIssues = [...issues]
  if (parsed.points !== undefined && parsed.points !== points)
    allIssues.push({ code: 'points_changed', field: 'points', detail: String(parsed.points) })
  const errors = findErrors(parsed)
  if (errors.length > 0) return { ...rejected, issues: [...allIssues, ...errors] }
  const result = authoredQuestion.safeParse(assignIds({ ...parsed, points }))
  if (result.success) return { ...base, question: result.data, issues: allIssues }
  return { ...rejected, issues: [...allIssues, schemaError(result.error)] }
}

const schemaError = ({ issues: [firstIssue] }: z.core.$ZodError): QuestionIssue => {
  const field = String(firstIssue?.path[0] ?? '')
  const code = firstIssue?.code === 'too_big' && firstIssue.origin === 'string' ? 'text_too_long' : 'invalid'
  return { code, ...(field ? { field } : {}) }
}

const WORD_MAX = 100
const TAGS_MAX = 20
/** One short line each: these are names, not texts. */
const cleanName = (text: string | undefined) =>
  cut(
    (text ?? '')
      .normalize('NFC')
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .trim(),
    WORD_MAX,
  )

const cleanExtras = ({ topic, difficulty, tags }: Extra): Extra => {
  const tagNames = (tags ?? []).map(cleanName).filter(Boolean)
  return {
    ...(cleanName(topic) ? { topic: cleanName(topic) } : {}),
    ...(cleanName(difficulty) ? { difficulty: cleanName(difficulty) } : {}),
    ...(tagNames.length > 0 ? { tags: [...new Set(tagNames)].slice(0, TAGS_MAX) } : {}),
  }
}
