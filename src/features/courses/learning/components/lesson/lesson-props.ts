import type { ReactNode } from 'react'
import type { ProgressResult } from '#contract/courses/progress.ts'
import type { TopicItem, TopicPage } from '#contract/courses/topic-page.ts'
import type { CourseOutline } from '../../model/lesson.ts'
import type { SideTab } from '../side/side-context.ts'

export type PlayerProps = {
  /** The course's outline, which another feature loads; null until then. */
  outline: CourseOutline | null
  /** Lets the course's other data follow. */
  onProgress: (result: ProgressResult) => void
  /** Content of another feature below the lesson; gets the position that is shown. */
  after?: (position: ShownPosition) => ReactNode
  /** The questions of another feature about the lesson, beside it. */
  questions?: ((position: ShownPosition) => ReactNode) | null
}
type ShownPosition = { courseId: number; topicId: number; itemId: number | null }

export type LessonProps = PlayerProps & {
  courseId: number
  page: TopicPage
  requestedItem: string | null
  tab: SideTab | null
  onTab: (tab: SideTab) => void
}

/** Code needs the width of the screen for its two panes: the outline opens as a sheet there. */
export const isCodeProblem = (item: TopicItem | null): boolean =>
  item?.type === 'problem' && item.kind !== 'text' && item.kind !== 'spreadsheet'
