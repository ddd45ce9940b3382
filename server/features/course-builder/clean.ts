import type { CourseDocument, ItemContent, Operation } from '#contract/course-builder/draft.ts'
import { withStablePaths } from '#contract/files/stored-path.ts'
import { AppError } from '#server/core/http/errors.ts'
import { cleanHtmlInWorker } from '#server/core/security/clean-in-worker.ts'

/** Incomplete questions and problems may have any shape, but not nested deeper than this. */
const DEPTH_MAX = 30

/** PostgreSQL rejects NUL and lone surrogates. A signed address would work for its author only, and for hours. */
const sanitizeText = (text: string) => withStablePaths(text.replaceAll('\0', '').toWellFormed())

/** Sanitizes all texts; rejects values that are nested too deeply. */
const sanitizeTexts = <T>(value: T, depth = 0): T => {
  if (depth > DEPTH_MAX) throw new AppError('invalid_fields', 'This is nested too deeply.')
  if (typeof value === 'string') return sanitizeText(value) as T
  if (Array.isArray(value)) return value.map((item: unknown) => sanitizeTexts(item, depth + 1)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]: [string, unknown]) => [
      sanitizeText(key),
      sanitizeTexts(item, depth + 1),
    ]),
  ) as T
}

/** Articles are sanitized on writing, so that nothing unsafe is ever stored (trust 8.3). */
const cleanContent = async (content: ItemContent): Promise<ItemContent> => {
  if (content.type === 'article')
    return {
      ...content,
      html: await cleanHtmlInWorker(content.html, 'article'),
      ...(content.htmls && {
        htmls: await mapTranslations(content.htmls, (html) => cleanHtmlInWorker(html, 'article')),
      }),
    }
  if (content.type !== 'problem') return content
  return { ...content, problem: await cleanProblem(content.problem) }
}
const mapTranslations = async <T extends object, V>(
  texts: T,
  sanitize: (text: NonNullable<T[keyof T]>) => Promise<V>,
): Promise<Record<string, V>> => {
  const sanitized: [string, V][] = []
  for (const [language, text] of Object.entries(texts))
    sanitized.push([language, await sanitize(text as NonNullable<T[keyof T]>)])
  return Object.fromEntries(sanitized)
}
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** Sanitizes the statement in every language. */
const cleanProblem = async (problem: Record<string, unknown>): Promise<Record<string, unknown>> => ({
  ...problem,
  ...(typeof problem['statement'] === 'string' && {
    statement: await cleanHtmlInWorker(problem['statement'], 'article'),
  }),
  ...(isRecord(problem['texts']) && {
    texts: await mapTranslations(problem['texts'], async (translation: unknown) =>
      isRecord(translation) ? cleanProblem(translation) : translation,
    ),
  }),
})

/** One after the other: a large document uses one thread and leaves the others to everybody else. */
const cleanEach = async <T>(list: readonly T[], cleanOne: (item: T) => Promise<T>): Promise<T[]> => {
  const cleaned: T[] = []
  for (const item of list) cleaned.push(await cleanOne(item))
  return cleaned
}
const cleanItem = async <T extends { content: ItemContent }>(item: T): Promise<T> => ({
  ...item,
  content: await cleanContent(item.content),
})
const cleanTopic = async <T extends { items: { content: ItemContent }[] }>(topic: T): Promise<T> => ({
  ...topic,
  items: await cleanEach(topic.items, cleanItem),
})
const cleanSection = async <T extends { topics: { items: { content: ItemContent }[] }[] }>(
  section: T,
): Promise<T> => ({
  ...section,
  topics: await cleanEach(section.topics, cleanTopic),
})
export const cleanDocument = async (input: CourseDocument): Promise<CourseDocument> => {
  const document = sanitizeTexts(input)
  return { ...document, sections: await cleanEach(document.sections, cleanSection) }
}

export const cleanOperations = (operations: readonly Operation[]): Promise<Operation[]> =>
  cleanEach(operations, cleanOperation)

const cleanOperation = async (input: Operation): Promise<Operation> => {
  const operation = sanitizeTexts(input)
  if (operation.op === 'item' && operation.set.content)
    return { ...operation, set: { ...operation.set, content: await cleanContent(operation.set.content) } }
  if (operation.op === 'add_item') return { ...operation, node: await cleanItem(operation.node) }
  if (operation.op === 'add_topic') return { ...operation, node: await cleanTopic(operation.node) }
  if (operation.op === 'add_section') return { ...operation, node: await cleanSection(operation.node) }
  return operation
}
