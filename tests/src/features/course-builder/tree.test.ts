import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CourseDocument } from '#contract/course-builder/draft.ts'
import { applyOperation } from '#contract/course-builder/draft-operations.ts'
import {
  dropPlace,
  placeOf,
  refOf,
  stepFrom,
  type NodeRef,
  type Place,
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
/** The way both sides move a node. */
const moveNode = (sections: Bare[], node: NodeRef, to: Place): Bare[] =>
  applyOperation({ sections } as unknown as CourseDocument, { op: 'move', ...node, ...to }).sections
const written = (sections: readonly Bare[]) =>
  sections
    .map(
      ({ key, topics }) =>
        `${key}[${topics.map((topic) => `${topic.key}(${topic.items.map((one) => one.key).join(' ')})`).join(' ')}]`,
    )
    .join(' ')
const item = (id: number): NodeRef => ({ kind: 'item', key: String(id) })
const topic = (id: number): NodeRef => ({ kind: 'topic', key: String(id) })
const section = (id: number): NodeRef => ({ kind: 'section', key: String(id) })
const step = (ref: NodeRef, way: 'up' | 'down', sections = outline()) => {
  const place = stepFrom(sections, ref, way)
  return place && written(moveNode(sections, ref, place))
}

describe('moving by keys', () => {
  it('given an item in the middle, when moved down, then it passes its neighbour', () => {
    expect(step(item(111), 'down')).toBe('1[11(112 111) 12()] 2[21(211) 22()]')
  })

  it('given the last item of a topic, when moved down, then it enters the next topic, an empty one too', () => {
    expect(step(item(112), 'down')).toBe('1[11(111) 12(112)] 2[21(211) 22()]')
  })

  it('given the first topic of a section, when moved up, then it becomes the last of the section before', () => {
    expect(step(topic(21), 'up')).toBe('1[11(111 112) 12() 21(211)] 2[22()]')
  })

  it('given the first and the last of all, when moved outwards, then there is no place', () => {
    expect(step(section(1), 'up')).toBeNull()
    expect(step(topic(22), 'down')).toBeNull()
    expect(step(item(111), 'up')).toBeNull()
  })

  it('given any node, when moved down until the end and up again, then all nodes are still there once', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(111, 112, 211), fc.constantFrom('up' as const, 'down' as const)), {
          maxLength: 30,
        }),
        (moves) => {
          let now = outline()
          for (const [id, way] of moves) {
            const place = stepFrom(now, item(id), way)
            if (place) now = moveNode(now, item(id), place)
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
    const place = dropPlace(outline(), source, target, side)
    return place && written(moveNode(outline(), source, place))
  }

  it('given an item, when dropped behind one of another topic, then it stands there', () => {
    expect(drop(item(111), item(211), 'after')).toBe('1[11(112) 12()] 2[21(211 111) 22()]')
  })

  it('given an item, when dropped on a topic, then it becomes its last', () => {
    expect(drop(item(211), topic(11), 'before')).toBe('1[11(111 112 211) 12()] 2[21() 22()]')
  })

  it('given a section, when dropped behind the next one, then they change places', () => {
    expect(drop(section(1), section(2), 'after')).toBe('2[21(211) 22()] 1[11(111 112) 12()]')
  })

  it('given a drop that changes nothing or makes no sense, when looked at, then it is none', () => {
    expect(drop(item(111), item(112), 'before')).toBeNull()
    expect(drop(item(112), topic(11), 'after')).toBeNull()
    expect(drop(item(111), section(2), 'after')).toBeNull()
    expect(drop(section(1), topic(21), 'after')).toBeNull()
    expect(drop(topic(11), topic(11), 'after')).toBeNull()
  })

  it('given any drop that is offered, when done, then the node stands at the promised place', () => {
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
        const place = dropPlace(outline(), source, target, side)
        if (!place) return
        expect(placeOf(moveNode(outline(), source, place), source)).toMatchObject(place)
      }),
    )
  })
})

describe('addresses of nodes', () => {
  it('given what stands in an address, when read, then only nodes come out', () => {
    expect(refOf('topic-12')).toEqual(topic(12))
    for (const bad of ['topic', 'topic-', 'course-1', 'item-A/B', null, undefined])
      expect(refOf(bad)).toBeNull()
  })
})
