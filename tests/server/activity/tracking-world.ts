import { randomUUID } from 'node:crypto'
import { trackTime } from '#contract/activity/activity.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { followTimeZone } from '#server/features/auth/index.ts'
import { creditWith } from '#server/features/activity/tracking.repository.ts'
import { reportTime } from '#server/features/activity/tracking.service.ts'
import { featuresAsUser } from '#tests/support/as-user.ts'
import { createTestClock } from '#tests/support/clock.ts'
import { addClient, addPerson } from '#tests/support/server/people.ts'
import { startTestServer } from '#tests/support/server/server.ts'

export const CLIENT = 7
export const START = Date.UTC(2026, 0, 15, 9)

/** A tenant and learners, each with a first contact at a given time. */
export const createTrackingWorld = async () => {
  const clock = createTestClock(new Date(START))
  const server = await startTestServer({ clock, features: featuresAsUser })
  await addClient(server.db, { id: CLIENT })
  let people = 0

  const addSession = (userId: number, timestamp: number, sessionId: string = randomUUID()) =>
    server.db.asSuperuser(
      `insert into user_session (client_id, id, user_id, cur_hash, rotated_at, idle_expires_at, absolute_expires_at, device,
         network, user_agent, created_at, last_seen_at)
       values ($1, $2, $3, '\\x00', $4, $5, $5, 'test', '127.0.0.0', 'test', $4, $4)`,
      [CLIENT, sessionId, userId, new Date(timestamp), new Date(timestamp + 40 * 86_400_000)],
    )

  return {
    server,
    clock,
    contact: addSession,
    learner: async (options: { firstContact?: number; timeZone?: string } = {}) => {
      const id = await addPerson(server.db, {
        clientId: CLIENT,
        name: `Learner ${(people += 1)}`,
        timeZone: options.timeZone ?? 'UTC',
      })
      await addSession(id, options.firstContact ?? START - 30 * 86_400_000)
      return id
    },
    /** Validates as the endpoint does, then calls the service. */
    report: (userId: number, body: Record<string, unknown>, timestamp?: number) => {
      const scope = {
        tenant: {
          clientId: CLIENT,
          name: 'Client 7',
          isActive: true,
          languages: ['en'],
          features: new Set(),
        },
        clock: timestamp === undefined ? clock : { now: () => new Date(timestamp) },
        request: { id: 'r', ip: '127.0.0.1', userAgent: '', cookies: {} },
        actor: { userId, sessionId: 's', role: 'student' },
        files: { address: (url) => url, html: (html) => html },
        tx: (work) => server.core.db.withTenant(CLIENT, work),
        read: (...queries) => server.core.db.read(CLIENT, queries),
      } as MemberScope
      return reportTime(
        { followTimeZone, credit: creditWith(server.core.db.callTenantFunction) },
        scope,
        trackTime.body.parse({ session_id: 's', device_type: 'desktop', ...body }),
      )
    },
    secondsOf: async (userId: number): Promise<Record<string, number>> => {
      const rows = await server.db.asSuperuser<{ day: string; seconds: number }>(
        'select day::text, seconds from daily_activity where client_id = $1 and user_id = $2 order by day',
        [CLIENT, userId],
      )
      return Object.fromEntries(rows.map((row) => [row.day, row.seconds]))
    },
    close: () => server.close(),
  }
}

export const sum = (days: Record<string, number>) =>
  Object.values(days).reduce((total, seconds) => total + seconds, 0)
