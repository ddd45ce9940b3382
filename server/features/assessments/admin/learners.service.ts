/** What staff set for one learner in advance: extra time and further attempts. */
import {
  findLearners,
  type grantAttempt,
  type setAccommodation,
} from '#contract/assessments/admin/results.ts'
import { sql } from 'kysely'
import { pathFor, type BodyOf, type QueryOf, type ResponseOf } from '#contract/endpoint.ts'
import { likePattern } from '#server/core/db/like-pattern.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { notFound } from '#server/core/http/errors.ts'
import { pageLinks } from '#server/core/http/page-links.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import { audit } from '../audit.ts'
import type { AssessmentContext } from '../context.ts'
import { showLearnerTo } from './admin.mapper.ts'
import { requireAssessment } from './results.service.ts'

interface LearnerRow {
  id: number
  name: string
  email: string
  extra_minutes: number | null
  extra_reason: string | null
  used: number
  grants: { reason: string; by: string | null; at: string }[]
}

interface LearnerFilter {
  search: string
  special: boolean
  /** Admins browse everybody. Others find a person by name or by the whole address. */
  seesEverybody: boolean
  userId?: number
  limit: number
  offset: number
}

const learnerRows = async (
  db: TenantDb,
  clientId: number,
  assessmentId: number,
  filter: LearnerFilter,
): Promise<{ count: number; rows: LearnerRow[] }> => {
  const conditions = [sql`u.client_id = ${clientId}`, sql`u.disabled_at is null`]
  if (filter.userId !== undefined) conditions.push(sql`u.id = ${filter.userId}`)
  const isSpecial = sql`(x.extra_minutes is not null or exists (select from assessment_grant g
    where g.client_id = u.client_id and g.assessment_id = ${assessmentId} and g.user_id = u.id))`
  const search = filter.search.trim()
  if (search !== '') {
    const email = filter.seesEverybody
      ? sql`u.email ilike ${likePattern(search)}`
      : sql`lower(u.email) = ${search.toLowerCase()}`
    conditions.push(sql`(u.full_name ilike ${likePattern(search)} or ${email})`)
  } else if (!filter.seesEverybody && filter.userId === undefined) {
    conditions.push(sql`(${isSpecial} or exists (select from assessment_attempt a
      where a.client_id = u.client_id and a.assessment_id = ${assessmentId} and a.user_id = u.id))`)
  }
  if (filter.special) conditions.push(isSpecial)
  const from = sql`app_user u left join assessment_accommodation x
    on x.client_id = u.client_id and x.assessment_id = ${assessmentId} and x.user_id = u.id
    where ${sql.join(conditions, sql` and `)}`
  const total = await sql<{ count: number }>`select count(*)::integer as count from ${from}`.execute(db)
  const { rows } = await sql<LearnerRow>`
    select u.id, u.full_name as name, u.email, x.extra_minutes, x.reason as extra_reason,
      (select count(*) from assessment_attempt a where a.client_id = u.client_id and a.assessment_id = ${assessmentId}
        and a.user_id = u.id)::integer as used,
      coalesce((select jsonb_agg(jsonb_build_object('reason', g.reason, 'at', utc_text(g.at), 'by', b.full_name)
          order by g.at) from assessment_grant g
        left join app_user b on b.client_id = g.client_id and b.id = g.by_user
        where g.client_id = u.client_id and g.assessment_id = ${assessmentId} and g.user_id = u.id), '[]') as grants
    from ${from} order by u.full_name, u.id limit ${filter.limit} offset ${filter.offset}`.execute(db)
  return { count: total.rows[0]?.count ?? 0, rows }
}

