/** Where sections, topics and items stand and where they may go, as pure functions of the outline. */
export type NodeKind = 'section' | 'topic' | 'item'
export interface Leaf {
  readonly id: number
}
export interface TopicLike extends Leaf {
  readonly items: readonly Leaf[]
}
export interface SectionLike extends Leaf {
  readonly topics: readonly TopicLike[]
}

export interface NodeRef {
  readonly kind: NodeKind
  readonly id: number
}
/** A place among the children of a parent; sections have none. `index` counts without the one that moves. */
export interface Place {
  readonly parentId: number | null
  readonly index: number
}

export const keyOf = ({ kind, id }: NodeRef): string => `${kind}-${id}`

export const refOf = (key: string | null | undefined): NodeRef | null => {
  const match = /^(section|topic|item)-([1-9]\d{0,9})$/.exec(key ?? '')
  return match ? { kind: match[1] as NodeKind, id: Number(match[2]) } : null
}

/** All lists that hold nodes of one kind, in reading order, each with its parent. */
const listsOf = (sections: readonly SectionLike[], kind: NodeKind) => {
  if (kind === 'section') return [{ parentId: null, children: sections as readonly Leaf[] }]
  if (kind === 'topic')
    return sections.map(({ id, topics }) => ({ parentId: id, children: topics as readonly Leaf[] }))
  return sections.flatMap(({ topics }) => topics.map(({ id, items }) => ({ parentId: id, children: items })))
}

/** Where a node stands, and how many stand there. */
export const placeOf = (
  sections: readonly SectionLike[],
  { kind, id }: NodeRef,
): (Place & { count: number }) | null => {
  for (const { parentId, children } of listsOf(sections, kind)) {
    const index = children.findIndex((child) => child.id === id)
    if (index >= 0) return { parentId, index, count: children.length }
  }
  return null
}

/**
 * One step up or down: within the parent, and past its end into the neighbouring one, so that the keyboard reaches
 * every place that the pointer does. Null at the very ends.
 */
export const stepFrom = (
  sections: readonly SectionLike[],
  ref: NodeRef,
  direction: 'up' | 'down',
): Place | null => {
  const lists = listsOf(sections, ref.kind)
  const at = lists.findIndex(({ children }) => children.some((child) => child.id === ref.id))
  const here = lists[at]
  if (!here) return null
  const index = here.children.findIndex((child) => child.id === ref.id)
  const next = index + (direction === 'up' ? -1 : 1)
  if (next >= 0 && next < here.children.length) return { parentId: here.parentId, index: next }
  const neighbour = lists[at + (direction === 'up' ? -1 : 1)]
  if (!neighbour) return null
  return { parentId: neighbour.parentId, index: direction === 'up' ? neighbour.children.length : 0 }
}

/**
 * Where a dragged node would land beside or on another one: beside its own kind, at the end of a parent when dropped
 * on it. Null where it cannot go or would not move.
 */
export const dropPlace = (
  sections: readonly SectionLike[],
  source: NodeRef,
  target: NodeRef,
  side: 'before' | 'after',
): Place | null => {
  const place = landing(sections, source, target, side)
  const now = placeOf(sections, source)
  if (!place || !now) return null
  return place.parentId === now.parentId && place.index === now.index ? null : place
}

const landing = (
  sections: readonly SectionLike[],
  source: NodeRef,
  target: NodeRef,
  side: 'before' | 'after',
): Place | null => {
  if (source.kind === target.kind) {
    const there = placeOf(sections, target)
    if (!there || source.id === target.id) return null
    const now = placeOf(sections, source)
    const raw = there.index + (side === 'after' ? 1 : 0)
    // Taking it out first shifts what stands behind it.
    const shifted = now && now.parentId === there.parentId && now.index < raw ? raw - 1 : raw
    return { parentId: there.parentId, index: shifted }
  }
  const parentKind = source.kind === 'item' ? 'topic' : source.kind === 'topic' ? 'section' : null
  if (target.kind !== parentKind) return null
  const list = listsOf(sections, source.kind).find(({ parentId }) => parentId === target.id)
  if (!list) return null
  return { parentId: target.id, index: list.children.filter((child) => child.id !== source.id).length }
}

type Topic<S extends SectionLike> = S['topics'][number]
type Item<S extends SectionLike> = Topic<S>['items'][number]

/** The outline with one node somewhere else; unchanged when either does not exist. */
export const moveNode = <S extends SectionLike>(sections: readonly S[], ref: NodeRef, to: Place): S[] => {
  const list = [...sections]
  if (ref.kind === 'section') {
    const node = list.find(({ id }) => id === ref.id)
    return node
      ? inserted(
          list.filter(({ id }) => id !== ref.id),
          node,
          to.index,
        )
      : list
  }
  if (ref.kind === 'topic') {
    const node = list.flatMap(({ topics }) => topics as readonly Topic<S>[]).find(({ id }) => id === ref.id)
    if (!node || !list.some(({ id }) => id === to.parentId)) return list
    return list.map((section) => {
      const rest = section.topics.filter(({ id }) => id !== ref.id)
      const topics = section.id === to.parentId ? inserted(rest, node, to.index) : rest
      return { ...section, topics }
    })
  }
  const node = list
    .flatMap(({ topics }) => topics.flatMap(({ items }) => items as readonly Item<S>[]))
    .find(({ id }) => id === ref.id)
  if (!node || !list.some(({ topics }) => topics.some(({ id }) => id === to.parentId))) return list
  return list.map((section) => ({
    ...section,
    topics: section.topics.map((topic) => {
      const rest = topic.items.filter(({ id }) => id !== ref.id)
      return { ...topic, items: topic.id === to.parentId ? inserted(rest, node, to.index) : rest }
    }),
  }))
}

const inserted = <T>(list: readonly T[], one: T, index: number): T[] => [
  ...list.slice(0, index),
  one,
  ...list.slice(index),
]
