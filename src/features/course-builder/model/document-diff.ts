/** The differences between two versions of a course, to be read by people. */
import { diffArrays } from 'diff'
import type { CourseDocument, DraftItem, DraftSection, DraftTopic } from '#contract/course-builder/draft.ts'
import { courseFields, nodeFields, type FieldText, type Translate } from './content-fields.ts'
import { positionOf, type NodeRef } from './tree.ts'

export interface Difference {
  kind: 'added' | 'removed' | 'moved' | 'changed'
  title: string
  /** The changed field's label in the reader's language; null for the whole node. */
  field: string | null
  before?: string
  after?: string
}

type Node = DraftSection | DraftTopic | DraftItem
interface NodeEntry {
  ref: NodeRef
  node: Node
}

const nodesOf = ({ sections }: CourseDocument): Map<string, NodeEntry> => {
  const entries: NodeEntry[] = sections.flatMap((section) => [
    { ref: { kind: 'section' as const, key: section.key }, node: section },
    ...section.topics.flatMap((topic) => [
      { ref: { kind: 'topic' as const, key: topic.key }, node: topic },
      ...topic.items.map((item) => ({ ref: { kind: 'item' as const, key: item.key }, node: item })),
    ]),
  ])
  return new Map(entries.map((entry) => [`${entry.ref.kind}-${entry.ref.key}`, entry]))
}

const changedFields = (
  title: string,
  before: readonly FieldText[],
  after: readonly FieldText[],
): Difference[] => {
  const previous = new Map(before.map((field) => [field.key, field]))
  const current = new Map(after.map((field) => [field.key, field]))
  return [...after, ...before.filter(({ key }) => !current.has(key))].flatMap(({ key, label }) => {
    const [oldText, newText] = [previous.get(key)?.text ?? '', current.get(key)?.text ?? '']
    return oldText === newText
      ? []
      : [{ kind: 'changed' as const, title, field: label, before: oldText, after: newText }]
  })
}

/** Keys that left the common order: as few as possible, so that one moved line is one difference. */
const reorderedKeys = (before: readonly string[], after: readonly string[]): Set<string> => {
  const [previous, current] = [new Set(before), new Set(after)]
  const changes = diffArrays(
    before.filter((key) => current.has(key)),
    after.filter((key) => previous.has(key)),
  )
  return new Set(changes.flatMap(({ added, value }) => (added ? value : [])))
}

/** Nodes that moved to another parent or to another position. */
const movedNodes = (before: CourseDocument, after: CourseDocument): Set<string> => {
  const childrenOf = ({ sections }: CourseDocument) =>
    new Map<string, string[]>([
      ['', sections.map(({ key }) => `section-${key}`)],
      ...sections.flatMap((section): [string, string[]][] => [
        [`section-${section.key}`, section.topics.map(({ key }) => `topic-${key}`)],
        ...section.topics.map((topic): [string, string[]] => [
          `topic-${topic.key}`,
          topic.items.map(({ key }) => `item-${key}`),
        ]),
      ]),
    ])
  const [previous, current] = [childrenOf(before), childrenOf(after)]
  return new Set(
    [...current].flatMap(([parent, keys]) => [...reorderedKeys(previous.get(parent) ?? [], keys)]),
  )
}

/** Sorted like the newer document, with removed nodes at the end. */
export const differences = (
  before: CourseDocument,
  after: CourseDocument,
  translate: Translate,
): Difference[] => {
  const [previousNodes, currentNodes] = [nodesOf(before), nodesOf(after)]
  const title = after.course.texts[after.course.language]?.title ?? ''
  const changes = changedFields(title, courseFields(before, translate), courseFields(after, translate))
  const reordered = movedNodes(before, after)
  for (const [key, { ref, node }] of currentNodes) {
    const previousEntry = previousNodes.get(key)
    if (!previousEntry) {
      changes.push({ kind: 'added', title: node.title, field: null })
      continue
    }
    const [oldPosition, newPosition] = [positionOf(before.sections, ref), positionOf(after.sections, ref)]
    if (oldPosition?.parent !== newPosition?.parent || reordered.has(key))
      changes.push({ kind: 'moved', title: node.title, field: null })
    const titleField = (anyNode: Node): FieldText => ({
      key: 'name',
      label: translate('field.title'),
      text: anyNode.title,
    })
    changes.push(
      ...changedFields(
        node.title,
        [titleField(previousEntry.node), ...nodeFields(previousEntry.node, before, translate)],
        [titleField(node), ...nodeFields(node, after, translate)],
      ),
    )
  }
  for (const [key, { node }] of previousNodes)
    if (!currentNodes.has(key)) changes.push({ kind: 'removed', title: node.title, field: null })
  return changes
}
