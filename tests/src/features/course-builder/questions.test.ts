import { describe, expect, it } from 'vitest'
import { questionIn } from '#contract/courses/language.ts'
import { authoredQuestion, questionKinds } from '#contract/courses/quiz.ts'
import {
  changeKind,
  duplicateQuestion,
  moveInList,
  newQuestion,
  partsOf,
  problemsOf,
  totalPoints,
  withTranslation,
  type Question,
  type QuestionOf,
} from '#src/features/course-builder/model/questions.ts'

const options = (...texts: string[]) =>
  texts.map((text, index) => ({ id: crypto.randomUUID(), text, correct: index === 0, explanation: '' }))
const namedOptions = ({ options: list }: QuestionOf<'single'> | QuestionOf<'multiple'>) =>
  list.map((option, index) => ({ ...option, text: `option ${index}` }))
const complete: Record<(typeof questionKinds)[number], Question> = {
  single: { kind: 'single', prompt: 'Which?', options: options('a', 'b') },
  multiple: { kind: 'multiple', prompt: 'Which?', options: options('a', 'b') },
  true_false: { kind: 'true_false', prompt: 'Is it?', answer: false },
  short: { kind: 'short', prompt: 'Name?', accepted: ['Delhi'] },
  numeric: { kind: 'numeric', prompt: 'How many?', value: 4.5, tolerance: 0.1 },
  ordering: {
    kind: 'ordering',
    prompt: 'Sort',
    items: options('a', 'b').map(({ id, text }) => ({ id, text })),
  },
  matching: {
    kind: 'matching',
    prompt: 'Match',
    pairs: ['a', 'b'].map((text) => ({
      left: { id: crypto.randomUUID(), text },
      right: { id: crypto.randomUUID(), text: `${text}!` },
    })),
  },
}

describe('authored questions', () => {
  it.each(questionKinds)('reports what is missing in a new %s question', (kind) => {
    expect(problemsOf(newQuestion(kind))).toContain('prompt')
  })

  it.each([
    ['single', ['right_missing']],
    ['multiple', ['right_missing']],
    ['true_false', ['right_missing']],
    ['numeric', ['number']],
  ] as const)('marks nothing as right in a new %s question and cannot publish it', (kind, problems) => {
    const question = newQuestion(kind)
    const texts = { prompt: 'Which?', ...('options' in question && { options: namedOptions(question) }) }
    const written = { ...question, ...texts } as Question
    expect(problemsOf(written)).toEqual(problems)
    expect(authoredQuestion.safeParse(written).success).toBe(false)
  })

  it('marks no option as right when a question without one becomes a single choice', () => {
    const single = changeKind(newQuestion('multiple'), 'single') as QuestionOf<'single'>
    expect(single.options.map(({ correct }) => correct)).toEqual([false, false])
  })

  it.each(questionKinds)('accepts a complete %s question, as the server does', (kind) => {
    expect(problemsOf(complete[kind])).toEqual([])
    expect(authoredQuestion.safeParse(complete[kind]).success).toBe(true)
  })

  it('reports missing correct options, duplicates, empty options and too few options', () => {
    const base = complete.multiple as QuestionOf<'multiple'>
    const problemsWith = (
      change: (text: QuestionOf<'multiple'>['options'][number], index: number) => object,
    ) =>
      problemsOf({
        ...base,
        options: base.options.map((each, index) => ({ ...each, ...change(each, index) })),
      })
    expect(problemsWith(() => ({ correct: false }))).toEqual(['right_missing'])
    expect(problemsWith(() => ({ text: 'same' }))).toEqual(['option_twice'])
    expect(problemsWith((_, index) => (index === 1 ? { text: ' ' } : {}))).toEqual(['option_text'])
    expect(problemsOf({ ...base, options: base.options.slice(0, 1) })).toEqual(['pair_needed'])
  })

  it('keeps the texts and one correct option when changing to single choice', () => {
    const both = {
      ...complete.multiple,
      id: 7,
      options: options('a', 'b').map((each) => ({ ...each, correct: true })),
    }
    const single = changeKind(both as Question, 'single') as QuestionOf<'single'>
    expect(single).toMatchObject({ kind: 'single', id: 7, prompt: 'Which?' })
    expect(single.options.map(({ text, correct }) => [text, correct])).toEqual([
      ['a', true],
      ['b', false],
    ])
  })

  it('gives a copy new ids and the same texts', () => {
    const source = { ...complete.matching, id: 3 } as QuestionOf<'matching'>
    const copy = duplicateQuestion(source) as QuestionOf<'matching'>
    expect(copy.id).toBeUndefined()
    expect(copy.pairs.map(({ left }) => left.text)).toEqual(['a', 'b'])
    expect(copy.pairs[0]?.left.id).not.toBe(source.pairs[0]?.left.id)
  })

  it('moves a list entry and ignores positions outside the list', () => {
    expect(moveInList(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
    expect(moveInList(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c'])
  })

  it('counts one point for a question without points', () => {
    expect(totalPoints([complete.single, { ...complete.short, points: 4 }])).toBe(5)
  })
})

describe('translated question', () => {
  it('shows translated texts to learners without changing the answer key', () => {
    const question = newQuestion('single') as QuestionOf<'single'>
    const [one, two] = question.options
    const written = {
      ...question,
      prompt: 'One?',
      options: question.options.map((each, index) => ({
        ...each,
        text: index === 0 ? 'Yes' : 'No',
        correct: index === 0,
      })),
    }
    expect(partsOf(written).map(({ text }) => text)).toEqual(['Yes', 'No'])

    const translated = withTranslation(withTranslation(written, 'hi', { prompt: 'एक?' }), 'hi', {
      parts: { [one?.id ?? '']: 'हाँ' },
    })
    const shown = questionIn(authoredQuestion.parse(translated), 'hi')

    expect(shown).toMatchObject({
      prompt: 'एक?',
      options: [
        { id: one?.id, text: 'हाँ', correct: true },
        { id: two?.id, text: 'No', correct: false },
      ],
    })
  })

  it('removes a language when its last text is deleted', () => {
    const question = withTranslation(newQuestion('short'), 'ar', { prompt: 'كم؟' })

    expect(withTranslation(question, 'ar', { prompt: ' ' }).texts).toEqual({})
  })
})

describe('order of options', () => {
  it('keeps the switch of a choice when its kind changes to the other choice', () => {
    const kept = { ...complete.multiple, keep_order: true } as Question
    expect(changeKind(kept, 'single')).toMatchObject({ kind: 'single', keep_order: true })
    expect(changeKind(kept, 'short')).not.toHaveProperty('keep_order')
  })
})
