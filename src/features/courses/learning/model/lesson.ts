/** The current item of a topic and its neighbours. Pure. */
import type { CourseDetail } from '#contract/courses/outline.ts'
import type { ProgressResult, QuizResult } from '#contract/courses/progress.ts'
import type { TopicItem, TopicPage } from '#contract/courses/topic-page.ts'
import type { Pending } from './pending.ts'

/** The part of a course that the player shows next to the lesson. */
export type CourseOutline = Pick<CourseDetail, 'id' | 'sections'>

/** The item that the URL requests, else the first one not completed, else the first one. */
export const currentItem = (items: readonly TopicItem[], requestedId: string | null): TopicItem | null =>
  items.find((item) => String(item.id) === requestedId) ??
  items.find((item) => item.state !== 'completed') ??
  items[0] ??
  null

export interface Neighbour {
  topicId: number
  /** Null stands for the topic's first item that is not completed. */
  itemId: number | null
  title: string
}

/** Items inside the topic first, then the neighbouring topics; null at the ends of the course. */
export const neighbours = (
  page: TopicPage,
  itemId: number | null,
): { previous: Neighbour | null; next: Neighbour | null } => {
  const index = page.items.findIndex((item) => item.id === itemId)
  const itemNeighbour = (item: TopicItem | undefined): Neighbour | null =>
    item ? { topicId: page.topic.id, itemId: item.id, title: item.title } : null
  const topicNeighbour = (topic: TopicPage['next']): Neighbour | null =>
    topic ? { topicId: topic.topic_id, itemId: null, title: topic.title } : null
  return {
    previous: itemNeighbour(index > 0 ? page.items[index - 1] : undefined) ?? topicNeighbour(page.previous),
    next: itemNeighbour(index >= 0 ? page.items[index + 1] : undefined) ?? topicNeighbour(page.next),
  }
}

/** Applies a progress result of the server to the page. */
export const withProgress = (page: TopicPage, result: ProgressResult): TopicPage => ({
  ...page,
  course:
    page.course.id === result.course.course_id
      ? { ...page.course, percent: result.course.percent }
      : page.course,
  topic: page.topic.id === result.topic.id ? { ...page.topic, state: result.topic.state } : page.topic,
  items: page.items.map((item) =>
    item.id === result.item.id ? { ...item, state: result.item.state } : item,
  ),
})

export const withItemState = (page: TopicPage, itemId: number, state: TopicItem['state']): TopicPage => ({
  ...page,
  items: page.items.map((item) => (item.id === itemId ? { ...item, state } : item)),
})

/** Shows unsent completions of this device as completed, also after a reload. */
export const withPendingProgress = (page: TopicPage, waiting: readonly Pending[]): TopicPage =>
  waiting.reduce(
    (current, entry) =>
      entry.kind === 'article' ? withItemState(current, entry.itemId, 'completed') : current,
    page,
  )

/** Applies a submitted quiz: the new status and an empty draft. */
export const withGrade = (page: TopicPage, itemId: number, result: QuizResult): TopicPage => ({
  ...page,
  items: page.items.map((item) =>
    item.id === itemId && item.type === 'quiz'
      ? { ...item, ...result.standing, draft: { ...item.draft, answers: [] } }
      : item,
  ),
})

/** "3:07" or "1:02:09", always left to right. */
export const formatTimestamp = (seconds: number): string => {
  const total = Math.max(0, Math.floor(Number.isFinite(seconds) ? seconds : 0))
  const [hours, minutes, remainder] = [Math.floor(total / 3600), Math.floor((total % 3600) / 60), total % 60]
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  return hours > 0
    ? `${hours}:${twoDigits(minutes)}:${twoDigits(remainder)}`
    : `${minutes}:${twoDigits(remainder)}`
}
