import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import type { StoredItemType, StoredRange } from '../courses.tables.ts'
import type { EnrolmentStatus, ItemStatus } from '../progress.ts'
import type { WatchCredit } from './video/watch-credit.ts'

export interface Learner {
  clientId: number
  userId: number
}

const enrolmentQuery = (db: TenantDb, { clientId, userId }: Learner, courseId: number) =>
  db
    .selectFrom('enrolment')
    .select(['course_id as courseId', 'enrolled_at as enrolledAt', 'last_activity_at as lastActivityAt'])
    .select('read_only_since as readOnlySince')
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .where('course_id', '=', courseId)
    .where('left_at', 'is', null)

/** `readOnlySince`: a payment is overdue. */
type Enrolment = EnrolmentStatus & { readOnlySince: Date | null }

export const activeEnrolment = (
  db: TenantDb,
  learner: Learner,
  courseId: number,
): Promise<Enrolment | undefined> => enrolmentQuery(db, learner, courseId).executeTakeFirst()

/**
 * activeEnrolment() with a row lock: one learner's writes in one course wait for each other, so that later reads are
 * complete.
 */
export const lockEnrolment = (
  db: TenantDb,
  learner: Learner,
  courseId: number,
): Promise<(Enrolment & { accessEnds: Date | null }) | undefined> =>
  enrolmentQuery(db, learner, courseId)
    // The end of the last day in the client's time zone.
    .select(
      sql<Date | null>`(access_until + 1)::timestamp at time zone
        (select time_zone from client where client_id = ${learner.clientId})`.as('accessEnds'),
    )
    .forUpdate()
    .executeTakeFirst()

/** Active enrolments in published courses. */
export const activeEnrolments = (db: TenantDb, { clientId, userId }: Learner): Promise<EnrolmentStatus[]> =>
  db
    .selectFrom('enrolment as e')
    .innerJoin('course as c', (join) =>
      join.onRef('c.client_id', '=', 'e.client_id').onRef('c.id', '=', 'e.course_id'),
    )
    .select([
      'e.course_id as courseId',
      'e.enrolled_at as enrolledAt',
      'e.last_activity_at as lastActivityAt',
    ])
    .where('e.client_id', '=', clientId)
    .where('e.user_id', '=', userId)
    .where('e.left_at', 'is', null)
    .where('c.status', '=', 'published')
    .orderBy('e.course_id')
    .execute()

/** Whether the learner was ever enrolled; leaving keeps the row. */
export const everEnrolled = async (
  db: TenantDb,
  { clientId, userId }: Learner,
  courseId: number,
): Promise<boolean> => {
  const row = await db
    .selectFrom('enrolment')
    .select('course_id')
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .where('course_id', '=', courseId)
    .executeTakeFirst()
  return row !== undefined
}

