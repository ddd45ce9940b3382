/** Questions as an author edits them: half-written ones too, with what still misses (contract/courses/quiz.ts). */
import type { Language } from '#contract/common.ts'
import {
  authoredQuestion,
  OPTIONS_MAX,
  type AuthoredQuestionInput,
  type QuestionKind,
} from '#contract/courses/quiz.ts'

export type Question = AuthoredQuestionInput
export type QuestionOf<K extends QuestionKind> = Extract<Question, { kind: K }>

type NewId = () => string
const browserId: NewId = () => crypto.randomUUID()

const option = (newId: NewId, correct = false) => ({ id: newId(), text: '', correct, explanation: '' })
const place = (newId: NewId) => ({ id: newId(), text: '' })

export const newQuestion = (kind: QuestionKind, newId: NewId = browserId): Question => {
  const head = { prompt: '', points: 1, explanation: '' }
  switch (kind) {
    case 'single':
      return { ...head, kind, options: [option(newId, true), option(newId)] }
    case 'multiple':
      return { ...head, kind, options: [option(newId, true), option(newId)], partial: true }
    case 'true_false':
      return { ...head, kind, answer: true, explanation_true: '', explanation_false: '' }
    case 'short':
      return { ...head, kind, accepted: [''], case_sensitive: false }
    case 'numeric':
      return { ...head, kind, value: 0, tolerance: 0, unit: '' }
    case 'ordering':
      return { ...head, kind, items: [place(newId), place(newId)], partial: true }
    case 'matching':
      return {
        ...head,
        kind,
        pairs: [
          { left: place(newId), right: place(newId) },
          { left: place(newId), right: place(newId) },
        ],
        extra: [],
        partial: true,
      }
  }
}

/** Another kind, keeping what both have: the words, and the options where there are some. */
export const changeKind = (question: Question, kind: QuestionKind, newId: NewId = browserId): Question => {
  if (question.kind === kind) return question
  const fresh = newQuestion(kind, newId)
  const { id, prompt, points, explanation } = question
  const kept = { ...(id === undefined ? {} : { id }), prompt, points, explanation }
  if ((fresh.kind === 'single' || fresh.kind === 'multiple') && hasOptions(question)) {
    const options = fresh.kind === 'single' ? oneRight(question.options) : question.options
    return { ...fresh, ...kept, options }
  }
  return { ...fresh, ...kept } as Question
}

const hasOptions = (question: Question): question is QuestionOf<'single'> | QuestionOf<'multiple'> =>
  question.kind === 'single' || question.kind === 'multiple'

type Options = QuestionOf<'single'>['options']
/** Only the first of the right ones stays right. */
const oneRight = (options: Options): Options => {
  const first = Math.max(
    0,
    options.findIndex(({ correct }) => correct),
  )
  return options.map((each, index) => ({ ...each, correct: index === first }))
}

export const chooseRight = (question: QuestionOf<'single'>, id: string): QuestionOf<'single'> => ({
  ...question,
  options: question.options.map((each) => ({ ...each, correct: each.id === id })),
})

/** The same question once more, as another one: its own ids. */
export const copyOf = (question: Question, newId: NewId = browserId): Question => {
  const { id: _, ...rest } = question
  const renamed = (one: { id: string; text: string }) => ({ ...one, id: newId() })
  if (rest.kind === 'single' || rest.kind === 'multiple')
    return { ...rest, options: rest.options.map((each) => ({ ...each, id: newId() })) }
  if (rest.kind === 'ordering') return { ...rest, items: rest.items.map(renamed) }
  if (rest.kind === 'matching')
    return {
      ...rest,
      pairs: rest.pairs.map(({ left, right }) => ({ left: renamed(left), right: renamed(right) })),
      extra: (rest.extra ?? []).map(renamed),
    }
  return rest as Question
}

export const questionProblems = [
  'prompt',
  'pair_needed',
  'option_text',
  'option_twice',
  'right_missing',
  'accepted',
  'number',
  'invalid',
] as const
export type QuestionProblem = (typeof questionProblems)[number]

const blank = (text: string | undefined) => (text ?? '').trim() === ''
const repeats = (texts: readonly string[]) => {
  const said = texts.map((text) => text.trim()).filter(Boolean)
  return new Set(said).size < said.length
}

/** What misses before learners may see it, in the order of the form. */
export const problemsOf = (question: Question): QuestionProblem[] => {
  const found: QuestionProblem[] = []
  if (blank(question.prompt)) found.push('prompt')
  found.push(...bodyProblems(question))
  if (found.length === 0 && !authoredQuestion.safeParse(question).success) found.push('invalid')
  return found
}

