import { createHash } from 'node:crypto'
import { INTERVALS_SHOWN, type getIntervals, type trackTime } from '#contract/activity/activity.ts'
import type { BodyOf, ResponseInputOf } from '#contract/endpoint.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { secondsByDay, zonesOf } from './activity.repository.ts'
import { dayIn } from '#server/core/days.ts'
import { intervalsOn, type Claim, type Credited, type Credit } from './tracking.repository.ts'

type Report = BodyOf<typeof trackTime>

export interface TrackingDependencies {
  readonly credit: Credit
  /** Stores the user's zone and returns the stored one (an unknown name changes nothing). */
  readonly followTimeZone: (db: TenantDb, userId: number, zone: string, now: Date) => Promise<string | null>
}

/** A report without its own id is identified by its content and the minute of arrival (trust 8.2). */
const contentId = (report: Report, now: Date): string =>
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

/** `<page instance>.<seq>` → the previous interval on the same page. */
const previousIdOf = (segmentId: string | undefined): string | null => {
  const match = /^(.+)\.(\d+)$/.exec(segmentId ?? '')
  const seq = Number(match?.[2] ?? 0)
  return match && seq > 0 ? `${match[1]}.${seq - 1}` : null
}

/** Credits the time that a device reports and returns what newly counts and the day's total. */
export const reportTime = async (
  dependencies: TrackingDependencies,
  scope: MemberScope,
  report: Report,
): Promise<ResponseInputOf<typeof trackTime>> => {
  const now = scope.clock.now()
  // Use the exact length if it agrees with the whole seconds of the specification; otherwise use those.
  const seconds = report.time_spent_seconds
  const exactMs = report.elapsed_ms ?? seconds * 1000
  const elapsedMs = Math.abs(exactMs - seconds * 1000) <= 1000 ? exactMs : seconds * 1000
  const device = [report.device_info?.browser, report.device_info?.os].filter(Boolean).join(', ')
  const credited = await creditInZone(dependencies, scope, {
    clientId: scope.tenant.clientId,
    userId: scope.actor.userId,
    segmentId: report.segment_id ?? contentId(report, now),
    previousId: previousIdOf(report.segment_id),
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
    counted_seconds: Math.floor(credited.newlyMs / 1000),
    today_seconds: Math.floor(credited.todayMs / 1000),
  }
}

/** The learner's days follow the device: a session that starts in another zone sets the learner's zone. */
const creditInZone = async (
  dependencies: TrackingDependencies,
  scope: MemberScope,
  claim: Claim,
): Promise<Credited> => {
  const credited = await dependencies.credit(claim)
  const { deviceZone } = claim
  if (!credited.needsZone || deviceZone === null) return credited
  await scope.tx((db) => dependencies.followTimeZone(db, claim.userId, deviceZone, claim.now))
  return dependencies.credit({ ...claim, deviceZone: null })
}

/** "Why this time" (rules: Learning). */
export const readIntervals = (
  scope: MemberScope,
  requestedDay: string | undefined,
): Promise<ResponseInputOf<typeof getIntervals>> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const { userId } = scope.actor
    const zone = (await zonesOf(db, clientId, userId)).learner
    const day = requestedDay ?? dayIn(zone, scope.clock.now())
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
