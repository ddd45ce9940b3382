import { sql } from 'kysely'
import type { Role } from '#contract/common.ts'
import type { discardReasons } from '#contract/activity/activity.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { CallTenantFunction } from '#server/core/db/query.ts'
import { createBatchLoader } from '#server/core/db/batch-loader.ts'

export interface Claim {
  clientId: number
  userId: number
  segmentId: string
  /** The previous interval on the same page; null when there is none or it is unknown. */
  previousId: string | null
  sessionId: string
  deviceType: string
  device: string
  /** Null once it has been handled: then the learner's own zone applies. */
  deviceZone: string | null
  now: Date
  ageMs: number
  elapsedMs: number
}

export interface Credited {
  newlyMs: number
  todayMs: number
  /** Nothing was credited yet: a session starts in another zone than the learner's. */
  needsZone: boolean
}

export type Credit = (claim: Claim) => Promise<Credited>

/** Statements running at once, and claims in one statement. */
const CREDIT_CONNECTIONS = 2
const CLAIMS_PER_BATCH = 32

/**
 * Calls `credit_study_time` (0060_time_tracking_in_one_call.sql), which contains the rules, for each claim. Simultaneous
 * claims of a tenant share a statement, sorted by user, so that all transactions take their locks in the same order.
 */
export const creditWith = (callTenantFunction: CallTenantFunction): Credit =>
  createBatchLoader({
    keyOf: (claim: Claim) => claim.clientId,
    slots: CREDIT_CONNECTIONS,
    maxBatch: CLAIMS_PER_BATCH,
    run: async (claims) => {
      const column = <T>(pick: (claim: Claim) => T) => claims.map(pick)
      const clientId = claims[0]?.clientId ?? 0
      const rows = await callTenantFunction<{ newly_ms: number; today_ms: number; asks_zone: boolean }>(
        clientId,
        {
          name: 'credit_study_time',
          text: `select newly_ms, today_ms, asks_zone
          from (
            select $1::integer as tenant_id, c.*
            from unnest($2::integer[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
              $9::timestamptz[], $10::bigint[], $11::bigint[]) with ordinality
              as c (user_id, segment_id, previous_id, session_id, device_type, device, zone, reported_at, age_ms,
                elapsed_ms, claim_order)
            order by user_id, claim_order
          ) claim,
          lateral credit_study_time(tenant_id, user_id, segment_id, previous_id, session_id, device_type, device, zone,
            reported_at, age_ms, elapsed_ms)
          order by claim_order`,
          args: [
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
        },
      )
      return rows.map((row) => ({ newlyMs: row.newly_ms, todayMs: row.today_ms, needsZone: row.asks_zone }))
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

/** Intervals that touch one calendar day of the learner, newest first. */
export const intervalsOn = async (
  db: TenantDb,
  input: { userId: number; day: string; zone: string; limit: number },
): Promise<IntervalRow[]> => {
  const result = await sql<IntervalRow>`
    select started_at, ended_at, device, device_type, claimed_ms, counted_ms, reason
    from study_segment
    where client_id = current_client_id() and user_id = ${input.userId}
      and started_at < (${input.day}::date + 1)::timestamp at time zone ${input.zone}
      and ended_at > ${input.day}::date::timestamp at time zone ${input.zone}
    order by started_at desc limit ${input.limit}`.execute(db)
  return result.rows
}

/** The role of a session's user; null when the session has ended or the user may no longer enter. */
export const roleOfSession = async (
  db: TenantDb,
  input: { userId: number; sessionId: string; now: Date },
): Promise<Role | null> => {
  const result = await sql<{ role: Role }>`
    select u.role from user_session s
    join app_user u on u.client_id = s.client_id and u.id = s.user_id
    where s.client_id = current_client_id() and s.id = ${input.sessionId}::uuid and s.user_id = ${input.userId}
      and s.revoked_at is null and u.disabled_at is null
      and s.idle_expires_at > ${input.now} and s.absolute_expires_at > ${input.now}`.execute(db)
  return result.rows[0]?.role ?? null
}
