import { describe, expect, it } from 'vitest'
import type { TopicPage } from '#contract/courses/topic-page.ts'
import type { GivenAnswer, ShownQuestion } from '#contract/courses/quiz.ts'
import { formatTimestamp, currentItem, neighbours } from '#src/features/courses/learning/model/lesson.ts'
import { pageTurnForKey } from '#src/features/courses/learning/model/page-keys.ts'
import {
  mergeAnswers,
  isUnanswered,
  moveItem,
  unansweredIndexes,
} from '#src/features/courses/learning/model/quiz-draft.ts'
import { createPlaybackClock } from '#src/features/courses/learning/model/play-clock.ts'

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

describe('position in a topic', () => {
  it('picks the requested item, else the first open one, else the first', () => {
    const items = [article(1, 'completed'), article(2), article(3)]
    expect(currentItem(items, '3')?.id).toBe(3)
    expect(currentItem(items, null)?.id).toBe(2)
    expect(currentItem(items, '99')?.id).toBe(2)
    expect(currentItem([article(1, 'completed')], null)?.id).toBe(1)
    expect(currentItem([], null)).toBeNull()
  })

  it('goes through the steps before the neighbouring topics', () => {
    const topic = page([article(1), article(2)])
    expect(neighbours(topic, 1)).toMatchObject({ previous: { topicId: 1 }, next: { topicId: 2, itemId: 2 } })
    expect(neighbours(topic, 2)).toMatchObject({
      previous: { itemId: 1 },
      next: { topicId: 3, itemId: null },
    })
  })

  it('formats seconds as players do', () => {
    expect([0, 9.9, 187, 3729, Number.NaN].map(formatTimestamp)).toEqual([
      '0:00',
      '0:09',
      '3:07',
      '1:02:09',
      '0:00',
    ])
  })
})

describe('pageTurnForKey', () => {
  it('follows the reading direction', () => {
    expect(pageTurnForKey(press('ArrowRight'), 'ltr')).toBe('next')
    expect(pageTurnForKey(press('ArrowRight'), 'rtl')).toBe('previous')
    expect(pageTurnForKey(press('ArrowLeft'), 'rtl')).toBe('next')
    expect(pageTurnForKey(press('Enter'), 'ltr')).toBeNull()
  })

  it.each(['input', 'textarea', 'select', 'video'])('ignores keys in %s', (tag) => {
    expect(pageTurnForKey(press('ArrowRight', document.createElement(tag)), 'ltr')).toBeNull()
  })

  it('ignores keys with a modifier and handled keys', () => {
    expect(pageTurnForKey(press('ArrowRight', document.body, { altKey: true }), 'ltr')).toBeNull()
    expect(pageTurnForKey(press('ArrowRight', document.body, { defaultPrevented: true }), 'ltr')).toBeNull()
  })
})

describe('quiz drafts', () => {
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

  it('keeps the later answer to each question', () => {
    const answers = mergeAnswers(
      questions,
      [
        { question_id: 1, kind: 'single', chosen: a },
        { question_id: 5, kind: 'short', text: 'x' },
      ],
      [{ question_id: 1, kind: 'single', chosen: b }],
    )
    expect(answers[1]).toMatchObject({ chosen: b })
    expect(answers[5]).toMatchObject({ text: 'x' })
    expect(unansweredIndexes(questions, answers)).toEqual([1, 2, 3])
  })

  it.each<[string, GivenAnswer]>([
    ['a removed option', { question_id: 1, kind: 'single', chosen: c }],
    ['one removed option of several', { question_id: 2, kind: 'multiple', chosen: [a, c] }],
    ['an incomplete order', { question_id: 3, kind: 'ordering', order: [a, b] }],
    ['a removed side', { question_id: 4, kind: 'matching', pairs: [{ left: a, right: c }] }],
    ['another question kind', { question_id: 5, kind: 'numeric', text: '1' }],
    ['a removed question', { question_id: 9, kind: 'short', text: 'x' }],
  ])('drops a saved answer with %s', (_, answer) => {
    expect(mergeAnswers(questions, [answer])).toEqual({})
  })

  it.each<[GivenAnswer, boolean]>([
    [{ question_id: 1, kind: 'single', chosen: null }, true],
    [{ question_id: 1, kind: 'true_false', chosen: false }, false],
    [{ question_id: 1, kind: 'multiple', chosen: [] }, true],
    [{ question_id: 1, kind: 'numeric', text: ' ' }, true],
    [{ question_id: 1, kind: 'ordering', order: [a, b] }, false],
    [{ question_id: 1, kind: 'matching', pairs: [] }, true],
  ])('detects whether %j is unanswered: %s', (answer, expected) => {
    expect(isUnanswered(answer)).toBe(expected)
  })

  it('swaps neighbours and keeps the order at the ends', () => {
    expect(moveItem([a, b, c], 1, -1)).toEqual([b, a, c])
    expect(moveItem([a, b, c], 1, 1)).toEqual([a, c, b])
    expect(moveItem([a, b, c], 0, -1)).toEqual([a, b, c])
    expect(moveItem([a, b, c], 2, 1)).toEqual([a, b, c])
  })
})

describe('createPlaybackClock', () => {
  it('returns each interval once, in seconds', () => {
    let now = 10_000
    const clock = createPlaybackClock(() => now)
    clock.start()
    clock.start()
    now = 14_000
    expect(clock.takeIntervals()).toEqual([[10, 14]])
    now = 15_500
    clock.stop()
    now = 60_000
    expect(clock.takeIntervals()).toEqual([[14, 15.5]])
    expect(clock.takeIntervals()).toEqual([])
  })

  it('returns no interval when the clock was set back during playback', () => {
    let now = 10_000
    const clock = createPlaybackClock(() => now)
    clock.start()
    now = 5_000
    expect(clock.takeIntervals()).toEqual([])
  })
})
