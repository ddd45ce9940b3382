import { describe, expect, it, vi } from 'vitest'
import type { DraftState } from '#contract/course-builder/course-builder.ts'
import type { Operation } from '#contract/course-builder/draft.ts'
import { applyOperations } from '#contract/course-builder/draft-operations.ts'
import { startEditing } from '#src/features/course-builder/model/editing.ts'
import { aDraft } from './factory.ts'

const first: Operation = { op: 'item', key: 'lesson', set: { title: 'Half' } }
const complete: Operation = {
  op: 'item',
  key: 'lesson',
  set: { title: 'Half a tunnel', content: { type: 'article', html: '<p>Light</p>' } },
}
const savedDraft = aDraft({ revision: 3 })
/** As the database returns it: keys in another order. */
const stored = <T>(value: T): T => {
  if (Array.isArray(value)) return value.map(stored) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => a.length - b.length || (a < b ? -1 : 1))
      .map(([key, entry]) => [key, stored(entry)]),
  ) as T
}
const draftAfter = (...actions: Operation[]) =>
  aDraft({ revision: 5, document: stored(applyOperations(savedDraft.document, actions)) })

/** Reopens the course after a crash, when the server has a newer revision than the stored one. */
const reopen = async (theirs: DraftState) => {
  const persisted: unknown[] = []
  const editing = startEditing({
    draft: savedDraft,
    stored: { revision: 3, batch: { id: 'b1', changes: [first] }, changes: [complete] },
    send: () => Promise.reject(new Error('409')),
    read: () => Promise.resolve(theirs),
    classifyError: () => 'conflict',
    store: (next) => persisted.push(next),
    now: () => 0,
    setTimer: (action, ms) => {
      const timer = setTimeout(action, ms)
      return () => clearTimeout(timer)
    },
    newId: () => 'b2',
  })
  await vi.waitFor(() => {
    const { save, theirs: fetched } = editing.state()
    expect(save.phase === 'saved' || fetched !== null).toBe(true)
  })
  return { state: editing.state(), persisted }
}

describe('reopened course', () => {
  it('has no conflict when the closed page had saved everything', async () => {
    const { state, persisted } = await reopen(draftAfter(first, complete))

    expect(state.save.phase).toBe('saved')
    expect([state.theirs, state.revision]).toEqual([null, 5])
    expect(persisted.at(-1)).toBeNull()
  })

  it('control: asks the author when somebody else changed the same field', async () => {
    const { state } = await reopen(draftAfter({ op: 'item', key: 'lesson', set: { title: 'Theirs' } }))

    expect(state.save.phase).toBe('conflict')
    expect(state.theirs?.revision).toBe(5)
  })
})
