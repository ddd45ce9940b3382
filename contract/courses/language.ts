/**
 * A course in the requested language. Untranslated texts stay in the course's main language, one by one.
 * Pure.
 */
import type { Language } from '../languages.ts'
import type { CourseSettings, CourseTexts, ItemContent } from '../course-builder/draft.ts'
import type { AuthoredProblem } from '../problems/problems.ts'
import type { AuthoredQuestion } from './quiz.ts'

/** The requested language, and the course's main language. */
export interface Wanted {
  asked: Language
  main: Language
}
/** Set if the text is not in the requested language. */
export interface FallbackLanguage {
  language?: Language
}
const mainLanguageOf = ({ asked, main }: Wanted): FallbackLanguage =>
  asked === main ? {} : { language: main }
type Titles = Partial<Record<Language, string>>

const isFilled = (text: string | undefined): text is string => text !== undefined && text.trim() !== ''

export const titleIn = (
  node: { title: string; titles?: Titles | null },
  choice: Wanted,
): { title: string } & FallbackLanguage => {
  const translated = choice.asked === choice.main ? undefined : node.titles?.[choice.asked]
  return isFilled(translated)
    ? { title: translated.trim() }
    : { title: node.title.trim(), ...mainLanguageOf(choice) }
}

/** Markup alone is no translation. */
const hasText = (html: string | undefined): html is string =>
  html !== undefined && (/<img\b/i.test(html) || html.replace(/<[^>]*>|&nbsp;|\s/g, '') !== '')

export const articleIn = (
  article: { html: string; htmls?: Titles | null | undefined },
  choice: Wanted,
): { html: string } & FallbackLanguage => {
  const translated = choice.asked === choice.main ? undefined : article.htmls?.[choice.asked]
  return hasText(translated) ? { html: translated } : { html: article.html, ...mainLanguageOf(choice) }
}

type Chapter = { second: number; title: string; titles?: Titles | undefined }

/** Each chapter title falls back separately. */
export const chaptersIn = (
  chapters: readonly Chapter[],
  choice: Wanted,
): ({ second: number; title: string } & FallbackLanguage)[] =>
  chapters.map(({ second, title, titles }) => ({
    second,
    ...titleIn({ title, ...(titles && { titles }) }, choice),
  }))

const translatedList = (translated: readonly string[] | undefined, main: readonly string[]) => {
  const lines = translated?.map((line) => line.trim()).filter(Boolean) ?? []
  return lines.length > 0 ? lines : [...main]
}
const EMPTY_TEXTS: CourseTexts = {
  title: '',
  description: '',
  objectives: [],
  features: [],
  requirements: [],
}

/** Each text of the course falls back separately. */
export const courseTextsIn = (
  course: Pick<CourseSettings, 'language' | 'texts'>,
  requested: Language,
): CourseTexts & FallbackLanguage => {
  const main = course.texts[course.language] ?? EMPTY_TEXTS
  const translated = course.texts[requested]
  const choice = { asked: requested, main: course.language }
  if (!translated || requested === course.language) return { ...main, ...mainLanguageOf(choice) }
  return {
    title: isFilled(translated.title) ? translated.title.trim() : main.title,
    description: isFilled(translated.description) ? translated.description.trim() : main.description,
    objectives: translatedList(translated.objectives, main.objectives),
    features: translatedList(translated.features, main.features),
    requirements: translatedList(translated.requirements, main.requirements),
    ...(isFilled(translated.title) ? {} : mainLanguageOf(choice)),
  }
}

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never
type AnyQuestion = WithoutId<AuthoredQuestion>

/** A question in the language, ready to be shown or marked. */
export const questionIn = <T extends AnyQuestion>(question: T, language: Language): T => {
  const translated = question.texts?.[language]
  if (!translated || !isFilled(translated.prompt)) return question
  const partText = (id: string, main: string) =>
    isFilled(translated.parts[id]) ? translated.parts[id] : main
  const hintText = (id: string, main: string) =>
    isFilled(translated.hints[id]) ? translated.hints[id] : main
  const localizedPart = <P extends { id: string; text: string }>(part: P): P => ({
    ...part,
    text: partText(part.id, part.text),
  })
  const localized = {
    ...question,
    prompt: translated.prompt,
    explanation: isFilled(translated.explanation) ? translated.explanation : question.explanation,
  }
  const base = localized as AnyQuestion
  switch (base.kind) {
    case 'single':
    case 'multiple':
      return {
        ...localized,
        options: base.options.map((option) => ({
          ...localizedPart(option),
          explanation: hintText(option.id, option.explanation),
        })),
      }
    case 'true_false':
      return {
        ...localized,
        explanation_true: hintText('true', base.explanation_true),
        explanation_false: hintText('false', base.explanation_false),
      }
    case 'ordering':
      return { ...localized, items: base.items.map(localizedPart) }
    case 'matching':
      return {
        ...localized,
        pairs: base.pairs.map(({ left, right }) => ({
          left: localizedPart(left),
          right: localizedPart(right),
        })),
        extra: base.extra.map(localizedPart),
      }
    case 'short':
      return localized
    case 'numeric':
      return { ...localized, unit: partText('unit', base.unit) }
  }
}
export const questionSpeaks = (question: Pick<AuthoredQuestion, 'texts'>, language: Language): boolean =>
  isFilled(question.texts?.[language]?.prompt)

/**
 * A problem with its statement in the language, and the translated titles of its tests, checks and criteria.
 */
export const problemIn = <T extends AuthoredProblem>(problem: T, language: Language): T => {
  const translated = problem.texts?.[language]
  if (!translated || !hasText(translated.statement)) return problem
  const localizedPart = <P extends { id: string; title: string }>(one: P): P =>
    isFilled(translated.parts[one.id]) ? { ...one, title: translated.parts[one.id] as string } : one
  return {
    ...problem,
    statement: translated.statement,
    ...('tests' in problem ? { tests: problem.tests.map(localizedPart) } : {}),
    ...('hints' in problem
      ? {
          hints: problem.hints.map((hint) => {
            const text = translated.hints[hint.id]
            return isFilled(text) ? { ...hint, text } : hint
          }),
        }
      : {}),
    ...('checks' in problem ? { checks: problem.checks.map(localizedPart) } : {}),
    ...('rubric' in problem
      ? {
          rubric: problem.rubric.map((criterion) => {
            const description = translated.hints[criterion.id]
            return isFilled(description)
              ? { ...localizedPart(criterion), description }
              : localizedPart(criterion)
          }),
        }
      : {}),
  }
}

/** Whether every chapter with a title has one in the language. */
export const chaptersSpeak = (chapters: readonly Chapter[], language: Language): boolean =>
  chapters.every(({ title, titles }) => !isFilled(title) || isFilled(titles?.[language]))

/** Whether every video question is translated. */
export const videoQuestionsSpeak = (
  questions: readonly { question: Record<string, unknown> }[],
  language: Language,
): boolean =>
  questions.every(({ question }) => questionSpeaks(question as Pick<AuthoredQuestion, 'texts'>, language))

/** Whether the content of an item is translated; videos and packages contain their own language. */
export const contentSpeaks = (content: ItemContent, language: Language): boolean => {
  switch (content.type) {
    case 'article':
      return hasText(content.htmls?.[language])
    case 'video':
    case 'scorm':
      return true
    case 'quiz':
      return (content.questions as { texts?: AuthoredQuestion['texts'] }[]).every((question) =>
        questionSpeaks(question, language),
      )
    case 'problem':
      return hasText((content.problem as { texts?: AuthoredProblem['texts'] }).texts?.[language]?.statement)
  }
}
