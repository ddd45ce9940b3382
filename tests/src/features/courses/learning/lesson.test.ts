import { describe, expect, it } from 'vitest'
import type { TopicPage } from '#contract/courses/topic-page.ts'
import type { GivenAnswer, ShownQuestion } from '#contract/courses/quiz.ts'
import { clock, currentItem, neighbours } from '#src/features/courses/learning/model/lesson.ts'
import { pageTurn } from '#src/features/courses/learning/model/page-keys.ts'
import { answersOf, isOpen, moved, openPlaces } from '#src/features/courses/learning/model/quiz-draft.ts'
import { createPlayClock } from '#src/features/courses/learning/model/play-clock.ts'

const article = (id: number, state: 'completed' | 'not_started' = 'not_started') =>
  ({ id, type: 'article', title: `A${id}`, minutes: 1, state, html: '<p>x</p>', paragraph: 0 }) as const
const page = (items: TopicPage['items']): TopicPage => ({
  course: { id: 1, title: 'C', percent: 0 },
  section_title: 'S',
  topic: { id: 2, title: 'T', state: 'in_progress' },
  items,
  previous: { topic_id: 1, title: 'Before' },
  next: { topic_id: 3, title: 'After' },
})
const press = (key: string, target: EventTarget | null = document.body, extra = {}) => ({
  key,
  target,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  defaultPrevented: false,
  ...extra,
})

describe('where one is in a topic', () => {
  it('given an item in the address, when opened, then it is that one, else the first open one, else the first', () => {
    const items = [article(1, 'completed'), article(2), article(3)]
    expect(currentItem(items, '3')?.id).toBe(3)
    expect(currentItem(items, null)?.id).toBe(2)
    expect(currentItem(items, '99')?.id).toBe(2)
    expect(currentItem([article(1, 'completed')], null)?.id).toBe(1)
    expect(currentItem([], null)).toBeNull()
  })

  it('given steps and neighbouring topics, when one goes on, then steps come first', () => {
    const topic = page([article(1), article(2)])
    expect(neighbours(topic, 1)).toMatchObject({ previous: { topicId: 1 }, next: { topicId: 2, itemId: 2 } })
    expect(neighbours(topic, 2)).toMatchObject({
      previous: { itemId: 1 },
      next: { topicId: 3, itemId: null },
    })
  })

  it('given seconds, when shown as a clock, then as players do', () => {
    expect([0, 9.9, 187, 3729, Number.NaN].map(clock)).toEqual(['0:00', '0:09', '3:07', '1:02:09', '0:00'])
  })
})

describe('keys that turn the pages', () => {
  it('given arrows, when pressed, then they follow the direction of the script', () => {
    expect(pageTurn(press('ArrowRight'), 'ltr')).toBe('next')
    expect(pageTurn(press('ArrowRight'), 'rtl')).toBe('previous')
    expect(pageTurn(press('ArrowLeft'), 'rtl')).toBe('next')
    expect(pageTurn(press('Enter'), 'ltr')).toBeNull()
  })

  it.each(['input', 'textarea', 'select', 'video'])(
    'given focus in %s, when pressed, then nothing turns',
    (tag) => {
      expect(pageTurn(press('ArrowRight', document.createElement(tag)), 'ltr')).toBeNull()
    },
  )

  it('given a modifier or a key already used, when pressed, then nothing turns', () => {
    expect(pageTurn(press('ArrowRight', document.body, { altKey: true }), 'ltr')).toBeNull()
    expect(pageTurn(press('ArrowRight', document.body, { defaultPrevented: true }), 'ltr')).toBeNull()
  })
})

describe('answers until they are handed in', () => {
  const [a, b, c] = ['a', 'b', 'c'] as const
  const option = (id: string) => ({ id, text: id })
  const head = { prompt: '?', points: 1 }
  const questions: ShownQuestion[] = [
    { ...head, id: 1, kind: 'single', options: [option(a), option(b)] },
    { ...head, id: 2, kind: 'multiple', options: [option(a), option(b)] },
    { ...head, id: 3, kind: 'ordering', items: [option(a), option(b), option(c)] },
    { ...head, id: 4, kind: 'matching', left: [option(a)], right: [option(b)] },
    { ...head, id: 5, kind: 'short' },
  ]

  it('given answers of another device and of this one, when read, then the later of each question stays', () => {
    const answers = answersOf(
      questions,
      [
        { question_id: 1, kind: 'single', chosen: a },
        { question_id: 5, kind: 'short', text: 'x' },
      ],
      [{ question_id: 1, kind: 'single', chosen: b }],
    )
    expect(answers[1]).toMatchObject({ chosen: b })
    expect(answers[5]).toMatchObject({ text: 'x' })
    expect(openPlaces(questions, answers)).toEqual([1, 2, 3])
  })

  it.each<[string, GivenAnswer]>([
    ['an option that is gone', { question_id: 1, kind: 'single', chosen: c }],
    ['one of several that is gone', { question_id: 2, kind: 'multiple', chosen: [a, c] }],
    ['half an order', { question_id: 3, kind: 'ordering', order: [a, b] }],
    ['a side that is gone', { question_id: 4, kind: 'matching', pairs: [{ left: a, right: c }] }],
    ['another kind', { question_id: 5, kind: 'numeric', text: '1' }],
    ['a question that is gone', { question_id: 9, kind: 'short', text: 'x' }],
  ])('given %s, when a kept answer is read, then it is left out', (_, answer) => {
    expect(answersOf(questions, [answer])).toEqual({})
  })

  it.each<[GivenAnswer, boolean]>([
    [{ question_id: 1, kind: 'single', chosen: null }, true],
    [{ question_id: 1, kind: 'true_false', chosen: false }, false],
    [{ question_id: 1, kind: 'multiple', chosen: [] }, true],
    [{ question_id: 1, kind: 'numeric', text: ' ' }, true],
    [{ question_id: 1, kind: 'ordering', order: [a, b] }, false],
    [{ question_id: 1, kind: 'matching', pairs: [] }, true],
  ])('given %j, when asked whether it is open, then it is %s', (answer, open) => {
    expect(isOpen(answer)).toBe(open)
  })

  it('given an order, when items are moved, then neighbours swap and the ends hold', () => {
    expect(moved([a, b, c], 1, -1)).toEqual([b, a, c])
    expect(moved([a, b, c], 1, 1)).toEqual([a, c, b])
    expect(moved([a, b, c], 0, -1)).toEqual([a, b, c])
    expect(moved([a, b, c], 2, 1)).toEqual([a, b, c])
  })
})

describe('when something played', () => {
  it('given plays and pauses, when taken in between, then each stretch comes once, in seconds', () => {
    let now = 10_000
    const clock = createPlayClock(() => now)
    clock.start()
    clock.start()
    now = 14_000
    expect(clock.take()).toEqual([[10, 14]])
    now = 15_500
    clock.stop()
    now = 60_000
    expect(clock.take()).toEqual([[14, 15.5]])
    expect(clock.take()).toEqual([])
  })

  it('given the device clock set back while playing, when taken, then no time is made of it', () => {
    let now = 10_000
    const clock = createPlayClock(() => now)
    clock.start()
    now = 5_000
    expect(clock.take()).toEqual([])
  })
})
