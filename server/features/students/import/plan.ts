/** What one row of a file would do to the accounts. Pure: the dry run and the import decide by the same function. */
import { email as emailOf } from '#contract/auth/auth.ts'
import { PHONE_NUMBER, PHONE_NUMBER_MAX } from '#contract/auth/phone-number.ts'
import { singleLine, type Role } from '#contract/common.ts'
import { languages, type Language } from '#contract/languages.ts'
import type { ImportField, ImportProblem, ImportProblemCode } from '#contract/students/imports.ts'
import { cut } from '#contract/text/truncate.ts'
import { mayChange } from '../may-change.ts'
import { textKey } from '../text-key.ts'
import type { CellChange } from './imports.tables.ts'

const NAME_MAX = 150
const SHOWN_MAX = 120
const COURSES_MAX = 50
const GROUPS_MAX = 20
const nameOf = singleLine(1, NAME_MAX)

export interface Account {
  id: number
  email_key: string
  name: string
  phone: string | null
  language: Language
  role: Role
  is_disabled: boolean
  /** Courses in which the person is enrolled now. */
  courses: number[]
  groups: number[]
}

export interface CourseFact {
  id: number
  title: string
  is_premium: boolean
  is_open: boolean
}

export interface GroupFact {
  id: number
  name: string
}

export interface Facts {
  readonly actor: { readonly userId: number; readonly role: Role }
  readonly mapping: readonly (ImportField | null)[]
  readonly columns: number
  /** Of new people whose row names none. */
  readonly language: Language
  readonly accounts: ReadonlyMap<string, Account>
  /** Published courses by {@link textKey} of their title, and by `#id`. */
  readonly courses: ReadonlyMap<string, readonly CourseFact[]>
  /** Groups in use by {@link textKey} of their name. */
  readonly groups: ReadonlyMap<string, GroupFact>
  readonly foldDigits: (text: string) => string
}

export interface Plan {
  state: 'new' | 'changed' | 'same' | 'wrong'
  emailKey: string | null
  userId: number | null
  changes: CellChange[]
  problems: ImportProblem[]
}

/** The cell of a field; empty if no column is that field. */
export const cellOf = (
  mapping: readonly (ImportField | null)[],
  cells: readonly string[],
  field: ImportField,
): string => (cells[mapping.indexOf(field)] ?? '').trim()

const LANGUAGE_NAMES: Readonly<Record<Language, readonly string[]>> = {
  en: ['en', 'english', 'अंग्रेज़ी', 'अंग्रेजी', 'الإنجليزية', 'إنجليزي'],
  hi: ['hi', 'hindi', 'हिन्दी', 'हिंदी', 'الهندية', 'هندي'],
  ar: ['ar', 'arabic', 'अरबी', 'العربية', 'عربي'],
}
const languageOf = (text: string): Language | undefined => {
  const [key = ''] = textKey(text).split(/[-_]/)
  return languages.find((each) => LANGUAGE_NAMES[each].some((name) => textKey(name) === key))
}

/** Several titles stand between semicolons, bars or lines; a title may contain one of them itself. */
const namesOf = (cell: string, known: ReadonlyMap<string, unknown>): string[] =>
  known.has(textKey(cell))
    ? [cell]
    : cell
        .split(/[;|\n]/)
        .map((name) => name.trim())
        .filter(Boolean)

/** Digits of any script as plain ones; spreadsheets put invisible marks of direction around numbers. */
const phoneOf = (cell: string, { foldDigits }: Facts): string =>
  Array.from(cell.replaceAll(/\p{Cf}/gu, ''), (letter) => foldDigits(letter) || letter).join('')

interface Values {
  email: string | null
  name: string | null
  phone: string | null
  language: Language | null
  courses: CourseFact[]
  groups: GroupFact[]
}

const readRow = (cells: readonly string[], facts: Facts, report: Report): Values => {
  const cell = (field: ImportField) => cellOf(facts.mapping, cells, field)
  if (cells.slice(facts.columns).some((extra) => extra !== '')) report('too_many_cells')
  const address = emailOf.safeParse(cell('email'))
  if (!address.success) report(cell('email') === '' ? 'email_missing' : 'email_invalid', cell('email'))
  const name = nameOf.safeParse(cell('name'))
  if (!name.success && cell('name') !== '') report('name_invalid', cell('name'))
  const phone = phoneOf(cell('phone'), facts)
  const isPhone = phone.length <= PHONE_NUMBER_MAX && PHONE_NUMBER.test(phone)
  if (!isPhone) report('phone_invalid', cell('phone'))
  const language = cell('language') === '' ? null : languageOf(cell('language'))
  if (language === undefined) report('language_unknown', cell('language'))
  return {
    email: address.data ?? null,
    name: name.data ?? null,
    phone: phone === '' || !isPhone ? null : phone,
    language: language ?? null,
    courses: readCourses(cell('courses'), facts, report),
    groups: readGroups(cell('groups'), facts, report),
  }
}

