/** Notifies learners who enrol after a class was planned of the next class of their course (LV5). Its reminders follow. */
import '../live.tables.ts'
import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Notifier } from '#server/core/notifier.ts'
import { timeFor } from '../admin/notices.ts'

/** Longer than the job can fall behind. The dedupe key prevents a second notification. */
const SINCE_MS = 30 * 60_000

interface LateRow {
  id: number
  language: string
  time_zone: string
  course_id: number
  title: string
  starts_at: Date
}

const lateLearners = async (db: TenantDb, now: Date): Promise<LateRow[]> => {
  const { rows } = await sql<LateRow>`
    select u.id, u.language, u.time_zone, e.course_id, next.title, next.starts_at
    from enrolment e
    join app_user u on u.client_id = e.client_id and u.id = e.user_id and u.role = 'student' and u.disabled_at is null
    cross join lateral (select s.title, s.starts_at from live_session s
      where s.client_id = e.client_id and s.course_id = e.course_id and s.kind = 'class' and s.audience = 'course'
        and s.cancelled_at is null and s.ended_at is null and s.starts_at > ${now} and s.created_at < e.enrolled_at
      order by s.starts_at, s.id limit 1) next
    where e.client_id = current_client_id() and e.left_at is null
      and e.enrolled_at > ${new Date(now.getTime() - SINCE_MS)} and e.enrolled_at <= ${now}
      and not exists (select from notification n where n.client_id = e.client_id and n.user_id = e.user_id
        and n.dedupe_key = 'live:course:' || e.course_id || ':enrolled')
    order by e.user_id, e.course_id`.execute(db)
  return rows
}

export const notifyLateLearners = async (
  { notify }: Pick<Notifier, 'notify'>,
  db: TenantDb,
  { clientId, now }: { clientId: number; now: Date },
): Promise<void> => {
  for (const { id, course_id: courseId, title, starts_at: startsAt, ...reader } of await lateLearners(
    db,
    now,
  ))
    await notify(db, clientId, {
      userIds: [id],
      kind: 'live_invited',
      params: { title, at: timeFor(startsAt, reader) },
      link: '/live',
      dedupeKey: `live:course:${courseId}:enrolled`,
    })
}
