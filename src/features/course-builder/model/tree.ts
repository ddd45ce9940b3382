import type { NodeKind } from '#contract/course-builder/draft.ts'

/** Where sections, topics and items stand and where they may go, as pure functions of the outline. */
export interface Leaf {
  readonly key: string
}
export interface TopicLike extends Leaf {
  readonly items: readonly Leaf[]
}
export interface SectionLike extends Leaf {
  readonly topics: readonly TopicLike[]
}

export interface NodeRef {
  readonly kind: NodeKind
  readonly key: string
}
/** A place among the children of a parent; sections have none. `index` counts without the one that moves. */
export interface Place {
  readonly parent: string | null
  readonly index: number
}

/** One word for a node, for addresses and marks in the page. */
export const markOf = ({ kind, key }: NodeRef): string => `${kind}-${key}`

export const refOf = (mark: string | null | undefined): NodeRef | null => {
  const match = /^(section|topic|item)-([a-z0-9][a-z0-9-]{0,39})$/.exec(mark ?? '')
  return match ? { kind: match[1] as NodeKind, key: match[2] as string } : null
}

/** Whether a mark names the topic or something in it. */
export const topicHolds = (topic: TopicLike, mark: string | null | undefined): boolean =>
  Boolean(mark) && (mark === `topic-${topic.key}` || topic.items.some(({ key }) => mark === `item-${key}`))

/** Whether a mark names the section or something in it. */
export const sectionHolds = (section: SectionLike, mark: string | null | undefined): boolean =>
  Boolean(mark) &&
  (mark === `section-${section.key}` || section.topics.some((topic) => topicHolds(topic, mark)))

/** All lists that hold nodes of one kind, in reading order, each with its parent. */
const listsOf = (sections: readonly SectionLike[], kind: NodeKind) => {
  if (kind === 'section') return [{ parent: null, children: sections as readonly Leaf[] }]
  if (kind === 'topic')
    return sections.map(({ key, topics }) => ({ parent: key, children: topics as readonly Leaf[] }))
  return sections.flatMap(({ topics }) => topics.map(({ key, items }) => ({ parent: key, children: items })))
}

/** Where a node stands, and how many stand there. */
export const placeOf = (
  sections: readonly SectionLike[],
  { kind, key }: NodeRef,
): (Place & { count: number }) | null => {
  for (const { parent, children } of listsOf(sections, kind)) {
    const index = children.findIndex((child) => child.key === key)
    if (index >= 0) return { parent, index, count: children.length }
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
  const at = lists.findIndex(({ children }) => children.some((child) => child.key === ref.key))
  const here = lists[at]
  if (!here) return null
  const index = here.children.findIndex((child) => child.key === ref.key)
  const next = index + (direction === 'up' ? -1 : 1)
  if (next >= 0 && next < here.children.length) return { parent: here.parent, index: next }
  const neighbour = lists[at + (direction === 'up' ? -1 : 1)]
  if (!neighbour) return null
  return { parent: neighbour.parent, index: direction === 'up' ? neighbour.children.length : 0 }
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
  return place.parent === now.parent && place.index === now.index ? null : place
}

const landing = (
  sections: readonly SectionLike[],
  source: NodeRef,
  target: NodeRef,
  side: 'before' | 'after',
): Place | null => {
  if (source.kind === target.kind) {
    const there = placeOf(sections, target)
    if (!there || source.key === target.key) return null
    const now = placeOf(sections, source)
    const raw = there.index + (side === 'after' ? 1 : 0)
    // Taking it out first shifts what stands behind it.
    const shifted = now && now.parent === there.parent && now.index < raw ? raw - 1 : raw
    return { parent: there.parent, index: shifted }
  }
  const parentKind = source.kind === 'item' ? 'topic' : source.kind === 'topic' ? 'section' : null
  if (target.kind !== parentKind) return null
  const list = listsOf(sections, source.kind).find(({ parent }) => parent === target.key)
  if (!list) return null
  return { parent: target.key, index: list.children.filter((child) => child.key !== source.key).length }
}

/**
 * The topic at a mark by its place in the course, counted from 1, and its item likewise: what a preview is asked for.
 * The course's beginning for anything else.
 */
export const placeIn = (
  { sections }: { readonly sections: readonly SectionLike[] },
  mark: string | null,
): { topic: number; item: number | null } => {
  const ref = refOf(mark)
  const topics = sections.flatMap((section) => section.topics)
  const items = topics.flatMap((topic) => topic.items)
  const section = sections.find(({ key }) => ref?.kind === 'section' && key === ref.key)
  const at = topics.findIndex(
    (topic) =>
      (ref?.kind === 'topic' && topic.key === ref.key) ||
      (ref?.kind === 'item' && topic.items.some(({ key }) => key === ref.key)) ||
      (section?.topics[0] === topic && section !== undefined),
  )
  const item = ref?.kind === 'item' ? items.findIndex(({ key }) => key === ref.key) : -1
  return { topic: Math.max(at, 0) + 1, item: item < 0 ? null : item + 1 }
}
