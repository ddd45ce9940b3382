/** What other features keep about one person: classes and payments. */
import { sql, type RawBuilder } from 'kysely'
import type { AttendanceStatus } from '#contract/attendance/rules.ts'
import type { Language } from '#contract/languages.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Viewer } from '../students.repository.ts'

/** Whether the viewer sees the class `s`: instructors those of their courses and those that they host. */
const isVisibleClass = ({ teacherId }: Viewer): RawBuilder<boolean> =>
  teacherId === null
    ? sql<boolean>`true`
    : sql<boolean>`(exists (select from course_instructor i where i.client_id = s.client_id
          and i.course_id = s.course_id and i.user_id = ${teacherId})
        or exists (select from live_session_host h where h.client_id = s.client_id
          and h.session_id = s.id and h.user_id = ${teacherId}))`

const marksOf = (viewer: Viewer, userId: number) => sql`
  select m.session_id, s.title, c.title as course, s.starts_at as at, m.status
  from attendance_mark m
  join live_session s on s.client_id = m.client_id and s.id = m.session_id and s.kind = 'class' and s.cancelled_at is null
  left join course c on c.client_id = s.client_id and c.id = s.course_id
  where m.client_id = ${viewer.clientId} and m.user_id = ${userId} and m.status is not null
    and ${isVisibleClass(viewer)}`

export interface MarkRow {
  session_id: number
  title: string
  course: string | null
  at: Date
  status: AttendanceStatus
}

export const markRows = async (
  db: TenantDb,
  viewer: Viewer,
  { userId, limit }: { userId: number; limit: number },
): Promise<MarkRow[]> => {
  const { rows } = await sql<MarkRow>`
    select * from (${marksOf(viewer, userId)}) m order by m.at desc, m.session_id desc limit ${limit}`.execute(
    db,
  )
  return rows
}

export const attendanceOf = async (
  db: TenantDb,
  viewer: Viewer,
  userId: number,
): Promise<{ attended: number; held: number }> => {
  const { rows } = await sql<{ attended: number; held: number }>`
    select (count(*) filter (where m.status in ('present', 'late')))::integer as attended,
      (count(*) filter (where m.status <> 'excused'))::integer as held
    from (${marksOf(viewer, userId)}) m`.execute(db)
  return rows[0] ?? { attended: 0, held: 0 }
}

export interface PaymentRow {
  id: number
  at: Date
  kind: 'payment' | 'refund'
  title: string | null
  amount_minor: number
  currency: string
}

/** What moved on the accounts that hold money, the newest first. */
export const paymentRows = async (
  db: TenantDb,
  { clientId }: Viewer,
  { userId, language, limit }: { userId: number; language: Language; limit: number },
): Promise<PaymentRow[]> => {
  const { rows } = await sql<PaymentRow>`
    select t.id, t.at, t.kind, e.currency, abs(sum(e.amount_minor))::bigint as amount_minor,
      coalesce(
        (select min(c.title) from ledger_entry n join course c on c.client_id = n.client_id and c.id = n.course_id
          where n.client_id = t.client_id and n.transaction_id = t.id),
        (select coalesce(p.title ->> ${language}::text, p.title ->> 'en') from programme_order o
          join programme p on p.client_id = o.client_id and p.slug = o.programme
          where o.client_id = t.client_id and o.id = t.order_id)) as title
    from ledger_transaction t
    join ledger_entry e on e.client_id = t.client_id and e.transaction_id = t.id
      and split_part(e.account, ':', 1) in ('bank', 'cash', 'clearing')
    where t.client_id = ${clientId} and t.kind in ('payment', 'refund') and t.id in (
      select n.transaction_id from ledger_entry n where n.client_id = ${clientId} and n.person_id = ${userId})
    group by t.client_id, t.id, t.at, t.kind, t.order_id, e.currency
    order by t.at desc, t.id desc limit ${limit}`.execute(db)
  return rows
}
