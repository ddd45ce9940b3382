import type { AuthoredQuestion } from '#contract/courses/quiz.ts'
import type { WritableQuestion } from './csv-write.ts'
import { escapeGift, FORMAT_MARK } from './gift-text.ts'

/** Our own notes are `[key:value]` in comments; characters that would end them are escaped. */
const note = (key: string, value: string) =>
  `[${key}:${value.replace(/[\\\]]/g, '\\$&').replace(/[\r\n]+/g, ' ')}]`

/** A text that begins like a format mark gets the mark `[plain]`. */
const escapeText = (text: string) => `${FORMAT_MARK.test(text) ? '[plain]' : ''}${escapeGift(text)}`
const withFeedback = (text: string, feedback: string) =>
  `${text}${feedback ? `#${escapeText(feedback)}` : ''}`
/** A text that begins with a percent sign would be read as a weight, so it gets one. */
const escapeOption = (text: string, weight: number) =>
  `${text.startsWith('%') ? `%${weight}%` : ''}${escapeText(text)}`

const formatAnswers = (question: AuthoredQuestion): string => {
  switch (question.kind) {
    case 'single':
      return question.options
        .map(({ text, correct, explanation }) =>
          withFeedback(`${correct ? '=' : '~'}${escapeOption(text, correct ? 100 : 0)}`, explanation),
        )
        .join('\n')
    case 'multiple': {
      const rightCount = question.options.filter(({ correct }) => correct).length
      const share = Number((100 / rightCount).toFixed(5))
      return question.options
        .map(({ text, correct, explanation }) =>
          withFeedback(`~%${correct ? share : -100}%${escapeText(text)}`, explanation),
        )
        .join('\n')
    }
    case 'true_false':
      return formatTrueFalse(question)
    case 'short':
      return question.accepted.map((text) => `=${escapeOption(text, 100)}`).join('\n')
    case 'numeric':
      return `#${question.value}${question.tolerance > 0 ? `:${question.tolerance}` : ''}`
    case 'ordering':
      return `>ALL\n${question.items.map(({ text }) => `[plain]${escapeGift(text)}`).join('\n')}\n`
    case 'matching':
      return [
        ...question.pairs.map(
          ({ left, right }) => `=${escapeOption(left.text, 100)} -> ${escapeText(right.text)}`,
        ),
        ...question.extra.map(({ text }) => `= -> ${escapeText(text)}`),
      ].join('\n')
  }
}

const formatTrueFalse = (question: Extract<AuthoredQuestion, { kind: 'true_false' }>): string => {
  const { answer, explanation_true: ifTrue, explanation_false: ifFalse } = question
  const [rightFeedback, wrongFeedback] = answer ? [ifTrue, ifFalse] : [ifFalse, ifTrue]
  const feedback =
    wrongFeedback || rightFeedback
      ? `#${escapeText(wrongFeedback)}${rightFeedback ? `#${escapeText(rightFeedback)}` : ''}`
      : ''
  return `${answer ? 'TRUE' : 'FALSE'}${feedback}`
}

/** What GIFT has no words for. */
const ruleNotes = (question: AuthoredQuestion): string[] => [
  ...(question.points === 1 ? [] : [note('points', String(question.points))]),
  ...('partial' in question && !question.partial ? [note('partial', 'no')] : []),
  ...('case_sensitive' in question && question.case_sensitive ? [note('case', 'yes')] : []),
  ...('keep_order' in question && question.keep_order !== undefined
    ? [note('keep_order', question.keep_order ? 'yes' : 'no')]
    : []),
  ...('unit' in question && question.unit ? [note('unit', question.unit)] : []),
]

const extraNotes = (extra: WritableQuestion['extra'] = {}): string[] => [
  ...(extra.topic ? [note('topic', extra.topic)] : []),
  ...(extra.difficulty ? [note('difficulty', extra.difficulty)] : []),
  ...(extra.tags ?? []).map((tag) => note('tag', tag)),
]

const formatNotes = ({ question, extra }: WritableQuestion): string => {
  const notes = [...ruleNotes(question), ...extraNotes(extra)]
  return notes.length > 0 ? `// ${notes.join(' ')}\n` : ''
}

/**
 * Writes questions as GIFT that {@link parseGift} can read. Moodle reads it too, except for the notes in comments.
 */
export const writeGift = (questions: readonly WritableQuestion[]): string =>
  questions
    .map((item) => {
      const { prompt, explanation } = item.question
      const generalFeedback = explanation ? `####${escapeText(explanation)}` : ''
      return `${formatNotes(item)}[plain]${escapeGift(prompt)} {\n${formatAnswers(item.question)}${generalFeedback}\n}\n`
    })
    .join('\n')
