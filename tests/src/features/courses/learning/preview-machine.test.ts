import { describe, expect, it } from 'vitest'
import type { CoursePreview } from '#contract/course-builder/preview.ts'
import type { Submission } from '#contract/problems/problems.ts'
import type { VideoAnswer } from '#contract/courses/video-questions.ts'
import {
  advancePreview,
  initialPreview,
  type PreviewEvent,
} from '#src/features/courses/learning/context/preview-machine.ts'
import {
  outlineWithWork,
  pageWithWork,
  problemPageOf,
  progressResultOf,
  reviewsOf,
} from '#src/features/courses/learning/context/preview-pages.ts'

const AT = '2026-03-01T10:00:00.000Z'
const QUESTION = '00000000-0000-4000-8000-000000000001'

const preview = {
  page: {
    course: { id: 4, title: 'SQL', percent: 0 },
    section_title: 'Asking',
    topic: { id: 1, title: 'SELECT', state: 'not_started' },
    items: [
      { id: 1, type: 'article', title: 'Rows', minutes: 2, state: 'not_started' },
      {
        id: 2,
        type: 'video',
        title: 'Joins',
        state: 'not_started',
        duration_seconds: 100,
        questions: [{ id: QUESTION, second: 5, required: false, question: { id: 1 }, answer: null }],
      },
      { id: 3, type: 'quiz', title: 'Check', state: 'not_started', questions: [{ id: 1 }] },
      { id: 4, type: 'problem', title: 'Write', state: 'not_started' },
    ],
    previous: null,
    next: null,
  },
  sections: [
    {
      id: 1,
      title: 'Asking',
      topics: [
        {
          id: 1,
          title: 'SELECT',
          state: 'not_started',
          free_preview: false,
          items: [1, 2, 3, 4].map((id) => ({ id, state: 'not_started' })),
        },
      ],
    },
  ],
  items: [
    { id: 1, key: 'rows' },
    { id: 2, key: 'joins' },
    { id: 3, key: 'check' },
    { id: 4, key: 'write' },
  ],
  problems: [{ item_id: 4, problem: { attempts_limit: 3 } }],
  unfinished: [],
} as unknown as CoursePreview

const after = (...events: PreviewEvent[]) =>
  [{ type: 'topicLoaded', topic: 1, preview } as const, ...events].reduce(advancePreview, initialPreview())
const stateOfItem = (state: ReturnType<typeof after>, itemId: number) =>
  progressResultOf(state, itemId, AT).item.state

const watched = (from: number, to: number): PreviewEvent => ({
  type: 'videoWatched',
  itemId: 2,
  ranges: [[from, to]],
  position: to,
})
const graded = (attempts: number, passed: boolean): PreviewEvent => ({
  type: 'quizGraded',
  key: 'check',
  itemId: 3,
  answers: [],
  grade: { percent: passed ? 100 : 20, passed, revealed: true, questions: [] },
  standing: { attempts, best_percent: 100, attempts_left: null, next_attempt_at: null },
  at: AT,
})
const submitted = (state: string, points: number | null): PreviewEvent => ({
  type: 'problemGraded',
  key: 'write',
  itemId: 4,
  graded: { id: 99, state, points_earned: points, answer: {} } as unknown as Submission,
})
const answered = (right: boolean): PreviewEvent => ({
  type: 'videoAnswered',
  key: 'joins',
  question: QUESTION,
  answer: { question: { id: 1 }, given: {}, mark: { right } } as unknown as VideoAnswer,
})

describe('preview state machine', () => {
  it('refuses work before a topic is loaded', () => {
    expect(() => advancePreview(initialPreview(), { type: 'articleRead', itemId: 1 })).toThrow('no topic yet')
  })

  it('never changes the state it was given', () => {
    const before = after()

    advancePreview(before, { type: 'articleRead', itemId: 1 })

    expect(stateOfItem(before, 1)).toBe('not_started')
  })

  it('completes an article and counts it for topic and course', () => {
    const state = after({ type: 'articleRead', itemId: 1 })

    expect(progressResultOf(state, 1, AT)).toMatchObject({
      item: { id: 1, state: 'completed' },
      topic: { id: 1, state: 'in_progress' },
      course: { completed_items: 1, total_items: 4, percent: 25 },
    })
  })

  it('completes a video at 90 % of its distinct seconds', () => {
    const almost = after(watched(0, 60), watched(0, 60), watched(60, 89))

    expect(stateOfItem(almost, 2)).toBe('in_progress')
    expect(stateOfItem(advancePreview(almost, watched(89, 90)), 2)).toBe('completed')
    expect(pageWithWork(almost.work, preview).items[1]).toMatchObject({
      position_seconds: 89,
      watched_seconds: 89,
    })
  })

  it('lists quiz attempts newest first and keeps the item completed after a failed one', () => {
    const state = after(graded(1, true), graded(2, false))

    expect(reviewsOf(state, 3).map(({ id, passed, shown }) => [id, passed, shown.length])).toEqual([
      [2, false, 1],
      [1, true, 1],
    ])
    expect(stateOfItem(state, 3)).toBe('completed')
    expect(pageWithWork(state.work, preview).items[2]).toMatchObject({ attempts: 2 })
  })

  it('numbers submissions, counts the attempts left and keeps the best points', () => {
    const state = after(submitted('rejected', 4), submitted('accepted', 10), submitted('rejected', null))

    expect(problemPageOf(state, 4)).toMatchObject({
      standing: { attempts: 3, attempts_left: 0, solved: true, best_points: 10 },
      submissions: [{ id: 3 }, { id: 2 }, { id: 1 }],
    })
    expect(problemPageOf(state, 4).submissions[0]).not.toHaveProperty('answer')
    expect(stateOfItem(state, 4)).toBe('completed')
  })

  it('keeps the first answer to a question in a video', () => {
    const state = after(answered(false), answered(true))

    expect(pageWithWork(state.work, preview).items[1]).toMatchObject({
      state: 'in_progress',
      questions: [{ answer: { mark: { right: false } } }],
    })
  })

  it('replaces a note with the same id and removes a deleted one', () => {
    type Note = Extract<PreviewEvent, { type: 'noteChanged' }>['note']
    const note = { body: 'first', colour: null, place: null } as unknown as Note
    const change = (value: Note): PreviewEvent => ({
      type: 'noteChanged',
      itemId: 1,
      noteId: 'n1',
      note: value,
      at: AT,
    })
    const written = after(change(note), change({ ...note, body: 'second' } as Note))

    expect([...written.work.notes.values()].map(({ body }) => body)).toEqual(['second'])
    expect(advancePreview(written, change(null)).work.notes.size).toBe(0)
  })

  it('keeps work with its item when the author reorders the items', () => {
    const reordered = {
      ...preview,
      items: [
        { id: 1, key: 'joins' },
        { id: 2, key: 'rows' },
      ],
    } as CoursePreview
    const state = after(
      { type: 'articleRead', itemId: 1 },
      { type: 'topicLoaded', topic: 2, preview: reordered },
    )

    const states = outlineWithWork(state.work, reordered)[0]?.topics[0]?.items.map((item) => item.state)
    expect(states).toEqual(['not_started', 'completed', 'not_started', 'not_started'])
    expect([...state.previews.keys()]).toEqual([1, 2])
  })
})
