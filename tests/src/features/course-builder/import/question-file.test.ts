import { describe, expect, it } from 'vitest'
import { QUESTIONS_MAX } from '#contract/courses/quiz.ts'
import {
  advanceFile,
  initialFile,
  selectionOf,
  type FileReport,
  type QuestionFileEvent,
} from '#src/features/course-builder/model/question-file.ts'

const report = {
  issues: [],
  rows: [
    { row: 1, question: { prompt: 'new' }, issues: [] },
    { row: 2, question: { prompt: 'known' }, issues: [{ code: 'duplicate' }] },
    { row: 3, issues: [{ code: 'prompt_missing' }] },
  ],
} as unknown as FileReport
const read: QuestionFileEvent = { type: 'fileRead', report }
const after = (...events: QuestionFileEvent[]) => events.reduce(advanceFile, initialFile)
const selected = (existing: number, ...events: QuestionFileEvent[]) => {
  const state = after(read, ...events)
  if (state.step !== 'report') throw new Error('no report')
  return selectionOf(state, existing)
}

describe('question file state', () => {
  it('selects the rows without an error that do not exist yet', () => {
    expect(after({ type: 'readingStarted' }, read)).toMatchObject({ step: 'report', chosen: new Set([1]) })
  })

  it('returns to the choice with the reason when the file is refused', () => {
    const problem = { reason: 'tooLarge' } as const

    expect(after({ type: 'refused', problem })).toEqual({ step: 'choose', problem })
    expect(after({ type: 'refused', problem }, { type: 'readingStarted' })).toEqual({ step: 'reading' })
    expect(after(read, { type: 'startedOver' })).toEqual(initialFile)
  })

  it('adds chosen rows only, never one with an error', () => {
    const { questions } = selected(0, { type: 'rowsChosen', chosen: new Set([2, 3]) })

    expect(questions).toEqual([{ prompt: 'known' }])
  })

  it('counts the room that the quiz has left', () => {
    expect(selected(QUESTIONS_MAX - 1)).toMatchObject({ room: 1, hasTooMany: false })
    expect(selected(QUESTIONS_MAX)).toMatchObject({ room: 0, hasTooMany: true })
    expect(selected(QUESTIONS_MAX + 5).room).toBe(0)
  })

  it('ignores chosen rows without a report', () => {
    expect(after({ type: 'rowsChosen', chosen: new Set([1]) })).toEqual(initialFile)
  })
})
