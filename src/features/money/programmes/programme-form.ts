/** What an admin types for a programme, and what is sent. Pure. */
import {
  GRACE_DAYS_MAX,
  ONCE_DAYS_MAX,
  PLAN_DAYS_MAX,
  type EditedProgramme,
} from '#contract/money/admin-programmes.ts'
import { perLanguage, type Language } from '#contract/languages.ts'
import { BOOKING_PERCENT, GRACE_DAYS, INSTALMENT_PERCENTS } from '#contract/money/schedule.ts'
import { formatAmountInput, parseAmount } from '#src/shared/lib/amount-input.ts'
import { foldDigits } from '#src/shared/lib/text/digits.ts'

export interface Instalment {
  readonly days: string
  readonly percent: string
}
type Texts = Readonly<Record<Language, string>>
export interface ProgrammeForm {
  titles: Texts
  summaries: Texts
  total: string
  minimum: string
  booking: string
  onceDays: string
  grace: string
  instalments: readonly Instalment[]
  assessment: number | null
  courses: readonly number[]
}

const DAYS = [30, 60, 90]
const NEW_PLAN = INSTALMENT_PERCENTS.map((percent, index) => ({ days: DAYS[index] ?? 0, percent }))

const NEW = {
  title: {},
  summary: {},
  total_minor: null,
  minimum_minor: null,
  booking_percent: BOOKING_PERCENT,
  once_days: 7,
  grace_days: GRACE_DAYS,
  instalments: NEW_PLAN,
  assessment_id: null,
  courses: [],
}

export const formOf = (programme: EditedProgramme | undefined, currency: string): ProgrammeForm => {
  const shown = programme ?? NEW
  const texts = (of: EditedProgramme['title']) => perLanguage((language) => of[language] ?? '')
  return {
    titles: texts(shown.title),
    summaries: texts(shown.summary),
    total: formatAmountInput(shown.total_minor, currency),
    minimum: formatAmountInput(shown.minimum_minor, currency),
    booking: String(shown.booking_percent),
    onceDays: String(shown.once_days),
    grace: String(shown.grace_days),
    instalments: shown.instalments.map(({ days, percent }) => ({
      days: String(days),
      percent: String(percent),
    })),
    assessment: shown.assessment_id,
    courses: shown.courses.map(({ id }) => id),
  }
}

/** A whole number between two; null for anything else. */
const wholeOf = (text: string, min: number, max: number): number | null => {
  const digits = foldDigits(text).trim()
  const value = /^\d{1,4}$/.test(digits) ? Number(digits) : -1
  return value >= min && value <= max ? value : null
}

const termsOf = (form: ProgrammeForm, currency: string) => ({
  total_minor: parseAmount(form.total, currency) ?? 0,
  minimum_minor: parseAmount(form.minimum, currency) ?? 0,
  booking_percent: wholeOf(form.booking, 1, 100),
  once_days: wholeOf(form.onceDays, 1, ONCE_DAYS_MAX),
  grace_days: wholeOf(form.grace, 0, GRACE_DAYS_MAX),
})

const planIssue = (instalments: readonly Instalment[]): 'plan' | 'sum' | 'order' | null => {
  const days = instalments.map((each) => wholeOf(each.days, 1, PLAN_DAYS_MAX))
  const percents = instalments.map((each) => wholeOf(each.percent, 1, 100))
  if (days.includes(null) || percents.includes(null)) return 'plan'
  if (percents.reduce<number>((sum, each) => sum + (each ?? 0), 0) !== 100) return 'sum'
  return days.some((each, index) => (each ?? 0) <= (days[index - 1] ?? 0)) ? 'order' : null
}

type ProgrammeIssue =
  'missing' | 'amount' | 'minimum' | 'percent' | 'days' | 'plan' | 'sum' | 'order' | 'courses'
export type ProgrammeIssues = Partial<
  Record<Exclude<keyof ProgrammeForm, 'summaries' | 'assessment'>, ProgrammeIssue>
>

export const issuesOf = (
  form: ProgrammeForm,
  { currency, needed }: { currency: string; needed: readonly Language[] },
): ProgrammeIssues => {
  const terms = termsOf(form, currency)
  const plan = planIssue(form.instalments)
  const checks: readonly (readonly [keyof ProgrammeIssues, ProgrammeIssue, boolean])[] = [
    ['titles', 'missing', needed.some((language) => form.titles[language].trim() === '')],
    ['total', 'amount', terms.total_minor < 1],
    ['minimum', 'amount', terms.minimum_minor < 1],
    ['minimum', 'minimum', terms.minimum_minor > terms.total_minor && terms.total_minor > 0],
    ['booking', 'percent', terms.booking_percent === null],
    ['onceDays', 'days', terms.once_days === null],
    ['grace', 'days', terms.grace_days === null],
    ['instalments', plan ?? 'plan', plan !== null],
    ['courses', 'courses', form.courses.length === 0],
  ]
  return Object.fromEntries(checks.filter(([, , isWrong]) => isWrong).map(([field, issue]) => [field, issue]))
}

const filled = (texts: Texts) =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([language, text]) => (text.trim() ? [[language, text.trim()]] : [])),
  )

/** Of a form without issues. */
export const programmeBody = (form: ProgrammeForm, currency: string, revision: number) => {
  const { booking_percent: booking, once_days: once, grace_days: grace, ...amounts } = termsOf(form, currency)
  return {
    revision,
    title: filled(form.titles),
    summary: filled(form.summaries),
    ...amounts,
    booking_percent: booking ?? BOOKING_PERCENT,
    once_days: once ?? 1,
    grace_days: grace ?? 0,
    instalments: form.instalments.map(({ days, percent }) => ({
      days: wholeOf(days, 1, PLAN_DAYS_MAX) ?? 1,
      percent: wholeOf(percent, 1, 100) ?? 1,
    })),
    assessment_id: form.assessment,
    course_ids: [...form.courses],
  }
}