/** Enrols, or enrols again. True when something changed. */
export const addEnrolment = async (
  db: TenantDb,
  { clientId, userId }: Learner,
  courseId: number,
  now: Date,
): Promise<boolean> => {
  const row = await db
    .insertInto('enrolment')
    .values({ client_id: clientId, user_id: userId, course_id: courseId, enrolled_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['client_id', 'user_id', 'course_id'])
        .doUpdateSet({ left_at: null })
        .where('enrolment.left_at', 'is not', null),
    )
    .returning('course_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Enrols many people, or enrols them again; returns those for whom something changed. */
export const addEnrolments = async (
  db: TenantDb,
  clientId: number,
  { courseId, userIds, now }: { courseId: number; userIds: readonly number[]; now: Date },
): Promise<number[]> => {
  const { rows } = await sql<{ user_id: number }>`
    insert into enrolment (client_id, user_id, course_id, enrolled_at)
    select ${clientId}::integer, person, ${courseId}::integer, ${now}::timestamptz
    from unnest(${[...userIds]}::integer[]) person
    on conflict (client_id, user_id, course_id) do update set left_at = null where enrolment.left_at is not null
    returning user_id`.execute(db)
  return rows.map((row) => row.user_id)
}

/** Enrols a learner in many courses, or again; returns those in which something changed. */
export const addCourses = async (
  db: TenantDb,
  { clientId, userId }: Learner,
  courseIds: readonly number[],
  now: Date,
): Promise<number[]> => {
  const { rows } = await sql<{ course_id: number }>`
    insert into enrolment (client_id, user_id, course_id, enrolled_at)
    select ${clientId}::integer, ${userId}::integer, course, ${now}::timestamptz
    from unnest(${[...courseIds]}::integer[]) course
    on conflict (client_id, user_id, course_id) do update set left_at = null where enrolment.left_at is not null
    returning course_id`.execute(db)
  return rows.map((row) => row.course_id)
}

/** True when the learner was enrolled. */
export const endEnrolment = async (
  db: TenantDb,
  { clientId, userId }: Learner,
  courseId: number,
  now: Date,
): Promise<boolean> => {
  const result = await db
    .updateTable('enrolment')
    .set({ left_at: now })
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .where('course_id', '=', courseId)
    .where('left_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export const enrolledIds = async (db: TenantDb, clientId: number, courseId: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('enrolment')
    .select('user_id')
    .where('client_id', '=', clientId)
    .where('course_id', '=', courseId)
    .where('left_at', 'is', null)
    .orderBy('user_id')
    .execute()
  return rows.map((row) => row.user_id)
}

export interface ProgressRow extends ItemStatus {
  itemId: number
  courseId: number
}

/** The learner's item statuses in these courses. */
export const itemStatusesIn = async (
  db: TenantDb,
  { clientId, userId }: Learner,
  courseIds: readonly number[],
): Promise<ProgressRow[]> =>
  courseIds.length === 0
    ? []
    : db
        .selectFrom('item_progress')
        .select([
          'item_id as itemId',
          'course_id as courseId',
          'completed_at as completedAt',
          'last_at as lastAt',
        ])
        .where('client_id', '=', clientId)
        .where('user_id', '=', userId)
        .where('course_id', 'in', courseIds)
        .execute()

export interface ItemWithCourse {
  id: number
  type: StoredItemType
  courseId: number
  topicId: number
  status: 'draft' | 'published'
  price: 'free' | 'premium'
}

/** An item with its topic and course. */
export const itemWithCourse = (
  db: TenantDb,
  clientId: number,
  itemId: number,
): Promise<ItemWithCourse | undefined> =>
  db
    .selectFrom('course_item as i')
    .innerJoin('course as c', (join) =>
      join.onRef('c.client_id', '=', 'i.client_id').onRef('c.id', '=', 'i.course_id'),
    )
    .select(['i.id', 'i.type', 'i.course_id as courseId', 'i.topic_id as topicId', 'c.status', 'c.price'])
    .where('i.client_id', '=', clientId)
    .where('i.id', '=', itemId)
    .where('i.topic_id', 'is not', null)
    .executeTakeFirst()

export interface ItemProgress {
  completedAt: Date | null
  lastAt: Date
  watchedRanges: StoredRange[]
  claimedRanges: StoredRange[]
  clockRanges: StoredRange[]
  bestPercent: number | null
  attempts: number
}

export const itemProgress = (
  db: TenantDb,
  { clientId, userId }: Learner,
  itemId: number,
): Promise<ItemProgress | undefined> =>
  db
    .selectFrom('item_progress')
    .select([
      'completed_at as completedAt',
      'last_at as lastAt',
      'watched_ranges as watchedRanges',
      'claimed_ranges as claimedRanges',
      'clock_ranges as clockRanges',
      'best_percent as bestPercent',
      'attempts',
    ])
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .where('item_id', '=', itemId)
    .executeTakeFirst()

/**
 * Makes this person's video saves wait for each other until the transaction ends: a moment must not count for two
 * videos.
 */
export const lockWatching = async (db: TenantDb, { clientId, userId }: Learner): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`watching:${clientId}:${userId}`}, 0))`.execute(
    db,
  )
}

/** Moments since then that count for other videos. */
export const clockOfOtherVideos = async (
  db: TenantDb,
  { clientId, userId }: Learner,
  itemId: number,
  since: Date,
): Promise<StoredRange[]> => {
  const rows = await db
    .selectFrom('item_progress')
    .select('clock_ranges')
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .where('item_id', '!=', itemId)
    .where('last_at', '>=', since)
    .where(sql<boolean>`clock_ranges <> '[]'`)
    .execute()
  return rows.flatMap((row) => row.clock_ranges)
}

export interface ProgressWrite {
  itemId: number
  courseId: number
  now: Date
  completed: boolean
  video?: { position: number; watched: number; credit: WatchCredit }
  quiz?: { attempts: number; best: number }
  problem?: { attempts: number; earnedPoints: number }
  location?: { paragraph?: number | undefined; questionId?: number | undefined }
}

/** Writes one item's progress. A completed item stays completed, with its first time. */
export const saveItemProgress = async (
  db: TenantDb,
  { clientId, userId }: Learner,
  write: ProgressWrite,
): Promise<void> => {
  const { video, quiz, problem, location, now } = write
  const values = {
    last_at: now,
    ...(video && {
      position_seconds: video.position,
      watched_seconds: video.watched,
      watched_ranges: JSON.stringify(video.credit.watched),
      claimed_ranges: JSON.stringify(video.credit.claimed),
      clock_ranges: JSON.stringify(video.credit.clock),
    }),
    ...(location?.paragraph !== undefined && { paragraph: location.paragraph }),
    ...(location?.questionId !== undefined && { question_id: location.questionId }),
    ...(quiz && { attempts: quiz.attempts, best_percent: quiz.best }),
    ...(problem && { attempts: problem.attempts, earned_points: problem.earnedPoints }),
  }
  const completedAt = write.completed ? now : null
  await db
    .insertInto('item_progress')
    .values({
      client_id: clientId,
      user_id: userId,
      item_id: write.itemId,
      course_id: write.courseId,
      first_at: now,
      completed_at: completedAt,
      ...values,
    })
    .onConflict((conflict) =>
      conflict.columns(['client_id', 'user_id', 'item_id']).doUpdateSet({
        ...values,
        completed_at: sql<Date | null>`coalesce(item_progress.completed_at, excluded.completed_at)`,
      }),
    )
    .execute()
}

/** Records activity. A completed course keeps its first time. */
export const touchEnrolment = async (
  db: TenantDb,
  { clientId, userId }: Learner,
  courseId: number,
  facts: { now: Date; completed: boolean },
): Promise<void> => {
  await db
    .updateTable('enrolment')
    .set((eb) => ({
      last_activity_at: facts.now,
      ...(facts.completed && {
        completed_at: eb.fn.coalesce('completed_at', eb.cast<Date>(eb.val(facts.now), 'timestamptz')),
      }),
    }))
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .where('course_id', '=', courseId)
    .execute()
}
