import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAuthWorld, PASSWORD, quickHasher, type AuthWorld, type Pair } from './world.ts'

const NEW_PASSWORD = 'another quiet morning'

/** Each account event leaves exactly one audit entry with actor, time, origin and result (H3). */
describe('Account audit', () => {
  let world: AuthWorld
  beforeAll(async () => {
    world = await createAuthWorld({ hasher: quickHasher() })
  })
  afterAll(() => world.close())

  const form = (email: string) => ({
    full_name: 'Meera Nair',
    email,
    password: 'walnut harbour violin',
    accept_terms: true,
  })
  const signedInPerson = async () => {
    const person = await world.person()
    return { ...person, ...(await world.signIn(person.email)) }
  }
  const resetFor = async (email: string, otp: string) =>
    world.post('reset-password', { email, otp, password: NEW_PASSWORD })

  interface AuditRow {
    action: string
    result: string
    network: string | null
    request_id: string | null
    at: Date
  }
  const auditAfter = (after: number) =>
    world.server.db.asSuperuser<AuditRow>(
      'select action, result, network, request_id, at from audit_event where client_id = 7 and id > $1 order by id',
      [after],
    )
  const lastId = async () => {
    const [row] = await world.server.db.asSuperuser<{ id: number }>(
      'select coalesce(max(id), 0)::int as id from audit_event where client_id = 7',
    )
    return row?.id ?? 0
  }

  /**
   * For each event: the preparation, which returns the event itself, and the audit entries that the event must
   * leave.
   */
  const events: Record<string, [() => Promise<() => Promise<unknown>>, string[]]> = {
    'a sign-in': [
      async () => {
        const { email } = await world.person()
        return () => world.signIn(email)
      },
      ['auth.login ok'],
    ],
    'a wrong password': [
      async () => {
        const { email } = await world.person()
        return () => world.post('login', { email, password: 'not this one at all' })
      },
      ['auth.login failed'],
    ],
    'the fifth wrong password': [
      async () => {
        const { email } = await world.person()
        const wrong = () => world.post('login', { email, password: 'not this one at all' })
        for (let n = 0; n < 4; n += 1) await wrong()
        return wrong
      },
      ['auth.lockout refused', 'auth.login failed'],
    ],
    'a sign-up': [
      async () => () => world.post('signup', form('audited@example.test')),
      ['auth.code_sent ok', 'auth.signup ok'],
    ],
    'a proven address': [
      async () => {
        const browser = world.browser()
        await browser('signup', form('proven@example.test'))
        const otp = await world.codeFor('proven@example.test')
        return () => browser('verify-email', { email: 'proven@example.test', otp })
      },
      ['auth.verify_email ok'],
    ],
    'a wrong code': [
      async () => {
        await world.post('signup', form('mistyped@example.test'))
        const otp = String((Number(await world.codeFor('mistyped@example.test')) + 1) % 1_000_000).padStart(
          6,
          '0',
        )
        return () => world.post('verify-email', { email: 'mistyped@example.test', otp })
      },
      ['auth.code_tried failed'],
    ],
    'a forgotten password': [
      async () => {
        const { email } = await world.person()
        return () => world.post('forgot-password', { email })
      },
      ['auth.code_sent ok'],
    ],
    'a reset password': [
      async () => {
        const { email } = await world.person()
        await world.post('forgot-password', { email })
        const otp = await world.codeFor(email)
        return () => resetFor(email, otp)
      },
      ['auth.password_reset ok'],
    ],
    'a changed password': [
      async () => {
        const { access_token: token } = await signedInPerson()
        return () =>
          world.post('change-password', { current_password: PASSWORD, password: NEW_PASSWORD }, { token })
      },
      ['auth.password_changed ok'],
    ],
    'a wrong current password': [
      async () => {
        const { access_token: token } = await signedInPerson()
        return () =>
          world.post('change-password', { current_password: 'not it', password: NEW_PASSWORD }, { token })
      },
      ['auth.password_changed failed'],
    ],
    'a sign-out': [
      async () => {
        const { refresh_token } = await signedInPerson()
        return () => world.post('logout', { refresh_token })
      },
      ['auth.logout ok'],
    ],
    'the end of the other sessions': [
      async () => {
        const { email, access_token } = await signedInPerson()
        await world.signIn(email)
        return () => world.call('DELETE', 'sessions', access_token)
      },
      ['auth.other_sessions_ended ok'],
    ],
    'a reused refresh token': [
      async () => {
        const { refresh_token } = await signedInPerson()
        const next = (await world.post('refresh-token', { refresh_token })).json() as Pair
        await world.call('GET', 'me', next.access_token)
        world.clock.advance(31_000)
        return () => world.post('refresh-token', { refresh_token })
      },
      ['auth.refresh_reuse refused'],
    ],
    'an ordinary refresh': [
      async () => {
        const { refresh_token } = await signedInPerson()
        return () => world.post('refresh-token', { refresh_token })
      },
      [],
    ],
  }

  for (const [name, [prepare, expected]] of Object.entries(events)) {
    it(`records exactly the expected audit entries for ${name}`, async () => {
      const triggerEvent = await prepare()
      const before = await lastId()
      await triggerEvent()
      const entries = await auditAfter(before)
      expect(entries.map(({ action, result }) => `${action} ${result}`).sort()).toEqual(expected)
      for (const entry of entries) {
        expect(entry).toMatchObject({ network: '203.0.113.0', at: world.clock.now() })
        expect(entry.request_id).toMatch(/^\S{8,}$/)
      }
    })
  }
})
