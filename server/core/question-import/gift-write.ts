import type { AuthoredQuestion } from '#contract/courses/quiz.ts'
import type { WritableQuestion } from './csv-write.ts'
import { escapeGift, FORMAT_MARK } from './gift-text.ts'

/** Comments of our own are text in brackets: what would end them is guarded. */
const note = (key: string, value: string) =>
  `[${key}:${value.replace(/[\\\]]/g, '\\$&').replace(/[\r\n]+/g, ' ')}]`

/** A text that begins with the name of a format says that it is none. */
const escaped = (text: string) => `${FORMAT_MARK.test(text) ? '[plain]' : ''}${escapeGift(text)}`
const withFeedback = (text: string, feedback: string) => `${text}${feedback ? `#${escaped(feedback)}` : ''}`
/** A text that begins with a per cent sign would be read as a weight. */
const guarded = (text: string, weight: number) =>
  `${text.startsWith('%') ? `%${weight}%` : ''}${escaped(text)}`

const answersOf = (question: AuthoredQuestion): string => {
  switch (question.kind) {
    case 'single':
      return question.options
        .map(({ text, correct, explanation }) =>
          withFeedback(`${correct ? '=' : '~'}${guarded(text, correct ? 100 : 0)}`, explanation),
        )
        .join('\n')
    case 'multiple': {
      const right = question.options.filter(({ correct }) => correct).length
      const share = Number((100 / right).toFixed(5))
      return question.options
        .map(({ text, correct, explanation }) =>
          withFeedback(`~%${correct ? share : -100}%${escaped(text)}`, explanation),
        )
        .join('\n')
    }
    case 'true_false': {
      const { answer, explanation_true: ifTrue, explanation_false: ifFalse } = question
      const [right, wrong] = answer ? [ifTrue, ifFalse] : [ifFalse, ifTrue]
      const said = wrong || right ? `#${escaped(wrong)}${right ? `#${escaped(right)}` : ''}` : ''
      return `${answer ? 'TRUE' : 'FALSE'}${said}`
    }
    case 'short':
      return question.accepted.map((text) => `=${guarded(text, 100)}`).join('\n')
    case 'numeric':
      return `#${question.value}${question.tolerance > 0 ? `:${question.tolerance}` : ''}`
    case 'ordering':
      return `>ALL\n${question.items.map(({ text }) => `[plain]${escapeGift(text)}`).join('\n')}\n`
    case 'matching':
      return [
        ...question.pairs.map(({ left, right }) => `=${guarded(left.text, 100)} -> ${escaped(right.text)}`),
        ...question.extra.map(({ text }) => `= -> ${escaped(text)}`),
      ].join('\n')
  }
}

const notesOf = ({ question, extra }: WritableQuestion): string => {
  const notes = [
    ...(question.points === 1 ? [] : [note('points', String(question.points))]),
    ...('partial' in question && !question.partial ? [note('partial', 'no')] : []),
    ...('case_sensitive' in question && question.case_sensitive ? [note('case', 'yes')] : []),
    ...('unit' in question && question.unit ? [note('unit', question.unit)] : []),
    ...(extra?.topic ? [note('topic', extra.topic)] : []),
    ...(extra?.difficulty ? [note('difficulty', extra.difficulty)] : []),
    ...(extra?.tags ?? []).map((tag) => note('tag', tag)),
  ]
  return notes.length > 0 ? `// ${notes.join(' ')}\n` : ''
}

/** Questions in GIFT that {@link parseGift} reads back; Moodle reads them too, but for the notes in comments. */
export const writeGift = (questions: readonly WritableQuestion[]): string =>
  questions
    .map((one) => {
      const { prompt, explanation } = one.question
      const general = explanation ? `####${escaped(explanation)}` : ''
      return `${notesOf(one)}[plain]${escapeGift(prompt)} {\n${answersOf(one.question)}${general}\n}\n`
    })
    .join('\n')
