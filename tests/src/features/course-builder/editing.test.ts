import { describe, expect, it, vi } from 'vitest'
import type { DraftState } from '#contract/course-builder/course-builder.ts'
import type { Operation } from '#contract/course-builder/draft.ts'
import { applyOperations } from '#contract/course-builder/draft-operations.ts'
import { startEditing } from '#src/features/course-builder/model/editing.ts'
import { aDraft } from './factory.ts'

const first: Operation = { op: 'item', key: 'lesson', set: { title: 'Half' } }
const whole: Operation = {
  op: 'item',
  key: 'lesson',
  set: { title: 'Half a tunnel', content: { type: 'article', html: '<p>Light</p>' } },
}
const before = aDraft({ revision: 3 })
/** As the database gives it back: names in an order of its own. */
const stored = <T>(value: T): T => {
  if (Array.isArray(value)) return value.map(stored) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => a.length - b.length || (a < b ? -1 : 1))
      .map(([key, own]) => [key, stored(own)]),
  ) as T
}
const saved = (...actions: Operation[]) =>
  aDraft({ revision: 5, document: stored(applyOperations(before.document, actions)) })

/** Opened again after a crash, while the server has a newer revision than the one that was kept. */
const reopened = async (theirs: DraftState) => {
  const kept: unknown[] = []
  const editing = startEditing({
    draft: before,
    kept: { revision: 3, batch: { id: 'b1', changes: [first] }, changes: [whole] },
    send: () => Promise.reject(new Error('409')),
    read: () => Promise.resolve(theirs),
    judge: () => 'conflict',
    keep: (next) => kept.push(next),
    now: () => 0,
    later: (action, ms) => {
      const timer = setTimeout(action, ms)
      return () => clearTimeout(timer)
    },
    newId: () => 'b2',
  })
  await vi.waitFor(() => {
    const { save, theirs: known } = editing.state()
    expect(save.phase === 'saved' || known !== null).toBe(true)
  })
  return { state: editing.state(), kept }
}

describe('a course opened again', () => {
  it('given that the page that was closed had saved everything after all, when its changes are sent once more, then there is no conflict with oneself', async () => {
    const { state, kept } = await reopened(saved(first, whole))

    expect(state.save.phase).toBe('saved')
    expect([state.theirs, state.revision]).toEqual([null, 5])
    // Nothing waits on the device any more.
    expect(kept.at(-1)).toBeNull()
  })

  it('control: given that somebody wrote something else in the same place, when they are sent, then who decides is the author', async () => {
    const { state } = await reopened(saved({ op: 'item', key: 'lesson', set: { title: 'Theirs' } }))

    expect(state.save.phase).toBe('conflict')
    expect(state.theirs?.revision).toBe(5)
  })
})