const bodyProblems = (question: Question): QuestionProblem[] => {
  switch (question.kind) {
    case 'single':
    case 'multiple':
      return [
        ...textProblems(question.options.map(({ text }) => text)),
        ...(question.options.some(({ correct }) => correct) ? [] : ['right_missing' as const]),
      ]
    case 'short':
      return question.accepted.length === 0 || question.accepted.some(blank) ? ['accepted'] : []
    case 'numeric':
      return Number.isFinite(question.value) && (question.tolerance ?? 0) >= 0 ? [] : ['number']
    case 'ordering':
      return textProblems(question.items.map(({ text }) => text))
    case 'matching':
      return textProblems(
        question.pairs.map(({ left }) => left.text),
        [...question.pairs.map(({ right }) => right.text), ...(question.extra ?? []).map(({ text }) => text)],
      )
    case 'true_false':
      return []
  }
}

const textProblems = (...sides: string[][]): QuestionProblem[] => [
  ...(sides.some((texts) => texts.length < 2) ? ['pair_needed' as const] : []),
  ...(sides.some((texts) => texts.some(blank)) ? ['option_text' as const] : []),
  ...(sides.some(repeats) ? ['option_twice' as const] : []),
]

export const mayAddOption = (count: number): boolean => count < OPTIONS_MAX

/** What all questions together are worth. */
export const totalPoints = (questions: readonly Question[]): number =>
  questions.reduce((sum, question) => sum + (question.points ?? 1), 0)

/** Moves one entry of a list; beyond the ends nothing moves. */
export const moved = <T>(list: readonly T[], from: number, to: number): T[] => {
  const next = [...list]
  if (from < 0 || from >= next.length || to < 0 || to >= next.length) return next
  const [one] = next.splice(from, 1)
  next.splice(to, 0, one as T)
  return next
}

type Texts = NonNullable<NonNullable<Question['texts']>[Language]>

/** What a part of a question is called, with its place in its list from 1. */
export type PartName =
  'option' | 'optionHint' | 'hintTrue' | 'hintFalse' | 'place' | 'left' | 'right' | 'extra' | 'unit'
export interface QuestionPart {
  list: 'parts' | 'hints'
  id: string
  text: string
  name: PartName
  number: number
}

/** What of a question is to be translated beside its prompt and its explanation; empty ones ask for nothing. */
export const partsOf = (question: Question): QuestionPart[] => {
  const part =
    (name: PartName) =>
    ({ id, text }: { id: string; text: string }, index = 0): QuestionPart => ({
      list: 'parts',
      id,
      text,
      name,
      number: index + 1,
    })
  const hint = (name: PartName, id: string, text = '', index = 0): QuestionPart => ({
    list: 'hints',
    id,
    text,
    name,
    number: index + 1,
  })
  const found = (): QuestionPart[] => {
    switch (question.kind) {
      case 'single':
      case 'multiple':
        return question.options.flatMap((one, index) => [
          part('option')(one, index),
          hint('optionHint', one.id, one.explanation, index),
        ])
      case 'true_false':
        return [
          hint('hintTrue', 'true', question.explanation_true),
          hint('hintFalse', 'false', question.explanation_false),
        ]
      case 'ordering':
        return question.items.map(part('place'))
      case 'matching':
        return [
          ...question.pairs.flatMap(({ left, right }, index) => [
            part('left')(left, index),
            part('right')(right, index),
          ]),
          ...(question.extra ?? []).map(part('extra')),
        ]
      case 'numeric':
        return [part('unit')({ id: 'unit', text: question.unit ?? '' })]
      case 'short':
        return []
    }
  }
  return found().filter(({ text }) => text.trim() !== '')
}

/** The question with words in another language; a language without a word is none. */
export const withTranslation = (question: Question, language: Language, change: Partial<Texts>): Question => {
  const own = { prompt: '', explanation: '', parts: {}, hints: {}, ...question.texts?.[language], ...change }
  const words = [
    own.prompt,
    own.explanation,
    ...Object.values(own.parts ?? {}),
    ...Object.values(own.hints ?? {}),
  ]
  const { [language]: _, ...others } = question.texts ?? {}
  const texts = words.some((text) => text !== undefined && text.trim() !== '')
    ? { ...others, [language]: own }
    : others
  return { ...question, texts } as Question
}
