import type { BadgeName } from '#contract/badges/badges.ts'
import './badges.tables.ts'
import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import type { BadgeFacts } from './badge-rules.ts'

export interface Learner {
  clientId: number
  userId: number
}

/** Facts about this learner from tables of other features; read only. */
export const learningFacts = async (
  db: TenantDb,
  userId: number,
): Promise<
  Pick<BadgeFacts, 'lessonsDone' | 'coursesDone' | 'bestQuizPercent' | 'podiums' | 'thirdOfWeekSeconds'>
> => {
  const result = await sql<{
    lessons: number
    courses: number
    best: number
    podiums: number
    third: number
  }>`
    select
      (select count(*) from item_progress where client_id = current_client_id() and user_id = ${userId}
        and completed_at is not null)::integer as lessons,
      (select count(*) from enrolment where client_id = current_client_id() and user_id = ${userId}
        and completed_at is not null)::integer as courses,
      coalesce((select max(best_percent) from item_progress
        where client_id = current_client_id() and user_id = ${userId}), 0)::integer as best,
      (select count(*) from week_podium where client_id = current_client_id() and user_id = ${userId})::integer as podiums,
      coalesce((select third_of_week_seconds from standing_refresh
        where client_id = current_client_id()), 0)::integer as third`.execute(db)
  const row = result.rows[0]
  if (!row) throw new Error('learningFacts: no row')
  return {
    lessonsDone: row.lessons,
    coursesDone: row.courses,
    bestQuizPercent: row.best,
    podiums: row.podiums,
    thirdOfWeekSeconds: row.third,
  }
}

export const earnedBadges = async (
  db: TenantDb,
  { clientId, userId }: Learner,
): Promise<Map<BadgeName, Date>> => {
  const rows = await db
    .selectFrom('learner_badge')
    .select(['badge', 'earned_at'])
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .execute()
  return new Map(rows.map((row) => [row.badge, row.earned_at]))
}

/** Keeps the first date of a badge that was earned before. Returns the badges that are new. */
export const keepBadges = async (
  db: TenantDb,
  { clientId, userId }: Learner,
  { badges, now, isAnnounced }: { badges: readonly BadgeName[]; now: Date; isAnnounced: boolean },
): Promise<BadgeName[]> => {
  if (badges.length === 0) return []
  const rows = await db
    .insertInto('learner_badge')
    .values(
      badges.map((badge) => ({
        client_id: clientId,
        user_id: userId,
        badge,
        earned_at: now,
        is_announced: isAnnounced,
      })),
    )
    .onConflict((conflict) => conflict.columns(['client_id', 'user_id', 'badge']).doNothing())
    .returning('badge')
    .execute()
  return rows.map((row) => row.badge)
}

/** Badges that the learner was told of since then, in the order in which they were earned. */
export const announcedBadges = async (
  db: TenantDb,
  { clientId, userId }: Learner,
  since: Date,
): Promise<BadgeName[]> => {
  const rows = await db
    .selectFrom('learner_badge')
    .select('badge')
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .where('is_announced', '=', true)
    .where('earned_at', '>=', since)
    .orderBy('earned_at')
    .orderBy('badge')
    .execute()
  return rows.map((row) => row.badge)
}

/** Whether the learner completed something before that time. */
export const hasLearnedBefore = async (db: TenantDb, { userId }: Learner, before: Date): Promise<boolean> => {
  const result = await sql<{ found: boolean }>`
    select exists (select from item_progress where client_id = current_client_id() and user_id = ${userId}
      and completed_at < ${before}) as found`.execute(db)
  return result.rows[0]?.found ?? false
}
