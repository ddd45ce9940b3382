import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { unguardedRefresh, strictRefresh, type Refresh } from './naive-refresh.ts'
import { createAuthWorld, quickHasher, type AuthWorld } from './world.ts'

const FULL = process.env['FULL'] === '1'
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

describe('Refresh tokens', { timeout: 600_000 }, () => {
  let world: AuthWorld
  let email = ''
  let serverRefresh: Refresh
  beforeAll(async () => {
    world = await createAuthWorld({ hasher: quickHasher() })
    serverRefresh = async (refresh_token) => {
      const response = await world.post('refresh-token', { refresh_token })
      const body = response.json() as { refresh_token?: string }
      return {
        status: response.statusCode,
        ...(body.refresh_token ? { refresh_token: body.refresh_token } : {}),
      }
    }
  })
  beforeEach(async () => {
    email = (await world.person()).email
  })
  afterAll(() => world.close())

  const accessStatus = async (token: string) => (await world.call('GET', 'me', token)).statusCode
  const refreshPair = async (refresh_token: string) => {
    const response = await world.post('refresh-token', { refresh_token })
    if (response.statusCode !== 200) throw new Error(response.body)
    return response.json() as { access_token: string; refresh_token: string }
  }

  /** A8: what 50 simultaneous callers with one token get. */
  const parallel = async (refresh: Refresh, token: string) => {
    const responses = await Promise.all(Array.from({ length: 50 }, () => refresh(token)))
    return {
      refused: responses.filter(({ status }) => status !== 200).length,
      successors: new Set(responses.flatMap(({ refresh_token }) => refresh_token ?? [])).size,
    }
  }

  it('A8: gives 50 simultaneous callers the same successor and rotates once', async () => {
    for (let round = 0; round < (FULL ? 200 : 12); round += 1) {
      const { refresh_token } = await world.signIn(email)
      expect(await parallel(serverRefresh, refresh_token)).toEqual({ refused: 0, successors: 1 })
      const [row] = await world.server.db.asSuperuser('select gen from user_session where id = $1', [
        refresh_token.split('.')[0],
      ])
      expect(row).toEqual({ gen: 2 })
    }
  })

  it('control: finds naive rotations with 50 simultaneous callers', async () => {
    const strict = await parallel(
      strictRefresh(world.server.db.database),
      (await world.signIn(email)).refresh_token,
    )
    expect(strict.refused).toBe(49)
    const unguarded = await parallel(
      unguardedRefresh(world.server.db.database),
      (await world.signIn(email)).refresh_token,
    )
    expect(unguarded.refused + unguarded.successors).toBeGreaterThan(1)
    expect(unguarded).not.toEqual({ refused: 0, successors: 1 })
  })

  /** A4: the server commits, the response is lost and the app retries. Counts all tokens that were issued. */
  const afterLostAnswers = async (refresh: Refresh, token: string, losses: number, waitMs: number) => {
    const issued = new Set<string>()
    for (let lost = 0; lost < losses; lost += 1) {
      issued.add((await refresh(token)).refresh_token ?? 'none')
      world.clock.advance(waitMs)
    }
    const { status, refresh_token } = await refresh(token)
    issued.add(refresh_token ?? 'none')
    return { survived: status === 200, issued: issued.size }
  }

  it('A4: survives lost responses when the app retries within a day, 100 of 100 times', async () => {
    let survived = 0
    for (let round = 0; round < 100; round += 1) {
      const { refresh_token } = await world.signIn(email)
      const waitMs = [0, MINUTE_MS, 2 * HOUR_MS, 5 * HOUR_MS][round % 4] ?? 0
      const outcome = await afterLostAnswers(serverRefresh, refresh_token, 1 + (round % 3), waitMs)
      if (outcome.survived) survived += 1
      // Retries yield the same single token.
      expect(outcome.issued).toBe(1)
    }
    expect(survived).toBe(100)
  })

  it('control: loses the session after a lost response under strict rotation', async () => {
    const { refresh_token } = await world.signIn(email)
    expect(await afterLostAnswers(strictRefresh(world.server.db.database), refresh_token, 1, 0)).toEqual({
      survived: false,
      issued: 2,
    })
  })

  /** A6: the victim uses the successor, the grace period passes, the thief replays. */
  const replay = async (
    refresh: Refresh,
    stolen: string,
    useSuccessor: (token: string) => Promise<unknown>,
  ) => {
    const next = await refresh(stolen)
    await useSuccessor(next.refresh_token ?? '')
    world.clock.advance(31_000)
    const thief = await refresh(stolen)
    const victim = await refresh(next.refresh_token ?? '')
    return { thief: thief.status, victim: victim.status }
  }
  const reuseAudits = async (sessionId: string) =>
    (
      await world.server.db.asSuperuser(
        `select 1 from audit_event where action = 'auth.refresh_reuse' and session_id = $1`,
        [sessionId],
      )
    ).length

  it('A6: ends the family once, and only it, on a replay after the grace period', async () => {
    for (let round = 0; round < (FULL ? 200 : 25); round += 1) {
      const { email: victim } = await world.person()
      const bystander = await world.signIn(victim)
      const pair = await world.signIn(victim)
      const sessionId = pair.refresh_token.split('.')[0] ?? ''
      const next = await refreshPair(pair.refresh_token)
      // Used by a request with the new access token, or by the next refresh.
      const useStatus =
        round % 2 === 0
          ? await accessStatus(next.access_token)
          : (await serverRefresh(next.refresh_token)).status
      expect(useStatus).toBe(200)
      world.clock.advance(31_000)
      const thieves = await Promise.all([
        serverRefresh(pair.refresh_token),
        serverRefresh(pair.refresh_token),
      ])
      expect(thieves.map(({ status }) => status)).toEqual([401, 401])
      expect(await accessStatus(next.access_token)).toBe(401)
      expect((await serverRefresh(next.refresh_token)).status).toBe(401)
      expect(await reuseAudits(sessionId)).toBe(1)
      const warnings = (await world.mails(victim)).filter(({ subject }) => subject.includes('signed out'))
      expect(warnings).toHaveLength(1)
      expect(await accessStatus(bystander.access_token)).toBe(200)
    }
  })

  it('control: keeps the family alive without reuse detection', async () => {
    const { refresh_token } = await world.signIn(email)
    const naive = unguardedRefresh(world.server.db.database)
    expect(await replay(naive, refresh_token, async () => undefined)).toEqual({ thief: 401, victim: 200 })
    const { refresh_token: ourToken } = await world.signIn(email)
    const useSuccessor = async (token: string) => refreshPair(token)
    expect(await replay(serverRefresh, ourToken, useSuccessor)).toEqual({ thief: 401, victim: 401 })
  })

  it('rejects an honest retry after a day, even if the successor is unused', async () => {
    const { refresh_token } = await world.signIn(email)
    await serverRefresh(refresh_token)
    world.clock.advance(23 * HOUR_MS)
    expect((await serverRefresh(refresh_token)).status).toBe(200)
    world.clock.advance(2 * HOUR_MS)
    expect((await serverRefresh(refresh_token)).status).toBe(401)
  })

  it('does not end a session for an invented token with its id', async () => {
    const pair = await world.signIn(email)
    const [sessionId, gen, secret = ''] = pair.refresh_token.split('.')
    const invented = `${sessionId}.${gen}.${secret.startsWith('A') ? 'B' : 'A'}${secret.slice(1)}`
    expect((await serverRefresh(invented)).status).toBe(401)
    for (const invalid of ['', 'x', `${sessionId}.1`, `${sessionId}.999.${secret}`, 'a'.repeat(512)]) {
      const response = await world.post('refresh-token', { refresh_token: invalid })
      expect([400, 401, 422]).toContain(response.statusCode)
    }
    expect(await accessStatus(pair.access_token)).toBe(200)
    expect((await serverRefresh(pair.refresh_token)).status).toBe(200)
  })

  it("ends a learner's session after exactly 30 days, even with daily use", async () => {
    let { refresh_token } = await world.signIn(email)
    for (let day = 1; day < 30; day += 1) {
      world.clock.advance(DAY_MS)
      ;({ refresh_token } = await refreshPair(refresh_token))
    }
    const last = await refreshPair(refresh_token)
    world.clock.advance(DAY_MS - 1000)
    const { access_token } = await refreshPair(last.refresh_token)
    expect(await accessStatus(access_token)).toBe(200)
    world.clock.advance(1000)
    expect(await accessStatus(access_token)).toBe(401)
    expect((await serverRefresh(last.refresh_token)).status).toBe(401)
  })

  it('ends idle sessions: learners after 14 days, staff after an hour', async () => {
    const staff = await world.person({ role: 'admin' })
    for (const [userEmail, idleMs] of [
      [email, 14 * DAY_MS],
      [staff.email, HOUR_MS],
    ] as const) {
      const pair = await world.signIn(userEmail)
      world.clock.advance(idleMs - 1000)
      const { refresh_token } = await refreshPair(pair.refresh_token)
      world.clock.advance(idleMs)
      expect((await serverRefresh(refresh_token)).status).toBe(401)
    }
  })

  it('ends a staff session after 12 hours of continuous work', async () => {
    const staff = await world.person({ role: 'instructor' })
    let { refresh_token } = await world.signIn(staff.email)
    for (let step = 0; step < 15; step += 1) {
      world.clock.advance(45 * MINUTE_MS)
      ;({ refresh_token } = await refreshPair(refresh_token))
    }
    world.clock.advance(45 * MINUTE_MS)
    expect((await serverRefresh(refresh_token)).status).toBe(401)
  })

  it('stores tokens so that they cannot be read from the table', async () => {
    const pair = await world.signIn(email)
    const next = await refreshPair(pair.refresh_token)
    const [row] = await world.server.db.asSuperuser<{ all: string }>(
      `select (s::text || encode(s.succ_enc, 'escape')) as all from user_session s where id = $1`,
      [pair.refresh_token.split('.')[0]],
    )
    for (const token of [pair.refresh_token, next.refresh_token]) {
      const secret = token.split('.')[2] ?? ''
      expect(row?.all.includes(secret)).toBe(false)
      expect(row?.all.includes(Buffer.from(secret, 'base64url').toString('hex'))).toBe(false)
    }
  })
})
