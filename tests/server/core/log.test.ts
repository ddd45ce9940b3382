import { describe, expect, it } from 'vitest'
import { createLog } from '#server/core/log/log.ts'
import { seedDemo } from '#server/demo/seed.ts'
import { startTestServer } from '#tests/support/server/server.ts'

const CANARY = 'canary-7f3a91'

const logged = (write: (log: ReturnType<typeof createLog>) => void): string => {
  let text = ''
  write(createLog('trace', { write: (line) => void (text += line) }))
  return text
}

describe('logs without secrets (trust 8.8)', () => {
  it.each([
    'password',
    'new_password',
    'otp',
    'token',
    'access_token',
    'refresh_token',
    'id_token',
    'credential',
    'authorization',
    'cookie',
    'set-cookie',
    'secret',
  ])('hides a field %s at any usual depth', (name) => {
    const text = logged((log) => {
      log.info({ [name]: CANARY }, 'top')
      log.info({ body: { [name]: CANARY } }, 'one down')
      log.info({ req: { headers: { [name]: CANARY } } }, 'two down')
    })

    expect(text.match(/"msg"/g)).toHaveLength(3)
    expect(text).not.toContain(CANARY)
  })

  it('control: logs a field that is not secret', () => {
    expect(logged((log) => log.info({ path: CANARY }, 'x'))).toContain(CANARY)
  })

  it('omits the rejected row of a database error', () => {
    const error = Object.assign(new Error('duplicate key'), {
      code: '23505',
      detail: `Key (email)=(${CANARY})`,
    })
    const text = logged((log) => log.error({ err: error }, 'failed'))

    expect(text).toContain('23505')
    expect(text).toContain('duplicate key')
    expect(text).not.toContain(CANARY)
  })

  it('logs no password, code or token sent to any sign-in endpoint', async () => {
    const server = await startTestServer({ env: { DEMO: 'false', LOG_LEVEL: 'trace' } })
    try {
      await seedDemo(server.core, async () => undefined)
      // Accounts of the demo could not sign in here.
      await server.db.asSuperuser('update app_user set is_demo = false')
      const post = (path: string, payload: object) =>
        server.app.inject({
          method: 'POST',
          url: `/accounts/clients/7/user/${path}/?token=${CANARY}`,
          headers: { authorization: `Bearer ${CANARY}`, cookie: `known=${CANARY}` },
          payload,
        })
      const signedIn = await post('login', { email: 'student@demo.test', password: 'learn-by-doing-7' })
      await post('login', { email: 'student@demo.test', password: CANARY })
      await post('refresh-token', { refresh_token: CANARY })
      await post('verify-email', { email: 'student@demo.test', otp: CANARY })
      await post('reset-password', { email: 'student@demo.test', otp: CANARY, new_password: CANARY })
      await post('google', { token: CANARY, id_token: CANARY })
      await server.app.inject({
        method: 'POST',
        url: '/accounts/clients/7/user/login/',
        payload: `{"${CANARY}`,
      })
      const { access_token: access, refresh_token: refresh } = signedIn.json<Record<string, string>>()

      expect(signedIn.statusCode).toBe(200)
      const logs = server.logs()
      expect(logs).toContain('/accounts/clients/7/user/login/')
      for (const secret of [CANARY, 'learn-by-doing-7', String(access), String(refresh)])
        expect(logs).not.toContain(secret)
    } finally {
      await server.close()
    }
  })
})
