import type { ContinueLearning, LearningHome, NextClass } from '#contract/courses/learning-home.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { languageFor } from '#server/core/http/language.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import type { CoursesContext } from '../courses.cache.ts'
import { toOverall } from '../courses.mapper.ts'
import { learnerOf } from '../learning.ts'
import { enrolledCourses, type EnrolledCourse } from './enrolled-courses.ts'
import { nextItem } from '../progress.ts'

export interface HomeDependencies {
  /** The caller's next live session. */
  readonly nextClass: (scope: MemberScope, db: TenantDb) => Promise<NextClass | null>
}

/** Progress and what to go on with; of each feature nothing while it is off. */
export const learningHome = (
  { caches }: CoursesContext,
  scope: MemberScope,
  { nextClass }: HomeDependencies,
): Promise<LearningHome> =>
  scope.tx(async (db) => {
    const courses = scope.tenant.features.has('course')
      ? await enrolledCourses(caches, db, learnerOf(scope), languageFor(scope))
      : []
    return {
      overall: toOverall(courses.map(({ progress }) => progress)),
      continue_learning: courses.flatMap((course) =>
        course.progress.state === 'in_progress' ? toContinue(course) : [],
      ),
      start:
        courses.filter(({ progress: { state } }) => state === 'not_started').flatMap(toContinue)[0] ?? null,
      courses: courses.map(({ progress, structure: { row, title } }) => ({
        ...progress,
        title,
        cover_url: row.cover,
      })),
      next_class: await nextClass(scope, db),
    }
  })

const toContinue = ({ structure, statuses, progress: { percent } }: EnrolledCourse): ContinueLearning[] => {
  const next = nextItem(structure.outline, statuses)
  if (!next) return []
  const { row, title } = structure
  return [
    {
      course_id: row.id,
      course_title: title,
      cover_url: row.cover,
      percent,
      topic_id: next.topic.id,
      topic_title: next.topic.title,
      item_id: next.item.id,
      item_title: next.item.title,
      item_type: next.item.type,
    },
  ]
}
