import { describe, expect, it } from 'vitest'
import type { ImportAnswer } from '#contract/question-bank/question-bank.ts'
import { QUESTION_FILE_MAX_BYTES } from '#contract/question-bank/question-import.ts'
import {
  advanceFileImport,
  importRequest,
  initialFileImport,
  sizeProblem,
  type FileImportEvent,
} from '#src/features/question-bank/model/file-import.ts'

const file = { name: 'cubes.gift', data: 'QQ==' }
const answer: ImportAnswer = {
  applied: false,
  counts: { new: 2, duplicate: 0, error: 0 },
  rows: [],
  issues: [],
}
const read: FileImportEvent = { type: 'fileRead', file, answer }
const after = (...events: FileImportEvent[]) => events.reduce(advanceFileImport, initialFileImport('hi'))

describe('question bank import state', () => {
  it('keeps what rows get by default through all steps', () => {
    const state = after(
      { type: 'defaultsChanged', changes: { topicId: 4, difficulty: 'hard' } },
      { type: 'readingStarted' },
      read,
      { type: 'startedOver' },
    )

    expect(state).toEqual({
      step: 'choose',
      problem: null,
      defaults: { language: 'hi', topicId: 4, difficulty: 'hard' },
    })
  })

  it('keeps the preview while rows are being added and when that fails', () => {
    const adding = after(read, { type: 'addingStarted' })
    expect(adding).toMatchObject({ step: 'preview', file, answer, isAdding: true })

    const failed = advanceFileImport(adding, { type: 'addingFailed', error: 'conflict' })
    expect(failed).toMatchObject({ step: 'preview', isAdding: false, error: 'conflict' })
    expect(advanceFileImport(failed, { type: 'addingStarted' })).toMatchObject({ error: null })
  })

  it('forgets the problem of the last file when another is read', () => {
    const refused = after({ type: 'refused', problem: { reason: 'file_empty' } })

    expect(refused).toMatchObject({ step: 'choose', problem: { reason: 'file_empty' } })
    expect(advanceFileImport(refused, { type: 'readingStarted' })).not.toHaveProperty('problem')
  })

  it('ignores an answer to adding after the dialog started over', () => {
    const state = after(read, { type: 'addingStarted' }, { type: 'startedOver' })

    expect(advanceFileImport(state, { type: 'addingFailed', error: 'late' })).toBe(state)
  })

  it('refuses empty and too large files', () => {
    expect([0, 1, QUESTION_FILE_MAX_BYTES, QUESTION_FILE_MAX_BYTES + 1].map(sizeProblem)).toEqual([
      { reason: 'file_empty' },
      null,
      null,
      { reason: 'file_too_large' },
    ])
  })

  it('asks the server with the format of the name and the defaults', () => {
    expect(importRequest(file, after().defaults, true)).toEqual({
      format: 'gift',
      file_name: 'cubes.gift',
      data: 'QQ==',
      language: 'hi',
      topic_id: null,
      difficulty: 'medium',
      apply: true,
    })
  })
})
