import type { ContinueLearning } from '#contract/courses/learning-home.ts'
import type { OutlineItem, OutlineSection, OutlineTopic } from '#contract/courses/outline.ts'

export interface Place {
  topicId: number
  itemId: number
  title: string
}

const placesOf = (sections: readonly OutlineSection[]) =>
  sections.flatMap((section) =>
    section.topics.flatMap((topic) => topic.items.map((item) => ({ topic, item }))),
  )

const placeOf = ({ topic, item }: { topic: OutlineTopic; item: OutlineItem }): Place => ({
  topicId: topic.id,
  itemId: item.id,
  title: item.title,
})

/**
 * Where "continue" leads. The server knows the order in which things were touched, so its word comes first; from
 * the outline alone it is the first item under way, else the first one not completed, else the very first.
 */
export const nextPlace = (
  sections: readonly OutlineSection[],
  known?: Pick<ContinueLearning, 'topic_id' | 'item_id' | 'item_title'>,
): Place | null => {
  if (known) return { topicId: known.topic_id, itemId: known.item_id, title: known.item_title }
  const places = placesOf(sections)
  const found =
    places.find(({ item }) => item.state === 'in_progress') ??
    places.find(({ item }) => item.state !== 'completed') ??
    places[0]
  return found ? placeOf(found) : null
}

/** The first topic that is open to everybody. */
export const previewPlace = (sections: readonly OutlineSection[]): Place | null => {
  const found = placesOf(sections).find(({ topic }) => topic.free_preview)
  return found ? placeOf(found) : null
}

export const minutesOf = (topic: Pick<OutlineTopic, 'items'>): number =>
  topic.items.reduce((sum, item) => sum + item.minutes, 0)
