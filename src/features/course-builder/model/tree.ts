import type { NodeKind } from '#contract/course-builder/draft.ts'

/** Positions of sections, topics and items, and where they can move: pure functions of the outline. */
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
/**
 * A position among the children of a parent, which sections do not have. `index` does not count the moved
 * node.
 */
export interface NodePosition {
  readonly parent: string | null
  readonly index: number
}

/** The id of a node, used in URLs and data attributes. */
export const nodeIdOf = ({ kind, key }: NodeRef): string => `${kind}-${key}`

export const parseNodeId = (nodeId: string | null | undefined): NodeRef | null => {
  const match = /^(section|topic|item)-([a-z0-9][a-z0-9-]{0,39})$/.exec(nodeId ?? '')
  return match ? { kind: match[1] as NodeKind, key: match[2] as string } : null
}

/** Whether the id is the topic's or that of an item in it. */
export const topicContains = (topic: TopicLike, nodeId: string | null | undefined): boolean =>
  Boolean(nodeId) &&
  (nodeId === `topic-${topic.key}` || topic.items.some(({ key }) => nodeId === `item-${key}`))

/** Whether the id is the section's or that of a node in it. */
export const sectionContains = (section: SectionLike, nodeId: string | null | undefined): boolean =>
  Boolean(nodeId) &&
  (nodeId === `section-${section.key}` || section.topics.some((topic) => topicContains(topic, nodeId)))

/** All lists of nodes of one kind in reading order, each with its parent. */
const listsOf = (sections: readonly SectionLike[], kind: NodeKind) => {
  if (kind === 'section') return [{ parent: null, children: sections as readonly Leaf[] }]
  if (kind === 'topic')
    return sections.map(({ key, topics }) => ({ parent: key, children: topics as readonly Leaf[] }))
  return sections.flatMap(({ topics }) => topics.map(({ key, items }) => ({ parent: key, children: items })))
}

/** The position of a node, and how many siblings there are. */
export const positionOf = (
  sections: readonly SectionLike[],
  { kind, key }: NodeRef,
): (NodePosition & { count: number }) | null => {
  for (const { parent, children } of listsOf(sections, kind)) {
    const index = children.findIndex((child) => child.key === key)
    if (index >= 0) return { parent, index, count: children.length }
  }
  return null
}

/**
 * One step up or down: within the parent, and beyond its end into the next one, so that the keyboard
 * reaches every position that the pointer does. Null at the very ends.
 */
export const stepPosition = (
  sections: readonly SectionLike[],
  ref: NodeRef,
  direction: 'up' | 'down',
): NodePosition | null => {
  const lists = listsOf(sections, ref.kind)
  const listIndex = lists.findIndex(({ children }) => children.some((child) => child.key === ref.key))
  const list = lists[listIndex]
  if (!list) return null
  const index = list.children.findIndex((child) => child.key === ref.key)
  const newIndex = index + (direction === 'up' ? -1 : 1)
  if (newIndex >= 0 && newIndex < list.children.length) return { parent: list.parent, index: newIndex }
  const neighbour = lists[listIndex + (direction === 'up' ? -1 : 1)]
  if (!neighbour) return null
  return { parent: neighbour.parent, index: direction === 'up' ? neighbour.children.length : 0 }
}

/**
 * The position of a dragged node that is dropped beside a node of its own kind, or on a parent, where it
 * becomes the last child. Null if it cannot go there or would not move.
 */
export const dropPosition = (
  sections: readonly SectionLike[],
  source: NodeRef,
  target: NodeRef,
  side: 'before' | 'after',
): NodePosition | null => {
  const position = landingPosition(sections, source, target, side)
  const current = positionOf(sections, source)
  if (!position || !current) return null
  return position.parent === current.parent && position.index === current.index ? null : position
}

const landingPosition = (
  sections: readonly SectionLike[],
  source: NodeRef,
  target: NodeRef,
  side: 'before' | 'after',
): NodePosition | null => {
  if (source.kind === target.kind) {
    const targetPosition = positionOf(sections, target)
    if (!targetPosition || source.key === target.key) return null
    const current = positionOf(sections, source)
    const targetIndex = targetPosition.index + (side === 'after' ? 1 : 0)
    // Removing the node first shifts the ones behind it.
    const index =
      current && current.parent === targetPosition.parent && current.index < targetIndex
        ? targetIndex - 1
        : targetIndex
    return { parent: targetPosition.parent, index }
  }
  const parentKind = source.kind === 'item' ? 'topic' : source.kind === 'topic' ? 'section' : null
  if (target.kind !== parentKind) return null
  const list = listsOf(sections, source.kind).find(({ parent }) => parent === target.key)
  if (!list) return null
  return { parent: target.key, index: list.children.filter((child) => child.key !== source.key).length }
}

/**
 * The numbers of a topic and an item in the course, from 1, as the preview expects them. Falls back to the
 * start of the course.
 */
export const previewPosition = (
  { sections }: { readonly sections: readonly SectionLike[] },
  nodeId: string | null,
): { topic: number; item: number | null } => {
  const ref = parseNodeId(nodeId)
  const topics = sections.flatMap((section) => section.topics)
  const items = topics.flatMap((topic) => topic.items)
  const section = sections.find(({ key }) => ref?.kind === 'section' && key === ref.key)
  const topicIndex = topics.findIndex(
    (topic) =>
      (ref?.kind === 'topic' && topic.key === ref.key) ||
      (ref?.kind === 'item' && topic.items.some(({ key }) => key === ref.key)) ||
      (section?.topics[0] === topic && section !== undefined),
  )
  const itemIndex = ref?.kind === 'item' ? items.findIndex(({ key }) => key === ref.key) : -1
  return { topic: Math.max(topicIndex, 0) + 1, item: itemIndex < 0 ? null : itemIndex + 1 }
}
