/** Where one is inside a topic and what comes before and after. Pure. */
import type { CourseDetail } from '#contract/courses/outline.ts'
import type { ProgressResult, QuizResult } from '#contract/courses/progress.ts'
import type { TopicItem, TopicPage } from '#contract/courses/topic-page.ts'
import type { Pending } from './pending.ts'

/** What the player shows of a course beside the lesson. */
export type CourseOutline = Pick<CourseDetail, 'id' | 'sections'>

/** The item the address asks for, else the first one not completed, else the first. */
export const currentItem = (items: readonly TopicItem[], asked: string | null): TopicItem | null =>
  items.find((item) => String(item.id) === asked) ??
  items.find((item) => item.state !== 'completed') ??
  items[0] ??
  null

export interface Neighbour {
  topicId: number
  /** Null lets the topic choose: its first open item. */
  itemId: number | null
  title: string
}

/** Steps inside the topic first, then the neighbouring topics; null at the ends of the course. */
export const neighbours = (
  page: TopicPage,
  itemId: number | null,
): { previous: Neighbour | null; next: Neighbour | null } => {
  const index = page.items.findIndex((item) => item.id === itemId)
  const inside = (item: TopicItem | undefined): Neighbour | null =>
    item ? { topicId: page.topic.id, itemId: item.id, title: item.title } : null
  const beside = (topic: TopicPage['next']): Neighbour | null =>
    topic ? { topicId: topic.topic_id, itemId: null, title: topic.title } : null
  return {
    previous: inside(index > 0 ? page.items[index - 1] : undefined) ?? beside(page.previous),
    next: inside(index >= 0 ? page.items[index + 1] : undefined) ?? beside(page.next),
  }
}

/** What the server said about progress, written into the page that is shown. */
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

/** What waits on this device counts as done here already, also after the page was opened anew. */
export const withWaiting = (page: TopicPage, waiting: readonly Pending[]): TopicPage =>
  waiting.reduce(
    (now, entry) => (entry.kind === 'article' ? withItemState(now, entry.itemId, 'completed') : now),
    page,
  )

/** A quiz was handed in: another standing, and nothing left in the draft. */
export const withGrade = (page: TopicPage, itemId: number, result: QuizResult): TopicPage => ({
  ...page,
  items: page.items.map((item) =>
    item.id === itemId && item.type === 'quiz'
      ? { ...item, ...result.standing, draft: { ...item.draft, answers: [] } }
      : item,
  ),
})

/** "3:07", "1:02:09": as on every player, digits left to right. */
export const clock = (seconds: number): string => {
  const whole = Math.max(0, Math.floor(Number.isFinite(seconds) ? seconds : 0))
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}
