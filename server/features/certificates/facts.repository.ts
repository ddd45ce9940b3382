/** Facts about learners from tables of other features, read only: what their certificates ask for and what is there. */
import './certificates.tables.ts'
import { sql, type RawBuilder } from 'kysely'
import type { CertificateKind } from '#contract/certificates/shapes.ts'
import type { Language } from '#contract/languages.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { percentDoneSql, wholePercentSql } from '#server/core/db/percent-sql.ts'
import type { Subject } from './certificates.tables.ts'
import type { CertificateFacts } from './criteria.ts'

export interface FactsRow extends CertificateFacts {
  readonly user_id: number
  readonly kind: CertificateKind
  readonly subject_id: number
  /** In the language of the view. */
  readonly title: string
  /** In the person's own language, as a certificate shows it. */
  readonly own_title: string
  readonly own_language: Language
  readonly account_name: string
  readonly account_email: string
  /** Null until the person confirms one. */
  readonly confirmed_name: string | null
  readonly valid_months: number | null
  readonly template_id: number | null
}

export interface FactsFilter {
  readonly userId?: number
  readonly subject?: Subject
  /** Fulfilled, with nothing issued. */
  readonly due?: true
  readonly hasName?: boolean
  /** Was not asked for the name, and completed the course or took the assessment since then. */
  readonly unasked?: Date
  readonly limit: number
}

interface View {
  readonly clientId: number
  readonly now: Date
  readonly language: Language
}

/** The person's language where the client offers it. */
const ownLanguage = sql`case when u.language = any (k.languages) then u.language else k.languages[1] end`

/** The rule of `isReleased` (assessments/attempts/attempt.mapper.ts). */
const isReleased = (now: Date) => sql`(s.release = 'now' or exists (select from assessment_release r
    where r.client_id = s.client_id and r.assessment_id = s.id and r.released_at is not null)
  or (s.release = 'after_end' and s.closes_at <= ${now} and not exists (select from assessment_attempt o
    where o.client_id = s.client_id and o.assessment_id = s.id and o.state = 'open')))`

/** Submitted attempts whose result the learner may see and that no decision took away. */
const countedAttempts = (now: Date) => sql`a.state = 'submitted' and a.decision is distinct from 'upheld'
  and ${isReleased(now)}`

const courseScore = (now: Date) => sql`left join lateral (
    select case when r.score_assessment_id is null then (
      select p.best_percent from course_item i
      join course_topic t on t.client_id = i.client_id and t.id = i.topic_id
      join course_section n on n.client_id = t.client_id and n.id = t.section_id
      left join item_progress p on p.client_id = i.client_id and p.item_id = i.id and p.user_id = e.user_id
      where i.client_id = c.client_id and i.course_id = c.id and i.type = 'quiz'
      order by n.position desc, n.id desc, t.position desc, t.id desc, i.position desc, i.id desc limit 1)
    else (
      select ${wholePercentSql(sql`max(a.percent)`, sql`r.min_score`)} from assessment s
      join assessment_attempt a on a.client_id = s.client_id and a.assessment_id = s.id and a.user_id = e.user_id
      where s.client_id = c.client_id and s.id = r.score_assessment_id and ${countedAttempts(now)})
    end as value, (select coalesce(s.texts -> k.own_language ->> 'title', s.texts -> s.language ->> 'title')
      from assessment s where s.client_id = c.client_id and s.id = r.score_assessment_id) as title
    where r.min_score is not null) score on true`

const minutes = sql`left join lateral (
    select (coalesce(sum(d.seconds), 0) / 60)::integer as value from daily_activity d
    where d.client_id = e.client_id and d.user_id = e.user_id and r.min_minutes is not null
      and d.day >= (e.enrolled_at at time zone u.time_zone)::date) minutes on true`

// The percentage of contract/attendance/rules.ts.
const attended = sql`(100.0 * count(*) filter (where m.status in ('present', 'late'))
  / nullif(count(*) filter (where m.status in ('present', 'late', 'absent')), 0))`
const attendance = sql`left join lateral (
    select ${wholePercentSql(attended, sql`r.min_attendance`)} as value
    from attendance_mark m join live_session l on l.client_id = m.client_id and l.id = m.session_id
    where m.client_id = e.client_id and m.user_id = e.user_id and l.course_id = c.id and l.cancelled_at is null
      and r.min_attendance is not null) attendance on true`

const isPaid = sql`(c.price = 'free' or exists (select from course_purchase p
    where p.client_id = e.client_id and p.user_id = e.user_id and p.course_id = c.id
      and p.refund_state is distinct from 'refunded')
  or exists (select from programme_order o
    join programme_order_course pc on pc.client_id = o.client_id and pc.order_id = o.id
    where o.client_id = e.client_id and o.user_id = e.user_id and o.state = 'paid' and pc.course_id = c.id))`

const progress = sql`(select ${percentDoneSql(sql`count(p.completed_at)`, sql`count(i.id)`)}
    from course_item i
    left join item_progress p on p.client_id = i.client_id and p.item_id = i.id and p.user_id = e.user_id
    where i.client_id = c.client_id and i.course_id = c.id and i.topic_id is not null)`

const personOf = (userId: RawBuilder<unknown>) => sql`
    join app_user u on u.client_id = current_client_id() and u.id = ${userId} and u.disabled_at is null
    left join certificate_name cn on cn.client_id = u.client_id and cn.user_id = u.id
    cross join lateral (select ${ownLanguage} as own_language from client k where k.client_id = u.client_id) k`

const person = sql`u.full_name as account_name, u.email as account_email, cn.name as confirmed_name,
  k.own_language`

