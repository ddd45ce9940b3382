/** A person's notes of a whole course: merged with unsent changes, filtered, and exported. Pure. */
import type { CourseDetail } from '#contract/courses/outline.ts'
import type { ContentType } from '#contract/courses/shapes.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { LessonNote, NoteColour, listCourseNotes } from '#contract/courses/learning.ts'
import { formatTimestamp } from './lesson.ts'
import { withPendingNotes } from './notes.ts'
import type { Pending } from './pending.ts'
import { foldText } from './vtt.ts'

type ListedNote = ResponseOf<typeof listCourseNotes>['results'][number]
export type CourseForNotes = Pick<CourseDetail, 'id' | 'title' | 'sections'>

/** The titles around a note; type and languages are known once the outline is loaded. */
interface ItemInfo {
  topic_id: number
  topic_title: string
  topic_language?: string | undefined
  item_title: string
  item_language?: string | undefined
  item_type?: ContentType
}
export type CourseNote = LessonNote & ItemInfo

/** In the order of the course; items that are no longer in the outline come last. */
const itemInfos = (listed: readonly ListedNote[], course: CourseForNotes | null): Map<number, ItemInfo> => {
  const infos = new Map<number, ItemInfo>()
  const topics = course?.sections.flatMap((section) => section.topics) ?? []
  for (const topic of topics)
    for (const item of topic.items)
      infos.set(item.id, {
        topic_id: topic.id,
        topic_title: topic.title,
        topic_language: topic.language,
        item_title: item.title,
        item_language: item.language,
        item_type: item.type,
      })
  for (const { item_id, topic_id, topic_title, item_title } of listed)
    if (!infos.has(item_id)) infos.set(item_id, { topic_id, topic_title, item_title })
  return infos
}

/** The server's notes with the unsent changes of this device. */
export const mergeCourseNotes = (
  listed: readonly ListedNote[],
  pending: readonly Pending[],
  course: CourseForNotes | null,
): CourseNote[] => {
  const byItem = Map.groupBy(listed, (note) => note.item_id)
  return [...itemInfos(listed, course)].flatMap(([itemId, info]) =>
    withPendingNotes(byItem.get(itemId) ?? [], pending, itemId).map((note) => ({ ...note, ...info })),
  )
}

export interface NoteFilters {
  query: string
  colour: NoteColour | null
}

/** Notes of the colour that contain every word of the query in their text, quote or titles. */
export const filterNotes = (notes: readonly CourseNote[], { query, colour }: NoteFilters): CourseNote[] => {
  const words = foldText(query).split(/\s+/).filter(Boolean)
  return notes.filter((note) => {
    if (colour !== null && note.colour !== colour) return false
    const text = foldText([note.body, note.place.quote ?? '', note.topic_title, note.item_title].join('\n'))
    return words.every((word) => text.includes(word))
  })
}

export interface ItemNotes {
  id: number
  first: CourseNote
  notes: CourseNote[]
}
export interface TopicNotes {
  id: number
  first: CourseNote
  items: ItemNotes[]
}

/** Groups notes by topic and item and keeps their order. */
export const groupByTopic = (notes: readonly CourseNote[]): TopicNotes[] =>
  [...Map.groupBy(notes, (note) => note.topic_id)].flatMap(([id, topicNotes]) => {
    const [first] = topicNotes
    if (!first) return []
    const items = [...Map.groupBy(topicNotes, (note) => note.item_id)].flatMap(([itemId, itemNotes]) =>
      itemNotes[0] ? [{ id: itemId, first: itemNotes[0], notes: itemNotes }] : [],
    )
    return [{ id, first, items }]
  })

const toBlockquote = (text: string) =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')

/** Exports notes as Markdown: topics and items as headings, marked text as quotations. */
export const notesToMarkdown = (heading: string, notes: readonly CourseNote[]): string => {
  const noteText = ({ place: anchor, body }: CourseNote) =>
    [
      anchor.quote === undefined ? '' : toBlockquote(anchor.quote),
      [anchor.second === undefined ? '' : `[${formatTimestamp(anchor.second)}]`, body]
        .filter(Boolean)
        .join(' '),
    ].filter(Boolean)
  const blocks = groupByTopic(notes).flatMap((topic) => [
    `## ${topic.first.topic_title}`,
    ...topic.items.flatMap((item) => [`### ${item.first.item_title}`, ...item.notes.flatMap(noteText)]),
  ])
  return `${[`# ${heading}`, ...blocks].join('\n\n')}\n`
}
