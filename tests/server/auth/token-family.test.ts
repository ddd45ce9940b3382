import fc from '#tests/support/property.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import type { PublicScope } from '#server/core/http/scope.ts'
import { authFeature } from '#server/features/auth/index.ts'
import * as familyModel from './token-family-model.ts'
import type { Family, Model } from './token-family-model.ts'
import { unguardedRefresh, strictRefresh } from './naive-refresh.ts'
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

/**
 * The kinds of refresh that the random sequences reached: without them the comparison would prove nothing.
 */
const reachedOutcomes = new Set<string>()

describe('Refresh token families (A7)', { timeout: 900_000 }, () => {
  let world: AuthWorld
  let access: Pick<ReturnType<typeof authFeature>, 'setDisabled'>
  beforeAll(async () => {
    world = await createAuthWorld({ hasher: quickHasher() })
    // What an administrator does; there is no endpoint for it yet.
    access = authFeature(world.server.core)
  })
  afterAll(() => world.close())

  const serverRefresh: Real['refresh'] = async (refresh_token) => {
    const response = await world.post('refresh-token', { refresh_token })
    return { ...(response.json() as object), status: response.statusCode }
  }

  /** Each step takes a moment, so that no two steps happen at the same time. */
  const tick = (model: Model, ms = 1) => {
    world.clock.advance(ms)
    model.now = world.clock.now().getTime()
  }
  const pick = <T>(list: readonly T[], seed: number): T | undefined => list[seed % list.length]
  const indexBack = (length: number, steps: number) => Math.max(0, length - 1 - steps)
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
        const response = await world.post('login', {
          email: real.email,
          password: passwordOf(model.passwordVersion),
        })
        expect(response.statusCode).toBe(familyModel.loginStatus(model))
        if (response.statusCode === 200)
          familyModel.recordLogin(model, response.json().refresh_token, response.json().access_token)
      },
      false,
    )

  const refresh = (familyIndex: number, steps: number) =>
    command(`refresh(${familyIndex}, ${steps} back)`, async (model, real) => {
      const family = pick(model.families, familyIndex) as Family
      const index = indexBack(family.tokens.length, steps)
      const response = await real.refresh(family.tokens[index] ?? '')
      const expected = familyModel.refresh(model, family, index)
      reachedOutcomes.add(expected)
      const status = { inactive: 403, refused: 401, rotated: 200, 'same successor': 200 }[expected]
      expect(response.status).toBe(status)
      if (expected === 'same successor') expect(response.refresh_token).toBe(family.tokens.at(-1))
      if (expected === 'rotated') family.tokens.push(response.refresh_token ?? '')
      if (response.access_token)
        family.access.push({
          token: response.access_token,
          gen: family.tokens.length,
          issuedSecond: Math.floor(model.now / 1000),
        })
    })

  const call = (familyIndex: number, steps: number) =>
    command(`call(${familyIndex}, ${steps} back)`, async (model) => {
      const family = pick(model.families, familyIndex) as Family
      const index = indexBack(family.access.length, steps)
      const response = await world.call('GET', 'me', family.access[index]?.token)
      expect(response.statusCode).toBe(familyModel.accessStatus(model, family, index))
    })

  const logout = (familyIndex: number, steps: number) =>
    command(`logout(${familyIndex}, ${steps} back)`, async (model) => {
      const family = pick(model.families, familyIndex) as Family
      const index = indexBack(family.tokens.length, steps)
      const response = await world.post('logout', { refresh_token: family.tokens[index] })
      expect(response.statusCode).toBe(familyModel.logout(model, family, index))
    })

  /** Protected calls need a proof of identity; for a session that has ended it is refused like everything else. */
  const prove = (model: { passwordVersion: number }, family: Family) =>
    world.post(
      'step-up',
      { password: passwordOf(model.passwordVersion) },
      { token: family.access.at(-1)?.token ?? '' },
    )

  const logoutAll = (familyIndex: number) =>
    command(`logout all but(${familyIndex})`, async (model) => {
      const family = pick(model.families, familyIndex) as Family
      const index = family.access.length - 1
      await prove(model, family)
      const response = await world.call('DELETE', 'sessions', family.access[index]?.token)
      const status = familyModel.accessStatus(model, family, index)
      expect(response.statusCode).toBe(status === 200 ? 204 : status)
      if (status === 200) familyModel.endOthers(model, family)
    })

  const changePassword = (familyIndex: number) =>
    command(`change password in(${familyIndex})`, async (model) => {
      const family = pick(model.families, familyIndex) as Family
      const index = family.access.length - 1
      await prove(model, family)
      const response = await world.post(
        'change-password',
        {
          current_password: passwordOf(model.passwordVersion),
          password: passwordOf(model.passwordVersion + 1),
        },
        { token: family.access[index]?.token ?? '' },
      )
      const status = familyModel.accessStatus(model, family, index)
      expect(response.statusCode).toBe(status)
      if (status !== 200) return
      familyModel.endOthers(model, family)
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
      model.isDisabled = isDisabled
      if (isDisabled) familyModel.endOthers(model, null)
    })

  const tenant = (isOn: boolean) =>
    command(isOn ? 'tenant on' : 'tenant off', async (model) => {
      await setTenant(isOn)
      model.isTenantActive = isOn
    })

  const wait = (ms: number) => command(`wait ${ms / SECOND_MS} s`, async (model) => tick(model, ms), false)

  const family = fc.nat({ max: 3 })
  const steps = fc.constantFrom(0, 0, 0, 0, 1, 1, 1, 2, 3)
  const pause = fc.constantFrom(1, 1, 29, 31, 31, 600, 1200)
  const longPause = fc.constantFrom(23 * HOUR_MS, 25 * HOUR_MS, 9 * DAY_MS, 13 * DAY_MS)
  const weighted = (weight: number, arbitrary: fc.Arbitrary<Command>) => ({ weight, arbitrary })
  const step = fc.oneof(
    weighted(3, fc.constant(null).map(login)),
    weighted(
      9,
      fc.tuple(family, steps).map(([familyIndex, back]) => refresh(familyIndex, back)),
    ),
    weighted(
      6,
      fc.tuple(family, steps).map(([familyIndex, back]) => call(familyIndex, back)),
    ),
    weighted(
      1,
      fc.tuple(family, steps).map(([familyIndex, back]) => logout(familyIndex, back)),
    ),
    weighted(1, family.map(logoutAll)),
    weighted(1, family.map(changePassword)),
    weighted(1, fc.constantFrom(true, false, false).map(disable)),
    weighted(1, fc.constantFrom(true, true, false).map(tenant)),
    weighted(
      5,
      pause.map((seconds) => wait(seconds * SECOND_MS)),
    ),
    weighted(2, longPause.map(wait)),
  )
  // Like fc.commands, but never short: sequences of three steps prove little.
  const commands = fc
    .array(step, { minLength: STEPS / 2, maxLength: STEPS - 2, size: 'max' })
    .map((sequence) => [login(), login(), ...sequence])

  const runAll = (refreshWith: Real['refresh'], numRuns: number, seed?: number) =>
    fc.check(
      fc.asyncProperty(commands, async (sequence) => {
        await setTenant(true)
        const person = await world.person({ password: passwordOf(1) })
        const real: Real = { email: person.email, userId: person.id, refresh: refreshWith }
        const model = familyModel.newModel(world.clock.now().getTime())
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

  it(`A7: behaves like the model in ${RUNS} random session histories`, async () => {
    const result = await runAll(serverRefresh, RUNS)
    expect([...reachedOutcomes].sort()).toEqual(['inactive', 'refused', 'rotated', 'same successor'])
    expect(result.failed ? fc.defaultReportMessage(result) : 'no difference').toBe('no difference')
  })

  it('control: finds a refresh that is too strict or does not detect reuse', async () => {
    for (const naive of [strictRefresh, unguardedRefresh])
      expect((await runAll(naive(world.server.db.database), 60, 7)).failed).toBe(true)
  })
})
