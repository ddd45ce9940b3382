/** What changed from one document to another, as lines to read. */
import type { CourseDocument, DraftItem, DraftSection, DraftTopic } from '#contract/course-builder/draft.ts'
import { courseFields, nodeFields, type FieldText, type Say } from './content-fields.ts'
import { placeOf, type NodeRef } from './tree.ts'

export interface Difference {
  kind: 'added' | 'removed' | 'moved' | 'changed'
  title: string
  /** What of it, in the reader's language; null for the whole. */
  field: string | null
  before?: string
  after?: string
}

type Node = DraftSection | DraftTopic | DraftItem
interface Placed {
  ref: NodeRef
  node: Node
}

const nodesOf = ({ sections }: CourseDocument): Map<string, Placed> => {
  const all: Placed[] = sections.flatMap((section) => [
    { ref: { kind: 'section' as const, key: section.key }, node: section },
    ...section.topics.flatMap((topic) => [
      { ref: { kind: 'topic' as const, key: topic.key }, node: topic },
      ...topic.items.map((item) => ({ ref: { kind: 'item' as const, key: item.key }, node: item })),
    ]),
  ])
  return new Map(all.map((placed) => [`${placed.ref.kind}-${placed.ref.key}`, placed]))
}

const changed = (title: string, before: readonly FieldText[], after: readonly FieldText[]): Difference[] => {
  const old = new Map(before.map((field) => [field.key, field]))
  const now = new Map(after.map((field) => [field.key, field]))
  return [...after, ...before.filter(({ key }) => !now.has(key))].flatMap(({ key, label }) => {
    const [was, is] = [old.get(key)?.text ?? '', now.get(key)?.text ?? '']
    return was === is ? [] : [{ kind: 'changed' as const, title, field: label, before: was, after: is }]
  })
}

/** Those that left the common order: as few as can be, so that one moved line is one difference. */
const leftTheOrder = (before: readonly string[], after: readonly string[]): Set<string> => {
  const place = new Map(before.map((key, index) => [key, index]))
  const stayed = after.filter((key) => place.has(key))
  const places = stayed.map((key) => place.get(key) as number)
  // Longest ascending run of former places; each ends at its own line.
  const lengths: number[] = []
  const previous: number[] = []
  for (const [index, here] of places.entries()) {
    lengths[index] = 1
    previous[index] = -1
    for (let earlier = 0; earlier < index; earlier += 1)
      if (
        (places[earlier] as number) < here &&
        (lengths[earlier] as number) + 1 > (lengths[index] as number)
      ) {
        lengths[index] = (lengths[earlier] as number) + 1
        previous[index] = earlier
      }
  }
  const moved = new Set(stayed)
  let at = lengths.indexOf(Math.max(0, ...lengths))
  while (at >= 0) {
    moved.delete(stayed[at] as string)
    at = previous[at] as number
  }
  return moved
}

/** Nodes that stand elsewhere: under another parent, or in another order. */
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
  const [old, now] = [childrenOf(before), childrenOf(after)]
  return new Set([...now].flatMap(([parent, keys]) => [...leftTheOrder(old.get(parent) ?? [], keys)]))
}

/** In the order of the newer document, what is gone at the end. */
export const differences = (before: CourseDocument, after: CourseDocument, say: Say): Difference[] => {
  const [old, now] = [nodesOf(before), nodesOf(after)]
  const title = after.course.texts[after.course.language]?.title ?? ''
  const found = changed(title, courseFields(before, say), courseFields(after, say))
  const reordered = movedNodes(before, after)
  for (const [key, { ref, node }] of now) {
    const earlier = old.get(key)
    if (!earlier) {
      found.push({ kind: 'added', title: node.title, field: null })
      continue
    }
    const [there, here] = [placeOf(before.sections, ref), placeOf(after.sections, ref)]
    if (there?.parent !== here?.parent || reordered.has(key))
      found.push({ kind: 'moved', title: node.title, field: null })
    const named = (one: Node): FieldText => ({ key: 'name', label: say('field.title'), text: one.title })
    found.push(
      ...changed(
        node.title,
        [named(earlier.node), ...nodeFields(earlier.node, before, say)],
        [named(node), ...nodeFields(node, after, say)],
      ),
    )
  }
  for (const [key, { node }] of old)
    if (!now.has(key)) found.push({ kind: 'removed', title: node.title, field: null })
  return found
}
