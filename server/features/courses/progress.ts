/** Progress from item to topic to course (rules: Learning). Pure: takes structure and rows, returns states. */
import { percentDone } from '#contract/percent.ts'
import type { Language } from '#contract/languages.ts'
import type { ContentType, CourseProgress, ProgressState } from '#contract/courses/shapes.ts'

export interface ItemNode {
  readonly id: number
  readonly type: ContentType
  readonly title: string
  /** Set when the title is not in the requested language. */
  readonly language?: Language
  readonly minutes: number
}
export interface TopicNode {
  readonly id: number
  readonly title: string
  readonly language?: Language
  readonly freePreview: boolean
  readonly items: readonly ItemNode[]
}
export interface SectionNode {
  readonly id: number
  readonly title: string
  readonly language?: Language
  readonly topics: readonly TopicNode[]
  readonly opensAt?: Date | null
  readonly opensAfterDays?: number | null
  /** Ids of sections that must be completed first. */
  readonly requires?: readonly number[]
}
export type Outline = readonly SectionNode[]

export interface ItemStatus {
  readonly completedAt: Date | null
  readonly lastAt: Date
}
/** By item id. */
export type ItemStatuses = ReadonlyMap<number, ItemStatus>

export interface EnrolmentStatus {
  readonly courseId: number
  readonly enrolledAt: Date
  readonly lastActivityAt: Date | null
}

/** All topics in learning order. */
export const topicsOf = (outline: Outline): TopicNode[] => outline.flatMap((section) => section.topics)

export const itemState = (status: ItemStatus | undefined): ProgressState => {
  if (!status) return 'not_started'
  return status.completedAt ? 'completed' : 'in_progress'
}

/** Items of a topic or course: all, started (completed included), completed. */
export interface ItemCounts {
  total: number
  touched: number
  completed: number
}
export const stateFromCounts = ({ total, touched, completed }: ItemCounts): ProgressState => {
  if (total > 0 && completed === total) return 'completed'
  return touched > 0 ? 'in_progress' : 'not_started'
}

const countItems = (topics: readonly TopicNode[], statuses: ItemStatuses): ItemCounts => {
  const counted: ItemCounts = { total: 0, touched: 0, completed: 0 }
  for (const { items } of topics)
    for (const { id } of items) {
      const status = statuses.get(id)
      counted.total += 1
      if (status) counted.touched += 1
      if (status?.completedAt) counted.completed += 1
    }
  return counted
}

/** A topic is completed when all its items are; an empty topic never is. */
export const topicState = (topic: TopicNode, statuses: ItemStatuses): ProgressState =>
  stateFromCounts(countItems([topic], statuses))

/** One learner's progress in one course. */
export const courseStatusOf = (
  outline: Outline,
  enrolment: EnrolmentStatus,
  statuses: ItemStatuses,
): CourseProgress => courseProgressFrom(countItems(topicsOf(outline), statuses), enrolment)

/** courseStatusOf() from existing counts. */
export const courseProgressFrom = (counted: ItemCounts, enrolment: EnrolmentStatus): CourseProgress => ({
  course_id: enrolment.courseId,
  state: stateFromCounts(counted),
  completed_items: counted.completed,
  total_items: counted.total,
  percent: percentDone(counted.completed, counted.total),
  enrolled_at: enrolment.enrolledAt.toISOString(),
  last_activity_at: enrolment.lastActivityAt?.toISOString() ?? null,
})

/**
 * Where to continue: the item left unfinished last, else the first unfinished one after the item used last, else the
 * first unfinished one. Null when everything is completed.
 */
export const nextItem = (
  outline: Outline,
  statuses: ItemStatuses,
): { topic: TopicNode; item: ItemNode } | null => {
  const items = topicsOf(outline).flatMap((topic) => topic.items.map((item) => ({ topic, item })))
  let latest = -1
  let latestAt = -Infinity
  items.forEach(({ item }, index) => {
    const at = statuses.get(item.id)?.lastAt.getTime() ?? -Infinity
    // With equal times the later item in course order was the later one.
    if (at >= latestAt && at !== -Infinity) [latest, latestAt] = [index, at]
  })
  const isOpen = ({ item }: { item: ItemNode }) => itemState(statuses.get(item.id)) !== 'completed'
  return items.slice(Math.max(latest, 0)).find(isOpen) ?? items.find(isOpen) ?? null
}
