import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestClock } from '#tests/support/clock.ts'
import { startBigBlueButton } from '#tests/support/live/bigbluebutton-server.ts'
import { startLiveWorld, CLIENT, type LiveWorld } from '#tests/support/live/world.ts'

const clock = createTestClock(new Date('2026-11-23T06:00:00Z'))
const SECRET = '639259d4-9dd8-4b25-bf01-95f9567eaf4b'
let world: LiveWorld
let meetings: Awaited<ReturnType<typeof startBigBlueButton>>
beforeAll(async () => {
  world = await startLiveWorld(clock)
  meetings = await startBigBlueButton(SECRET)
})
afterAll(async () => {
  await world.server.close()
  await meetings.close()
})

const PATH = '/admin/live-providers/bigbluebutton/'
const save = (body: object) =>
  world.call(world.people.admin, 'PUT', PATH, { app_id: null, secret: null, ...body })
const test = () => world.call(world.people.admin, 'POST', `${PATH}test/`)
/** The stand-in has no certificate; only its address in the database changes. */
const pointToStandIn = () =>
  world.server.db
    .asSuperuser('alter table live_provider drop constraint if exists live_provider_url_check')
    .then(() =>
      world.server.db.asSuperuser('update live_provider set url = $1 where client_id = $2', [
        meetings.url,
        CLIENT,
      ]),
    )

describe('meeting services', () => {
  it('stores a secret encrypted and never shows it', async () => {
    const answer = await save({ url: 'https://meet.example.org/bigbluebutton/', secret: SECRET })
    expect(answer.json()).toEqual({
      provider: 'bigbluebutton',
      url: 'https://meet.example.org/bigbluebutton/',
      app_id: null,
      has_secret: true,
      checked_at: null,
    })
    const [row] = await world.server.db.asSuperuser<{ secret_enc: Buffer }>(
      'select secret_enc from live_provider',
    )
    expect(row?.secret_enc.includes(SECRET)).toBe(false)
    expect((await world.call(world.people.admin, 'GET', '/admin/live-providers/')).body).not.toContain(SECRET)
  })

  it('keeps the secret for the same address and asks for it with another', async () => {
    expect((await save({ url: 'https://meet.example.org/bigbluebutton/' })).statusCode).toBe(200)
    const moved = await save({ url: 'https://evil.example.org/' })
    expect([moved.statusCode, Object.keys((moved.json() as { fields: object }).fields)]).toEqual([
      422,
      ['secret'],
    ])
  })

  it('offers the service to planners', async () => {
    const options = (await world.call(world.people.teacher, 'GET', '/admin/live-options/')).json() as object
    expect(options).toMatchObject({ providers: ['link', 'bigbluebutton'] })
  })

  it('says that the service accepts the settings', async () => {
    await pointToStandIn()
    expect((await test()).json()).toMatchObject({
      failure: null,
      settings: { checked_at: clock.now().toISOString() },
    })
  })

  it('says clearly that the secret is wrong', async () => {
    await save({ url: 'https://meet.example.org/bigbluebutton/', secret: 'wrong' })
    await pointToStandIn()
    expect((await test()).json()).toMatchObject({ failure: 'secret', settings: { checked_at: null } })
  })

  it('is for admins alone, takes https alone, and needs an app id for Jitsi', async () => {
    expect((await world.call(world.people.teacher, 'GET', '/admin/live-providers/')).statusCode).toBe(403)
    expect((await save({ url: 'http://meet.example.org/', secret: 'x' })).statusCode).toBe(422)
    const jitsi = await world.call(world.people.admin, 'PUT', '/admin/live-providers/jitsi/', {
      url: 'https://meet.example.org',
      app_id: null,
      secret: 'x',
    })
    expect(Object.keys((jitsi.json() as { fields: object }).fields)).toEqual(['app_id'])
  })

  it('removes a service', async () => {
    expect((await world.call(world.people.admin, 'DELETE', PATH)).json()).toMatchObject({ has_secret: false })
    expect((await test()).statusCode).toBe(404)
  })
})

describe('recordings', () => {
  it('attaches a link, expects one, and takes it away', async () => {
    const { id } = (
      await world.create(world.people.teacher, { starts_local: '2026-11-20T10:00' }, { past_ok: true })
    ).json() as { id: number }
    const put = (body: object) =>
      world.call(world.people.teacher, 'PUT', `/admin/live-sessions/${id}/recording/`, body)
    const ready = {
      state: 'ready',
      url: 'https://cdn.example.org/a/loops.webm',
      duration_seconds: 3500,
      captions: [],
    }
    expect((await put({ state: 'expected', expected_at: '2026-11-24T10:00:00Z' })).json()).toMatchObject({
      recording: { state: 'expected', expected_at: '2026-11-24T10:00:00.000Z' },
    })
    expect((await put(ready)).json()).toMatchObject({
      recording: { state: 'ready', expected_at: null, duration_seconds: 3500 },
      recording_media: { url: ready.url },
    })
    const [row] = await world.server.db.asSuperuser<{ sources: unknown }>(
      'select sources from live_recording',
    )
    expect(row?.sources).toEqual([{ url: ready.url, mime: 'video/webm' }])
    for (const url of ['http://cdn.example.org/a.mp4', `/files/${CLIENT}/none.mp4`, `/files/8/none.mp4`])
      expect((await put({ ...ready, url })).statusCode).toBe(422)
    expect((await put({ state: 'none' })).json()).toMatchObject({ recording: { state: 'none' } })
    expect(
      (
        await world.call(world.people.colleague, 'PUT', `/admin/live-sessions/${id}/recording/`, {
          state: 'none',
        })
      ).statusCode,
    ).toBe(404)
  })
})
