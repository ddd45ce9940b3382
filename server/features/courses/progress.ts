/** How far a learner is, from item to topic to course (RULES "Learning"). Pure: structure and rows in, states out. */
import type { Language } from '#contract/common.ts'
import type { ContentType, CourseProgress, ProgressState } from '#contract/courses/shapes.ts'

export interface ItemNode {
  readonly id: number
  readonly type: ContentType
  readonly title: string
  /** Where the title is not in the wanted language. */
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

/** All topics in the order they are learned. */
export const topicsOf = (outline: Outline): TopicNode[] => outline.flatMap((section) => section.topics)

export const itemState = (standing: ItemStatus | undefined): ProgressState => {
  if (!standing) return 'not_started'
  return standing.completedAt ? 'completed' : 'in_progress'
}

/** Items of a topic or a course: how many there are, were begun or completed, and were completed. */
export interface Counted {
  total: number
  touched: number
  completed: number
}
export const summarise = ({ total, touched, completed }: Counted): ProgressState => {
  if (total > 0 && completed === total) return 'completed'
  return touched > 0 ? 'in_progress' : 'not_started'
}

const countItems = (topics: readonly TopicNode[], statuses: ItemStatuses): Counted => {
  const counted: Counted = { total: 0, touched: 0, completed: 0 }
  for (const { items } of topics)
    for (const { id } of items) {
      const standing = statuses.get(id)
      counted.total += 1
      if (standing) counted.touched += 1
      if (standing?.completedAt) counted.completed += 1
    }
  return counted
}

/** A topic is completed when all of its items are; one without items never is. */
export const topicState = (topic: TopicNode, statuses: ItemStatuses): ProgressState =>
  summarise(countItems([topic], statuses))

/** One learner's standing in one course. */
export const courseStatusOf = (
  outline: Outline,
  enrolment: EnrolmentStatus,
  statuses: ItemStatuses,
): CourseProgress => itemStatusFrom(countItems(topicsOf(outline), statuses), enrolment)

/** The same from what was counted already. */
export const itemStatusFrom = (counted: Counted, enrolment: EnrolmentStatus): CourseProgress => ({
  course_id: enrolment.courseId,
  state: summarise(counted),
  completed_items: counted.completed,
  total_items: counted.total,
  percent: percentOf(counted.completed, counted.total),
  enrolled_at: enrolment.enrolledAt.toISOString(),
  last_activity_at: enrolment.lastActivityAt?.toISOString() ?? null,
})

/** Rounded down, so that 100 means finished. */
export const percentOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.floor((100 * part) / whole)

/**
 * Where to go on: the item left half done last, else the first unfinished one after the item touched last,
 * else the first unfinished one at all. Null when nothing is left.
 */
export const nextItem = (
  outline: Outline,
  statuses: ItemStatuses,
): { topic: TopicNode; item: ItemNode } | null => {
  const places = topicsOf(outline).flatMap((topic) => topic.items.map((item) => ({ topic, item })))
  let latest = -1
  let latestAt = -Infinity
  places.forEach(({ item }, index) => {
    const at = statuses.get(item.id)?.lastAt.getTime() ?? -Infinity
    // With equal times the later item in course order was the later one.
    if (at >= latestAt && at !== -Infinity) [latest, latestAt] = [index, at]
  })
  const open = ({ item }: { item: ItemNode }) => itemState(statuses.get(item.id)) !== 'completed'
  return places.slice(Math.max(latest, 0)).find(open) ?? places.find(open) ?? null
}
