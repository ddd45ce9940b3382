import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import type { PublicScope } from '#server/core/http/scope.ts'
import { authFeature } from '#server/features/auth/index.ts'
import * as rules from './family-model.ts'
import type { Family, Model } from './family-model.ts'
import { forgetfulRefresh, strictRefresh } from './naive.ts'
import { createAuthWorld, quickHasher, type AuthWorld } from './world.ts'

const RUNS = process.env['FULL'] === '1' ? 1000 : 80
const STEPS = 30
const SECOND_MS = 1000
const HOUR_MS = 3600 * SECOND_MS
const DAY_MS = 24 * HOUR_MS

interface RefreshAnswer {
  status: number
  refresh_token?: string
  access_token?: string
}
interface Real {
  email: string
  userId: number
  refresh: (token: string) => Promise<RefreshAnswer>
}
type Command = fc.AsyncCommand<Model, Real>

const passwordOf = (version: number) => `harbour number ${version} at night`

/** What the random lives came across: a comparison of nothing would agree as well. */
const reached = new Set<string>()

describe('Families of refresh tokens (A7)', { timeout: 900_000 }, () => {
  let world: AuthWorld
  let access: Pick<ReturnType<typeof authFeature>, 'setDisabled'>
  beforeAll(async () => {
    world = await createAuthWorld({ hasher: quickHasher() })
    // The deeds of an administrator, which have no endpoint yet.
    access = authFeature(world.server.core)
  })
  afterAll(() => world.close())

  const ours: Real['refresh'] = async (refresh_token) => {
    const answer = await world.post('refresh-token', { refresh_token })
    return { ...(answer.json() as object), status: answer.statusCode }
  }

  /** Each step takes a moment, so that nothing happens at the same time. */
  const tick = (model: Model, ms = 1) => {
    world.clock.advance(ms)
    model.now = world.clock.now().getTime()
  }
  const pick = <T>(list: readonly T[], seed: number): T | undefined => list[seed % list.length]
  const back = (length: number, steps: number) => Math.max(0, length - 1 - steps)
  const setTenant = (isOn: boolean) =>
    world.server.core.db.withTenant(7, async (db) => {
      await sql`update client set is_active = ${isOn} where client_id = 7`.execute(db)
      await world.server.core.changes.announce(db, { kind: 'client', clientId: 7 })
    })

  const command = (
    name: string,
    run: (model: Model, real: Real) => Promise<void>,
    needsFamily = true,
  ): Command => ({
    check: (model) => !needsFamily || model.families.length > 0,
    run: async (model, real) => {
      tick(model)
      await run(model, real)
    },
    toString: () => name,
  })

  const login = () =>
    command(
      'login',
      async (model, real) => {
        const answer = await world.post('login', {
          email: real.email,
          password: passwordOf(model.passwordVersion),
        })
        expect(answer.statusCode).toBe(rules.loginStatus(model))
        if (answer.statusCode === 200)
          rules.loggedIn(model, answer.json().refresh_token, answer.json().access_token)
      },
      false,
    )

  const refresh = (which: number, steps: number) =>
    command(`refresh(${which}, ${steps} back)`, async (model, real) => {
      const family = pick(model.families, which) as Family
      const index = back(family.tokens.length, steps)
      const answer = await real.refresh(family.tokens[index] ?? '')
      const expected = rules.refresh(model, family, index)
      reached.add(expected)
      const status = { inactive: 403, refused: 401, rotated: 200, 'same successor': 200 }[expected]
      expect(answer.status).toBe(status)
      if (expected === 'same successor') expect(answer.refresh_token).toBe(family.tokens.at(-1))
      if (expected === 'rotated') family.tokens.push(answer.refresh_token ?? '')
      if (answer.access_token)
        family.access.push({
          token: answer.access_token,
          gen: family.tokens.length,
          issuedSecond: Math.floor(model.now / 1000),
        })
    })

  const call = (which: number, steps: number) =>
    command(`call(${which}, ${steps} back)`, async (model) => {
      const family = pick(model.families, which) as Family
      const index = back(family.access.length, steps)
      const answer = await world.call('GET', 'me', family.access[index]?.token)
      expect(answer.statusCode).toBe(rules.accessStatus(model, family, index))
    })

  const logout = (which: number, steps: number) =>
    command(`logout(${which}, ${steps} back)`, async (model) => {
      const family = pick(model.families, which) as Family
      const index = back(family.tokens.length, steps)
      const answer = await world.post('logout', { refresh_token: family.tokens[index] })
      expect(answer.statusCode).toBe(rules.logout(model, family, index))
    })

  const logoutAll = (which: number) =>
    command(`logout all but(${which})`, async (model) => {
      const family = pick(model.families, which) as Family
      const index = family.access.length - 1
      const answer = await world.call('DELETE', 'sessions', family.access[index]?.token)
      const status = rules.accessStatus(model, family, index)
      expect(answer.statusCode).toBe(status === 200 ? 204 : status)
      if (status === 200) rules.endOthers(model, family)
    })

  const changePassword = (which: number) =>
    command(`change password in(${which})`, async (model) => {
      const family = pick(model.families, which) as Family
      const index = family.access.length - 1
      const answer = await world.post(
        'change-password',
        {
          current_password: passwordOf(model.passwordVersion),
          password: passwordOf(model.passwordVersion + 1),
        },
        { token: family.access[index]?.token ?? '' },
      )
      const status = rules.accessStatus(model, family, index)
      expect(answer.statusCode).toBe(status)
      if (status !== 200) return
      rules.endOthers(model, family)
      model.passwordVersion += 1
    })

  const disable = (isDisabled: boolean) =>
    command(isDisabled ? 'disable' : 'enable', async (model, real) => {
      const scope = {
        tenant: { clientId: 7 },
        clock: world.clock,
        request: { id: 'test', ip: '127.0.0.1', userAgent: '', cookies: {} },
      } as unknown as PublicScope
      await world.server.core.db.withTenant(7, (db) =>
        access.setDisabled(db, scope, 1, real.userId, isDisabled),
      )
      model.disabled = isDisabled
      if (isDisabled) rules.endOthers(model, null)
    })

  const tenant = (isOn: boolean) =>
    command(isOn ? 'tenant on' : 'tenant off', async (model) => {
      await setTenant(isOn)
      model.tenantOn = isOn
    })

  const wait = (ms: number) => command(`wait ${ms / SECOND_MS} s`, async (model) => tick(model, ms), false)

  const family = fc.nat({ max: 3 })
  const steps = fc.constantFrom(0, 0, 0, 0, 1, 1, 1, 2, 3)
  const pause = fc.constantFrom(1, 1, 29, 31, 31, 600, 1200)
  const longPause = fc.constantFrom(23 * HOUR_MS, 25 * HOUR_MS, 9 * DAY_MS, 13 * DAY_MS)
  const some = (weight: number, arbitrary: fc.Arbitrary<Command>) => ({ weight, arbitrary })
  const step = fc.oneof(
    some(3, fc.constant(null).map(login)),
    some(
      9,
      fc.tuple(family, steps).map(([which, back]) => refresh(which, back)),
    ),
    some(
      6,
      fc.tuple(family, steps).map(([which, back]) => call(which, back)),
    ),
    some(
      1,
      fc.tuple(family, steps).map(([which, back]) => logout(which, back)),
    ),
    some(1, family.map(logoutAll)),
    some(1, family.map(changePassword)),
    some(1, fc.constantFrom(true, false, false).map(disable)),
    some(1, fc.constantFrom(true, true, false).map(tenant)),
    some(
      5,
      pause.map((seconds) => wait(seconds * SECOND_MS)),
    ),
    some(2, longPause.map(wait)),
  )
  // Like fc.commands, but of full length: lives of three steps prove little.
  const commands = fc
    .array(step, { minLength: STEPS / 2, maxLength: STEPS - 2, size: 'max' })
    .map((sequence) => [login(), login(), ...sequence])

  const runAll = (refreshOf: Real['refresh'], numRuns: number, seed?: number) =>
    fc.check(
      fc.asyncProperty(commands, async (sequence) => {
        await setTenant(true)
        const person = await world.person({ password: passwordOf(1) })
        const real: Real = { email: person.email, userId: person.id, refresh: refreshOf }
        const model = rules.newModel(world.clock.now().getTime())
        await fc.asyncModelRun(() => ({ model, real }), sequence)
        const reused = await world.server.db.asSuperuser(
          `select 1 from audit_event where action = 'auth.refresh_reuse' and actor_id = $1`,
          [person.id],
        )
        const notices = (await world.mails(person.email)).filter(({ subject }) => subject.includes('protect'))
        expect([reused.length, notices.length]).toEqual([model.reuses, model.reuses])
      }),
      { numRuns, ...(seed === undefined ? {} : { seed }) },
    )

  it(`given ${RUNS} random lives of sessions, when the server is compared with the rules, then they never differ`, async () => {
    const result = await runAll(ours, RUNS)
    expect([...reached].sort()).toEqual(['inactive', 'refused', 'rotated', 'same successor'])
    expect(result.failed ? fc.defaultReportMessage(result) : 'no difference').toBe('no difference')
  })

  it('control: given refreshes that are too strict or too forgetful, when compared, then the difference is found', async () => {
    for (const naive of [strictRefresh, forgetfulRefresh])
      expect((await runAll(naive(world.server.db.database), 60, 7)).failed).toBe(true)
  })
})
