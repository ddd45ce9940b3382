/** All fields of a course, a node or its content as label and readable text, to compare versions. */
import { keepsOrder } from '#contract/courses/option-order.ts'
import { languages, type Language } from '#contract/languages.ts'
import {
  questionsOf,
  type CourseDocument,
  type DraftItem,
  type DraftSection,
  type DraftTopic,
  type ItemContent,
  type QuizContent,
  type ScormContent,
  type VideoContent,
} from '#contract/course-builder/draft.ts'
import { isCodeKind } from '#contract/problems/problems.ts'
import { questionOf } from '#contract/courses/video-questions.ts'
import type { Question } from './questions.ts'
import { problemFrom, textOfCells, type CodeProblem, type Problem, type ProblemOf } from './problems.ts'
import { clockOf } from './video.ts'

/** Translates the builder's texts and formats dates and amounts in the reader's language. */
export interface Translate {
  (key: string, values?: Record<string, string | number>): string
  date: (iso: string) => string
  amount: (minor: number, currency: string) => string
}
export interface FieldText {
  /** Identifies the same field in another version. */
  key: string
  label: string
  text: string
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }
/**
 * The text of an article, one block per line, read as text and never as HTML. A picture is a line of its
 * own.
 */
export const plainTextOf = (html: string): string =>
  html
    .replace(/<img\b[^>]*?\balt="([^"]*)"[^>]*>/gi, '\n🖼 $1\n')
    .replace(/<img\b[^>]*>/gi, '\n🖼\n')
    .replace(/<(?:br|\/p|\/li|\/h[1-3]|\/pre|\/blockquote|\/tr)\b[^>]*>/gi, '\n')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replace(/[ \t]+/g, ' ')
    .replace(/\s*\n\s*/g, '\n')
    .trim()

const CHECK_MARK = '✓'
const DASH = '–'
const joinLines = (...texts: readonly (string | undefined)[]) =>
  texts.filter((line) => line?.trim()).join('\n')
const numberText = (value: number | null | undefined) =>
  value === null || value === undefined ? '' : String(value)

/** The label of a translated field: its name with the language. */
const translatedLabel = (translate: Translate, label: string, language: Language) =>
  `${label} (${translate(`languages.${language}`)})`

export const courseFields = ({ course }: CourseDocument, translate: Translate): FieldText[] => {
  const texts = languages.flatMap((language) => {
    const ownTexts = course.texts[language]
    const labelOf = (name: string) =>
      language === course.language ? name : translatedLabel(translate, name, language)
    return ownTexts
      ? [
          { key: `title-${language}`, label: labelOf(translate('field.title')), text: ownTexts.title },
          {
            key: `description-${language}`,
            label: labelOf(translate('settings.description')),
            text: ownTexts.description,
          },
          ...(['objectives', 'features', 'requirements'] as const).map((list) => ({
            key: `${list}-${language}`,
            label: labelOf(translate(`settings.${list}`)),
            text: joinLines(...ownTexts[list]),
          })),
        ]
      : []
  })
  const hasPrice = course.price_minor !== null && course.currency !== null
  return [
    ...texts,
    { key: 'language', label: translate('field.language'), text: translate(`languages.${course.language}`) },
    {
      key: 'cover',
      label: translate('cover.title'),
      text: joinLines(course.cover_url?.split('/').at(-1), course.cover_alt),
    },
    {
      key: 'difficulty',
      label: translate('settings.difficulty'),
      text: translate(`difficulty.${course.difficulty.replace(' ', '_')}`),
    },
    { key: 'tags', label: translate('settings.tags'), text: course.tags.join(', ') },
    {
      key: 'price',
      label: translate('settings.price'),
      text: joinLines(
        translate(`settings.${course.price}`),
        hasPrice ? translate.amount(course.price_minor ?? 0, course.currency ?? '') : '',
      ),
    },
    { key: 'seats', label: translate('settings.seats'), text: numberText(course.seats) },
    {
      key: 'instructors',
      label: translate('settings.instructors'),
      text: joinLines(...course.instructors.flatMap(({ name, bio }) => [name, bio])),
    },
  ]
}

const opensText = (section: DraftSection, translate: Translate) => {
  if (section.opens_at) return `${translate('section.opensDate')}: ${translate.date(section.opens_at)}`
  if (section.opens_after_days) return `${translate('section.days')}: ${section.opens_after_days}`
  return translate('section.opensNow')
}

/** All fields of a node except its title and its children. */
export const nodeFields = (
  node: DraftSection | DraftTopic | DraftItem,
  { sections }: CourseDocument,
  translate: Translate,
): FieldText[] => {
  const titles = languages.map((language) => ({
    key: `title-${language}`,
    label: translate('field.titleIn', { language: translate(`languages.${language}`) }),
    text: node.titles[language] ?? '',
  }))
  if ('content' in node)
    return [
      ...titles,
      { key: 'minutes', label: translate('field.minutes'), text: numberText(node.minutes) },
      ...contentFields(node.content, translate),
    ]
  if ('items' in node)
    return [
      ...titles,
      { key: 'free', label: translate('topic.freePreview'), text: node.free_preview ? CHECK_MARK : DASH },
    ]
  const required = sections.filter(({ key }) => node.requires.includes(key)).map(({ title }) => title)
  return [
    ...titles,
    { key: 'opens', label: translate('section.opens'), text: opensText(node, translate) },
    { key: 'requires', label: translate('section.requires'), text: joinLines(...required) },
  ]
}

