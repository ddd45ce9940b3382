/** What an author can say of a course, a node or a content, each as a name and a text to read; for comparing versions. */
import { languages, type Language } from '#contract/common.ts'
import {
  questionsOf,
  type CourseDocument,
  type DraftItem,
  type DraftSection,
  type DraftTopic,
  type ItemContent,
  type QuizContent,
} from '#contract/course-builder/draft.ts'
import { isCodeKind } from '#contract/problems/problems.ts'
import { questionOf } from '#contract/courses/video-questions.ts'
import type { Question } from './questions.ts'
import { problemFrom, textOfCells, type CodeProblem, type Problem } from './problems.ts'
import { clockOf } from './video.ts'

/** The builder's texts; dates and amounts in the reader's language. */
export interface Say {
  (key: string, values?: Record<string, string | number>): string
  date: (iso: string) => string
  amount: (minor: number, currency: string) => string
}
export interface FieldText {
  /** Finds the same field in another version. */
  key: string
  label: string
  text: string
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }
/** The words of an article, one block a line; read as text, never as HTML. A picture stands as its own line. */
export const wordsOf = (html: string): string =>
  html
    .replace(/<img\b[^>]*?\balt="([^"]*)"[^>]*>/gi, '\n🖼 $1\n')
    .replace(/<img\b[^>]*>/gi, '\n🖼\n')
    .replace(/<(?:br|\/p|\/li|\/h[1-3]|\/pre|\/blockquote|\/tr)\b[^>]*>/gi, '\n')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replace(/[ \t]+/g, ' ')
    .replace(/\s*\n\s*/g, '\n')
    .trim()

const YES = '✓'
const NO = '–'
const lines = (...all: readonly (string | undefined)[]) => all.filter((line) => line?.trim()).join('\n')
const number = (value: number | null | undefined) =>
  value === null || value === undefined ? '' : String(value)

/** Of each language but the course's own, behind the name of the field. */
const translated = (say: Say, label: string, language: Language) =>
  `${label} (${say(`languages.${language}`)})`

export const courseFields = ({ course }: CourseDocument, say: Say): FieldText[] => {
  const texts = languages.flatMap((language) => {
    const own = course.texts[language]
    const named = (name: string) => (language === course.language ? name : translated(say, name, language))
    return own
      ? [
          { key: `title-${language}`, label: named(say('field.title')), text: own.title },
          {
            key: `description-${language}`,
            label: named(say('settings.description')),
            text: own.description,
          },
          ...(['objectives', 'features', 'requirements'] as const).map((list) => ({
            key: `${list}-${language}`,
            label: named(say(`settings.${list}`)),
            text: lines(...own[list]),
          })),
        ]
      : []
  })
  const priced = course.price_minor !== null && course.currency !== null
  return [
    ...texts,
    { key: 'language', label: say('field.language'), text: say(`languages.${course.language}`) },
    {
      key: 'cover',
      label: say('cover.title'),
      text: lines(course.cover_url?.split('/').at(-1), course.cover_alt),
    },
    {
      key: 'difficulty',
      label: say('settings.difficulty'),
      text: say(`difficulty.${course.difficulty.replace(' ', '_')}`),
    },
    { key: 'tags', label: say('settings.tags'), text: course.tags.join(', ') },
    {
      key: 'price',
      label: say('settings.price'),
      text: lines(
        say(`settings.${course.price}`),
        priced ? say.amount(course.price_minor ?? 0, course.currency ?? '') : '',
      ),
    },
    { key: 'seats', label: say('settings.seats'), text: number(course.seats) },
    {
      key: 'instructors',
      label: say('settings.instructors'),
      text: lines(...course.instructors.flatMap(({ name, bio }) => [name, bio])),
    },
  ]
}

const opensWords = (section: DraftSection, say: Say) => {
  if (section.opens_at) return `${say('section.opensDate')}: ${say.date(section.opens_at)}`
  if (section.opens_after_days) return `${say('section.days')}: ${section.opens_after_days}`
  return say('section.opensNow')
}

