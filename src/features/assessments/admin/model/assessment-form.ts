import {
  WEAK_BELOW_PERCENT_DEFAULT,
  type AssessmentSettings,
  type AssessmentTexts,
  type AuthoredAssessment,
} from '#contract/assessments/admin/authoring.ts'
import type { DrawRule } from '#contract/assessments/admin/draw-rules.ts'
import { BANDS_DEFAULT } from '#contract/assessments/shapes.ts'
import { languages, type Language } from '#contract/common.ts'

type Fixed = AuthoredAssessment['fixed'][number]

/** An assessment while it is written: every language has its fields, numbers may be missing. */
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
/** Rows are named by keys of their own: they move and go. */
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

const blank = (): AssessmentTexts => ({ title: '', description: '', instructions: '' })
const keyed = <T extends object>(row: T): T & { key: string } => ({ ...row, key: crypto.randomUUID() })

export const newRule = (topicId: number | null): RuleForm =>
  keyed({ topic_id: topicId, difficulty: null, count: 5 })
export const newBand = (): BandForm => keyed({ from_percent: null, scholarship_percent: null })

export const newAssessment = (language: Language): AssessmentForm => ({
  language,
  texts: { en: blank(), hi: blank(), ar: blank() },
  variant: 'full',
  duration_minutes: 30,
  opens_at: null,
  closes_at: null,
  attempts_allowed: 1,
  phone_verification: false,
  shuffle_questions: true,
  shuffle_options: true,
  release: 'now',
  bands: BANDS_DEFAULT.map(keyed),
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
  texts: {
    en: settings.texts.en ?? blank(),
    hi: settings.texts.hi ?? blank(),
    ar: settings.texts.ar ?? blank(),
  },
  rules: settings.rules.map((rule, at) => ({ ...rule, key: `rule-${at}` })),
  bands: settings.bands.map((band, at) => ({ ...band, key: `band-${at}` })),
  fixed,
})

const isBlank = (texts: AssessmentTexts) => Object.values(texts).every((text) => text.trim() === '')

/** Languages that have words, or must have them. */
export const textLanguages = ({ language, texts }: Pick<AssessmentForm, 'language' | 'texts'>): Language[] =>
  languages.filter((each) => each === language || !isBlank(texts[each]))

/** Rules that are whole. */
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

/** What misses before it can be saved; how much the bank has is another question. */
export const assessmentProblems = (form: AssessmentForm): FormProblem[] => {
  const { opens_at: opens, closes_at: closes, bands, rules } = form
  const has: Record<FormProblem, boolean> = {
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
  return formProblems.filter((problem) => has[problem])
}

/** Null while something misses. Bands go highest first, whatever the order in which they were written. */
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
