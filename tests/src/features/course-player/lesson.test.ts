import { describe, expect, it } from 'vitest'
import type { TopicPage } from '#contract/courses.ts'
import { clock, currentItem, neighbours } from '#src/features/course-player/model/lesson.ts'
import { pageTurn } from '#src/features/course-player/model/page-keys.ts'
import { readDraft, withAnswer } from '#src/features/course-player/model/quiz-draft.ts'

const article = (id: number, state: 'completed' | 'not_started' = 'not_started') =>
  ({ id, type: 'article', title: `A${id}`, minutes: 1, state, html: '<p>x</p>' }) as const
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

describe('draft of a quiz', () => {
  const questions = [
    {
      id: 1,
      prompt: 'p',
      choices: [
        { id: 10, text: 'a' },
        { id: 11, text: 'b' },
      ],
    },
  ]
  const first = '6f0b4c3e-0000-4000-8000-000000000001'
  const second = '6f0b4c3e-0000-4000-8000-000000000002'
  const kept = (value: unknown) => ({
    get: () => (typeof value === 'string' ? value : JSON.stringify(value)),
  })

  it('given the same answer again, when chosen, then it stays one attempt; another answer is another attempt', () => {
    const draft = { answers: { 1: 10 }, key: first }
    expect(withAnswer(draft, 1, 10, () => second).key).toBe(first)
    expect(withAnswer(draft, 1, 11, () => second)).toEqual({ answers: { 1: 11 }, key: second })
  })

  it('given kept answers, when read, then those that still fit come back under the same key', () => {
    expect(readDraft(kept({ answers: { 1: 11 }, key: first }), 'k', questions)).toEqual({
      answers: { 1: 11 },
      key: first,
    })
  })

  it('given answers to a question that changed, when read, then they are left out and count anew', () => {
    const draft = readDraft(kept({ answers: { 1: 99, 7: 1 }, key: first }), 'k', questions)
    expect(draft.answers).toEqual({})
    expect(draft.key).not.toBe(first)
  })

  it.each(['{', 'null', '{"answers":{},"key":"x"}'])(
    'given damaged storage %s, when read, then it is empty',
    (text) => {
      expect(readDraft(kept(text), 'k', questions).answers).toEqual({})
    },
  )
})
