import type { ProgressResult, saveVideoProgress } from '#contract/courses/progress.ts'
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts'
import type { savePlace } from '#contract/courses/learning.ts'
import { notFound } from '#server/core/http/errors.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import type { CoursesContext } from '../courses.cache.ts'
import { learnerOf } from '../learning.ts'
import { clockOfOtherVideos, itemProgress, lockWatching, type ItemProgress } from './progress.repository.ts'
import { lockItem, writeProgress } from './progress.steps.ts'
import { videoDuration } from './topic.repository.ts'
import { learnerTx } from './learner-mutex.ts'
import { CLAIM_DAYS, creditWatch } from './video/watch-credit.ts'
import { isWatched, secondsOf, type Range } from '#server/core/watched-ranges.ts'

/** Marks an article as read. */
export const completeArticle = (
  context: CoursesContext,
  scope: MemberScope,
  itemId: number,
): Promise<ProgressResult> =>
  learnerTx(scope, async (db) => {
    const lockedItem = await lockItem(db, scope, itemId, ['article'])
    return writeProgress(context, db, scope, lockedItem, { completed: true })
  })

/** Saves where the learner stopped in an article or a quiz; the last device wins. */
export const saveLocation = (
  context: CoursesContext,
  scope: MemberScope,
  itemId: number,
  body: BodyOf<typeof savePlace>,
): Promise<ProgressResult> =>
  learnerTx(scope, async (db) => {
    const lockedItem = await lockItem(db, scope, itemId, ['article', 'quiz'])
    const location = { paragraph: body.paragraph, questionId: body.question_id }
    return writeProgress(context, db, scope, lockedItem, { completed: false, location })
  })

/**
 * Adds watched ranges as far as enough time has passed, and saves where the learner stopped; the last device wins.
 */
export const saveVideo = (
  context: CoursesContext,
  scope: MemberScope,
  itemId: number,
  body: BodyOf<typeof saveVideoProgress>,
): Promise<ResponseOf<typeof saveVideoProgress>> =>
  learnerTx(scope, async (db) => {
    const lockedItem = await lockItem(db, scope, itemId, ['video'])
    const learner = learnerOf(scope)
    const duration = await videoDuration(db, learner.clientId, itemId)
    if (duration === undefined) throw notFound()
    // A moment counts for only one video of this person, in any course.
    await lockWatching(db, learner)
    const saved = await itemProgress(db, learner, itemId)
    const now = scope.clock.now().getTime() / 1000
    const from = Math.max(lockedItem.enrolment.enrolledAt.getTime() / 1000, now - CLAIM_DAYS * 86_400)
    const clock = playbackMoments(body, saved, now)
    const since = new Date(1000 * Math.min(now, ...clock.map(([start]) => start)))
    const credit = creditWatch(
      {
        claimed: saved?.claimedRanges ?? [],
        watched: saved?.watchedRanges ?? [],
        clock: saved?.clockRanges ?? [],
      },
      { ranges: body.ranges, clock },
      {
        durationSeconds: duration,
        otherVideos: await clockOfOtherVideos(db, learner, itemId, since),
        from,
        now,
      },
    )
    const watched = secondsOf(credit.watched)
    const result = await writeProgress(context, db, scope, lockedItem, {
      completed: isWatched(watched, duration),
      video: { position: Math.min(body.position_seconds, duration), watched, credit },
    })
    return { ...result, watched_seconds: watched }
  })

/**
 * When the video was played: as the device reports, else since the last save, limited to the duration of what was
 * played.
 */
const playbackMoments = (
  { played_ago_ms, ranges }: BodyOf<typeof saveVideoProgress>,
  saved: ItemProgress | undefined,
  now: number,
): Range[] => {
  if (played_ago_ms) return played_ago_ms.map(([began, end]): Range => [now - began / 1000, now - end / 1000])
  if (!saved) return []
  const played = ranges.reduce((sum, [start, end]) => sum + Math.max(0, end - start), 0)
  return [[Math.max(saved.lastAt.getTime() / 1000, now - played), now]]
}
