import type { ContinueLearning, LearningHome } from '#contract/courses.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import type { CoursesContext, CourseStructure } from './courses.cache.ts'
import { toOverall } from './courses.mapper.ts'
import { learnerOf } from './learning.ts'
import { activeEnrolments, standingsIn, type ProgressRow } from './progress.repository.ts'
import { courseStanding, nextItem, type EnrolmentStanding, type Standings } from './progress.ts'

/** Overall progress, what to go on with, and the standing in each enrolled course. */
export const learningHome = ({ caches }: CoursesContext, scope: MemberScope): Promise<LearningHome> =>
  scope.tx(async (db) => {
    const learner = learnerOf(scope)
    const enrolments = await activeEnrolments(db, learner)
    const rows = await standingsIn(
      db,
      learner,
      enrolments.map((enrolment) => enrolment.courseId),
    )
    const touched = Map.groupBy(rows, (row) => row.courseId)
    const places: Place[] = []
    for (const enrolment of enrolments) {
      const structure = await caches.structure(db, learner.clientId, enrolment.courseId)
      if (structure) places.push({ enrolment, structure, standings: byItem(touched.get(enrolment.courseId)) })
    }
    places.sort((a, b) => latest(b.enrolment) - latest(a.enrolment))
    const courses = places.map((place) =>
      courseStanding(place.structure.outline, place.enrolment, place.standings),
    )
    return {
      overall: toOverall(courses),
      continue_learning: places.flatMap((place, index) => {
        const standing = courses[index]
        return standing?.state === 'in_progress' ? toContinue(place, standing.percent) : []
      }),
      courses: places.flatMap(({ structure: { row } }, index) => {
        const standing = courses[index]
        return standing ? [{ ...standing, title: row.title, cover_url: row.cover }] : []
      }),
    }
  })

interface Place {
  enrolment: EnrolmentStanding
  structure: CourseStructure
  standings: Standings
}

const byItem = (rows: readonly ProgressRow[] = []): Standings => new Map(rows.map((row) => [row.itemId, row]))

const latest = (enrolment: EnrolmentStanding) => (enrolment.lastActivityAt ?? enrolment.enrolledAt).getTime()

const toContinue = ({ structure, standings }: Place, percent: number): ContinueLearning[] => {
  const next = nextItem(structure.outline, standings)
  if (!next) return []
  const { row } = structure
  return [
    {
      course_id: row.id,
      course_title: row.title,
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
