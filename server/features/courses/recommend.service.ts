import type { InstructorPage, Recommendation } from '#contract/course-catalogue.ts'
import { notFound } from '#server/core/http/errors.ts'
import { languageFor } from '#server/core/http/language.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import type { CoursesContext } from './courses.cache.ts'
import { instructorFacts } from './instructors.repository.ts'
import { learnerOf, visibleCourse } from './learning.ts'
import { ownStates } from './own-courses.ts'
import { recommended, related } from './recommend.ts'

const RECOMMENDED_MAX = 12
const RELATED_MAX = 4

type Results = Promise<{ results: Recommendation[] }>

/** What to learn next, each with its reason. */
export const recommendedLearning = ({ caches }: CoursesContext, scope: MemberScope): Results =>
  scope.tx(async (db) => {
    const entries = await caches.catalogue(db, scope.tenant.clientId, languageFor(scope))
    const own = await ownStates(caches, db, learnerOf(scope))
    return { results: recommended(entries, own, RECOMMENDED_MAX) }
  })

/** Courses like one course. */
export const relatedCourses = ({ caches }: CoursesContext, scope: MemberScope, courseId: number): Results =>
  scope.tx(async (db) => {
    await visibleCourse(caches, db, scope, courseId)
    const entries = await caches.catalogue(db, scope.tenant.clientId, languageFor(scope))
    const own = await ownStates(caches, db, learnerOf(scope))
    return { results: related(entries, own, courseId, RELATED_MAX) }
  })

/** Somebody who teaches; whoever teaches no published course is not there. */
export const instructorProfile = (
  { caches }: CoursesContext,
  scope: MemberScope,
  instructorId: number,
): Promise<InstructorPage> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const facts = await instructorFacts(db, clientId, instructorId)
    if (!facts) throw notFound()
    const teaches = new Set(facts.courseIds)
    const entries = await caches.catalogue(db, clientId, languageFor(scope))
    const courses = entries.filter(({ summary }) => teaches.has(summary.id)).map(({ summary }) => summary)
    const { id, name, picture, bio, students, rating, ratings } = facts
    return { id, name, picture, bio, students, rating, ratings, courses }
  })
