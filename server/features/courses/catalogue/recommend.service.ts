import { getRecommended, getRelated, type InstructorPage } from '#contract/courses/catalogue.ts'
import type { Query } from '#server/core/db/query.ts'
import { notFound } from '#server/core/http/errors.ts'
import { languageFor } from '#server/core/http/language.ts'
import { taggedJson, type CachedJson } from '#server/core/http/pipeline.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import type { CoursesContext } from '../courses.cache.ts'
import { instructorFacts } from './instructors.repository.ts'
import { maySee } from '../courses.policy.ts'
import { learnerOf } from '../learning.ts'
import { progressStatesFor } from './enrolled-courses.ts'
import { recommended, related } from './recommend.ts'

const RECOMMENDED_MAX = 12
const RELATED_MAX = 4

export interface RecommendDependencies {
  /** Reads at most one row with `interests`. */
  readonly interestsQuery: (clientId: number, userId: number) => Query
}

export const recommendedLearning = async (
  { caches }: CoursesContext,
  scope: MemberScope,
  { interestsQuery }: RecommendDependencies,
): Promise<CachedJson> => {
  const learner = learnerOf(scope)
  const entries = await caches.catalogueFor(scope)
  const states = await progressStatesFor(scope, learner, entries)
  const [rows] = (await scope.read(interestsQuery(learner.clientId, learner.userId))) as [InterestsRow[]]
  const interests = rows[0]?.interests ?? []
  return taggedJson(getRecommended, { results: recommended(entries, { states, interests }, RECOMMENDED_MAX) })
}

interface InterestsRow {
  interests: readonly string[]
}

export const relatedCourses = async (
  { caches }: CoursesContext,
  scope: MemberScope,
  courseId: number,
): Promise<CachedJson> => {
  const course = await caches.structureFor(scope, courseId)
  if (!course || !maySee(scope.actor.role, course.row.status)) throw notFound()
  const entries = await caches.catalogueFor(scope)
  const states = await progressStatesFor(scope, learnerOf(scope), entries)
  return taggedJson(getRelated, { results: related(entries, states, courseId, RELATED_MAX) })
}

/** Not found for a person who teaches no published course. */
export const instructorProfile = (
  { caches }: CoursesContext,
  scope: MemberScope,
  instructorId: number,
): Promise<InstructorPage> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const facts = await instructorFacts(db, clientId, instructorId)
    if (!facts) throw notFound()
    const taughtCourseIds = new Set(facts.courseIds)
    const entries = await caches.catalogue(db, clientId, languageFor(scope))
    const courses = entries
      .filter(({ summary }) => taughtCourseIds.has(summary.id))
      .map(({ summary }) => summary)
    const { id, name, picture, bio, students, rating, ratings } = facts
    return { id, name, picture, bio, students, rating, ratings, courses }
  })
