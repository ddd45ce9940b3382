/** What a job's document must fulfil beyond the shape of its fields. The editor and the server apply it. */
import type { FieldIssueCode } from '../errors.ts'
import type { JobDocument, JobQuestion, RequirementInput } from './shapes.ts'

export interface DocumentProblem {
  /** Dotted, as in `requirements.0.course_id`. */
  readonly path: string
  readonly code: FieldIssueCode
}

export const CHOICE_OPTIONS_MIN = 2
const SALARY_MAX = 2_000_000_000
const CURRENCY = /^[A-Z]{3}$/

const required = (path: string): DocumentProblem => ({ path, code: 'required' })

const salaryProblems = ({ salary }: JobDocument): DocumentProblem[] => {
  if (!salary) return []
  const { min, max, currency } = salary
  return [
    ...(min < 0 ? [{ path: 'salary.min', code: 'too_small' as const }] : []),
    ...(max > SALARY_MAX ? [{ path: 'salary.max', code: 'too_large' as const }] : []),
    ...(max < min ? [{ path: 'salary.max', code: 'too_small' as const }] : []),
    ...(CURRENCY.test(currency) ? [] : [{ path: 'salary.currency', code: 'invalid' as const }]),
  ]
}

const requirementProblems = (
  requirement: RequirementInput,
  index: number,
  { language }: JobDocument,
): DocumentProblem[] => {
  const at = `requirements.${index}`
  const { kind, texts } = requirement
  return [
    ...(texts[language] === undefined ? [required(`${at}.texts.${language}`)] : []),
    ...(kind === 'course' && requirement.course_id === null ? [required(`${at}.course_id`)] : []),
    ...(kind === 'skill' && !requirement.skill ? [required(`${at}.skill`)] : []),
    ...(kind === 'assessment' && requirement.assessment_id === null ? [required(`${at}.assessment_id`)] : []),
    ...(kind === 'assessment' && requirement.min_percent === null ? [required(`${at}.min_percent`)] : []),
  ]
}

const questionProblems = (
  question: JobQuestion,
  index: number,
  { language, questions }: JobDocument,
): DocumentProblem[] => {
  const at = `questions.${index}`
  const isChoice = question.kind === 'choice'
  const isRepeated = questions.findIndex(({ id }) => id === question.id) < index
  return [
    ...(question.label[language] === undefined ? [required(`${at}.label.${language}`)] : []),
    ...(isChoice && question.options.length < CHOICE_OPTIONS_MIN ? [required(`${at}.options`)] : []),
    ...(isChoice && question.options.some((option) => option[language] === undefined)
      ? [required(`${at}.options`)]
      : []),
    ...(isRepeated ? [{ path: `${at}.id`, code: 'taken' as const }] : []),
  ]
}

/** Texts are complete in the main language; links are there; numbers fit each other. */
export const documentProblems = (document: JobDocument): DocumentProblem[] => [
  ...(document.texts[document.language] ? [] : [required(`texts.${document.language}.title`)]),
  ...salaryProblems(document),
  ...document.requirements.flatMap((requirement, index) => requirementProblems(requirement, index, document)),
  ...document.questions.flatMap((question, index) => questionProblems(question, index, document)),
]
