import { decodeProtectedHeader, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jitsiProvider } from '#server/features/live/providers/jitsi.ts'
import { startJitsi } from '#tests/support/live/jitsi-server.ts'
import { testOutgoing } from '#tests/support/live/outgoing.ts'

const SECRET = 'a-secret-of-at-least-32-characters!!'
let server: Awaited<ReturnType<typeof startJitsi>>
beforeAll(async () => {
  server = await startJitsi('school', SECRET)
})
afterAll(() => server.close())

const now = new Date()
const session = {
  room: 'room 1/2',
  title: 'Loops & lists',
  meetingLink: null,
  startsAt: now,
  endsAt: new Date(now.getTime() + 3_600_000),
  isRecorded: false,
}
const provider = (changes: { url?: string; appId?: string; secret?: string } = {}) =>
  jitsiProvider({ url: server.url, appId: 'school', secret: SECRET, ...changes }, testOutgoing())

const tokenOf = async (isHost: boolean, isHidden = false) => {
  const address = new URL(
    await provider({ url: 'https://meet.test' }).joinUrl(
      session,
      { userId: 9, name: 'उमर', isHost, isHidden },
      now,
    ),
  )
  const token = address.searchParams.get('jwt') ?? ''
  const { payload } = await jwtVerify(token, new TextEncoder().encode(SECRET), {
    audience: 'jitsi',
    issuer: 'school',
    subject: 'meet.test',
  })
  return { address, token, payload }
}

describe('Jitsi', () => {
  it('signs room, person, role and expiry', async () => {
    const { address, token, payload } = await tokenOf(true)
    expect(address.origin + address.pathname).toBe('https://meet.test/room%201%2F2')
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS256', typ: 'JWT', kid: 'school' })
    expect(payload).toMatchObject({
      room: 'room 1/2',
      moderator: true,
      context: { user: { id: '9', name: 'उमर', moderator: true, affiliation: 'owner' } },
    })
    expect((payload.exp ?? 0) - Math.floor(now.getTime() / 1000)).toBe(600)
  })

  it('makes no moderator of a learner, and hides who did not agree', async () => {
    const { address, payload } = await tokenOf(false, true)
    expect(payload).toMatchObject({ moderator: false, context: { user: { affiliation: 'member' } } })
    expect(address.hash).toContain('config.startWithVideoMuted=true')
  })

  it('accepts correct settings', async () => {
    await expect(provider().check(now)).resolves.toBeUndefined()
  })

  it.each([
    ['a wrong secret', { secret: 'another-secret-of-at-least-32-chars!' }, 'secret'],
    ['a wrong app id', { appId: 'college' }, 'app'],
    ['a private address', { url: 'http://inner.test' }, 'address'],
    ['a host that does not exist', { url: 'http://gone.invalid' }, 'unreachable'],
  ])('says clearly what is wrong with %s', async (_, changes, failure) => {
    await expect(provider(changes).check(now)).rejects.toMatchObject({ failure })
  })

  it('says that another server answers at the address', async () => {
    await expect(provider({ url: `${server.url}/blog` }).check(now)).rejects.toMatchObject({
      failure: 'unexpected',
    })
  })
})
