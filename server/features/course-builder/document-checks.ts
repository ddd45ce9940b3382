/** What a course must keep to while it is edited, beyond the shape of its document. */
import { DOCUMENT_MAX_CHARS, type CourseDocument } from '#contract/course-builder/draft.ts'

/** A document that is too large already may still be changed and shortened. */
export const growsTooLarge = (document: CourseDocument, former: CourseDocument): boolean => {
  const size = JSON.stringify(document).length
  return size > DOCUMENT_MAX_CHARS && size > JSON.stringify(former).length
}

/** A node added inside another one must not reuse an existing key. */
export const hasUniqueKeys = ({ sections }: CourseDocument): boolean => {
  const topics = sections.flatMap((section) => section.topics)
  const items = topics.flatMap((topic) => topic.items)
  return [sections, topics, items].every(
    (nodes) => new Set(nodes.map(({ key }) => key)).size === nodes.length,
  )
}
