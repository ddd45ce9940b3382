import { describe, expect, it } from 'vitest'
import type { ProblemAnswer } from '#contract/problems/problems.ts'
import { chooseDraft, parseLocalDraft } from '#src/features/courses/learning/model/problem-draft.ts'

const code = (text: string): ProblemAnswer => ({ kind: 'python', code: text })
const server = (text: string, revision: number) => ({
  answer: code(text),
  revision,
  saved_at: '2026-11-21T10:00:00.000Z',
})

describe('which answer to go on with', () => {
  it('given nothing anywhere, when opened, then the starter stands', () => {
    expect(chooseDraft(code('start'), null, null)).toMatchObject({ answer: code('start'), unsent: false })
  })
  it('given a newer one on the server and nothing unsent here, when opened, then the server’s stands', () => {
    expect(chooseDraft(code('start'), null, server('theirs', 3))).toMatchObject({
      answer: code('theirs'),
      revision: 3,
      unsent: false,
    })
  })
  it('given something unsent on top of what the server has, when opened, then it goes on and is sent', () => {
    const choice = chooseDraft(code('start'), { answer: code('mine'), revision: 3 }, server('older', 3))
    expect(choice).toMatchObject({ answer: code('mine'), unsent: true, conflict: null })
  })
  it('given something unsent while another device went on, when opened, then mine is shown and theirs offered', () => {
    const choice = chooseDraft(code('start'), { answer: code('mine'), revision: 3 }, server('theirs', 5))
    expect(choice.answer).toEqual(code('mine'))
    expect(choice.conflict?.answer).toEqual(code('theirs'))
  })
  it('given the same text on both sides, when opened, then there is nothing to choose', () => {
    const choice = chooseDraft(code('start'), { answer: code('same'), revision: 1 }, server('same', 2))
    expect(choice).toMatchObject({ unsent: false, conflict: null, revision: 2 })
  })
  it('given something broken or of another kind in storage, when read, then it counts as nothing', () => {
    expect(parseLocalDraft('{', 'python')).toBeNull()
    expect(parseLocalDraft(JSON.stringify({ answer: code('x'), revision: 1 }), 'sql')).toBeNull()
    expect(parseLocalDraft(JSON.stringify({ answer: code('x'), revision: 1 }), 'python')).not.toBeNull()
  })
})
