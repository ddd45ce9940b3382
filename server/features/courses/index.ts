import type { FastifyInstance } from 'fastify'
import type { Core } from '#server/core/core.ts'
import type { Border } from '#server/core/http/mount.ts'
import { createCoursesCaches } from './courses.cache.ts'
import { registerCourseRoutes } from './courses.routes.ts'

export { addCourse, addRating, type NewCourse, type NewItem, type NewQuestion } from './content.repository.ts'
export { gradeQuiz } from './grade.ts'
export {
  addAttempts,
  addEnrolments,
  addProgress,
  type PastAttempt,
  type PastEnrolment,
  type PastProgress,
} from './history.repository.ts'
export {
  courseStanding,
  topicsOf,
  topicState,
  type ItemNode,
  type ItemStanding,
  type Outline,
} from './progress.ts'
export { quizWithKey } from './quiz.repository.ts'
export { outlineOf } from './structure.repository.ts'

/** Courses, enrolment and learning progress. Whoever changes a course announces `{ kind: 'courses' }`. */
export const coursesFeature = (core: Core) => {
  const context = {
    audit: core.audit,
    outbox: core.outbox,
    publicUrl: core.config.publicUrl,
    changes: core.changes,
    caches: createCoursesCaches(core.changes, core.clock),
  }
  return {
    register: (app: FastifyInstance, border: Border): void => registerCourseRoutes(app, border, context),
  }
}
