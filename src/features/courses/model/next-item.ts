import type { ContinueLearning } from '#contract/courses/learning-home.ts'
import type { OutlineItem, OutlineSection, OutlineTopic } from '#contract/courses/outline.ts'

export interface ItemPosition {
  topicId: number
  itemId: number
  title: string
}

const entriesOf = (sections: readonly OutlineSection[]) =>
  sections.flatMap((section) =>
    section.topics.flatMap((topic) => topic.items.map((item) => ({ topic, item }))),
  )

const positionOf = ({ topic, item }: { topic: OutlineTopic; item: OutlineItem }): ItemPosition => ({
  topicId: topic.id,
  itemId: item.id,
  title: item.title,
})

/**
 * The item that "continue" opens. The server knows the order of activity, so its answer wins. Without it, the
 * outline decides: the first item in progress, else the first one not completed, else the first one.
 */
export const findNextItem = (
  sections: readonly OutlineSection[],
  known?: Pick<ContinueLearning, 'topic_id' | 'item_id' | 'item_title'>,
): ItemPosition | null => {
  if (known) return { topicId: known.topic_id, itemId: known.item_id, title: known.item_title }
  const entries = entriesOf(sections)
  const found =
    entries.find(({ item }) => item.state === 'in_progress') ??
    entries.find(({ item }) => item.state !== 'completed') ??
    entries[0]
  return found ? positionOf(found) : null
}

/** The first item of a topic with a free preview. */
export const findPreviewItem = (sections: readonly OutlineSection[]): ItemPosition | null => {
  const found = entriesOf(sections).find(({ topic }) => topic.free_preview)
  return found ? positionOf(found) : null
}

export const totalMinutes = (topic: Pick<OutlineTopic, 'items'>): number =>
  topic.items.reduce((sum, item) => sum + item.minutes, 0)
