/** What a job is, on both sides: its closed lists (spec 9), its texts by language, its requirements and questions. */
import * as z from 'zod/mini'
import { day, id, inSomeLanguages, language, singleLine, timestamp } from '../common.ts'

export const jobTypes = ['full-time', 'part-time', 'contract', 'internship'] as const
export type JobType = (typeof jobTypes)[number]
export const jobLevels = ['entry', 'mid', 'senior'] as const
export type JobLevel = (typeof jobLevels)[number]
export const jobStates = ['draft', 'scheduled', 'open', 'closed'] as const
export type JobState = (typeof jobStates)[number]
export const salaryPeriods = ['month', 'year'] as const
export type SalaryPeriod = (typeof salaryPeriods)[number]
export const requirementKinds = ['course', 'skill', 'assessment', 'other'] as const
export type RequirementKind = (typeof requirementKinds)[number]

/** Spec 9, with the yearly salary from which each band starts. A band ends where the next one starts. */
const bandStarts = {
  '30k-50k': 30_000,
  '50k-80k': 50_000,
  '80k-1.2L': 80_000,
  '1.2L-2L': 120_000,
  '2L-5L': 200_000,
  '5L-10L': 500_000,
  '10L-25L': 1_000_000,
  '25L-50L': 2_500_000,
  '50L+': 5_000_000,
} as const
export type SalaryBand = keyof typeof bandStarts
export const salaryBands = Object.keys(bandStarts) as [SalaryBand, ...SalaryBand[]]

/** The bands that a yearly salary touches: 4L to 7L is in 2L-5L and in 5L-10L, but 2L to 5L is not in 5L-10L. */
export const bandsOf = (yearlyMin: number, yearlyMax: number): SalaryBand[] =>
  salaryBands.filter((band, index) => {
    const next = salaryBands[index + 1]
    const end = next ? bandStarts[next] : Infinity
    return yearlyMin < end && (yearlyMax > bandStarts[band] || yearlyMin >= bandStarts[band])
  })

export const COMPANY_MAX_CHARS = 120
export const JOB_DESCRIPTION_MAX_CHARS = 8_000
export const JOB_REQUIREMENTS_MAX = 30
export const JOB_QUESTIONS_MAX = 10
const JOB_BENEFITS_MAX = 20
const JOB_TITLE_MAX_CHARS = 150
const JOB_LINE_MAX_CHARS = 300

/** Plain text; an empty line starts a paragraph. */
export const jobTexts = z.object({
  title: singleLine(1, JOB_TITLE_MAX_CHARS),
  /** As people of that language write the place. */
  location: singleLine(1, JOB_LINE_MAX_CHARS),
  description: z.string().check(z.minLength(1), z.maxLength(JOB_DESCRIPTION_MAX_CHARS)),
  benefits: z.array(singleLine(1, JOB_LINE_MAX_CHARS)).check(z.maxLength(JOB_BENEFITS_MAX)),
})
export type JobTexts = z.infer<typeof jobTexts>
export const jobTextsByLanguage = inSomeLanguages(jobTexts)
export type JobTextsByLanguage = z.infer<typeof jobTextsByLanguage>
export const textByLanguage = inSomeLanguages(singleLine(1, JOB_LINE_MAX_CHARS))
export type TextByLanguage = z.infer<typeof textByLanguage>

/** A requirement as its author writes it; migration 0250 says what each field means for each kind. */
export const requirementInput = z.object({
  kind: z.enum(requirementKinds),
  texts: textByLanguage,
  course_id: z.nullable(id),
  skill: z.nullable(singleLine(1, 100)),
  needed: z.int().check(z.minimum(1), z.maximum(100)),
  assessment_id: z.nullable(id),
  min_percent: z.nullable(z.int().check(z.minimum(1), z.maximum(100))),
})
export type RequirementInput = z.infer<typeof requirementInput>

export const questionKinds = ['text', 'choice', 'yes_no', 'number'] as const
/** What an application to this job answers besides the profile. */
export const jobQuestion = z.object({
  id: z.uuid(),
  kind: z.enum(questionKinds),
  label: textByLanguage,
  /** Only of `choice`. */
  options: z.array(textByLanguage).check(z.maxLength(20)),
  required: z.boolean(),
})
export type JobQuestion = z.infer<typeof jobQuestion>

export const salary = z.object({
  min: z.int(),
  max: z.int(),
  /** ISO 4217. */
  currency: z.string(),
  period: z.enum(salaryPeriods),
})
export type Salary = z.infer<typeof salary>

/** A whole job as its author writes it, except its state. */
export const jobDocument = z.object({
  /** The main language, in which `texts` are complete. */
  language,
  texts: jobTextsByLanguage,
  company: singleLine(1, COMPANY_MAX_CHARS),
  company_url: z.nullable(z.url({ protocol: /^https$/ }).check(z.maxLength(300))),
  /** ISO 3166-1; null for a remote job of no country. */
  country: z.nullable(z.string().check(z.regex(/^[A-Z]{2}$/))),
  type: z.enum(jobTypes),
  level: z.enum(jobLevels),
  salary: z.nullable(salary),
  remote: z.boolean(),
  featured: z.boolean(),
  deadline: day,
  requirements: z.array(requirementInput).check(z.maxLength(JOB_REQUIREMENTS_MAX)),
  questions: z.array(jobQuestion).check(z.maxLength(JOB_QUESTIONS_MAX)),
})
export type JobDocument = z.infer<typeof jobDocument>

/** Why nobody can apply; null while one can. */
export const closedReasons = ['deadline', 'closed'] as const

/** A job in the caller's language, as cards show it. */
export const jobCard = z.object({
  id,
  title: z.string(),
  /** Language of the texts where it is not the caller's. */
  language: z.optional(language),
  company: z.string(),
  location: z.string(),
  type: z.enum(jobTypes),
  level: z.enum(jobLevels),
  salary: z.nullable(salary),
  remote: z.boolean(),
  featured: z.boolean(),
  /** The last day, until 23:59 in the client's zone. */
  deadline: day,
  /** The end of that day. */
  deadline_at: timestamp,
  posted_at: timestamp,
  closed: z.nullable(z.enum(closedReasons)),
})
export type JobCard = z.infer<typeof jobCard>
