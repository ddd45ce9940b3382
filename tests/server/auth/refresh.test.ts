import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { forgetfulRefresh, strictRefresh, type Refresh } from './naive.ts'
import { createAuthWorld, quickHasher, type AuthWorld } from './world.ts'

const FULL = process.env['FULL'] === '1'
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

describe('Refresh tokens', { timeout: 600_000 }, () => {
  let world: AuthWorld
  let email = ''
  let ours: Refresh
  beforeAll(async () => {
    world = await createAuthWorld({ hasher: quickHasher() })
    ours = async (refresh_token) => {
      const answer = await world.post('refresh-token', { refresh_token })
      const body = answer.json() as { refresh_token?: string }
      return {
        status: answer.statusCode,
        ...(body.refresh_token ? { refresh_token: body.refresh_token } : {}),
      }
    }
  })
  beforeEach(async () => {
    email = (await world.person()).email
  })
  afterAll(() => world.close())

  const access = async (token: string) => (await world.call('GET', 'me', token)).statusCode
  const pairFrom = async (refresh_token: string) => {
    const answer = await world.post('refresh-token', { refresh_token })
    if (answer.statusCode !== 200) throw new Error(answer.body)
    return answer.json() as { access_token: string; refresh_token: string }
  }

  /** A8: how 50 callers with one token fared. */
  const parallel = async (refresh: Refresh, token: string) => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(token)))
    return {
      refused: answers.filter(({ status }) => status !== 200).length,
      successors: new Set(answers.flatMap(({ refresh_token }) => refresh_token ?? [])).size,
    }
  }

  it('given one token, when 50 callers refresh at once, then one rotation and 50 identical successors (A8)', async () => {
    for (let round = 0; round < (FULL ? 200 : 12); round += 1) {
      const { refresh_token } = await world.signIn(email)
      expect(await parallel(ours, refresh_token)).toEqual({ refused: 0, successors: 1 })
      const [row] = await world.server.db.asSuperuser('select gen from user_session where id = $1', [
        refresh_token.split('.')[0],
      ])
      expect(row).toEqual({ gen: 2 })
    }
  })

  it('control: given a naive rotation, when 50 callers refresh at once, then the same check finds it out', async () => {
    const strict = await parallel(
      strictRefresh(world.server.db.database),
      (await world.signIn(email)).refresh_token,
    )
    expect(strict.refused).toBe(49)
    const forgetful = await parallel(
      forgetfulRefresh(world.server.db.database),
      (await world.signIn(email)).refresh_token,
    )
    expect(forgetful.refused + forgetful.successors).toBeGreaterThan(1)
    expect(forgetful).not.toEqual({ refused: 0, successors: 1 })
  })

  /** A4: the server commits, the answer is lost, the app comes back with what it has. All tokens ever handed out. */
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

  it('given answers lost after the commit, when the app tries again within a day, then the session survives 100 of 100 (A4)', async () => {
    let survived = 0
    for (let round = 0; round < 100; round += 1) {
      const { refresh_token } = await world.signIn(email)
      const waitMs = [0, MINUTE_MS, 2 * HOUR_MS, 5 * HOUR_MS][round % 4] ?? 0
      const fate = await afterLostAnswers(ours, refresh_token, 1 + (round % 3), waitMs)
      if (fate.survived) survived += 1
      // However often it was asked for: one live token.
      expect(fate.issued).toBe(1)
    }
    expect(survived).toBe(100)
  })

  it('control: given strict rotation, when an answer is lost, then the session is lost with it', async () => {
    const { refresh_token } = await world.signIn(email)
    expect(await afterLostAnswers(strictRefresh(world.server.db.database), refresh_token, 1, 0)).toEqual({
      survived: false,
      issued: 2,
    })
  })

  /** A6: the victim uses the successor, grace passes, the thief replays. */
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
  const auditsOf = async (sid: string) =>
    (
      await world.server.db.asSuperuser(
        `select 1 from audit_event where action = 'auth.refresh_reuse' and session_id = $1`,
        [sid],
      )
    ).length

  it('given a rotated token whose successor was used, when it is replayed after the grace, then the family ends, once, and others stay (A6)', async () => {
    for (let round = 0; round < (FULL ? 200 : 25); round += 1) {
      const { email: victim } = await world.person()
      const bystander = await world.signIn(victim)
      const pair = await world.signIn(victim)
      const sid = pair.refresh_token.split('.')[0] ?? ''
      const next = await pairFrom(pair.refresh_token)
      // Used by a call with the new access token, or by the next refresh.
      const used = round % 2 === 0 ? await access(next.access_token) : (await ours(next.refresh_token)).status
      expect(used).toBe(200)
      world.clock.advance(31_000)
      const thieves = await Promise.all([ours(pair.refresh_token), ours(pair.refresh_token)])
      expect(thieves.map(({ status }) => status)).toEqual([401, 401])
      expect(await access(next.access_token)).toBe(401)
      expect((await ours(next.refresh_token)).status).toBe(401)
      expect(await auditsOf(sid)).toBe(1)
      expect(await world.mails(victim)).toHaveLength(1)
      expect(await access(bystander.access_token)).toBe(200)
    }
  })

  it('control: given a refresh without reuse detection, when a token is replayed, then the family lives on', async () => {
    const { refresh_token } = await world.signIn(email)
    const naive = forgetfulRefresh(world.server.db.database)
    expect(await replay(naive, refresh_token, async () => undefined)).toEqual({ thief: 401, victim: 200 })
    const { refresh_token: ourToken } = await world.signIn(email)
    const used = async (token: string) => pairFrom(token)
    expect(await replay(ours, ourToken, used)).toEqual({ thief: 401, victim: 401 })
  })

  it('given an unused successor, when a day has passed, then even the honest repeat is over', async () => {
    const { refresh_token } = await world.signIn(email)
    await ours(refresh_token)
    world.clock.advance(23 * HOUR_MS)
    expect((await ours(refresh_token)).status).toBe(200)
    world.clock.advance(2 * HOUR_MS)
    expect((await ours(refresh_token)).status).toBe(401)
  })

  it('given an invented token with a real session id, when it is sent, then the session is not harmed', async () => {
    const pair = await world.signIn(email)
    const [sid, gen, secret = ''] = pair.refresh_token.split('.')
    const invented = `${sid}.${gen}.${secret.startsWith('A') ? 'B' : 'A'}${secret.slice(1)}`
    expect((await ours(invented)).status).toBe(401)
    for (const bad of ['', 'x', `${sid}.1`, `${sid}.999.${secret}`, 'a'.repeat(512)]) {
      const answer = await world.post('refresh-token', { refresh_token: bad })
      expect([400, 401, 422]).toContain(answer.statusCode)
    }
    expect(await access(pair.access_token)).toBe(200)
    expect((await ours(pair.refresh_token)).status).toBe(200)
  })

  it('given a learner who comes daily, when 30 days are over, then the session is, and never later', async () => {
    let { refresh_token } = await world.signIn(email)
    for (let day = 1; day < 30; day += 1) {
      world.clock.advance(DAY_MS)
      ;({ refresh_token } = await pairFrom(refresh_token))
    }
    const last = await pairFrom(refresh_token)
    world.clock.advance(DAY_MS - 1000)
    const { access_token } = await pairFrom(last.refresh_token)
    expect(await access(access_token)).toBe(200)
    world.clock.advance(1000)
    expect(await access(access_token)).toBe(401)
    expect((await ours(last.refresh_token)).status).toBe(401)
  })

  it('given a learner away for 14 days or staff away for an hour, when they return, then they sign in again', async () => {
    const staff = await world.person({ role: 'admin' })
    for (const [who, idleMs] of [
      [email, 14 * DAY_MS],
      [staff.email, HOUR_MS],
    ] as const) {
      const stays = await world.signIn(who)
      world.clock.advance(idleMs - 1000)
      const { refresh_token } = await pairFrom(stays.refresh_token)
      world.clock.advance(idleMs)
      expect((await ours(refresh_token)).status).toBe(401)
    }
  })

  it('given staff at work all day, when 12 hours are over, then the session is', async () => {
    const staff = await world.person({ role: 'instructor' })
    let { refresh_token } = await world.signIn(staff.email)
    for (let step = 0; step < 15; step += 1) {
      world.clock.advance(45 * MINUTE_MS)
      ;({ refresh_token } = await pairFrom(refresh_token))
    }
    world.clock.advance(45 * MINUTE_MS)
    expect((await ours(refresh_token)).status).toBe(401)
  })

  it('given the table, when its rows are read, then no token can be taken from it', async () => {
    const pair = await world.signIn(email)
    const next = await pairFrom(pair.refresh_token)
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
