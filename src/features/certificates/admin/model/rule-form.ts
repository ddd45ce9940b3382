/** The editor of a rule: numbers are text while they are typed. Pure. */
import type { CertificateRule } from '#contract/certificates/portal.ts'

const NUMBERS = ['min_score', 'min_minutes', 'min_attendance', 'valid_months'] as const
type NumberField = (typeof NUMBERS)[number]

export type RuleForm = Omit<CertificateRule, NumberField> & Record<NumberField, string>

const LIMITS: Readonly<Record<NumberField, number>> = {
  min_score: 100,
  min_minutes: 100_000,
  min_attendance: 100,
  valid_months: 120,
}

const textOf = (value: number | null) => (value === null ? '' : String(value))

export const formOf = (rule: CertificateRule): RuleForm => ({
  ...rule,
  min_score: textOf(rule.min_score),
  min_minutes: textOf(rule.min_minutes),
  min_attendance: textOf(rule.min_attendance),
  valid_months: textOf(rule.valid_months),
})

export type RuleProblem = NumberField | 'nothing'

const isWrong = (field: NumberField, text: string) =>
  text.trim() !== '' && !(/^\d+$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= LIMITS[field])

export const problemsOf = (form: RuleForm): ReadonlySet<RuleProblem> => {
  const wrong = NUMBERS.filter((field) => isWrong(field, form[field]))
  const asksNothing =
    !form.completion &&
    [form.min_score, form.min_minutes, form.min_attendance].every((text) => text.trim() === '')
  return new Set<RuleProblem>(asksNothing ? [...wrong, 'nothing'] : wrong)
}

const numberOf = (text: string) => (text.trim() === '' ? null : Number(text))

export const ruleOf = (form: RuleForm): CertificateRule => ({
  ...form,
  score_assessment_id: form.min_score.trim() === '' ? null : form.score_assessment_id,
  min_score: numberOf(form.min_score),
  min_minutes: numberOf(form.min_minutes),
  min_attendance: numberOf(form.min_attendance),
  valid_months: numberOf(form.valid_months),
})
