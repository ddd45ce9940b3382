import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAuthWorld, quickHasher, type AuthWorld } from '../world.ts'

const STEP_MS = 30_000
const NEW_PASSWORD = 'another quiet morning'

describe('A new password by mail', () => {
  let world: AuthWorld
  beforeAll(async () => {
    world = await createAuthWorld({ hasher: quickHasher() })
  })
  afterAll(() => world.close())

  it('does not replace the second step', async () => {
    const { email } = await world.person()
    const { access_token: token } = await world.signIn(email)
    const key = (await world.post('two-step/totp', {}, { token })).json().key as string
    const codeNow = () =>
      new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: world.clock.now().getTime() })
    await world.post('two-step/totp/confirm', { code: codeNow() }, { token })
    world.clock.advance(STEP_MS)

    await world.post('forgot-password', { email })
    const otp = await world.codeFor(email)
    const reset = await world.post('reset-password', { email, otp, password: NEW_PASSWORD })
    expect(reset.statusCode).toBe(200)
    expect(reset.json().access_token).toBeUndefined()

    const signIn = (await world.post('login', { email, password: NEW_PASSWORD })).json()
    expect(signIn.access_token).toBeUndefined()
    const { ticket } = signIn.second_step as { ticket: string }
    expect((await world.post('login/second-step', { ticket, code: codeNow() })).statusCode).toBe(200)
  })
})