/** Everything about a node but its title and what stands in it. */
export const nodeFields = (
  node: DraftSection | DraftTopic | DraftItem,
  { sections }: CourseDocument,
  say: Say,
): FieldText[] => {
  const titles = languages.map((language) => ({
    key: `title-${language}`,
    label: say('field.titleIn', { language: say(`languages.${language}`) }),
    text: node.titles[language] ?? '',
  }))
  if ('content' in node)
    return [
      ...titles,
      { key: 'minutes', label: say('field.minutes'), text: number(node.minutes) },
      ...contentFields(node.content, say),
    ]
  if ('items' in node)
    return [...titles, { key: 'free', label: say('topic.freePreview'), text: node.free_preview ? YES : NO }]
  const required = sections.filter(({ key }) => node.requires.includes(key)).map(({ title }) => title)
  return [
    ...titles,
    { key: 'opens', label: say('section.opens'), text: opensWords(node, say) },
    { key: 'requires', label: say('section.requires'), text: lines(...required) },
  ]
}

const contentFields = (content: ItemContent, say: Say): FieldText[] => {
  switch (content.type) {
    case 'article':
      return [
        { key: 'text', label: say('article.text'), text: wordsOf(content.html) },
        ...languages.map((language) => ({
          key: `text-${language}`,
          label: translated(say, say('article.text'), language),
          text: wordsOf(content.htmls?.[language] ?? ''),
        })),
      ]
    case 'video':
      return [
        { key: 'file', label: say('video.file'), text: lines(...content.sources.map(({ url }) => url)) },
        {
          key: 'captions',
          label: say('video.captions'),
          text: lines(...content.captions.map(({ label }) => label)),
        },
        {
          key: 'chapters',
          label: say('chapters.title'),
          text: lines(
            ...(content.chapters ?? []).map(({ second, title, titles }) =>
              [clockOf(second), title, ...Object.values(titles ?? {}).map((own) => `· ${own}`)].join(' '),
            ),
          ),
        },
        ...(content.questions ?? []).map((one, index) => ({
          key: `film-${one.id}`,
          label: say('quiz.question', { number: index + 1 }),
          text: lines(
            clockOf(one.second),
            one.required ? say('quiz.mustAnswer') : '',
            questionWords(questionOf(one), say),
          ),
        })),
      ]
    case 'quiz':
      return quizFields(content, say)
    case 'problem':
      return problemFields(content.problem, say)
    case 'scorm':
      return [
        {
          key: 'package',
          label: say('types.scorm'),
          text: lines(content.package_url?.split('/').at(-1), content.launch),
        },
        {
          key: 'pass',
          label: say('scorm.pass'),
          text: content.pass_score === null ? '' : number(Math.round(content.pass_score * 100)),
        },
      ]
  }
}

const quizFields = (quiz: QuizContent, say: Say): FieldText[] => [
  { key: 'pass', label: say('quiz.pass'), text: number(quiz.pass_percent) },
  { key: 'attempts', label: say('quiz.attempts'), text: number(quiz.attempts_limit) },
  { key: 'cooldown', label: say('quiz.cooldown'), text: number(quiz.cooldown_minutes) },
  { key: 'reveal', label: say('quiz.reveal'), text: say(`quiz.reveals.${quiz.reveal}`) },
  ...questionsOf(quiz).map((question, index) => ({
    key: identityOf(question, index),
    label: say('quiz.question', { number: index + 1 }),
    text: questionWords(question, say),
  })),
]

/** The same question in two versions: its parts keep their ids while it is moved and rewritten. */
const identityOf = (question: Question, index: number): string => {
  const [part] = partIds(question)
  return `question-${part ?? question.id ?? index}`
}
const partIds = (question: Question): string[] => {
  if (question.kind === 'single' || question.kind === 'multiple')
    return (question.options ?? []).map(({ id }) => id).toSorted()
  if (question.kind === 'ordering') return (question.items ?? []).map(({ id }) => id).toSorted()
  if (question.kind === 'matching') return (question.pairs ?? []).map(({ left }) => left.id).toSorted()
  return []
}

const answerWords = (question: Question, say: Say): string[] => {
  switch (question.kind) {
    case 'single':
    case 'multiple':
      return (question.options ?? []).flatMap(({ text, correct, explanation }) => [
        `${correct ? YES : '○'} ${text}`,
        explanation ? `   ${explanation}` : '',
      ])
    case 'true_false':
      return [
        `${YES} ${say(question.answer ? 'quiz.true' : 'quiz.false')}`,
        question.explanation_true ?? '',
        question.explanation_false ?? '',
      ]
    case 'short':
      return (question.accepted ?? []).map((text) => `${YES} ${text}`)
    case 'numeric':
      return [`${YES} ${question.value} ± ${question.tolerance ?? 0} ${question.unit ?? ''}`.trim()]
    case 'ordering':
      return (question.items ?? []).map(({ text }, index) => `${index + 1}. ${text}`)
    case 'matching':
      return [
        ...(question.pairs ?? []).map(({ left, right }) => `${left.text} ↔ ${right.text}`),
        ...(question.extra ?? []).map(({ text }) => `↔ ${text}`),
      ]
  }
}