const contentFields = (content: ItemContent, translate: Translate): FieldText[] => {
  switch (content.type) {
    case 'article':
      return [
        { key: 'text', label: translate('article.text'), text: plainTextOf(content.html) },
        ...languages.map((language) => ({
          key: `text-${language}`,
          label: translatedLabel(translate, translate('article.text'), language),
          text: plainTextOf(content.htmls?.[language] ?? ''),
        })),
      ]
    case 'video':
      return videoFields(content, translate)
    case 'quiz':
      return quizFields(content, translate)
    case 'problem':
      return problemFields(content.problem, translate)
    case 'scorm':
      return scormFields(content, translate)
  }
}

const videoFields = (content: VideoContent, translate: Translate): FieldText[] => [
  {
    key: 'file',
    label: translate('video.file'),
    text: joinLines(...content.sources.map(({ url }) => url)),
  },
  {
    key: 'captions',
    label: translate('video.captions'),
    text: joinLines(...content.captions.map(({ label }) => label)),
  },
  {
    key: 'chapters',
    label: translate('chapters.title'),
    text: joinLines(
      ...(content.chapters ?? []).map(({ second, title, titles }) =>
        [clockOf(second), title, ...Object.values(titles ?? {}).map((translated) => `· ${translated}`)].join(
          ' ',
        ),
      ),
    ),
  },
  ...(content.questions ?? []).map((videoQuestion, index) => ({
    key: `video-question-${videoQuestion.id}`,
    label: translate('quiz.question', { number: index + 1 }),
    text: joinLines(
      clockOf(videoQuestion.second),
      videoQuestion.required ? translate('quiz.mustAnswer') : '',
      questionText(questionOf(videoQuestion), translate),
    ),
  })),
]

const scormFields = (content: ScormContent, translate: Translate): FieldText[] => [
  {
    key: 'package',
    label: translate('types.scorm'),
    text: joinLines(content.package_url?.split('/').at(-1), content.launch),
  },
  {
    key: 'pass',
    label: translate('scorm.pass'),
    text: content.pass_score === null ? '' : numberText(Math.round(content.pass_score * 100)),
  },
]

const quizFields = (quiz: QuizContent, translate: Translate): FieldText[] => [
  { key: 'pass', label: translate('quiz.pass'), text: numberText(quiz.pass_percent) },
  { key: 'attempts', label: translate('quiz.attempts'), text: numberText(quiz.attempts_limit) },
  { key: 'cooldown', label: translate('quiz.cooldown'), text: numberText(quiz.cooldown_minutes) },
  { key: 'reveal', label: translate('quiz.reveal'), text: translate(`quiz.reveals.${quiz.reveal}`) },
  ...questionsOf(quiz).map((question, index) => ({
    key: questionKey(question, index),
    label: translate('quiz.question', { number: index + 1 }),
    text: questionText(question, translate),
  })),
]

