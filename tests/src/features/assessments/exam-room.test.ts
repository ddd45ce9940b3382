import { describe, expect, it } from 'vitest'
import type { AttemptPage } from '#contract/assessments/assessments.ts'
import type { AttemptView, QuestionState } from '#src/features/assessments/attempt/types.ts'
import {
  actionOfKey,
  advanceRoom,
  initialRoom,
  roomFacts,
  type RoomEvent,
} from '#src/features/assessments/model/exam-room.ts'

const after = (...events: RoomEvent[]) => events.reduce(advanceRoom, initialRoom(null))
const paper = { questions: [{ position: 1 }, { position: 2 }, { position: 3 }] } as AttemptPage
const aView = (overrides: Partial<AttemptView> = {}) =>
  ({
    phase: 'running',
    place: 2,
    questions: [{ position: 1 }, { position: 2 }, { position: 3 }],
    ...overrides,
  }) as AttemptView
const state = { marked: false } as QuestionState

describe('exam room', () => {
  it('leaves the focus on the heading until the learner moves', () => {
    expect(after({ type: 'sheet', isOpen: true }).hasNavigated).toBe(false)
    expect(after({ type: 'wentToQuestion' }).hasNavigated).toBe(true)
    expect(after({ type: 'openedSummary' }).hasNavigated).toBe(true)
  })

  it('closes the summary and the sheet when the learner goes to a question', () => {
    const room = after({ type: 'openedSummary' }, { type: 'sheet', isOpen: true }, { type: 'wentToQuestion' })

    expect(room).toMatchObject({ isSummaryOpen: false, isSheetOpen: false })
  })

  it('closes the sheet when the summary opens', () => {
    expect(after({ type: 'sheet', isOpen: true }, { type: 'openedSummary' })).toMatchObject({
      isSummaryOpen: true,
      isSheetOpen: false,
    })
  })

  it('switches the shortcuts and shows a take-over in progress', () => {
    const room = after({ type: 'shortcuts', areOn: false }, { type: 'takeOver', isRunning: true })

    expect(room).toMatchObject({ hasShortcuts: false, isTakingOver: true })
    expect(advanceRoom(room, { type: 'takeOver', isRunning: false }).isTakingOver).toBe(false)
  })

  it('announces each grant of extra time once', () => {
    const granted: RoomEvent = { type: 'extraTime', extra: { minutes: 10, count: 1 } }
    const room = after(granted, granted)

    expect(room.notice).toEqual({ about: 'extraTime', minutes: 10, count: 1 })
    expect(advanceRoom(room, { type: 'extraTime', extra: { minutes: 10, count: 2 } }).notice?.count).toBe(2)
  })

  it('does not announce extra time that was given before the page opened', () => {
    const room = initialRoom({ minutes: 10, count: 3 })

    expect(advanceRoom(room, { type: 'extraTime', extra: { minutes: 10, count: 3 } }).notice).toBeNull()
  })

  it('removes an expired notice, but not a newer one', () => {
    const room = after({ type: 'timeWarning', minutes: 10 }, { type: 'timeWarning', minutes: 5 })

    expect(advanceRoom(room, { type: 'noticeExpired', count: 1 }).notice?.minutes).toBe(5)
    expect(advanceRoom(room, { type: 'noticeExpired', count: 2 }).notice).toBeNull()
  })

  it('counts notices on after one expired, so that the next is announced', () => {
    const room = after(
      { type: 'timeWarning', minutes: 5 },
      { type: 'noticeExpired', count: 1 },
      { type: 'timeWarning', minutes: 1 },
    )

    expect(room.notice).toEqual({ about: 'timeLeft', minutes: 1, count: 2 })
  })
})

describe('facts of the exam room', () => {
  it('keeps the position inside the paper', () => {
    expect(roomFacts(paper, aView({ place: 0 }), false).position).toBe(1)
    expect(roomFacts(paper, aView({ place: 9 }), false).position).toBe(3)
  })

  it('is read-only in another tab, on another device and while it ends', () => {
    expect(roomFacts(paper, aView(), false)).toMatchObject({ isElsewhere: false, isReadOnly: false })
    expect(roomFacts(paper, aView(), true)).toMatchObject({ isElsewhere: true, isReadOnly: true })
    expect(roomFacts(paper, aView({ phase: 'elsewhere' }), false)).toMatchObject({
      isElsewhere: true,
      isReadOnly: true,
    })
    expect(roomFacts(paper, aView({ phase: 'ending' }), false)).toMatchObject({
      isElsewhere: false,
      isReadOnly: true,
    })
  })
})

describe('exam shortcuts', () => {
  it('moves to the next and the previous question, read-only too', () => {
    expect(actionOfKey({ do: 'next' }, { position: 2, state, isReadOnly: true })).toEqual({
      type: 'goTo',
      position: 3,
    })
    expect(actionOfKey({ do: 'previous' }, { position: 2, state, isReadOnly: true })).toEqual({
      type: 'goTo',
      position: 1,
    })
  })

  it('marks and chooses only where the answer can change', () => {
    expect(actionOfKey({ do: 'mark' }, { position: 2, state, isReadOnly: false })).toEqual({
      type: 'mark',
      position: 2,
      isMarked: true,
    })
    expect(actionOfKey({ do: 'choose', letter: 'C' }, { position: 2, state, isReadOnly: false })).toEqual({
      type: 'choose',
      position: 2,
      letter: 'C',
    })
    expect(actionOfKey({ do: 'mark' }, { position: 2, state, isReadOnly: true })).toBeNull()
    expect(
      actionOfKey({ do: 'choose', letter: 'C' }, { position: 2, state: undefined, isReadOnly: false }),
    ).toBeNull()
  })
})
