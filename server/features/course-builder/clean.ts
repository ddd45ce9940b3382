import type { CourseDocument, ItemContent, Operation } from '#contract/course-builder/draft.ts'
import { yieldingMap } from '#server/core/yielding-map.ts'
import { AppError } from '#server/core/http/errors.ts'
import { cleanHtml } from '#server/core/security/html.ts'

/** Incomplete questions and problems may have any shape, but not nested deeper than this. */
const DEPTH_MAX = 30

/** PostgreSQL rejects NUL and lone surrogates. */
const storableText = (text: string) => text.replaceAll('\0', '').toWellFormed()

/** Makes all texts storable; rejects values that are nested too deeply. */
const storable = <T>(value: T, depth = 0): T => {
  if (depth > DEPTH_MAX) throw new AppError('invalid_fields', 'This is nested too deeply.')
  if (typeof value === 'string') return storableText(value) as T
  if (Array.isArray(value)) return value.map((item: unknown) => storable(item, depth + 1)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]: [string, unknown]) => [
      storableText(key),
      storable(item, depth + 1),
    ]),
  ) as T
}

/** Articles are sanitized on writing, so that nothing unsafe is ever stored (trust 8.3). */
const cleanContent = (content: ItemContent): ItemContent => {
  if (content.type === 'article')
    return {
      ...content,
      html: cleanHtml(content.html, 'article'),
      ...(content.htmls && { htmls: mapTranslations(content.htmls, (html) => cleanHtml(html, 'article')) }),
    }
  if (content.type !== 'problem') return content
  return { ...content, problem: cleanProblem(content.problem) }
}
const mapTranslations = <T extends object, V>(texts: T, sanitize: (text: NonNullable<T[keyof T]>) => V) =>
  Object.fromEntries(
    Object.entries(texts).map(([language, text]) => [language, sanitize(text as NonNullable<T[keyof T]>)]),
  )
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** Sanitizes the statement in every language. */
const cleanProblem = (problem: Record<string, unknown>): Record<string, unknown> => ({
  ...problem,
  ...(typeof problem['statement'] === 'string' && {
    statement: cleanHtml(problem['statement'], 'article'),
  }),
  ...(isRecord(problem['texts']) && {
    texts: mapTranslations(problem['texts'], (translation: unknown) =>
      isRecord(translation) ? cleanProblem(translation) : translation,
    ),
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
export const cleanDocument = (input: CourseDocument): CourseDocument => {
  const document = storable(input)
  return { ...document, sections: document.sections.map(cleanSection) }
}

/** cleanDocument() for a course from a file, in slices that let other requests run in between. */
export const cleanDocumentInSlices = async (input: CourseDocument): Promise<CourseDocument> => {
  const document = storable(input)
  const topics = await yieldingMap(
    document.sections.flatMap((section) => section.topics),
    cleanTopic,
  )
  let from = 0
  return {
    ...document,
    sections: document.sections.map((section) => {
      const sectionTopics = topics.slice(from, from + section.topics.length)
      from += section.topics.length
      return { ...section, topics: sectionTopics }
    }),
  }
}

export const cleanOperation = (input: Operation): Operation => {
  const operation = storable(input)
  if (operation.op === 'item' && operation.set.content)
    return { ...operation, set: { ...operation.set, content: cleanContent(operation.set.content) } }
  if (operation.op === 'add_item') return { ...operation, node: cleanItem(operation.node) }
  if (operation.op === 'add_topic') return { ...operation, node: cleanTopic(operation.node) }
  if (operation.op === 'add_section') return { ...operation, node: cleanSection(operation.node) }
  return operation
}
