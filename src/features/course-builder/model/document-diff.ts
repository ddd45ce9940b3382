/** What changed from one document to another, as lines to read. */
import type {
  CourseDocument,
  DraftItem,
  DraftSection,
  DraftTopic,
  ItemContent,
} from '#contract/course-draft.ts'
import { placeOf, type NodeRef } from './tree.ts'

export interface Difference {
  kind: 'added' | 'removed' | 'moved' | 'changed'
  title: string
  field: 'title' | 'text' | 'content' | 'settings' | 'access' | null
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

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }
/** The words of an article, one block a line; read as text, never as HTML. */
export const wordsOf = (html: string): string =>
  html
    .replace(/<(?:br|\/p|\/li|\/h[1-3]|\/pre|\/blockquote|\/tr)\b[^>]*>/gi, '\n')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replace(/[ \t]+/g, ' ')
    .replace(/\n\s*/g, '\n')
    .trim()

const contentText = (content: ItemContent): string => {
  if (content.type === 'article') return wordsOf(content.html)
  if (content.type === 'video') return content.sources.map(({ url }) => url).join('\n')
  if (content.type === 'quiz') return content.questions.map((question) => JSON.stringify(question)).join('\n')
  if (content.type === 'scorm') return `${content.package_url ?? ''}\n${content.launch}`
  return JSON.stringify(content.problem)
}

const changesOf = (before: Node, after: Node): Difference[] => {
  const found: Difference[] = []
  const { title } = after
  if (before.title !== title)
    found.push({ kind: 'changed', title, field: 'title', before: before.title, after: title })
  if ('content' in before && 'content' in after && !same(before.content, after.content)) {
    const article = before.content.type === 'article' && after.content.type === 'article'
    found.push({
      kind: 'changed',
      title,
      field: article ? 'text' : 'content',
      before: contentText(before.content),
      after: contentText(after.content),
    })
  }
  const rest = ({ title: _title, ...node }: Node) => {
    const { topics: _topics, items: _items, content: _content, ...others } = node as Record<string, unknown>
    return others
  }
  if (!same(rest(before), rest(after))) found.push({ kind: 'changed', title, field: 'access' })
  return found
}

/** In the order of the newer document, what is gone at the end. */
export const differences = (before: CourseDocument, after: CourseDocument): Difference[] => {
  const [old, now] = [nodesOf(before), nodesOf(after)]
  const found: Difference[] = []
  if (!same(before.course, after.course)) {
    const language = after.course.language
    const [one, other] = [before.course.texts[language], after.course.texts[language]]
    found.push({
      kind: 'changed',
      title: other?.title ?? '',
      field: 'settings',
      before: `${one?.title ?? ''}\n${one?.description ?? ''}`,
      after: `${other?.title ?? ''}\n${other?.description ?? ''}`,
    })
  }
  for (const [key, { ref, node }] of now) {
    const earlier = old.get(key)
    if (!earlier) {
      found.push({ kind: 'added', title: node.title, field: null })
      continue
    }
    const [there, here] = [placeOf(before.sections, ref), placeOf(after.sections, ref)]
    if (there?.parent !== here?.parent) found.push({ kind: 'moved', title: node.title, field: null })
    found.push(...changesOf(earlier.node, node))
  }
  for (const [key, { node }] of old)
    if (!now.has(key)) found.push({ kind: 'removed', title: node.title, field: null })
  return found
}
