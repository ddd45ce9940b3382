/**
 * The texts of a course in the language that was asked for. What is not translated stays in the course's own, text by
 * text. Pure, for both sides; no endpoint lives here.
 */
import type { Language } from '../common.ts'
import type { CourseSettings, CourseTexts, ItemContent } from '../course-builder/draft.ts'
import type { AuthoredProblem } from '../problems/problems.ts'
import type { AuthoredQuestion } from './quiz.ts'

/** What was asked for, and what the course is written in. */
export interface Wanted {
  asked: Language
  main: Language
}
/** Present where the text is not in the language that was asked for. */
export interface InLanguage {
  language?: Language
}
const inMain = ({ asked, main }: Wanted): InLanguage => (asked === main ? {} : { language: main })
type Titles = Partial<Record<Language, string>>

const filled = (text: string | undefined): text is string => text !== undefined && text.trim() !== ''

export const titleIn = (
  node: { title: string; titles?: Titles | null },
  wanted: Wanted,
): { title: string } & InLanguage => {
  const own = wanted.asked === wanted.main ? undefined : node.titles?.[wanted.asked]
  return filled(own) ? { title: own.trim() } : { title: node.title.trim(), ...inMain(wanted) }
}

/** Words of an article: markup alone is no translation. */
const hasWords = (html: string | undefined): html is string =>
  html !== undefined && (/<img\b/i.test(html) || html.replace(/<[^>]*>|&nbsp;|\s/g, '') !== '')

export const articleIn = (
  article: { html: string; htmls?: Titles | null | undefined },
  wanted: Wanted,
): { html: string } & InLanguage => {
  const own = wanted.asked === wanted.main ? undefined : article.htmls?.[wanted.asked]
  return hasWords(own) ? { html: own } : { html: article.html, ...inMain(wanted) }
}

type Chapter = { second: number; title: string; titles?: Titles | undefined }

/** The names of a film's parts; each falls back by itself. */
export const chaptersIn = (
  chapters: readonly Chapter[],
  wanted: Wanted,
): ({ second: number; title: string } & InLanguage)[] =>
  chapters.map(({ second, title, titles }) => ({
    second,
    ...titleIn({ title, ...(titles && { titles }) }, wanted),
  }))

const list = (own: readonly string[] | undefined, main: readonly string[]) => {
  const kept = own?.map((line) => line.trim()).filter(Boolean) ?? []
  return kept.length > 0 ? kept : [...main]
}
const noTexts: CourseTexts = { title: '', description: '', objectives: [], features: [], requirements: [] }

/** The course's own words; each falls back by itself. */
export const courseTextsIn = (
  course: Pick<CourseSettings, 'language' | 'texts'>,
  asked: Language,
): CourseTexts & InLanguage => {
  const main = course.texts[course.language] ?? noTexts
  const own = course.texts[asked]
  const wanted = { asked, main: course.language }
  if (!own || asked === course.language) return { ...main, ...inMain(wanted) }
  return {
    title: filled(own.title) ? own.title.trim() : main.title,
    description: filled(own.description) ? own.description.trim() : main.description,
    objectives: list(own.objectives, main.objectives),
    features: list(own.features, main.features),
    requirements: list(own.requirements, main.requirements),
    ...(filled(own.title) ? {} : inMain(wanted)),
  }
}

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never
type Words = WithoutId<AuthoredQuestion>

/** A question with its words in the language, ready to be shown or marked. */
export const questionIn = <T extends Words>(question: T, language: Language): T => {
  const own = question.texts?.[language]
  if (!own || !filled(own.prompt)) return question
  const word = (id: string, main: string) => (filled(own.parts[id]) ? own.parts[id] : main)
  const hint = (id: string, main: string) => (filled(own.hints[id]) ? own.hints[id] : main)
  const part = <P extends { id: string; text: string }>(one: P): P => ({
    ...one,
    text: word(one.id, one.text),
  })
  const head = {
    ...question,
    prompt: own.prompt,
    explanation: filled(own.explanation) ? own.explanation : question.explanation,
  }
  const any = head as Words
  switch (any.kind) {
    case 'single':
    case 'multiple':
      return {
        ...head,
        options: any.options.map((one) => ({ ...part(one), explanation: hint(one.id, one.explanation) })),
      }
    case 'true_false':
      return {
        ...head,
        explanation_true: hint('true', any.explanation_true),
        explanation_false: hint('false', any.explanation_false),
      }
    case 'ordering':
      return { ...head, items: any.items.map(part) }
    case 'matching':
      return {
        ...head,
        pairs: any.pairs.map(({ left, right }) => ({ left: part(left), right: part(right) })),
        extra: any.extra.map(part),
      }
    case 'short':
      return head
    case 'numeric':
      return { ...head, unit: word('unit', any.unit) }
  }
}
export const questionSpeaks = (question: Pick<AuthoredQuestion, 'texts'>, language: Language): boolean =>
  filled(question.texts?.[language]?.prompt)

/** A problem with its statement in the language, and the names of its tests and criteria where they were translated. */
export const problemIn = <T extends AuthoredProblem>(problem: T, language: Language): T => {
  const own = problem.texts?.[language]
  if (!own || !hasWords(own.statement)) return problem
  const named = <P extends { id: string; title: string }>(one: P): P =>
    filled(own.parts[one.id]) ? { ...one, title: own.parts[one.id] as string } : one
  return {
    ...problem,
    statement: own.statement,
    ...('tests' in problem ? { tests: problem.tests.map(named) } : {}),
    ...('checks' in problem ? { checks: problem.checks.map(named) } : {}),
    ...('rubric' in problem
      ? {
          rubric: problem.rubric.map((criterion) => {
            const description = own.hints[criterion.id]
            return filled(description) ? { ...named(criterion), description } : named(criterion)
          }),
        }
      : {}),
  }
}

/** Whether every part of a film that has a name has it in the language as well. */
export const chaptersSpeak = (chapters: readonly Chapter[], language: Language): boolean =>
  chapters.every(({ title, titles }) => !filled(title) || filled(titles?.[language]))

/** Whether every question inside a film has its words in the language. */
export const videoQuestionsSpeak = (
  questions: readonly { question: Record<string, unknown> }[],
  language: Language,
): boolean =>
  questions.every(({ question }) => questionSpeaks(question as Pick<AuthoredQuestion, 'texts'>, language))

/** Whether the content of an item has its words in the language; films bring theirs with them. */
export const contentSpeaks = (content: ItemContent, language: Language): boolean => {
  switch (content.type) {
    case 'article':
      return hasWords(content.htmls?.[language])
    case 'video':
    case 'scorm':
      return true
    case 'quiz':
      return (content.questions as { texts?: AuthoredQuestion['texts'] }[]).every((question) =>
        questionSpeaks(question, language),
      )
    case 'problem':
      return hasWords((content.problem as { texts?: AuthoredProblem['texts'] }).texts?.[language]?.statement)
  }
}