export const learnerList = (
  context: AssessmentContext,
  scope: StaffScope,
  assessmentId: number,
  query: QueryOf<typeof findLearners>,
): Promise<ResponseOf<typeof findLearners>> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const assessment = await requireAssessment(context, db, scope, assessmentId)
    const { page, page_size: size } = query
    const show = showLearnerTo(context, scope)
    const { count, rows } = await learnerRows(db, clientId, assessmentId, {
      search: query.search ?? '',
      special: query.special === 'true',
      seesEverybody: context.policy.maySeeAddresses(scope),
      limit: size,
      offset: (page - 1) * size,
    })
    return {
      ...pageLinks(pathFor(findLearners, { clientId, assessmentId }), query, count),
      results: rows.map((row) => ({
        learner: show({ user_id: row.id, name: row.name, email: row.email }),
        extra_minutes: row.extra_minutes ?? 0,
        extra_reason: row.extra_reason,
        attempts_allowed: assessment.attempts_allowed + row.grants.length,
        attempts_used: row.used,
        grants: row.grants.map((grant) => ({ ...grant, attempts: 1, by: grant.by ?? '' })),
      })),
    }
  })

/** The learner's list row, or 404. */
const requireLearner = async (
  db: TenantDb,
  clientId: number,
  assessmentId: number,
  userId: number,
): Promise<LearnerRow> => {
  const { rows } = await learnerRows(db, clientId, assessmentId, {
    search: '',
    special: false,
    seesEverybody: true,
    userId,
    limit: 1,
    offset: 0,
  })
  if (!rows[0]) throw notFound()
  return rows[0]
}

export const grantFurtherAttempt = (
  context: AssessmentContext,
  scope: StaffScope,
  assessmentId: number,
  userId: number,
  body: BodyOf<typeof grantAttempt>,
): Promise<ResponseOf<typeof grantAttempt>> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const assessment = await requireAssessment(context, db, scope, assessmentId)
    context.policy.refuseOwnAttempt(scope, userId)
    await requireLearner(db, clientId, assessmentId, userId)
    const inserted = await sql`
      insert into assessment_grant (client_id, assessment_id, user_id, idempotency_key, reason, by_user, at)
      values (${clientId}, ${assessmentId}, ${userId}, ${body.idempotency_key}, ${body.reason}, ${scope.actor.userId},
        ${scope.clock.now()}) on conflict do nothing`.execute(db)
    if (inserted.numAffectedRows)
      await audit(context, db, scope, {
        action: 'assessments.grant',
        object: `assessment:${assessmentId}`,
        detail: { learner: userId, reason: body.reason },
      })
    const row = await requireLearner(db, clientId, assessmentId, userId)
    return {
      attempts_allowed: assessment.attempts_allowed + row.grants.length,
      attempts_used: row.used,
    }
  })

export const setExtraTime = (
  context: AssessmentContext,
  scope: StaffScope,
  assessmentId: number,
  userId: number,
  body: BodyOf<typeof setAccommodation>,
): Promise<ResponseOf<typeof setAccommodation>> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    await requireAssessment(context, db, scope, assessmentId)
    context.policy.refuseOwnAttempt(scope, userId)
    const before = await requireLearner(db, clientId, assessmentId, userId)
    const minutes = body.extra_minutes
    if (minutes === 0)
      await sql`delete from assessment_accommodation
        where client_id = ${clientId} and assessment_id = ${assessmentId} and user_id = ${userId}`.execute(db)
    else
      await sql`
        insert into assessment_accommodation (client_id, assessment_id, user_id, extra_minutes, reason, by_user, at)
        values (${clientId}, ${assessmentId}, ${userId}, ${minutes}, ${body.reason}, ${scope.actor.userId},
          ${scope.clock.now()})
        on conflict (client_id, assessment_id, user_id) do update set extra_minutes = excluded.extra_minutes,
          reason = excluded.reason, by_user = excluded.by_user, at = excluded.at`.execute(db)
    if ((before.extra_minutes ?? 0) !== minutes)
      await audit(context, db, scope, {
        action: 'assessments.accommodate',
        object: `assessment:${assessmentId}`,
        detail: { learner: userId, minutes, reason: body.reason },
      })
    return { extra_minutes: minutes, extra_reason: minutes === 0 ? null : body.reason }
  })
