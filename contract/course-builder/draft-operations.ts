/** Applies operations to the draft of a course. Pure: the editor and the server use the same functions. */
import type {
  CourseDocument,
  CourseSettings,
  DraftItem,
  DraftSection,
  DraftTopic,
  NodeKind,
  Operation,
} from './draft.ts'

const insertAt = <T>(list: readonly T[], element: T, index: number): T[] => [
  ...list.slice(0, index),
  element,
  ...list.slice(index),
]
const withoutKey = <T extends { key: string }>(list: readonly T[], key: string) =>
  list.filter((node) => node.key !== key)
/**
 * Returns the same list if nothing changed, so that typing in one lesson does not re-render the whole
 * outline.
 */
const mapStable = <T>(list: T[], change: (element: T) => T): T[] => {
  const next = list.map(change)
  return next.some((element, index) => element !== list[index]) ? next : list
}
const updateByKey = <T extends { key: string }>(list: T[], key: string, change: (node: T) => T): T[] =>
  mapStable(list, (node) => (node.key === key ? change(node) : node))
const mapTopics = (sections: DraftSection[], change: (topic: DraftTopic) => DraftTopic): DraftSection[] =>
  mapStable(sections, (section) => {
    const topics = mapStable(section.topics, change)
    return topics === section.topics ? section : { ...section, topics }
  })

/** A node of a document with its parent and index. */
export const findNode = (
  document: { readonly sections: readonly DraftSection[] },
  kind: NodeKind,
  key: string,
) => {
  for (const [sectionIndex, section] of document.sections.entries()) {
    if (kind === 'section' && section.key === key)
      return { kind, node: section, parent: null, index: sectionIndex }
    for (const [topicIndex, topic] of section.topics.entries()) {
      if (kind === 'topic' && topic.key === key)
        return { kind, node: topic, parent: section.key, index: topicIndex }
      const itemIndex = kind === 'item' ? topic.items.findIndex((item) => item.key === key) : -1
      if (itemIndex >= 0)
        return { kind, node: topic.items[itemIndex] as DraftItem, parent: topic.key, index: itemIndex }
    }
  }
  return null
}

const add = (
  { sections, ...rest }: CourseDocument,
  kind: NodeKind,
  node: DraftSection | DraftTopic | DraftItem,
  parent: string | null,
  index: number,
): CourseDocument => {
  if (kind === 'section') return { ...rest, sections: insertAt(sections, node as DraftSection, index) }
  if (kind === 'topic')
    return {
      ...rest,
      sections: updateByKey(sections, parent ?? '', (section) => ({
        ...section,
        topics: insertAt(section.topics, node as DraftTopic, index),
      })),
    }
  return {
    ...rest,
    sections: mapTopics(sections, (topic) =>
      topic.key === parent ? { ...topic, items: insertAt(topic.items, node as DraftItem, index) } : topic,
    ),
  }
}

const remove = ({ sections, ...rest }: CourseDocument, kind: NodeKind, key: string): CourseDocument => {
  if (kind === 'section')
    return {
      ...rest,
      // A deleted section cannot be completed, so nothing may require it.
      sections: withoutKey(sections, key).map((section) => ({
        ...section,
        requires: section.requires.filter((required) => required !== key),
      })),
    }
  if (kind === 'topic')
    return {
      ...rest,
      sections: sections.map((section) => ({ ...section, topics: withoutKey(section.topics, key) })),
    }
  return {
    ...rest,
    sections: mapTopics(sections, (topic) => ({ ...topic, items: withoutKey(topic.items, key) })),
  }
}

const hasParent = (document: CourseDocument, kind: NodeKind, parent: string | null): boolean => {
  if (kind === 'section') return true
  return findNode(document, kind === 'topic' ? 'section' : 'topic', parent ?? '') !== null
}

/**
 * The document after one operation. Operations that no longer fit (missing node, missing parent, key in use)
 * change
 * nothing, so that one editor's operations can be applied to what another saved.
 */
export const applyOperation = (document: CourseDocument, operation: Operation): CourseDocument => {
  switch (operation.op) {
    case 'course':
      return { ...document, course: { ...document.course, ...operation.set } as CourseSettings }
    case 'section':
      return {
        ...document,
        sections: updateByKey(
          document.sections,
          operation.key,
          (section) => ({ ...section, ...operation.set }) as DraftSection,
        ),
      }
    case 'topic':
      return {
        ...document,
        sections: mapTopics(document.sections, (topic) =>
          topic.key === operation.key ? ({ ...topic, ...operation.set } as DraftTopic) : topic,
        ),
      }
    case 'item':
      return {
        ...document,
        sections: mapTopics(document.sections, (topic) => {
          const items = updateByKey(
            topic.items,
            operation.key,
            (item) => ({ ...item, ...operation.set }) as DraftItem,
          )
          return items === topic.items ? topic : { ...topic, items }
        }),
      }
    case 'add_section':
    case 'add_topic':
    case 'add_item': {
      const kind = operation.op.slice(4) as NodeKind
      const parent = 'parent' in operation ? operation.parent : null
      if (findNode(document, kind, operation.node.key) || !hasParent(document, kind, parent)) return document
      return add(document, kind, operation.node, parent, operation.index)
    }
    case 'move': {
      const located = findNode(document, operation.kind, operation.key)
      if (!located || !hasParent(document, operation.kind, operation.parent)) return document
      const { sections, ...rest } = document
      // Moved, not deleted: sections that require it keep the requirement.
      const remaining =
        operation.kind === 'section'
          ? { ...rest, sections: withoutKey(sections, operation.key) }
          : remove(document, operation.kind, operation.key)
      return add(remaining, operation.kind, located.node, operation.parent, operation.index)
    }
    case 'remove':
      return remove(document, operation.kind, operation.key)
  }
}

export const applyOperations = (document: CourseDocument, operations: readonly Operation[]): CourseDocument =>
  operations.reduce(applyOperation, document)

/** Combines consecutive changes of the same node, so that typing in one field is one operation. */
export const mergeOperations = (operations: readonly Operation[]): Operation[] => {
  const merged: Operation[] = []
  for (const operation of operations) {
    const previous = merged.at(-1)
    const isSameNode =
      previous !== undefined &&
      'set' in operation &&
      'set' in previous &&
      previous.op === operation.op &&
      ('key' in operation ? 'key' in previous && previous.key === operation.key : true)
    if (isSameNode)
      merged[merged.length - 1] = { ...previous, set: { ...previous.set, ...operation.set } } as Operation
    else merged.push(operation)
  }
  return merged
}
