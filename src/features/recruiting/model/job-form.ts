/** The form of a job: what was typed, and the document that it means. Pure. */
import type { JobOptions } from '#contract/job-applications/editor.ts'
import type { JobDetail } from '#contract/jobs/jobs.ts'
import type {
  JobDocument,
  JobLevel,
  JobQuestion,
  JobTexts,
  JobType,
  RequirementInput,
  RequirementKind,
  SalaryPeriod,
  TextByLanguage,
} from '#contract/jobs/shapes.ts'
import { languages, perLanguage, type Language } from '#contract/languages.ts'

type ByLanguage = Record<Language, string>
export interface TypedTexts {
  title: string
  location: string
  description: string
  /** One on each line. */
  benefits: string
}
export interface TypedRequirement {
  key: string
  kind: RequirementKind
  texts: ByLanguage
  course_id: number | null
  skill: string
  needed: string
  assessment_id: number | null
  min_percent: string
}
export interface TypedQuestion {
  id: string
  kind: JobQuestion['kind']
  label: ByLanguage
  /** One on each line. */
  options: ByLanguage
  required: boolean
}
export interface TypedJob {
  language: Language
  texts: Record<Language, TypedTexts>
  company: string
  company_url: string
  country: string | null
  type: JobType
  level: JobLevel
  has_salary: boolean
  salary_min: string
  salary_max: string
  currency: string
  period: SalaryPeriod
  remote: boolean
  featured: boolean
  deadline: string
  requirements: TypedRequirement[]
  questions: TypedQuestion[]
}

const DEFAULT_WEEKS = 4
const DAY_MS = 86_400_000
const noText = (): ByLanguage => perLanguage(() => '')

export const laterDay = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

export const newRequirement = (key: string): TypedRequirement => ({
  key,
  kind: 'other',
  texts: noText(),
  course_id: null,
  skill: '',
  needed: '3',
  assessment_id: null,
  min_percent: '60',
})

export const newQuestion = (id: string): TypedQuestion => ({
  id,
  kind: 'text',
  label: noText(),
  options: noText(),
  required: false,
})

export const newJob = ({ languages: offered, currency, today }: JobOptions): TypedJob => ({
  language: offered[0] ?? 'en',
  texts: perLanguage(() => ({ title: '', location: '', description: '', benefits: '' })),
  company: '',
  company_url: '',
  country: null,
  type: 'full-time',
  level: 'entry',
  has_salary: false,
  salary_min: '',
  salary_max: '',
  currency,
  period: 'year',
  remote: false,
  featured: false,
  deadline: laterDay(today, DEFAULT_WEEKS * 7),
  requirements: [],
  questions: [],
})

const typedTexts = (texts: JobTexts | undefined): TypedTexts => ({
  title: texts?.title ?? '',
  location: texts?.location ?? '',
  description: texts?.description ?? '',
  benefits: texts?.benefits.join('\n') ?? '',
})

/** `keys` names the rows of requirements, which have no id. */
export const typedJobOf = (document: JobDocument, fallbackCurrency: string): TypedJob => ({
  language: document.language,
  texts: perLanguage((language) => typedTexts(document.texts[language])),
  company: document.company,
  company_url: document.company_url ?? '',
  country: document.country,
  type: document.type,
  level: document.level,
  has_salary: document.salary !== null,
  salary_min: String(document.salary?.min ?? ''),
  salary_max: String(document.salary?.max ?? ''),
  currency: document.salary?.currency ?? fallbackCurrency,
  period: document.salary?.period ?? 'year',
  remote: document.remote,
  featured: document.featured,
  deadline: document.deadline,
  requirements: document.requirements.map((requirement, index) => ({
    key: `r${index}`,
    kind: requirement.kind,
    texts: perLanguage((language) => requirement.texts[language] ?? ''),
    course_id: requirement.course_id,
    skill: requirement.skill ?? '',
    needed: String(requirement.needed),
    assessment_id: requirement.assessment_id,
    min_percent: String(requirement.min_percent ?? ''),
  })),
  questions: document.questions.map((question) => ({
    id: question.id,
    kind: question.kind,
    label: perLanguage((language) => question.label[language] ?? ''),
    options: perLanguage((language) => question.options.map((option) => option[language] ?? '').join('\n')),
    required: question.required,
  })),
})

