import type { ProgressResult, saveVideoProgress } from '#contract/courses/progress.ts'
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts'
import type { savePlace } from '#contract/courses/learning.ts'
import { notFound } from '#server/core/http/errors.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import type { CoursesContext } from '../courses.cache.ts'
import { learnerOf } from '../learning.ts'
import { clockElsewhere, itemProgress, lockWatching, type ItemProgress } from './progress.repository.ts'
import { begin, finish } from './progress.steps.ts'
import { videoDuration } from './topic.repository.ts'
import { learnerTx } from './learner-mutex.ts'
import { CLAIM_DAYS, creditWatch } from './video/watch-credit.ts'
import { isWatched, secondsOf, type Range } from './video/watched-ranges.ts'

/** Marks an article as read. */
export const completeArticle = (
  context: CoursesContext,
  scope: MemberScope,
  itemId: number,
): Promise<ProgressResult> =>
  learnerTx(scope, async (db) => {
    const work = await begin(db, scope, itemId, ['article'])
    return finish(context, db, scope, work, { completed: true })
  })

/** Remembers where the learner stopped in an article or a quiz; the last device wins. */
export const keepPlace = (
  context: CoursesContext,
  scope: MemberScope,
  itemId: number,
  body: BodyOf<typeof savePlace>,
): Promise<ProgressResult> =>
  learnerTx(scope, async (db) => {
    const work = await begin(db, scope, itemId, ['article', 'quiz'])
    const place = { paragraph: body.paragraph, questionId: body.question_id }
    return finish(context, db, scope, work, { completed: false, place })
  })

/** Adds watched stretches as far as time went by for them, and remembers where the learner stopped; the last device wins. */
export const saveVideo = (
  context: CoursesContext,
  scope: MemberScope,
  itemId: number,
  body: BodyOf<typeof saveVideoProgress>,
): Promise<ResponseOf<typeof saveVideoProgress>> =>
  learnerTx(scope, async (db) => {
    const work = await begin(db, scope, itemId, ['video'])
    const learner = learnerOf(scope)
    const duration = await videoDuration(db, learner.clientId, itemId)
    if (duration === undefined) throw notFound()
    // A moment counts for one video of this person, in whichever course.
    await lockWatching(db, learner)
    const before = await itemProgress(db, learner, itemId)
    const now = scope.clock.now().getTime() / 1000
    const from = Math.max(work.enrolment.enrolledAt.getTime() / 1000, now - CLAIM_DAYS * 86_400)
    const clock = momentsOf(body, before, now)
    const since = new Date(1000 * Math.min(now, ...clock.map(([began]) => began)))
    const credit = creditWatch(
      {
        claimed: before?.claimedRanges ?? [],
        watched: before?.watchedRanges ?? [],
        clock: before?.clockRanges ?? [],
      },
      { ranges: body.ranges, clock },
      { durationSeconds: duration, elsewhere: await clockElsewhere(db, learner, itemId, since), from, now },
    )
    const watched = secondsOf(credit.watched)
    const result = await finish(context, db, scope, work, {
      completed: isWatched(watched, duration),
      video: { position: Math.min(body.position_seconds, duration), watched, credit },
    })
    return { ...result, watched_seconds: watched }
  })

/** When it was played: as the device says, else since the last save, and no longer than what was played takes. */
const momentsOf = (
  { played_ago_ms, ranges }: BodyOf<typeof saveVideoProgress>,
  before: ItemProgress | undefined,
  now: number,
): Range[] => {
  if (played_ago_ms)
    return played_ago_ms.map(([began, ended]): Range => [now - began / 1000, now - ended / 1000])
  if (!before) return []
  const played = ranges.reduce((sum, [start, end]) => sum + Math.max(0, end - start), 0)
  return [[Math.max(before.lastAt.getTime() / 1000, now - played), now]]
}
