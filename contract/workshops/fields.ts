/** The fields of a workshop's registration form, and how an answer is checked; the app and the server use the same rules. */
import type { FieldIssue, FieldIssueCode } from '../errors.ts'

export const fieldKinds = ['text', 'choice', 'number', 'date', 'file', 'consent'] as const
export type FieldKind = (typeof fieldKinds)[number]

export interface WorkshopField {
  /** Names the field in answers; it stays when the label changes. */
  id: string
  kind: FieldKind
  label: string
  hint: string
  required: boolean
  /** Only of a choice. */
  options: string[]
}

export const FIELDS_MAX = 15
export const OPTIONS_MAX = 20
export const ANSWER_MAX = 1000
/** Larger than any number that people count or pay. */
export const NUMBER_MAX = 1_000_000_000_000
export const FILE_MAX_BYTES = 5 * 1024 * 1024
/** Base64 is a third larger. */
export const FILE_MAX_BASE64 = Math.ceil(FILE_MAX_BYTES / 3) * 4
/** What a file answer may be; the server looks at the content. */
export const FILE_ENDINGS = ['pdf', 'png', 'jpg', 'jpeg', 'webp'] as const

/** By the field's id. Numbers and dates are text as typed: `12.5`, `2026-12-01`. A consent is true or false. */
export type Answers = Readonly<Record<string, string | boolean>>

const NUMBER = /^-?\d{1,13}(?:\.\d{1,6})?$/
const DAY = /^(?!0000)\d{4}-\d{2}-\d{2}$/

const isDay = (text: string): boolean => {
  const time = Date.parse(`${text}T00:00:00Z`)
  return DAY.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

const issueOf = (
  code: FieldIssueCode,
  message: string,
  params?: Record<string, number | string>,
): FieldIssue => ({ code, message, ...(params && { params }) })

const checkText = ({ kind, options }: WorkshopField, text: string): FieldIssue | null => {
  if (text.length > ANSWER_MAX)
    return issueOf('too_long', `Use at most ${ANSWER_MAX} characters.`, { max: ANSWER_MAX })
  if (kind === 'choice' && !options.includes(text)) return issueOf('invalid', 'Choose one of the options.')
  if (kind === 'number' && (!NUMBER.test(text) || Math.abs(Number(text)) > NUMBER_MAX))
    return issueOf('invalid', 'Enter a number.')
  if (kind === 'date' && !isDay(text)) return issueOf('invalid', 'Enter a date.')
  return null
}

/** What is wrong with one answer; null when nothing is. A file is checked by `hasFile`, its content by the server. */
export const checkAnswer = (
  field: WorkshopField,
  answer: string | boolean | undefined,
  hasFile: boolean,
): FieldIssue | null => {
  if (field.kind === 'consent')
    return field.required && answer !== true ? issueOf('must_accept', 'Please agree to continue.') : null
  if (field.kind === 'file')
    return field.required && !hasFile ? issueOf('required', 'Please add a file.') : null
  const text = typeof answer === 'string' ? answer.trim() : ''
  if (text === '') return field.required ? issueOf('required', 'Please fill in this field.') : null
  return checkText(field, text)
}

/** The issue of each answer that cannot be taken, by the field's id. */
export const checkAnswers = (
  fields: readonly WorkshopField[],
  answers: Answers,
  hasFile: boolean,
): Record<string, FieldIssue> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const issue = checkAnswer(field, answers[field.id], hasFile)
      return issue ? [[field.id, issue] as const] : []
    }),
  )

/** Fewer keys than were sent are kept: only those of the form, trimmed. */
export const keptAnswers = (
  fields: readonly WorkshopField[],
  answers: Answers,
): Record<string, string | boolean> =>
  Object.fromEntries(
    fields.flatMap(({ id, kind }): [string, string | boolean][] => {
      const answer = answers[id]
      if (kind === 'consent') return [[id, answer === true]]
      const text = typeof answer === 'string' ? answer.trim() : ''
      return kind === 'file' || text === '' ? [] : [[id, text]]
    }),
  )
