/**
 * Questions as an author edits them, including incomplete ones, and what they lack
 * (contract/courses/quiz.ts).
 */
import type { Language } from '#contract/languages.ts'
import {
  authoredQuestion,
  OPTIONS_MAX,
  type DraftQuestion,
  type QuestionKind,
} from '#contract/courses/quiz.ts'

export type Question = DraftQuestion
export type QuestionOf<K extends QuestionKind> = Extract<Question, { kind: K }>

type NewId = () => string
const randomId: NewId = () => crypto.randomUUID()

const emptyOption = (newId: NewId) => ({ id: newId(), text: '', correct: false, explanation: '' })
const emptyEntry = (newId: NewId) => ({ id: newId(), text: '' })

/** Nothing is marked as right: the author has to choose. */
export const newQuestion = (kind: QuestionKind, newId: NewId = randomId): Question => {
  const common = { prompt: '', points: 1, explanation: '' }
  switch (kind) {
    case 'single':
      return { ...common, kind, options: [emptyOption(newId), emptyOption(newId)] }
    case 'multiple':
      return { ...common, kind, options: [emptyOption(newId), emptyOption(newId)], partial: true }
    case 'true_false':
      return { ...common, kind, answer: null, explanation_true: '', explanation_false: '' }
    case 'short':
      return { ...common, kind, accepted: [''], case_sensitive: false }
    case 'numeric':
      return { ...common, kind, value: null, tolerance: 0, unit: '' }
    case 'ordering':
      return { ...common, kind, items: [emptyEntry(newId), emptyEntry(newId)], partial: true }
    case 'matching':
      return {
        ...common,
        kind,
        pairs: [
          { left: emptyEntry(newId), right: emptyEntry(newId) },
          { left: emptyEntry(newId), right: emptyEntry(newId) },
        ],
        extra: [],
        partial: true,
      }
  }
}

/** Changes the kind and keeps what both kinds have: the texts, and options if possible. */
export const changeKind = (question: Question, kind: QuestionKind, newId: NewId = randomId): Question => {
  if (question.kind === kind) return question
  const newOne = newQuestion(kind, newId)
  const { id, prompt, points, explanation } = question
  const common = { ...(id === undefined ? {} : { id }), prompt, points, explanation }
  if ((newOne.kind === 'single' || newOne.kind === 'multiple') && hasOptions(question)) {
    const options = newOne.kind === 'single' ? keepFirstCorrect(question.options) : question.options
    return {
      ...newOne,
      ...common,
      options,
      ...(question.keep_order !== undefined && { keep_order: question.keep_order }),
    }
  }
  return { ...newOne, ...common } as Question
}

const hasOptions = (question: Question): question is QuestionOf<'single'> | QuestionOf<'multiple'> =>
  question.kind === 'single' || question.kind === 'multiple'

type Options = QuestionOf<'single'>['options']
/** Keeps only the first correct option correct. */
const keepFirstCorrect = (options: Options): Options => {
  const first = options.findIndex(({ correct }) => correct)
  return options.map((each, index) => ({ ...each, correct: index === first }))
}

export const chooseCorrect = (question: QuestionOf<'single'>, id: string): QuestionOf<'single'> => ({
  ...question,
  options: question.options.map((each) => ({ ...each, correct: each.id === id })),
})

/** Duplicates a question with new ids. */
export const duplicateQuestion = (question: Question, newId: NewId = randomId): Question => {
  const { id: _, ...rest } = question
  const withNewId = (one: { id: string; text: string }) => ({ ...one, id: newId() })
  if (rest.kind === 'single' || rest.kind === 'multiple')
    return { ...rest, options: rest.options.map((each) => ({ ...each, id: newId() })) }
  if (rest.kind === 'ordering') return { ...rest, items: rest.items.map(withNewId) }
  if (rest.kind === 'matching')
    return {
      ...rest,
      pairs: rest.pairs.map(({ left, right }) => ({ left: withNewId(left), right: withNewId(right) })),
      extra: (rest.extra ?? []).map(withNewId),
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

const isBlank = (text: string | undefined) => (text ?? '').trim() === ''
const hasDuplicates = (texts: readonly string[]) => {
  const filled = texts.map((text) => text.trim()).filter(Boolean)
  return new Set(filled).size < filled.length
}

/** What is missing before learners can see it, in the order of the form. */
export const problemsOf = (question: Question): QuestionProblem[] => {
  const problems: QuestionProblem[] = []
  if (isBlank(question.prompt)) problems.push('prompt')
  problems.push(...bodyProblems(question))
  if (problems.length === 0 && !authoredQuestion.safeParse(question).success) problems.push('invalid')
  return problems
}

const bodyProblems = (question: Question): QuestionProblem[] => {
  switch (question.kind) {
    case 'single':
    case 'multiple':
      return [
        ...textProblems(question.options.map(({ text }) => text)),
        ...rightProblems(question.options.some(({ correct }) => correct)),
      ]
    case 'short':
      return question.accepted.length === 0 || question.accepted.some(isBlank) ? ['accepted'] : []
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
      return rightProblems(question.answer !== null)
  }
}

const rightProblems = (isMarked: boolean): QuestionProblem[] => (isMarked ? [] : ['right_missing'])

const textProblems = (...sides: string[][]): QuestionProblem[] => [
  ...(sides.some((texts) => texts.length < 2) ? ['pair_needed' as const] : []),
  ...(sides.some((texts) => texts.some(isBlank)) ? ['option_text' as const] : []),
  ...(sides.some(hasDuplicates) ? ['option_twice' as const] : []),
]

export const canAddOption = (count: number): boolean => count < OPTIONS_MAX

export const totalPoints = (questions: readonly Question[]): number =>
  questions.reduce((sum, question) => sum + (question.points ?? 1), 0)

/** Moves one entry of a list. Positions outside the list change nothing. */
export const moveInList = <T>(list: readonly T[], from: number, to: number): T[] => {
  const next = [...list]
  if (from < 0 || from >= next.length || to < 0 || to >= next.length) return next
  const [one] = next.splice(from, 1)
  next.splice(to, 0, one as T)
  return next
}

type Texts = NonNullable<NonNullable<Question['texts']>[Language]>

/** The text key of a question's part. */
export type PartName =
  'option' | 'optionHint' | 'hintTrue' | 'hintFalse' | 'place' | 'left' | 'right' | 'extra' | 'unit'
export interface QuestionPart {
  list: 'parts' | 'hints'
  id: string
  text: string
  name: PartName
  number: number
}

/**
 * The texts of a question to be translated besides its prompt and explanation. Empty ones need no
 * translation.
 */
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
  const allParts = (): QuestionPart[] => {
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
  return allParts().filter(({ text }) => text.trim() !== '')
}

/** Adds a translation, or removes the language when all of its texts are empty. */
export const withTranslation = (question: Question, language: Language, change: Partial<Texts>): Question => {
  const translation = {
    prompt: '',
    explanation: '',
    parts: {},
    hints: {},
    ...question.texts?.[language],
    ...change,
  }
  const ownTexts = [
    translation.prompt,
    translation.explanation,
    ...Object.values(translation.parts ?? {}),
    ...Object.values(translation.hints ?? {}),
  ]
  const { [language]: _, ...others } = question.texts ?? {}
  const texts = ownTexts.some((text) => text !== undefined && text.trim() !== '')
    ? { ...others, [language]: translation }
    : others
  return { ...question, texts } as Question
}
