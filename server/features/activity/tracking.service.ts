import { createHash } from 'node:crypto'
import { INTERVALS_SHOWN, type getIntervals, type trackTime } from '#contract/activity/activity.ts'
import type { BodyOf, ResponseInputOf } from '#contract/endpoint.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { secondsByDay, zonesOf } from './activity.repository.ts'
import { dayIn } from '#server/core/days.ts'
import { intervalsOn, type Claim, type Counted, type Credit } from './tracking.repository.ts'

type Report = BodyOf<typeof trackTime>

export interface TrackingDependencies {
  readonly credit: Credit
  /** Writes the person's zone; the zone that holds afterwards (an unknown name changes nothing). */
  readonly followTimeZone: (db: TenantDb, userId: number, zone: string, now: Date) => Promise<string | null>
}

/** Without an id of its own a report is known by its facts and the minute it came in (TRUST §8.2). */
const factsId = (report: Report, now: Date): string =>
  `h.${createHash('sha256')
    .update(
      [
        report.session_id,
        report.date ?? '',
        report.time_spent_seconds,
        Math.floor(now.getTime() / 60_000),
      ].join('|'),
    )
    .digest('base64url')
    .slice(0, 40)}`

/** `<page life>.<seq>` → the stretch before it on the same page. */
const previousOf = (segmentId: string | undefined): string | null => {
  const match = /^(.+)\.(\d+)$/.exec(segmentId ?? '')
  const seq = Number(match?.[2] ?? 0)
  return match && seq > 0 ? `${match[1]}.${seq - 1}` : null
}

/** Credits what a device reports; the answer says what newly counted and the day's total. */
export const reportTime = async (
  actions: TrackingDependencies,
  scope: MemberScope,
  report: Report,
): Promise<ResponseInputOf<typeof trackTime>> => {
  const now = scope.clock.now()
  // The exact length when it agrees with the specification's whole seconds; those decide otherwise.
  const seconds = report.time_spent_seconds
  const exact = report.elapsed_ms ?? seconds * 1000
  const elapsedMs = Math.abs(exact - seconds * 1000) <= 1000 ? exact : seconds * 1000
  const device = [report.device_info?.browser, report.device_info?.os].filter(Boolean).join(', ')
  const counted = await creditInZone(actions, scope, {
    clientId: scope.tenant.clientId,
    userId: scope.actor.userId,
    segmentId: report.segment_id ?? factsId(report, now),
    previousId: previousOf(report.segment_id),
    sessionId: report.session_id,
    deviceType: report.device_type,
    device,
    deviceZone: report.device_info?.timezone ?? null,
    now,
    ageMs: report.age_ms ?? 0,
    elapsedMs,
  })
  return {
    detail: 'Thank you.',
    counted_seconds: Math.floor(counted.newlyMs / 1000),
    today_seconds: Math.floor(counted.todayMs / 1000),
  }
}

/** The learner's day follows the device: where a session begins in another zone, that zone is theirs from now on. */
const creditInZone = async (
  actions: TrackingDependencies,
  scope: MemberScope,
  claim: Claim,
): Promise<Counted> => {
  const counted = await actions.credit(claim)
  const { deviceZone } = claim
  if (!counted.asksZone || deviceZone === null) return counted
  await scope.tx((db) => actions.followTimeZone(db, claim.userId, deviceZone, claim.now))
  return actions.credit({ ...claim, deviceZone: null })
}

/** "Why this time" (RULES "Learning"). */
export const stretches = (
  scope: MemberScope,
  wanted: string | undefined,
): Promise<ResponseInputOf<typeof getIntervals>> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const { userId } = scope.actor
    const zone = (await zonesOf(db, clientId, userId)).learner
    const day = wanted ?? dayIn(zone, scope.clock.now())
    const rows = await intervalsOn(db, { userId, day, zone, limit: INTERVALS_SHOWN })
    const totals = await secondsByDay(db, { clientId, userId, from: day, to: day })
    return {
      day,
      counted_seconds: totals.get(day) ?? 0,
      stretches: rows.map((row) => ({
        started_at: row.started_at.toISOString(),
        ended_at: row.ended_at.toISOString(),
        device: row.device,
        device_type: row.device_type,
        claimed_seconds: Math.round(row.claimed_ms / 1000),
        counted_seconds: Math.round(row.counted_ms / 1000),
        reason: row.reason,
      })),
    }
  })
