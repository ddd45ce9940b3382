/** The learner's own courses with their standing: for the home, the catalogue's filter and the recommendations. */
import type { CourseProgress } from '#contract/courses.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { OwnStates } from './catalogue.ts'
import type { CoursesCaches, CourseStructure } from './courses.cache.ts'
import { activeEnrolments, standingsIn, type Learner, type ProgressRow } from './progress.repository.ts'
import { courseStanding, type EnrolmentStanding, type Standings } from './progress.ts'

export interface OwnCourse {
  enrolment: EnrolmentStanding
  structure: CourseStructure
  standings: Standings
  progress: CourseProgress
}

/** Most recent first. */
export const ownCourses = async (
  caches: CoursesCaches,
  db: TenantDb,
  learner: Learner,
): Promise<OwnCourse[]> => {
  const enrolments = await activeEnrolments(db, learner)
  const rows = await standingsIn(
    db,
    learner,
    enrolments.map((enrolment) => enrolment.courseId),
  )
  const touched = Map.groupBy(rows, (row) => row.courseId)
  const own: OwnCourse[] = []
  for (const enrolment of enrolments) {
    const structure = await caches.structure(db, learner.clientId, enrolment.courseId)
    if (!structure) continue
    const standings = byItem(touched.get(enrolment.courseId))
    const progress = courseStanding(structure.outline, enrolment, standings)
    own.push({ enrolment, structure, standings, progress })
  }
  return own.sort((a, b) => latest(b.enrolment) - latest(a.enrolment))
}

export const statesOf = (own: readonly OwnCourse[]): OwnStates =>
  new Map(own.map(({ progress }) => [progress.course_id, progress.state]))

const byItem = (rows: readonly ProgressRow[] = []): Standings => new Map(rows.map((row) => [row.itemId, row]))

const latest = (enrolment: EnrolmentStanding) => (enrolment.lastActivityAt ?? enrolment.enrolledAt).getTime()
