import { describe, expect, it } from 'vitest'
import type { ProblemAnswer } from '#contract/problems/problems.ts'
import { chooseDraft, parseLocalDraft } from '#src/features/courses/learning/model/problem-draft.ts'

const code = (text: string): ProblemAnswer => ({ kind: 'python', code: text })
const server = (text: string, revision: number) => ({
  answer: code(text),
  revision,
  saved_at: '2026-11-21T10:00:00.000Z',
})

describe('chooseDraft', () => {
  it('returns the starter when there is no draft', () => {
    expect(chooseDraft(code('start'), null, null)).toMatchObject({ answer: code('start'), isUnsent: false })
  })
  it('returns the server’s draft when nothing is unsent here', () => {
    expect(chooseDraft(code('start'), null, server('theirs', 3))).toMatchObject({
      answer: code('theirs'),
      revision: 3,
      isUnsent: false,
    })
  })
  it('keeps an unsent answer that is based on the server’s revision', () => {
    const choice = chooseDraft(code('start'), { answer: code('mine'), revision: 3 }, server('older', 3))
    expect(choice).toMatchObject({ answer: code('mine'), isUnsent: true, conflict: null })
  })
  it('reports a conflict when another device saved after this draft', () => {
    const choice = chooseDraft(code('start'), { answer: code('mine'), revision: 3 }, server('theirs', 5))
    expect(choice.answer).toEqual(code('mine'))
    expect(choice.conflict?.answer).toEqual(code('theirs'))
  })
  it('reports no conflict when both answers are equal', () => {
    const choice = chooseDraft(code('start'), { answer: code('same'), revision: 1 }, server('same', 2))
    expect(choice).toMatchObject({ isUnsent: false, conflict: null, revision: 2 })
  })
  it('ignores a stored draft that is invalid or of another kind', () => {
    expect(parseLocalDraft('{', 'python')).toBeNull()
    expect(parseLocalDraft(JSON.stringify({ answer: code('x'), revision: 1 }), 'sql')).toBeNull()
    expect(parseLocalDraft(JSON.stringify({ answer: code('x'), revision: 1 }), 'python')).not.toBeNull()
  })
})