type Report = (code: ImportProblemCode, value?: string) => void

const readCourses = (cell: string, facts: Facts, report: Report): CourseFact[] => {
  const found = new Map<number, CourseFact>()
  for (const name of namesOf(cell, facts.courses).slice(0, COURSES_MAX)) {
    const [course, another] = facts.courses.get(textKey(name)) ?? []
    if (!course) report('course_unknown', name)
    else if (another) report('course_ambiguous', name)
    else if (!course.is_open) report('course_closed', name)
    else found.set(course.id, course)
  }
  return [...found.values()]
}

const readGroups = (cell: string, { groups }: Facts, report: Report): GroupFact[] => {
  const found = new Map<number, GroupFact>()
  for (const name of namesOf(cell, groups).slice(0, GROUPS_MAX)) {
    const group = groups.get(textKey(name))
    if (group) found.set(group.id, group)
    else report('group_unknown', name)
  }
  return [...found.values()]
}

/** The same number with other spaces is no change. */
const bareNumber = (phone: string | null) => phone?.replaceAll(/[^+\d]/g, '') ?? null

const changesOf = (values: Values, account: Account | undefined, facts: Facts): CellChange[] => {
  const { name, phone, language, courses, groups } = account ?? NO_ACCOUNT
  const isSamePhone = bareNumber(values.phone) === bareNumber(phone)
  return [
    ...(account ? [] : changed('email', null, values.email)),
    ...changed('name', name, values.name),
    ...(isSamePhone ? [] : changed('phone', phone, values.phone)),
    ...changed('language', language, account ? values.language : (values.language ?? facts.language)),
    ...values.courses
      .filter(({ id }) => !courses.includes(id))
      .map(({ id, title }) => ({ field: 'courses' as const, from: null, to: title, course_id: id })),
    ...values.groups
      .filter(({ id }) => !groups.includes(id))
      .map(({ id, name: to }) => ({ field: 'groups' as const, from: null, to, group_id: id })),
  ]
}

const NO_ACCOUNT: { name: null; phone: null; language: null; courses: number[]; groups: number[] } = {
  name: null,
  phone: null,
  language: null,
  courses: [],
  groups: [],
}

const changed = (field: ImportField, from: string | null, to: string | null): CellChange[] =>
  to !== null && to !== from ? [{ field, from, to }] : []

const checkAccount = (account: Account, { actor }: Facts, report: Report): void => {
  if (account.is_disabled) report('disabled')
  if (!mayChange(actor, account)) report('not_allowed')
}

/** An empty cell says nothing: it never empties what the account has. */
export const planRow = (cells: readonly string[], facts: Facts, earlierRow: number | null): Plan => {
  const problems: ImportProblem[] = []
  const report: Report = (code, value = '') =>
    problems.push({ code, value: value === '' ? null : cut(value, SHOWN_MAX) })
  const values = readRow(cells, facts, report)
  const emailKey = values.email === null ? null : values.email.toLowerCase()
  const account = emailKey === null ? undefined : facts.accounts.get(emailKey)
  if (earlierRow !== null) report('email_repeated', String(earlierRow))
  if (account) checkAccount(account, facts, report)
  else if (values.email !== null) {
    if (values.name === null && problems.every(({ code }) => code !== 'name_invalid')) report('name_missing')
    for (const course of values.courses) if (course.is_premium) report('course_premium', course.title)
  }
  const changes = changesOf(values, account, facts)
  const base = { emailKey, userId: account?.id ?? null, problems }
  if (problems.length > 0) return { ...base, state: 'wrong', changes: [] }
  if (!account) return { ...base, state: 'new', changes }
  return { ...base, state: changes.length === 0 ? 'same' : 'changed', changes }
}

/** PostgreSQL keeps the keys of JSON in another order. */
const changeKey = ({ field, from, to, course_id: course, group_id: group }: CellChange) =>
  JSON.stringify([field, from, to, course ?? group ?? null])

/** Whether the import would do what the dry run has shown. */
export const isAsShown = (plan: Plan, shown: { state: string; changes: readonly CellChange[] }): boolean =>
  plan.state === shown.state && plan.changes.map(changeKey).join() === shown.changes.map(changeKey).join()
