import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  getDraft,
  listTeachers,
  saveDraft,
  type DraftState,
} from '#contract/course-builder/course-builder.ts'
import { applyOperation, findNode } from '#contract/course-builder/draft-operations.ts'
import { listUploads } from '#contract/course-builder/interrupted-uploads.ts'
import { fakeCall } from '#tests/support/web/msw.ts'
import { aDocument, aDraft, anItem, aSection } from './factory.ts'
import { showBuilder } from './open-builder.tsx'

/** Counts the renders of an item's icon: one for each rendered row of the outline. */
const icons = vi.hoisted(() => ({ renderCount: 0 }))
vi.mock(import('#src/features/course-builder/components/ItemIcon.tsx'), async (original) => {
  const { ItemIcon } = await original()
  return {
    ItemIcon: (props) => {
      icons.renderCount += 1
      return ItemIcon(props)
    },
  }
})

const SECTIONS = 6
const TOPICS = 5
const ITEMS = 3

const aLongCourse = (sections = SECTIONS) =>
  aDocument(
    {},
    Array.from({ length: sections }, (_s, s) =>
      aSection({
        key: `s${s}`,
        title: `Section ${s}`,
        topics: Array.from({ length: TOPICS }, (_t, t) => ({
          key: `s${s}t${t}`,
          title: `Topic ${s} ${t}`,
          titles: {},
          free_preview: false,
          items: Array.from({ length: ITEMS }, (_i, i) =>
            anItem({ key: `s${s}t${t}i${i}`, title: `Lesson ${s} ${t} ${i}` }),
          ),
        })),
      }),
    ),
  )

const openCourse = (at: string, draft: Partial<DraftState> = { document: aLongCourse() }) => {
  fakeCall(getDraft, aDraft(draft))
  fakeCall(listUploads, { results: [] })
  return showBuilder(at)
}
const outline = () => screen.findByRole('navigation', { name: 'Course outline' })
const line = async (name: string) => within(await outline()).queryByRole('link', { name })

describe('long course in the builder', () => {
  beforeEach(() => {
    icons.renderCount = 0
    fakeCall(listTeachers, { results: [] })
    fakeCall(saveDraft, ({ body }) => ({
      revision: body.revision + 1,
      saved_at: '2026-11-21T10:00:00Z',
      saved_by: null,
    }))
  })

  it('keeps the identity of all unchanged nodes when a letter is typed', () => {
    const before = aLongCourse()
    const after = applyOperation(before, { op: 'item', key: 's2t3i1', set: { title: 'New' } })
    expect(findNode(after, 'item', 's2t3i1')?.node.title).toBe('New')
    const unchangedNodes = (from: typeof before) => [
      ...from.sections.filter(({ key }) => key !== 's2'),
      ...from.sections.flatMap(({ topics }) => topics).filter(({ key }) => key !== 's2t3'),
    ]
    const others = unchangedNodes(after)
    expect(others).toHaveLength(SECTIONS - 1 + SECTIONS * TOPICS - 1)
    for (const [index, node] of unchangedNodes(before).entries()) expect(others[index]).toBe(node)
  })

  it('rerenders only the rows of the topic in which a title is typed', async () => {
    const { user } = await openCourse('?at=item-s0t0i0')
    await user.click(within(await outline()).getByRole('button', { name: 'Lessons of Section 3' }))
    expect(await line('Lesson 3 4 2')).toBeInTheDocument()
    const title = await screen.findByRole('textbox', { name: 'Title' })
    icons.renderCount = 0
    fireEvent.change(title, { target: { value: 'A lesson by another name' } })
    expect(await line('A lesson by another name')).toBeInTheDocument()
    expect(icons.renderCount).toBeGreaterThan(0)
    expect(icons.renderCount).toBeLessThanOrEqual(ITEMS)
  })

  it('expands only the selected section of a long course, but all of a short one', async () => {
    const longCourse = await openCourse('?at=item-s2t1i0')
    expect(await line('Lesson 2 1 0')).toBeInTheDocument()
    expect(await line('Topic 0 0')).toBeNull()
    longCourse.unmount()
    const shortCourse = await openCourse('?at=item-s1t1i0', { document: aLongCourse(2) })
    expect(await line('Topic 0 0')).toBeInTheDocument()
    expect(await line('Topic 1 4')).toBeInTheDocument()
    shortCourse.unmount()
    await openCourse('')
    expect(await line('Topic 0 0')).toBeInTheDocument()
    expect(await line('Topic 1 0')).toBeNull()
  })

  it('expands the neighbouring section when a topic moves into it and keeps the focus', async () => {
    const { user } = await openCourse('?at=topic-s0t4')
    const grip = within(await outline()).getByRole('button', { name: 'Reorder Topic 0 4' })
    expect(await line('Topic 1 0')).toBeNull()
    act(() => grip.focus())
    await user.keyboard('{ArrowDown}')
    expect(await line('Topic 1 0')).toBeInTheDocument()
    await waitFor(() => expect(document.activeElement).toHaveAccessibleName('Reorder Topic 0 4'))
  })
})