/** Identifies a question across versions: its parts keep their ids when it is moved or rewritten. */
const questionKey = (question: Question, index: number): string => {
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

const answerTexts = (question: Question, translate: Translate): string[] => {
  switch (question.kind) {
    case 'single':
    case 'multiple':
      return choiceTexts(question, translate)
    case 'true_false':
      return trueFalseTexts(question, translate)
    case 'short':
      return (question.accepted ?? []).map((text) => `${CHECK_MARK} ${text}`)
    case 'numeric':
      return [
        `${CHECK_MARK} ${question.value ?? ''} ± ${question.tolerance ?? 0} ${question.unit ?? ''}`.trim(),
      ]
    case 'ordering':
      return (question.items ?? []).map(({ text }, index) => `${index + 1}. ${text}`)
    case 'matching':
      return matchingTexts(question)
  }
}

const choiceTexts = (
  question: Extract<Question, { kind: 'single' | 'multiple' }>,
  translate: Translate,
): string[] => [
  ...(question.options ?? []).flatMap(optionTexts),
  // Absent in the oldest drafts, as everything of a question.
  question.options && keepsOrder(question) ? translate('quiz.keepOrder') : '',
]

const trueFalseTexts = (
  question: Extract<Question, { kind: 'true_false' }>,
  translate: Translate,
): string[] => [
  question.answer === null ? '' : `${CHECK_MARK} ${translate(question.answer ? 'quiz.true' : 'quiz.false')}`,
  question.explanation_true ?? '',
  question.explanation_false ?? '',
]

type ChoiceOption = NonNullable<Extract<Question, { kind: 'single' }>['options']>[number]

const optionTexts = ({ text, correct, explanation }: ChoiceOption): string[] => [
  `${correct ? CHECK_MARK : '○'} ${text}`,
  explanation ? `   ${explanation}` : '',
]

const matchingTexts = ({ pairs, extra = [] }: Extract<Question, { kind: 'matching' }>): string[] => [
  ...pairs.map(({ left, right }) => `${left.text} ↔ ${right.text}`),
  ...extra.map(({ text }) => `↔ ${text}`),
]

const questionText = (question: Question, translate: Translate): string => {
  const others = Object.entries(question.texts ?? {}).flatMap(([language, translation]) => [
    `${translate(`languages.${language}`)}: ${translation.prompt}`,
    translation.explanation,
    ...Object.values(translation.parts ?? {}),
    ...Object.values(translation.hints ?? {}),
  ])
  return joinLines(
    question.prompt,
    ...answerTexts(question, translate),
    `${translate('quiz.points')}: ${question.points ?? 1}`,
    question.explanation,
    ...others,
  )
}

const isCode = (problem: Problem): problem is CodeProblem => isCodeKind(problem.kind)

const problemFields = (stored: Record<string, unknown>, translate: Translate): FieldText[] => {
  // The default parts of a new problem get new ids each time, so compare only what the author wrote.
  const problem = problemFrom({ tests: [], checks: [], ...stored })
  const head = commonFields(problem, translate)
  if (isCode(problem)) return [...head, ...codeFields(problem, translate)]
  return [
    ...head,
    ...(problem.kind === 'text' ? lengthFields(problem, translate) : sheetFields(problem, translate)),
    { key: 'pass', label: translate('quiz.pass'), text: numberText(problem.pass_percent) },
    rubricField(problem, translate),
  ]
}

const commonFields = (problem: Problem, translate: Translate): FieldText[] => [
  { key: 'kind', label: translate('problem.kind'), text: translate(`problem.kinds.${problem.kind}`) },
  { key: 'points', label: translate('quiz.points'), text: numberText(problem.points) },
  { key: 'attempts', label: translate('quiz.attempts'), text: numberText(problem.attempts_limit) },
  { key: 'statement', label: translate('problem.statement'), text: plainTextOf(problem.statement) },
  ...Object.entries(problem.texts ?? {}).map(([language, translation]) => ({
    key: `statement-${language}`,
    label: translatedLabel(translate, translate('problem.statement'), language as Language),
    text: joinLines(
      plainTextOf(translation.statement),
      ...Object.values(translation.parts),
      ...Object.values(translation.hints),
    ),
  })),
]

const codeFields = (problem: CodeProblem, translate: Translate): FieldText[] => [
  ...('call' in problem ? [{ key: 'call', label: translate('problem.call'), text: problem.call ?? '' }] : []),
  ...('setup' in problem ? [{ key: 'setup', label: translate('problem.setup'), text: problem.setup }] : []),
  { key: 'starter', label: translate('problem.starter'), text: problem.starter },
  { key: 'solution', label: translate('tryOut.solution'), text: problem.solution },
  {
    key: 'solution-after',
    label: translate('problem.solutionAfter'),
    text: numberText(problem.solution_after),
  },
  ...problem.hints.map(({ id, text, after }, index) => ({
    key: `hint-${id}`,
    label: translate('problem.hint', { number: index + 1 }),
    text: joinLines(text, `${translate('problem.hintAfter')}: ${after}`),
  })),
  { key: 'time', label: translate('problem.time'), text: numberText(problem.time_limit_ms) },
  { key: 'memory', label: translate('problem.memory'), text: numberText(problem.memory_mb) },
  ...problem.tests.map(({ id, title, hidden, input, expected }, index) => ({
    key: `test-${id}`,
    label: translate('problem.test', { number: index + 1 }),
    text: joinLines(title, hidden ? translate('problem.hidden') : '', `${input} → ${expected}`),
  })),
]

type GradedProblem = Exclude<Problem, CodeProblem>

const rubricField = (problem: GradedProblem, translate: Translate): FieldText => ({
  key: 'rubric',
  label: translate('problem.rubric'),
  text: joinLines(
    ...problem.rubric.map(({ title, points, description }) =>
      joinLines(`${title} (${translate('quiz.points')}: ${points})`, description),
    ),
  ),
})

const lengthFields = (problem: ProblemOf<'text'>, translate: Translate): FieldText[] => [
  { key: 'least', label: translate('problem.wordsMin'), text: numberText(problem.words_min) },
  { key: 'most', label: translate('problem.wordsMax'), text: numberText(problem.words_max) },
]

const sheetFields = (problem: ProblemOf<'spreadsheet'>, translate: Translate): FieldText[] => [
  { key: 'rows', label: translate('problem.rows'), text: numberText(problem.rows) },
  { key: 'columns', label: translate('problem.columns'), text: numberText(problem.columns) },
  { key: 'cells', label: translate('problem.cells'), text: textOfCells(problem.cells) },
  ...problem.checks.map(({ id, title, cell, expected, hidden, formula }, index) => ({
    key: `check-${id}`,
    label: translate('problem.check', { number: index + 1 }),
    text: joinLines(
      title,
      `${cell} → ${expected}`,
      hidden ? translate('problem.hidden') : '',
      formula ? translate('problem.formula') : '',
    ),
  })),
]
