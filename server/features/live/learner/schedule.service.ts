import { pathFor, type QueryOf } from '#contract/endpoint.ts'
import {
  listPast,
  RECENT_MS,
  SCHEDULE_MAX,
  type listSchedule,
  type PastSession,
  type Schedule,
  type ScheduledSession,
} from '#contract/live/live.ts'
import { NEXT_CLASS_WITHIN_MS, type NextClass } from '#contract/courses/learning-home.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { pageLinks } from '#server/core/http/page-links.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { folded } from '#server/core/text/search-text.ts'
import { yieldingMap } from '#server/core/yielding-map.ts'
import { presenceMinutes } from '../presence.repository.ts'
import { toLiveSession } from '../session.mapper.ts'
import {
  countPast,
  coursesWithSessions,
  nextRow,
  pastIds,
  pastRows,
  scheduledRows,
  searchableRows,
  recentRow,
  type PastRow,
  type ScheduledRow,
} from './schedule.repository.ts'

/** The search looks at so many of the latest sessions. */
const SEARCHED_MAX = 5_000

const toScheduled = (row: ScheduledRow, now: Date): ScheduledSession => ({
  ...toLiveSession(row, now),
  is_host: row.is_host,
  joined_at: row.joined_at?.toISOString() ?? null,
})

export const schedule = (
  scope: MemberScope,
  { course = null }: { course?: QueryOf<typeof listSchedule>['course'] | null },
): Promise<Schedule> =>
  scope.tx(async (db) => {
    const now = scope.clock.now()
    const { userId } = scope.actor
    const asked = { userId, now, courseId: course }
    const { rows, count } = await scheduledRows(db, asked, SCHEDULE_MAX)
    const recent = await recentRow(db, asked, new Date(now.getTime() - RECENT_MS))
    return {
      count,
      courses: await coursesWithSessions(db, userId),
      recent: recent && toScheduled(recent, now),
      results: rows.map((row) => toScheduled(row, now)),
    }
  })

/** What the home says of live sessions; null while they are off. */
export const nextClass = async (scope: MemberScope, db: TenantDb): Promise<NextClass | null> => {
  if (!scope.tenant.features.has('live_class')) return null
  const now = scope.clock.now()
  const by = new Date(now.getTime() + NEXT_CLASS_WITHIN_MS)
  const row = await nextRow(db, { userId: scope.actor.userId, now, by })
  return row && { ...row, starts_at: row.starts_at.toISOString(), ends_at: row.ends_at.toISOString() }
}

/** The ids of the page, and how many match. */
const matching = async (
  db: TenantDb,
  asked: Parameters<typeof pastIds>[1],
  { search, limit, offset }: { search: string; limit: number; offset: number },
): Promise<{ ids: number[]; count: number }> => {
  const words = folded(search).split(/\s+/).filter(Boolean)
  if (words.length === 0)
    return { count: await countPast(db, asked), ids: await pastIds(db, asked, { limit, offset }) }
  const rows = await searchableRows(db, asked, SEARCHED_MAX)
  const found = await yieldingMap(rows, ({ id, title, course_title: course, hosts }) => {
    const text = folded(`${title} ${course ?? ''} ${hosts ?? ''}`)
    return words.every((word) => text.includes(word)) ? id : null
  })
  const ids = found.filter((id) => id !== null)
  return { count: ids.length, ids: ids.slice(offset, offset + limit) }
}

const toPast = (row: PastRow, minutes: number | null, now: Date): PastSession => ({
  ...toLiveSession(row, now),
  is_host: row.is_host,
  minutes,
  watched:
    row.watched_seconds === null
      ? null
      : {
          position_seconds: row.position_seconds ?? 0,
          watched_seconds: row.watched_seconds,
          completed_at: row.completed_at?.toISOString() ?? null,
        },
})

export const pastSessions = (scope: MemberScope, query: QueryOf<typeof listPast>) =>
  scope.tx(async (db) => {
    const now = scope.clock.now()
    const { userId } = scope.actor
    const { page, page_size: limit, course = null, search = '' } = query
    const asked = { userId, now, courseId: course }
    const { ids, count } = await matching(db, asked, { search, limit, offset: (page - 1) * limit })
    const seen = await presenceMinutes(db, { sessionIds: ids, userIds: [userId] })
    const minutes = new Map(seen.map((row) => [row.session_id, row.minutes]))
    const path = pathFor(listPast, { clientId: scope.tenant.clientId })
    return {
      ...pageLinks(path, query, count),
      results: (await pastRows(db, userId, ids)).map((row) => toPast(row, minutes.get(row.id) ?? null, now)),
    }
  })