const questionWords = (question: Question, say: Say): string => {
  const others = Object.entries(question.texts ?? {}).flatMap(([language, own]) => [
    `${say(`languages.${language}`)}: ${own.prompt}`,
    own.explanation,
    ...Object.values(own.parts ?? {}),
    ...Object.values(own.hints ?? {}),
  ])
  return lines(
    question.prompt,
    ...answerWords(question, say),
    `${say('quiz.points')}: ${question.points ?? 1}`,
    question.explanation,
    ...others,
  )
}

const isCode = (problem: Problem): problem is CodeProblem => isCodeKind(problem.kind)

const problemFields = (stored: Record<string, unknown>, say: Say): FieldText[] => {
  // What a new problem begins with is made anew each time: only what somebody wrote is compared.
  const problem = problemFrom({ tests: [], checks: [], ...stored })
  const head = [
    { key: 'kind', label: say('problem.kind'), text: say(`problem.kinds.${problem.kind}`) },
    { key: 'points', label: say('quiz.points'), text: number(problem.points) },
    { key: 'attempts', label: say('quiz.attempts'), text: number(problem.attempts_limit) },
    { key: 'statement', label: say('problem.statement'), text: wordsOf(problem.statement) },
    ...Object.entries(problem.texts ?? {}).map(([language, own]) => ({
      key: `statement-${language}`,
      label: translated(say, say('problem.statement'), language as Language),
      text: lines(wordsOf(own.statement), ...Object.values(own.parts), ...Object.values(own.hints)),
    })),
  ]
  if (isCode(problem))
    return [
      ...head,
      ...('call' in problem ? [{ key: 'call', label: say('problem.call'), text: problem.call ?? '' }] : []),
      ...('setup' in problem ? [{ key: 'setup', label: say('problem.setup'), text: problem.setup }] : []),
      { key: 'starter', label: say('problem.starter'), text: problem.starter },
      { key: 'solution', label: say('tryOut.solution'), text: problem.solution },
      { key: 'time', label: say('problem.time'), text: number(problem.time_limit_ms) },
      { key: 'memory', label: say('problem.memory'), text: number(problem.memory_mb) },
      ...problem.tests.map(({ id, title, hidden, input, expected }, index) => ({
        key: `test-${id}`,
        label: say('problem.test', { number: index + 1 }),
        text: lines(title, hidden ? say('problem.hidden') : '', `${input} → ${expected}`),
      })),
    ]
  const rubric = {
    key: 'rubric',
    label: say('problem.rubric'),
    text: lines(
      ...problem.rubric.map(({ title, points, description }) =>
        lines(`${title} (${say('quiz.points')}: ${points})`, description),
      ),
    ),
  }
  if (problem.kind === 'text')
    return [
      ...head,
      { key: 'least', label: say('problem.wordsMin'), text: number(problem.words_min) },
      { key: 'most', label: say('problem.wordsMax'), text: number(problem.words_max) },
      { key: 'pass', label: say('quiz.pass'), text: number(problem.pass_percent) },
      rubric,
    ]
  return [
    ...head,
    { key: 'rows', label: say('problem.rows'), text: number(problem.rows) },
    { key: 'columns', label: say('problem.columns'), text: number(problem.columns) },
    { key: 'cells', label: say('problem.cells'), text: textOfCells(problem.cells) },
    ...problem.checks.map(({ id, title, cell, expected, hidden, formula }, index) => ({
      key: `check-${id}`,
      label: say('problem.check', { number: index + 1 }),
      text: lines(
        title,
        `${cell} → ${expected}`,
        hidden ? say('problem.hidden') : '',
        formula ? say('problem.formula') : '',
      ),
    })),
    { key: 'pass', label: say('quiz.pass'), text: number(problem.pass_percent) },
    rubric,
  ]
}
