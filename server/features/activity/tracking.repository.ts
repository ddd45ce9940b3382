import { sql } from 'kysely'
import type pg from 'pg'
import type { Role } from '#contract/common.ts'
import type { discardReasons } from '#contract/activity/activity.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { together } from '#server/core/db/batch-loader.ts'

export interface Claim {
  clientId: number
  userId: number
  segmentId: string
  /** The stretch before this one on the same page; null when there is none or nobody knows. */
  previousId: string | null
  sessionId: string
  deviceType: string
  device: string
  /** Null when it has been dealt with: then the learner's own zone holds. */
  deviceZone: string | null
  now: Date
  ageMs: number
  elapsedMs: number
}

export interface Counted {
  newlyMs: number
  todayMs: number
  /** Nothing was credited: a session begins in another zone than the learner's. */
  asksZone: boolean
}

export type Credit = (claim: Claim) => Promise<Counted>

/** Reports under way at once, and in one trip. */
const LANES = 2
const MOST = 32

/**
 * One call of `credit_study_time` (0060_time_tracking_in_one_call.sql) for each claim, which holds the rules. A single
 * prepared statement is its own transaction and one round trip; the function binds it to the tenant. Claims of a tenant
 * that arrive meanwhile share the next one, by person: every transaction takes its locks in the same order.
 */
export const creditOver = (pool: pg.Pool): Credit =>
  together({
    keyOf: (claim: Claim) => claim.clientId,
    lanes: LANES,
    most: MOST,
    run: async (claims) => {
      const column = <T>(read: (claim: Claim) => T) => claims.map(read)
      const { rows } = await pool.query<{ newly_ms: number; today_ms: number; asks_zone: boolean }>({
        name: 'credit_study_time',
        text: `select newly_ms, today_ms, asks_zone
          from (
            select $1::integer as tenant, c.*
            from unnest($2::integer[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
              $9::timestamptz[], $10::bigint[], $11::bigint[]) with ordinality
              as c (who, segment, previous, session, kind, device, zone, moment, age, elapsed, place)
            order by who, place
          ) claim,
          lateral credit_study_time(tenant, who, segment, previous, session, kind, device, zone, moment, age, elapsed)
          order by place`,
        values: [
          claims[0]?.clientId,
          column(({ userId }) => userId),
          column(({ segmentId }) => segmentId),
          column(({ previousId }) => previousId),
          column(({ sessionId }) => sessionId),
          column(({ deviceType }) => deviceType),
          column(({ device }) => device),
          column(({ deviceZone }) => deviceZone),
          column(({ now }) => now),
          column(({ ageMs }) => Math.round(ageMs)),
          column(({ elapsedMs }) => Math.round(elapsedMs)),
        ],
      })
      return rows.map((row) => ({ newlyMs: row.newly_ms, todayMs: row.today_ms, asksZone: row.asks_zone }))
    },
  })

export interface IntervalRow {
  started_at: Date
  ended_at: Date
  device: string
  device_type: string
  claimed_ms: number
  counted_ms: number
  reason: (typeof discardReasons)[number] | null
}

/** Stretches that touch one calendar day of the learner, newest first. */
export const intervalsOn = async (
  db: TenantDb,
  of: { userId: number; day: string; zone: string; limit: number },
): Promise<IntervalRow[]> => {
  const result = await sql<IntervalRow>`
    select started_at, ended_at, device, device_type, claimed_ms, counted_ms, reason
    from study_segment
    where client_id = current_client_id() and user_id = ${of.userId}
      and started_at < (${of.day}::date + 1)::timestamp at time zone ${of.zone}
      and ended_at > ${of.day}::date::timestamp at time zone ${of.zone}
    order by started_at desc limit ${of.limit}`.execute(db)
  return result.rows
}

/** Role of the person whose session lives; null when it has ended or the person may not enter. */
export const roleOfSession = async (
  db: TenantDb,
  of: { userId: number; sessionId: string; now: Date },
): Promise<Role | null> => {
  const result = await sql<{ role: Role }>`
    select u.role from user_session s
    join app_user u on u.client_id = s.client_id and u.id = s.user_id
    where s.client_id = current_client_id() and s.id = ${of.sessionId}::uuid and s.user_id = ${of.userId}
      and s.revoked_at is null and u.disabled_at is null
      and s.idle_expires_at > ${of.now} and s.absolute_expires_at > ${of.now}`.execute(db)
  return result.rows[0]?.role ?? null
}
