/**
 * What follows from a change to a course or to somebody's place in it. A mutation says what changed; only this module
 * knows which queries and which part of the slice show it. Pure; use-course-changes.ts carries the consequences out.
 */
import type { ProgressResult } from '#contract/courses/progress.ts'
import type { CourseAccess, CourseRoster } from '#contract/courses/enrolment.ts'
import {
  accessKey,
  catalogueKeys,
  coursePaymentKey,
  learningHomeKeys,
  reviewsKey,
  rosterKey,
} from './keys.ts'

export type CourseChange =
  /** Somebody enrolled, left, or took a paid seat. */
  | { type: 'membership'; courseId: number }
  /** The server's answer to a seat action or a request for a refund. */
  | { type: 'access'; courseId: number; access: ReceivedAccess }
  /** A seat action was refused: somebody else was faster. */
  | { type: 'accessOutdated'; courseId: number }
  /** The person wants to hear, or not, when the course opens. */
  | { type: 'notice'; courseId: number; isWanted: boolean; opensAt: string | null }
  | { type: 'reviews'; courseId: number }
  /** Staff granted access, made an offer or decided about a refund. */
  | { type: 'roster'; courseId: number; roster: CourseRoster }
  /** The player saved progress. */
  | { type: 'progress'; result: ProgressResult }
  /** The learner chose other interests. */
  | { type: 'interests' }
  /** Progress kept from an earlier visit reached the server. */
  | { type: 'keptProgress' }

export interface ReceivedAccess extends CourseAccess {
  /** When the response arrived, by this device's clock. Countdowns start here, so a wrong clock does not matter. */
  received_at: number
}

export type Consequence =
  | { type: 'invalidate'; queryKey: readonly unknown[] }
  | { type: 'write'; queryKey: readonly unknown[]; update: (cached: unknown) => unknown }
  | { type: 'reloadCourse'; courseId: number }
  | { type: 'showProgress'; result: ProgressResult }

const invalidate = (...queryKeys: readonly (readonly unknown[])[]): Consequence[] =>
  queryKeys.map((queryKey) => ({ type: 'invalidate', queryKey }))

const write = <T>(
  queryKey: readonly unknown[],
  update: (cached: T | undefined) => T | undefined,
): Consequence => ({
  type: 'write',
  queryKey,
  update: (cached) => update(cached as T | undefined),
})

export const consequencesOf = (change: CourseChange): Consequence[] => {
  switch (change.type) {
    case 'membership': {
      const { courseId } = change
      return [
        // Enrolment unlocks the outline.
        { type: 'reloadCourse', courseId },
        ...invalidate(
          learningHomeKeys.all,
          catalogueKeys.facets,
          catalogueKeys.recommended,
          catalogueKeys.related(courseId),
          accessKey(courseId),
          coursePaymentKey(courseId),
          reviewsKey(courseId),
        ),
      ]
    }
    case 'access':
      return [write<ReceivedAccess>(accessKey(change.courseId), () => change.access)]
    case 'accessOutdated':
      return invalidate(accessKey(change.courseId))
    case 'notice':
      return [
        write<ReceivedAccess>(
          accessKey(change.courseId),
          (access) => access && { ...access, notify: change.isWanted, opens_at: change.opensAt },
        ),
      ]
    case 'reviews':
      // The headline shows the average rating as well.
      return [{ type: 'reloadCourse', courseId: change.courseId }, ...invalidate(reviewsKey(change.courseId))]
    case 'roster':
      return [
        write<CourseRoster>(rosterKey(change.courseId), () => change.roster),
        ...invalidate(accessKey(change.courseId)),
        { type: 'reloadCourse', courseId: change.courseId },
      ]
    case 'progress':
      return [{ type: 'showProgress', result: change.result }, ...invalidate(learningHomeKeys.all)]
    case 'interests':
      return invalidate(catalogueKeys.recommended)
    case 'keptProgress':
      return invalidate(learningHomeKeys.all)
  }
}
