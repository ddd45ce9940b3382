/** The own notes of a whole course: together with what waits, found by words and colour, and written out. Pure. */
import type { CourseDetail } from '#contract/courses/outline.ts'
import type { ContentType } from '#contract/courses/shapes.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { LessonNote, NoteColour, listCourseNotes } from '#contract/courses/learning.ts'
import { clock } from './lesson.ts'
import { withWaiting } from './notes.ts'
import type { Pending } from './pending.ts'
import { folded } from './vtt.ts'

type Listed = ResponseOf<typeof listCourseNotes>['results'][number]
export type NotedCourse = Pick<CourseDetail, 'id' | 'title' | 'sections'>

/** Where an item stands; its kind and languages are known once the outline is. */
interface Place {
  topic_id: number
  topic_title: string
  topic_language?: string | undefined
  item_title: string
  item_language?: string | undefined
  item_type?: ContentType
}
export type CourseNote = LessonNote & Place

/** In the order of the course; what an outline does not name any more comes after it. */
const placesOf = (listed: readonly Listed[], course: NotedCourse | null): Map<number, Place> => {
  const places = new Map<number, Place>()
  const topics = course?.sections.flatMap((section) => section.topics) ?? []
  for (const topic of topics)
    for (const item of topic.items)
      places.set(item.id, {
        topic_id: topic.id,
        topic_title: topic.title,
        topic_language: topic.language,
        item_title: item.title,
        item_language: item.language,
        item_type: item.type,
      })
  for (const { item_id, topic_id, topic_title, item_title } of listed)
    if (!places.has(item_id)) places.set(item_id, { topic_id, topic_title, item_title })
  return places
}

/** What the server knows with what waits on this device over it. */
export const courseNotes = (
  listed: readonly Listed[],
  pending: readonly Pending[],
  course: NotedCourse | null,
): CourseNote[] => {
  const byItem = Map.groupBy(listed, (note) => note.item_id)
  return [...placesOf(listed, course)].flatMap(([itemId, place]) =>
    withWaiting(byItem.get(itemId) ?? [], pending, itemId).map((note) => ({ ...note, ...place })),
  )
}

export interface NoteFilters {
  words: string
  colour: NoteColour | null
}

/** Those in which all the words occur, in the note, the marked text or a title, and which have the colour. */
export const findNotes = (notes: readonly CourseNote[], { words, colour }: NoteFilters): CourseNote[] => {
  const wanted = folded(words).split(/\s+/).filter(Boolean)
  return notes.filter((note) => {
    if (colour !== null && note.colour !== colour) return false
    const text = folded([note.body, note.place.quote ?? '', note.topic_title, note.item_title].join('\n'))
    return wanted.every((word) => text.includes(word))
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

/** By topic and lesson, in the order in which they come. */
export const byTopic = (notes: readonly CourseNote[]): TopicNotes[] =>
  [...Map.groupBy(notes, (note) => note.topic_id)].flatMap(([id, inTopic]) => {
    const [first] = inTopic
    if (!first) return []
    const items = [...Map.groupBy(inTopic, (note) => note.item_id)].flatMap(([itemId, own]) =>
      own[0] ? [{ id: itemId, first: own[0], notes: own }] : [],
    )
    return [{ id, first, items }]
  })

const quoted = (text: string) =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')

/** As Markdown, which is readable as it stands: topics and lessons as headings, marked words as quotations. */
export const notesAsText = (heading: string, notes: readonly CourseNote[]): string => {
  const noteText = ({ place, body }: CourseNote) =>
    [
      place.quote === undefined ? '' : quoted(place.quote),
      [place.second === undefined ? '' : `[${clock(place.second)}]`, body].filter(Boolean).join(' '),
    ].filter(Boolean)
  const blocks = byTopic(notes).flatMap((topic) => [
    `## ${topic.first.topic_title}`,
    ...topic.items.flatMap((item) => [`### ${item.first.item_title}`, ...item.notes.flatMap(noteText)]),
  ])
  return `${[`# ${heading}`, ...blocks].join('\n\n')}\n`
}
