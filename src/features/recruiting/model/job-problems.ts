/** What is wrong in the form of a job, field by field, and what a language lacks. Pure. */
import { documentProblems } from '#contract/jobs/document-rules.ts'
import type { FieldIssueCode } from '#contract/errors.ts'
import { languages, type Language } from '#contract/languages.ts'
import { documentOf, isEmptyIn, type TypedJob } from './job-form.ts'

/** By the path of the field in the document, as in `texts.en.title`. */
export type JobProblems = ReadonlyMap<string, FieldIssueCode>

const LINK = /^https:\/\/[^\s/?#@\\]+\.[^\s/?#@\\]+(?:[/?#]\S*)?$/i
const DAY = /^\d{4}-\d{2}-\d{2}$/
const PERCENT_MAX = 100
const isBetween = (value: number | null, min: number, max: number) =>
  value !== null && value >= min && value <= max

const textProblems = (typed: TypedJob): [string, FieldIssueCode][] =>
  languages
    .filter((language) => language === typed.language || !isEmptyIn(typed.texts[language]))
    .flatMap((language) =>
      (['title', 'location', 'description'] as const)
        .filter((name) => typed.texts[language][name].trim() === '')
        .map((name): [string, FieldIssueCode] => [`texts.${language}.${name}`, 'required']),
    )

const numberProblems = (typed: TypedJob): [string, FieldIssueCode][] => {
  const { salary, requirements } = documentOf(typed)
  return [
    ...(salary && salary.min < 0 ? ([['salary.min', 'required']] as [string, FieldIssueCode][]) : []),
    ...requirements.flatMap(({ kind, needed, min_percent: percent }, index): [string, FieldIssueCode][] => [
      ...(kind === 'skill' && !isBetween(needed, 1, PERCENT_MAX)
        ? [[`requirements.${index}.needed`, 'invalid'] as [string, FieldIssueCode]]
        : []),
      ...(kind === 'assessment' && percent !== null && !isBetween(percent, 1, PERCENT_MAX)
        ? [[`requirements.${index}.min_percent`, 'invalid'] as [string, FieldIssueCode]]
        : []),
    ]),
  ]
}

export const problemsOf = (typed: TypedJob): JobProblems =>
  new Map<string, FieldIssueCode>([
    ...documentProblems(documentOf(typed)).map(({ path, code }): [string, FieldIssueCode] => [path, code]),
    ...textProblems(typed),
    ...numberProblems(typed),
    ...(typed.company.trim() === '' ? [['company', 'required'] as [string, FieldIssueCode]] : []),
    ...(typed.company_url.trim() !== '' && !LINK.test(typed.company_url.trim())
      ? [['company_url', 'invalid'] as [string, FieldIssueCode]]
      : []),
    ...(DAY.test(typed.deadline) ? [] : [['deadline', 'required'] as [string, FieldIssueCode]]),
  ])

/** Where the first problem is, if it is in a text of one language. */
export const languageOfProblem = (problems: JobProblems): Language | null => {
  const paths = [...problems.keys()]
  return (
    languages.find((language) =>
      paths.some((path) => path.startsWith(`texts.${language}.`) || path.endsWith(`.${language}`)),
    ) ?? null
  )
}

/** How many texts are there in the main language and not in this one. Null: nothing is translated. */
export const missingIn = (typed: TypedJob, language: Language): number | null => {
  const main = typed.texts[typed.language]
  const own = typed.texts[language]
  const pairs = [
    ...(['title', 'location', 'description', 'benefits'] as const).map((name) => [main[name], own[name]]),
    ...typed.requirements.map(({ texts }) => [texts[typed.language], texts[language]]),
    ...typed.questions.map(({ label }) => [label[typed.language], label[language]]),
    ...typed.questions
      .filter(({ kind }) => kind === 'choice')
      .map(({ options }) => [options[typed.language], options[language]]),
  ].map(([there = '', here = '']) => ({ isThere: there.trim() !== '', isHere: here.trim() !== '' }))
  if (language !== typed.language && !pairs.some(({ isHere }) => isHere)) return null
  const isMain = language === typed.language
  return pairs.filter(({ isThere, isHere }, index) => !isHere && (isMain ? index < 3 : isThere)).length
}
