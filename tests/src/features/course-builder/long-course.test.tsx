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

/** How often the sign of a lesson was drawn: once for each line of the outline that is made or made anew. */
const signs = vi.hoisted(() => ({ drawn: 0 }))
vi.mock(import('#src/features/course-builder/components/ItemSign.tsx'), async (original) => {
  const { ItemSign } = await original()
  return {
    ItemSign: (props) => {
      signs.drawn += 1
      return ItemSign(props)
    },
  }
})

const SECTIONS = 6
const TOPICS = 5
const ITEMS = 3

const aLong = (sections = SECTIONS) =>
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

const open = (at: string, draft: Partial<DraftState> = { document: aLong() }) => {
  fakeCall(getDraft, aDraft(draft))
  fakeCall(listUploads, { results: [] })
  return showBuilder(at)
}
const outline = () => screen.findByRole('navigation', { name: 'Course outline' })
const line = async (name: string) => within(await outline()).queryByRole('link', { name })

describe('a long course in the builder', () => {
  beforeEach(() => {
    signs.drawn = 0
    fakeCall(listTeachers, { results: [] })
    fakeCall(saveDraft, ({ body }) => ({
      revision: body.revision + 1,
      saved_at: '2026-11-21T10:00:00Z',
      saved_by: null,
    }))
  })

  it('given a letter in a lesson, when applied, then everything else of the document is the same as before', () => {
    const before = aLong()
    const after = applyOperation(before, { op: 'item', key: 's2t3i1', set: { title: 'New' } })
    expect(findNode(after, 'item', 's2t3i1')?.node.title).toBe('New')
    const kept = (from: typeof before) => [
      ...from.sections.filter(({ key }) => key !== 's2'),
      ...from.sections.flatMap(({ topics }) => topics).filter(({ key }) => key !== 's2t3'),
    ]
    const others = kept(after)
    expect(others).toHaveLength(SECTIONS - 1 + SECTIONS * TOPICS - 1)
    for (const [at, node] of kept(before).entries()) expect(others[at]).toBe(node)
  })

  it('given a section unfolded by hand, when a title is typed elsewhere, then only lines of its topic are drawn anew', async () => {
    const { user } = await open('?at=item-s0t0i0')
    await user.click(within(await outline()).getByRole('button', { name: 'Topics of Section 3' }))
    expect(await line('Lesson 3 4 2')).toBeInTheDocument()
    const title = await screen.findByRole('textbox', { name: 'Title' })
    signs.drawn = 0
    fireEvent.change(title, { target: { value: 'A lesson by another name' } })
    expect(await line('A lesson by another name')).toBeInTheDocument()
    expect(signs.drawn).toBeGreaterThan(0)
    expect(signs.drawn).toBeLessThanOrEqual(ITEMS)
  })

  it('given many lines, when opened, then only the section of what is chosen stands open; of few all do', async () => {
    const long = await open('?at=item-s2t1i0')
    expect(await line('Lesson 2 1 0')).toBeInTheDocument()
    expect(await line('Topic 0 0')).toBeNull()
    long.unmount()
    const few = await open('?at=item-s1t1i0', { document: aLong(2) })
    expect(await line('Topic 0 0')).toBeInTheDocument()
    expect(await line('Topic 1 4')).toBeInTheDocument()
    few.unmount()
    await open('')
    expect(await line('Topic 0 0')).toBeInTheDocument()
    expect(await line('Topic 1 0')).toBeNull()
  })

  it('given a folded neighbour, when a topic is moved into it by the arrow key, then it unfolds and the focus follows', async () => {
    const { user } = await open('?at=topic-s0t4')
    const grip = within(await outline()).getByRole('button', { name: 'Reorder Topic 0 4' })
    expect(await line('Topic 1 0')).toBeNull()
    act(() => grip.focus())
    await user.keyboard('{ArrowDown}')
    expect(await line('Topic 1 0')).toBeInTheDocument()
    await waitFor(() => expect(document.activeElement).toHaveAccessibleName('Reorder Topic 0 4'))
  })
})
