import type { CourseDocument, ItemContent, Operation } from '#contract/course-builder/draft.ts'
import { yieldingMap } from '#server/core/yielding-map.ts'
import { AppError } from '#server/core/http/errors.ts'
import { cleanHtml } from '#server/core/security/html.ts'

/** Half-written questions and problems have whatever shape their editor gives them, but no deeper one than this. */
const DEPTH_MAX = 30

/** No database takes NUL or half a surrogate pair. */
const storableText = (text: string) => text.replaceAll('\0', '').toWellFormed()

/** The same value with texts that can be stored; refuses what is nested without end. */
const storable = <T>(value: T, depth = 0): T => {
  if (depth > DEPTH_MAX) throw new AppError('invalid_fields', 'This is nested too deeply.')
  if (typeof value === 'string') return storableText(value) as T
  if (Array.isArray(value)) return value.map((one: unknown) => storable(one, depth + 1)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]: [string, unknown]) => [
      storableText(key),
      storable(one, depth + 1),
    ]),
  ) as T
}

/** Articles are cleaned on writing, so nothing unclean is ever stored (TRUST §8.3). */
const cleanContent = (content: ItemContent): ItemContent => {
  if (content.type === 'article')
    return {
      ...content,
      html: cleanHtml(content.html, 'article'),
      ...(content.htmls && { htmls: eachOf(content.htmls, (html) => cleanHtml(html, 'article')) }),
    }
  if (content.type !== 'problem') return content
  return { ...content, problem: cleanProblem(content.problem) }
}
const eachOf = <T extends object, V>(texts: T, change: (one: NonNullable<T[keyof T]>) => V) =>
  Object.fromEntries(
    Object.entries(texts).map(([language, one]) => [language, change(one as NonNullable<T[keyof T]>)]),
  )
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** A statement, and those in other languages. */
const cleanProblem = (problem: Record<string, unknown>): Record<string, unknown> => ({
  ...problem,
  ...(typeof problem['statement'] === 'string' && {
    statement: cleanHtml(problem['statement'], 'article'),
  }),
  ...(isRecord(problem['texts']) && {
    texts: eachOf(problem['texts'], (own: unknown) => (isRecord(own) ? cleanProblem(own) : own)),
  }),
})
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
export const cleanDocument = (written: CourseDocument): CourseDocument => {
  const document = storable(written)
  return { ...document, sections: document.sections.map(cleanSection) }
}

/** The same for a whole course from a file: nobody else waits until all of it is clean. */
export const cleanDocumentInSlices = async (written: CourseDocument): Promise<CourseDocument> => {
  const document = storable(written)
  const topics = await yieldingMap(
    document.sections.flatMap((section) => section.topics),
    cleanTopic,
  )
  let from = 0
  return {
    ...document,
    sections: document.sections.map((section) => {
      const own = topics.slice(from, from + section.topics.length)
      from += section.topics.length
      return { ...section, topics: own }
    }),
  }
}

export const cleanOperation = (written: Operation): Operation => {
  const action = storable(written)
  if (action.op === 'item' && action.set.content)
    return { ...action, set: { ...action.set, content: cleanContent(action.set.content) } }
  if (action.op === 'add_item') return { ...action, node: cleanItem(action.node) }
  if (action.op === 'add_topic') return { ...action, node: cleanTopic(action.node) }
  if (action.op === 'add_section') return { ...action, node: cleanSection(action.node) }
  return action
}
