import {
  WEAK_BELOW_PERCENT_DEFAULT,
  type AssessmentSettings,
  type AssessmentTexts,
  type AuthoredAssessment,
} from '#contract/assessments/admin/authoring.ts'
import type { DrawRule } from '#contract/assessments/admin/draw-rules.ts'
import { BANDS_DEFAULT } from '#contract/assessments/shapes.ts'
import { type Language, languages, perLanguage } from '#contract/languages.ts'

type Fixed = AuthoredAssessment['fixed'][number]

/** An assessment's form: it holds fields for every language, and numbers may be missing. */
export interface AssessmentForm extends Omit<
  AssessmentSettings,
  'texts' | 'duration_minutes' | 'attempts_allowed' | 'rules' | 'bands' | 'fixed' | 'roadmap'
> {
  texts: Record<Language, AssessmentTexts>
  duration_minutes: number | null
  attempts_allowed: number | null
  rules: RuleForm[]
  bands: BandForm[]
  fixed: Fixed[]
  roadmap: Omit<AssessmentSettings['roadmap'], 'weak_below_percent'> & { weak_below_percent: number | null }
}
/** Rows have keys of their own because they can be moved and removed. */
export interface RuleForm {
  key: string
  topic_id: number | null
  difficulty: DrawRule['difficulty']
  count: number | null
}
export interface BandForm {
  key: string
  from_percent: number | null
  scholarship_percent: number | null
}

const emptyTexts = (): AssessmentTexts => ({ title: '', description: '', instructions: '' })
const withKey = <T extends object>(row: T): T & { key: string } => ({ ...row, key: crypto.randomUUID() })

export const newRule = (topicId: number | null): RuleForm =>
  withKey({ topic_id: topicId, difficulty: null, count: 5 })
export const newBand = (): BandForm => withKey({ from_percent: null, scholarship_percent: null })

export const newAssessment = (language: Language): AssessmentForm => ({
  language,
  texts: perLanguage(emptyTexts),
  variant: 'full',
  duration_minutes: 30,
  opens_at: null,
  closes_at: null,
  attempts_allowed: 1,
  phone_verification: false,
  shuffle_questions: true,
  shuffle_options: true,
  release: 'now',
  bands: BANDS_DEFAULT.map(withKey),
  pass_percent: null,
  rules: [],
  fixed: [],
  roadmap: {
    weak_below_percent: WEAK_BELOW_PERCENT_DEFAULT,
    foundation: [],
    core: [],
    projects: [],
    interview: [],
    placement: [],
    placement_pages: [],
  },
})

export const assessmentFormOf = ({ settings, fixed }: AuthoredAssessment): AssessmentForm => ({
  ...settings,
  texts: perLanguage((language) => settings.texts[language] ?? emptyTexts()),
  rules: settings.rules.map((rule, index) => ({ ...rule, key: `rule-${index}` })),
  bands: settings.bands.map((band, index) => ({ ...band, key: `band-${index}` })),
  fixed,
})

const areTextsEmpty = (texts: AssessmentTexts) => Object.values(texts).every((text) => text.trim() === '')

/** Languages that have texts, and the main language. */
export const textLanguages = ({ language, texts }: Pick<AssessmentForm, 'language' | 'texts'>): Language[] =>
  languages.filter((each) => each === language || !areTextsEmpty(texts[each]))

export const wholeRules = (rules: readonly RuleForm[]): DrawRule[] =>
  rules.flatMap(({ topic_id, difficulty, count }) =>
    topic_id === null || count === null ? [] : [{ topic_id, difficulty, count }],
  )

export const formProblems = [
  'title',
  'duration',
  'attempts',
  'window',
  'endMissing',
  'rule',
  'band',
  'bandOrder',
  'weak',
] as const
export type FormProblem = (typeof formProblems)[number]

/** What is missing before the form can be saved. It does not check the stock of the bank. */
export const assessmentProblems = (form: AssessmentForm): FormProblem[] => {
  const { opens_at: opens, closes_at: closes, bands, rules } = form
  const isProblem: Record<FormProblem, boolean> = {
    title: textLanguages(form).some((each) => form.texts[each].title.trim() === ''),
    duration: form.duration_minutes === null,
    attempts: form.attempts_allowed === null,
    window: opens !== null && closes !== null && Date.parse(opens) >= Date.parse(closes),
    endMissing: form.release === 'after_end' && closes === null,
    rule: wholeRules(rules).length < rules.length,
    band: bands.some((band) => band.from_percent === null || band.scholarship_percent === null),
    bandOrder: new Set(bands.map((band) => band.from_percent)).size < bands.length,
    weak: form.roadmap.weak_below_percent === null,
  }
  return formProblems.filter((problem) => isProblem[problem])
}

/** Null while something is missing. Bands are sorted highest first. */
export const settingsOf = (form: AssessmentForm): AssessmentSettings | null => {
  const { duration_minutes, attempts_allowed, roadmap } = form
  const { weak_below_percent } = roadmap
  if (duration_minutes === null || attempts_allowed === null || weak_below_percent === null) return null
  if (assessmentProblems(form).length > 0) return null
  return {
    ...form,
    texts: Object.fromEntries(textLanguages(form).map((each) => [each, form.texts[each]])),
    duration_minutes,
    attempts_allowed,
    rules: wholeRules(form.rules),
    bands: form.bands
      .map((band) => ({
        from_percent: band.from_percent ?? 0,
        scholarship_percent: band.scholarship_percent ?? 0,
      }))
      .toSorted((a, b) => b.from_percent - a.from_percent),
    fixed: form.fixed.map(({ id }) => id),
    roadmap: { ...roadmap, weak_below_percent },
  }
}