/** A copy starts with a new deadline, and its questions are its own. */
export const copiedJob = (document: JobDocument, options: JobOptions): TypedJob => {
  const typed = typedJobOf(document, options.currency)
  return {
    ...typed,
    deadline: laterDay(options.today, DEFAULT_WEEKS * 7),
    questions: typed.questions.map((question) => ({ ...question, id: crypto.randomUUID() })),
  }
}

const written = (texts: ByLanguage): TextByLanguage =>
  Object.fromEntries(
    languages.flatMap((language) => {
      const text = texts[language].trim()
      return text === '' ? [] : [[language, text]]
    }),
  )

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

export const isEmptyIn = ({ title, location, description, benefits }: TypedTexts): boolean =>
  [title, location, description, benefits].every((text) => text.trim() === '')

const numberOf = (text: string): number => (/^\d{1,12}$/.test(text.trim()) ? Number(text) : -1)
const orNull = (value: number): number | null => (value < 0 ? null : value)

const textsOf = (texts: TypedTexts): JobTexts => ({
  title: texts.title.trim(),
  location: texts.location.trim(),
  description: texts.description.trim(),
  benefits: linesOf(texts.benefits),
})

const requirementOf = (typed: TypedRequirement): RequirementInput => ({
  kind: typed.kind,
  texts: written(typed.texts),
  course_id: typed.course_id,
  skill: typed.kind === 'skill' ? typed.skill.trim() || null : null,
  needed: typed.kind === 'skill' ? numberOf(typed.needed) : 3,
  assessment_id: typed.kind === 'assessment' ? typed.assessment_id : null,
  min_percent: typed.kind === 'assessment' ? orNull(numberOf(typed.min_percent)) : null,
})

/** The lines of the languages belong together by their order. */
const optionsOf = ({ kind, options }: TypedQuestion, main: Language): TextByLanguage[] => {
  if (kind !== 'choice') return []
  const byLanguage = perLanguage((language) => linesOf(options[language]))
  return byLanguage[main].map((_line, index) => written(perLanguage((each) => byLanguage[each][index] ?? '')))
}

export const documentOf = (typed: TypedJob): JobDocument => ({
  language: typed.language,
  texts: Object.fromEntries(
    languages.flatMap((language) =>
      isEmptyIn(typed.texts[language]) ? [] : [[language, textsOf(typed.texts[language])]],
    ),
  ),
  company: typed.company.trim(),
  company_url: typed.company_url.trim() || null,
  country: typed.country,
  type: typed.type,
  level: typed.level,
  salary: typed.has_salary
    ? {
        min: numberOf(typed.salary_min),
        max: numberOf(typed.salary_max.trim() === '' ? typed.salary_min : typed.salary_max),
        currency: typed.currency.trim().toUpperCase(),
        period: typed.period,
      }
    : null,
  remote: typed.remote,
  featured: typed.featured,
  deadline: typed.deadline,
  requirements: typed.requirements.map(requirementOf),
  questions: typed.questions.map((question) => ({
    id: question.id,
    kind: question.kind,
    label: written(question.label),
    options: optionsOf(question, typed.language),
    required: question.required,
  })),
})

/** The job as learners of the language would see it. */
export const previewOf = (typed: TypedJob, language: Language, now: Date): JobDetail => {
  const document = documentOf(typed)
  const texts = textsOf(typed.texts[document.texts[language] ? language : typed.language])
  const lineIn = (line: TextByLanguage) => line[language] ?? line[typed.language] ?? ''
  return {
    ...texts,
    id: 1,
    company: document.company,
    company_url: document.company_url,
    type: document.type,
    level: document.level,
    salary: document.salary && document.salary.min >= 0 ? document.salary : null,
    remote: document.remote,
    featured: document.featured,
    deadline: document.deadline,
    deadline_at: new Date(Date.parse(`${document.deadline}T23:59:59Z`) || now.getTime()).toISOString(),
    posted_at: now.toISOString(),
    closed: null,
    requirements: document.requirements.map(({ texts: line }) => lineIn(line)).filter(Boolean),
    questions: document.questions,
  }
}
