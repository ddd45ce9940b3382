/** What the page of a finished course shows. */
import type { Completion } from '#contract/courses/completion.ts'
import type { CourseDetail } from '#contract/courses/outline.ts'

/** `isPartial`: from the saved course, because the server cannot be reached. */
export type ShownCompletion = Omit<Completion, 'days'> & { days: number | null; isPartial: boolean }

export const fromServer = (completion: Completion): ShownCompletion => ({ ...completion, isPartial: false })

/** What this device knows of a course without a connection; null for a course that the person is not in. */
export const fromCourse = (course: CourseDetail): ShownCompletion | null => {
  const topics = course.sections.flatMap((section) => section.topics)
  const items = topics.flatMap((topic) => topic.items)
  return (
    course.progress && {
      course_id: course.id,
      title: course.title,
      ...(course.language && { language: course.language }),
      objectives: course.objectives,
      state: course.progress.state,
      percent: course.progress.percent,
      enrolled_at: course.progress.enrolled_at,
      completed_at: course.progress.state === 'completed' ? course.progress.last_activity_at : null,
      lessons: topics.length,
      activities: items.length,
      minutes: items.reduce((sum, { minutes }) => sum + minutes, 0),
      days: null,
      quiz_percent: null,
      next: null,
      isPartial: true,
    }
  )
}
