import fc from '#tests/support/property.ts'
import { describe, expect, it } from 'vitest'
import type { CourseDocument } from '#contract/course-builder/draft.ts'
import { applyOperation } from '#contract/course-builder/draft-operations.ts'
import {
  dropPosition,
  positionOf,
  parseNodeId,
  stepPosition,
  type NodeRef,
  type NodePosition,
} from '#src/features/course-builder/model/tree.ts'

type Bare = { key: string; topics: { key: string; items: { key: string }[] }[] }
/** Sections 1 and 2; topics 11, 12 and 21, 22; items 111, 112 in 11, 211 in 21. */
const outline = (): Bare[] => [
  {
    key: '1',
    topics: [
      { key: '11', items: [{ key: '111' }, { key: '112' }] },
      { key: '12', items: [] },
    ],
  },
  {
    key: '2',
    topics: [
      { key: '21', items: [{ key: '211' }] },
      { key: '22', items: [] },
    ],
  },
]
/** Moves a node as client and server do. */
const moveNode = (sections: Bare[], node: NodeRef, to: NodePosition): Bare[] =>
  applyOperation({ sections } as unknown as CourseDocument, { op: 'move', ...node, ...to }).sections
const format = (sections: readonly Bare[]) =>
  sections
    .map(
      ({ key, topics }) =>
        `${key}[${topics.map((topic) => `${topic.key}(${topic.items.map((one) => one.key).join(' ')})`).join(' ')}]`,
    )
    .join(' ')
const item = (id: number): NodeRef => ({ kind: 'item', key: String(id) })
const topic = (id: number): NodeRef => ({ kind: 'topic', key: String(id) })
const section = (id: number): NodeRef => ({ kind: 'section', key: String(id) })
const step = (ref: NodeRef, direction: 'up' | 'down', sections = outline()) => {
  const position = stepPosition(sections, ref, direction)
  return position && format(moveNode(sections, ref, position))
}

describe('moving by keyboard', () => {
  it('moves an item past its neighbour', () => {
    expect(step(item(111), 'down')).toBe('1[11(112 111) 12()] 2[21(211) 22()]')
  })

  it('moves the last item of a topic into the next topic, even an empty one', () => {
    expect(step(item(112), 'down')).toBe('1[11(111) 12(112)] 2[21(211) 22()]')
  })

  it('moves the first topic of a section to the end of the previous section', () => {
    expect(step(topic(21), 'up')).toBe('1[11(111 112) 12() 21(211)] 2[22()]')
  })

  it('has no position beyond both ends', () => {
    expect(step(section(1), 'up')).toBeNull()
    expect(step(topic(22), 'down')).toBeNull()
    expect(step(item(111), 'up')).toBeNull()
  })

  it('keeps every node exactly once under any moves', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(111, 112, 211), fc.constantFrom('up' as const, 'down' as const)), {
          maxLength: 30,
        }),
        (moves) => {
          let now = outline()
          for (const [id, direction] of moves) {
            const position = stepPosition(now, item(id), direction)
            if (position) now = moveNode(now, item(id), position)
          }
          const ids = now.flatMap(({ topics }) => topics.flatMap(({ items }) => items.map((one) => one.key)))
          expect(ids.toSorted((a, b) => Number(a) - Number(b))).toEqual(['111', '112', '211'])
        },
      ),
    )
  })
})

describe('moving by dragging', () => {
  const drop = (source: NodeRef, target: NodeRef, side: 'before' | 'after') => {
    const position = dropPosition(outline(), source, target, side)
    return position && format(moveNode(outline(), source, position))
  }

  it('moves an item behind an item of another topic', () => {
    expect(drop(item(111), item(211), 'after')).toBe('1[11(112) 12()] 2[21(211 111) 22()]')
  })

  it('appends an item dropped on a topic', () => {
    expect(drop(item(211), topic(11), 'before')).toBe('1[11(111 112 211) 12()] 2[21() 22()]')
  })

  it('swaps two sections', () => {
    expect(drop(section(1), section(2), 'after')).toBe('2[21(211) 22()] 1[11(111 112) 12()]')
  })

  it('rejects drops that change nothing or make no sense', () => {
    expect(drop(item(111), item(112), 'before')).toBeNull()
    expect(drop(item(112), topic(11), 'after')).toBeNull()
    expect(drop(item(111), section(2), 'after')).toBeNull()
    expect(drop(section(1), topic(21), 'after')).toBeNull()
    expect(drop(topic(11), topic(11), 'after')).toBeNull()
  })

  it('puts the node exactly where an accepted drop promised', () => {
    const nodes = [
      section(1),
      section(2),
      topic(11),
      topic(12),
      topic(21),
      topic(22),
      item(111),
      item(112),
      item(211),
    ]
    const any = fc.constantFrom(...nodes)
    fc.assert(
      fc.property(any, any, fc.constantFrom('before' as const, 'after' as const), (source, target, side) => {
        const position = dropPosition(outline(), source, target, side)
        if (!position) return
        expect(positionOf(moveNode(outline(), source, position), source)).toMatchObject(position)
      }),
    )
  })
})

describe('node ids', () => {
  it('parses only ids of nodes', () => {
    expect(parseNodeId('topic-12')).toEqual(topic(12))
    for (const bad of ['topic', 'topic-', 'course-1', 'item-A/B', null, undefined])
      expect(parseNodeId(bad)).toBeNull()
  })
})
