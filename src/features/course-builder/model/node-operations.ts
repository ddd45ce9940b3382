/** The operations that add a node at the end of its parent and restore a removed one. */
import type { CourseDocument, ItemKind, Operation } from '#contract/course-builder/draft.ts'
import { findNode } from '#contract/course-builder/draft-operations.ts'
import { newItem, newSection, newTopic } from './new-nodes.ts'

export type NewNode =
  { kind: 'section' } | { kind: 'topic'; parent: string } | { kind: 'item'; parent: string; type: ItemKind }

/** The operation, and the key of the new node. */
export const addOperation = (document: CourseDocument, node: NewNode) => {
  const added = nodeToAdd(node)
  return { operation: { ...added, ...endPosition(document, node) } as Operation, key: added.node.key }
}

const nodeToAdd = (node: NewNode) => {
  if (node.kind === 'section') return { op: 'add_section' as const, node: newSection() }
  if (node.kind === 'topic') return { op: 'add_topic' as const, node: newTopic() }
  return { op: 'add_item' as const, node: newItem(node.type) }
}

const endPosition = (document: CourseDocument, node: NewNode) => {
  if (node.kind === 'section') return { index: document.sections.length }
  const parent = findNode(document, node.kind === 'topic' ? 'section' : 'topic', node.parent)?.node
  const children = parent && ('topics' in parent ? parent.topics : 'items' in parent ? parent.items : [])
  return { parent: node.parent, index: children?.length ?? 0 }
}

type Found = NonNullable<ReturnType<typeof findNode>>

/** The operation that restores a removed node at its position. */
export const restoreOperation = (
  { kind, node }: Found,
  { parent, index }: { parent: string | null; index: number },
): Operation => ({ op: `add_${kind}`, node, index, ...(kind === 'section' ? {} : { parent }) }) as Operation
