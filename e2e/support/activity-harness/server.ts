/**
 * The real server and a real PostgreSQL under a clock that follows the page's, so that the product itself credits study
 * time. The page has only the tracker.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { SignedIn } from '#contract/auth/auth.ts'
import { createApp } from '#server/http-app.ts'
import { readConfig } from '#server/core/config.ts'
import { connectDatabase } from '#server/core/db/connect.ts'
import { createLog } from '#server/core/log/log.ts'
import { makeCore } from '#server/core/make-core.ts'
import { demoTenants } from '#server/demo/tenants.ts'
import { createUser, hashPassword } from '#server/features/auth/index.ts'
import { insertClient } from '#server/features/client-info/index.ts'
import { buildPage } from '../build-page.ts'

const CLIENT = 7
const PASSWORD = 'a quiet river at noon'
const config = JSON.stringify({
  client_id: CLIENT,
  api_base_url: '',
  build_id: 'harness',
  demo: false,
  client: null,
})
const html = `<!doctype html><title>harness</title><script type="application/json" id="runtime-config">${config}</script><script type="module" src="/harness.js"></script>`

interface Report {
  started_at_ms?: number
  elapsed_ms?: number
  age_ms?: number
}

export const startActivityHarness = async (startAt: number) => {
  const script = await buildPage(import.meta.resolve('./page.ts'))
  const dataDir = mkdtempSync(join(tmpdir(), 'lms-activity-'))
  const settings = readConfig({ DEMO: 'false', RATE_LIMITS: 'off', LOG_LEVEL: 'silent', DATA_DIR: dataDir })
  const log = createLog(settings.logLevel)
  const connected = await connectDatabase(settings, log)
  let now = startAt
  /** False while the device's clock is wrong: then its reports do not move the server's clock. */
  let followsReports = true
  const requestTime = new AsyncLocalStorage<number>()
  const clock = { now: () => new Date(requestTime.getStore() ?? now) }
  const core = await makeCore({ config: settings, log, clock, ...connected })
  const [tenant] = demoTenants
  if (!tenant) throw new Error('no demo tenant')
  await core.db.withTenant(CLIENT, (db) => insertClient(db, tenant))
  const passwordHash = await hashPassword(PASSWORD)
  const app = await createApp(core)
  let down = false
  // A report is handled at the page's time of sending: virtual time jumps, and a report in flight would arrive late by the
  // whole jump.
  app.addHook('preValidation', (request, reply, done) => {
    if (!request.url.includes('/track-time/')) return done()
    if (down) return void reply.code(503).send({})
    if (!followsReports) return done()
    const body = request.body as Report
    const sentAt = (body.started_at_ms ?? 0) + (body.elapsed_ms ?? 0) + (body.age_ms ?? 0)
    now = Math.max(now, sentAt)
    return requestTime.run(sentAt, done)
  })
  app.get('/harness', (_request, reply) => reply.type('text/html').send(html))
  app.get('/harness.js', (_request, reply) => reply.type('text/javascript').send(script))
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  let people = 0

  return {
    url,
    now: () => now,
    setNow: (at: number) => (now = Math.max(now, at)),
    followReports: (yes: boolean) => (followsReports = yes),
    setDown: (yes: boolean) => (down = yes),
    person: async (): Promise<SignedIn> => {
      const email = `learner${(people += 1)}@example.test`
      await core.db.withTenant(CLIENT, (db) =>
        createUser(db, {
          email,
          fullName: `Learner ${people}`,
          passwordHash,
          emailVerifiedAt: new Date(now),
        }),
      )
      const reply = await app.inject({
        method: 'POST',
        url: `/accounts/clients/${CLIENT}/user/login/`,
        payload: { email, password: PASSWORD },
      })
      return reply.json<SignedIn>()
    },
    /** Seconds that the person's devices reported, counted or not. */
    claimed: async (userId: number): Promise<number> => {
      const { rows } = await core.db.withTenant(CLIENT, (db) =>
        sql<{ seconds: number }>`select coalesce(sum(claimed_ms), 0)::float / 1000 as seconds
          from study_segment where client_id = current_client_id() and user_id = ${userId}`.execute(db),
      )
      return rows[0]?.seconds ?? 0
    },
    /** Seconds that the product counted for that person. */
    counted: async (userId: number): Promise<number> => {
      const rows = await core.db.withTenant(CLIENT, (db) =>
        db
          .selectFrom('daily_activity')
          .select('seconds')
          .where('client_id', '=', CLIENT)
          .where('user_id', '=', userId)
          .execute(),
      )
      return rows.reduce((sum, row) => sum + row.seconds, 0)
    },
    stop: async () => {
      await app.close()
      await core.changes.stop()
      await connected.database.close()
      await connected.engine?.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
export type ActivityHarnessServer = Awaited<ReturnType<typeof startActivityHarness>>