const withoutOne = (subject: RawBuilder<unknown>, userId: RawBuilder<unknown>) =>
  sql`not exists (select from certificate x where x.client_id = current_client_id() and x.user_id = ${userId}
    and x.replaced_at is null and ${subject})`

const commonConditions = ({ hasName, unasked }: FactsFilter, at: RawBuilder<unknown>) => [
  ...(hasName === true ? [sql`cn.name is not null`] : []),
  // Not by a null of the join above: the planner would expect nobody and look everybody up in every course.
  ...(hasName === false
    ? [sql`not exists (select from certificate_name n where n.client_id = u.client_id and n.user_id = u.id)`]
    : []),
  ...(unasked === undefined
    ? []
    : [
        sql`${at} >= ${unasked}`,
        sql`not exists (select from certificate_notice q where q.client_id = u.client_id and q.user_id = u.id
          and q.kind = 'ready')`,
      ]),
]

const FULFILLED = sql`(not needs_completion or is_completed)
  and (min_score is null or score >= min_score) and (min_minutes is null or minutes >= min_minutes)
  and (min_attendance is null or attendance >= min_attendance) and (not needs_payment or is_paid)`

const courseFacts = ({ clientId, now, language }: View, filter: FactsFilter) => {
  const { userId, subject, due } = filter
  const conditions = [
    sql`e.client_id = ${clientId}`,
    sql`coalesce(r.is_active, true)`,
    sql`c.status = 'published'`,
    sql`(e.left_at is null or e.completed_at is not null)`,
    ...(userId === undefined ? [] : [sql`e.user_id = ${userId}`]),
    ...(subject ? [sql`e.course_id = ${subject.kind === 'course' ? subject.id : -1}`] : []),
    ...(due
      ? [
          sql`(e.completed_at is not null or not coalesce(r.completion, true))`,
          withoutOne(sql`x.course_id = e.course_id`, sql`e.user_id`),
        ]
      : []),
    ...commonConditions(filter, sql`coalesce(e.completed_at, e.last_activity_at)`),
  ]
  return sql`
    select e.user_id, 'course' as kind, c.id as subject_id, e.enrolled_at as at,
      coalesce(c.texts -> ${language}::text ->> 'title', c.title) as title,
      coalesce(c.texts -> k.own_language ->> 'title', c.title) as own_title, ${person},
      coalesce(r.completion, true) as needs_completion, e.completed_at is not null as is_completed,
      ${due ? sql`null::integer` : progress} as progress,
      r.min_score, score.value as score, r.score_assessment_id, score.title as score_title,
      r.min_minutes, minutes.value as minutes, r.min_attendance, attendance.value as attendance,
      coalesce(r.payment, false) as needs_payment, ${isPaid} as is_paid, r.valid_months, r.template_id
    from enrolment e
    join course c on c.client_id = e.client_id and c.id = e.course_id
    left join certificate_rule r on r.client_id = c.client_id and r.course_id = c.id
    ${personOf(sql`e.user_id`)}
    ${courseScore(now)} ${minutes} ${attendance}
    where ${sql.join(conditions, sql` and `)}`
}

const assessmentFacts = ({ clientId, now, language }: View, filter: FactsFilter) => {
  const { userId, subject, due } = filter
  const conditions = [
    sql`r.client_id = ${clientId}`,
    sql`r.is_active`,
    ...(userId === undefined ? [] : [sql`t.user_id = ${userId}`]),
    ...(subject ? [sql`r.assessment_id = ${subject.kind === 'assessment' ? subject.id : -1}`] : []),
    ...(due ? [withoutOne(sql`x.assessment_id = r.assessment_id`, sql`t.user_id`)] : []),
    ...commonConditions(filter, sql`t.last_at`),
  ]
  return sql`
    select t.user_id, 'assessment' as kind, s.id as subject_id, t.at,
      coalesce(s.texts -> ${language}::text ->> 'title', s.texts -> s.language ->> 'title') as title,
      coalesce(s.texts -> k.own_language ->> 'title', s.texts -> s.language ->> 'title') as own_title, ${person},
      r.completion as needs_completion, coalesce(best.passed, false) as is_completed,
      null::integer as progress,
      r.min_score, best.percent as score, null::integer as score_assessment_id, null::text as score_title,
      r.min_minutes, null::integer as minutes, r.min_attendance, null::integer as attendance,
      r.payment as needs_payment, true as is_paid, r.valid_months, r.template_id
    from certificate_rule r
    join assessment s on s.client_id = r.client_id and s.id = r.assessment_id
    join lateral (select a.user_id, min(a.started_at) as at, max(a.started_at) as last_at from assessment_attempt a
      where a.client_id = s.client_id and a.assessment_id = s.id group by a.user_id) t on true
    ${personOf(sql`t.user_id`)}
    left join lateral (select bool_or(a.passed) as passed, ${wholePercentSql(sql`max(a.percent)`, sql`r.min_score`)} as percent
      from assessment_attempt a where a.client_id = s.client_id and a.assessment_id = s.id and a.user_id = t.user_id
        and ${countedAttempts(now)}) best on true
    where ${sql.join(conditions, sql` and `)}`
}

/** People with courses and assessments that have a certificate, in the order in which they began. */
export const readFacts = async (db: TenantDb, view: View, filter: FactsFilter): Promise<FactsRow[]> => {
  const { rows } = await sql<FactsRow>`
    select * from (${courseFacts(view, filter)} union all ${assessmentFacts(view, filter)}) f
    where ${filter.due ? FULFILLED : sql`true`}
    order by at desc, kind, subject_id, user_id limit ${filter.limit}`.execute(db)
  return rows
}
