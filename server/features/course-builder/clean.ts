import type { CourseDocument, ItemContent, Operation } from '#contract/course-draft.ts'
import { cleanHtml } from '#server/core/security/html.ts'

/** Articles are cleaned on writing, so nothing unclean is ever stored (TRUST §8.3). */
const cleanContent = (content: ItemContent): ItemContent => {
  if (content.type === 'article') return { ...content, html: cleanHtml(content.html, 'article') }
  if (content.type !== 'problem') return content
  const { statement } = content.problem
  if (typeof statement !== 'string') return content
  return { ...content, problem: { ...content.problem, statement: cleanHtml(statement, 'article') } }
}
const cleanItem = <T extends { content: ItemContent }>(item: T): T => ({
  ...item,
  content: cleanContent(item.content),
})
const cleanTopic = <T extends { items: { content: ItemContent }[] }>(topic: T): T => ({
  ...topic,
  items: topic.items.map(cleanItem),
})
const cleanSection = <T extends { topics: { items: { content: ItemContent }[] }[] }>(section: T): T => ({
  ...section,
  topics: section.topics.map(cleanTopic),
})
export const cleanDocument = (document: CourseDocument): CourseDocument => ({
  ...document,
  sections: document.sections.map(cleanSection),
})

export const cleanOperation = (deed: Operation): Operation => {
  if (deed.op === 'item' && deed.set.content)
    return { ...deed, set: { ...deed.set, content: cleanContent(deed.set.content) } }
  if (deed.op === 'add_item') return { ...deed, node: cleanItem(deed.node) }
  if (deed.op === 'add_topic') return { ...deed, node: cleanTopic(deed.node) }
  if (deed.op === 'add_section') return { ...deed, node: cleanSection(deed.node) }
  return deed
}
