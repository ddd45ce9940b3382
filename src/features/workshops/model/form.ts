/** The registration form: what was typed, what is wrong with it, and what is sent. Pure. */
import { checkAnswer, FILE_MAX_BYTES, type WorkshopField } from '#contract/workshops/fields.ts'
import type { FieldIssue } from '#contract/errors.ts'

export interface FormValues {
  name: string
  email: string
  answers: Record<string, string | boolean>
}

export interface ChosenFile {
  name: string
  size: number
  /** Base64. */
  data: string
}

/** A key of `issues`, with its number. */
export interface Issue {
  key: string
  max?: number
}

/** By `name`, `email`, or the id of a field. */
export type Issues = Readonly<Record<string, Issue>>

export const emptyForm: FormValues = { name: '', email: '', answers: {} }

const EMAIL = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+\.[^\s@<>()[\]\\,;:"]+$/u
const NAME_MAX = 120

const KEYS: Record<WorkshopField['kind'], string> = {
  text: 'invalid',
  choice: 'choose',
  number: 'number',
  date: 'date',
  file: 'fileType',
  consent: 'consent',
}

export const toIssue = (kind: WorkshopField['kind'] | null, { code, params }: FieldIssue): Issue => {
  if (code === 'must_accept') return { key: 'consent' }
  if (code === 'required') return { key: kind === 'file' ? 'file' : 'required' }
  if (code === 'encrypted_file') return { key: 'fileLocked' }
  if (code === 'active_file') return { key: 'fileActive' }
  if (code === 'too_long') return { key: 'tooLong', max: Number(params?.['max'] ?? NAME_MAX) }
  return { key: kind === null ? 'invalid' : KEYS[kind] }
}

/** The person's own fields; a signed-in person's address is known. */
const personIssues = ({ name, email }: FormValues, isSignedIn: boolean): Record<string, Issue> => ({
  ...(name.trim() === '' && { name: { key: 'required' } }),
  ...(name.trim().length > NAME_MAX && { name: { key: 'tooLong', max: NAME_MAX } }),
  ...(!isSignedIn && !EMAIL.test(email.trim()) && { email: { key: 'email' } }),
})

export const formIssues = (
  fields: readonly WorkshopField[],
  values: FormValues,
  file: ChosenFile | null,
  isSignedIn: boolean,
): Issues => {
  const answers = fields.flatMap((field): [string, Issue][] => {
    const issue = checkAnswer(field, values.answers[field.id], file !== null)
    return issue ? [[field.id, toIssue(field.kind, issue)]] : []
  })
  const tooLarge = file !== null && file.size > FILE_MAX_BYTES
  const fileField = fields.find(({ kind }) => kind === 'file')
  return {
    ...personIssues(values, isSignedIn),
    ...Object.fromEntries(answers),
    ...(tooLarge && fileField && { [fileField.id]: { key: 'fileLarge' } }),
  }
}

/** The server's issues under the fields of this form. */
export const serverIssues = (
  fields: readonly WorkshopField[],
  found: Readonly<Record<string, FieldIssue[]>>,
): Issues =>
  Object.fromEntries(
    Object.entries(found).flatMap(([path, [issue]]): [string, Issue][] => {
      if (!issue) return []
      const id = path.replace(/^answers\./, '')
      const field = fields.find((each) => each.id === id)
      if (path === 'email') return [['email', { key: 'email' }]]
      if (path === 'name') return [['name', toIssue(null, issue)]]
      return field ? [[id, toIssue(field.kind, issue)]] : []
    }),
  )

const isText = (value: unknown): value is string => typeof value === 'string'

/** What a draft of an earlier visit still says; anything unexpected in it is dropped. */
export const readDraft = (stored: string | null): FormValues => {
  try {
    const draft = JSON.parse(stored ?? '{}') as Partial<FormValues>
    const answers = Object.entries(draft.answers ?? {}).filter(
      ([, value]) => isText(value) || typeof value === 'boolean',
    )
    return {
      name: isText(draft.name) ? draft.name : '',
      email: isText(draft.email) ? draft.email : '',
      answers: Object.fromEntries(answers),
    }
  } catch {
    return emptyForm
  }
}
