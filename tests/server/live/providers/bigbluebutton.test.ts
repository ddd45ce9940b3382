import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  childrenNamed,
  readBigBlueButtonXml,
  textOf,
} from '#server/features/live/providers/bigbluebutton-xml.ts'
import {
  bigBlueButtonProvider,
  callAddress,
  isWebhookGenuine,
  registerWebhook,
} from '#server/features/live/providers/bigbluebutton.ts'
import { startBigBlueButton } from '#tests/support/live/bigbluebutton-server.ts'
import { testOutgoing } from '#tests/support/live/outgoing.ts'

const SECRET = '639259d4-9dd8-4b25-bf01-95f9567eaf4b'
let server: Awaited<ReturnType<typeof startBigBlueButton>>
beforeAll(async () => {
  server = await startBigBlueButton(SECRET)
})
afterAll(() => server.close())

const outgoing = testOutgoing()
const provider = (secret = SECRET, url = server.url) => bigBlueButtonProvider({ url, secret }, outgoing)
const session = {
  room: 'room-1',
  title: 'Loops & <lists> – अभ्यास',
  meetingLink: null,
  startsAt: new Date('2026-11-23T09:00:00Z'),
  endsAt: new Date('2026-11-23T10:00:00Z'),
  isRecorded: true,
}
const host = { userId: 7, name: 'Asha & Co', isHost: true, isHidden: false }
const learner = { userId: 9, name: 'Omar', isHost: false, isHidden: true }
const now = new Date('2026-11-23T09:00:00Z')

describe('BigBlueButton', () => {
  it("signs a call as the documentation's example", () => {
    const address = callAddress({ url: 'https://meet.test/bigbluebutton', secret: SECRET }, 'create', {
      name: 'Test Meeting',
      meetingID: 'abc123',
    })
    const query = 'name=Test+Meeting&meetingID=abc123'
    const checksum = createHash('sha256').update(`create${query}${SECRET}`).digest('hex')
    expect(address).toBe(`https://meet.test/bigbluebutton/api/create?${query}&checksum=${checksum}`)
  })

  it('creates a meeting, and again without harm', async () => {
    await provider().create(session)
    await provider().create(session)
    expect(server.meetings.get('room-1')).toMatchObject({ name: session.title, recorded: true })
  })

  it('lets the host in as moderator and a learner as viewer', async () => {
    for (const person of [host, learner]) {
      const address = await provider().joinUrl(session, person, now)
      const answer = await fetch(server.local(address), { redirect: 'manual' })
      expect(answer.status).toBe(302)
    }
    expect(server.meetings.get('room-1')?.attendees).toEqual([
      { userId: '7', name: 'Asha & Co', role: 'MODERATOR' },
      { userId: '9', name: 'Omar', role: 'VIEWER' },
    ])
    expect(await provider().attendance(session)).toEqual([
      { userId: 7, isHost: true },
      { userId: 9, isHost: false },
    ])
  })

  it('refuses a join address whose role was changed', async () => {
    const address = await provider().joinUrl(session, learner, now)
    const forged = await fetch(server.local(address.replace('VIEWER', 'MODERATOR')), { redirect: 'manual' })
    expect(await forged.text()).toContain('checksumError')
  })

  it('finds recordings, the video before the slides', async () => {
    expect(await provider().recordings(session)).toEqual([])
    server.recordings.set('room-1', [{ id: 'r1', url: 'https://meet.test/video/r1', minutes: 58 }])
    expect(await provider().recordings(session)).toEqual([
      {
        id: 'r1',
        // The file's name depends on the version of the server.
        sources: ['video-0.m4v', 'capture.m4v'].map((name) => ({
          url: `https://meet.test/video/r1/${name}`,
          mime: 'video/mp4',
        })),
        lengthSeconds: 58 * 60,
      },
    ])
  })

  it('ends a meeting, and a second time without harm', async () => {
    await provider().end(session)
    await provider().end(session)
    expect(server.meetings.has('room-1')).toBe(false)
    expect(await provider().attendance(session)).toEqual([])
  })

  it('accepts correct settings', async () => {
    await expect(provider().check(now)).resolves.toBeUndefined()
  })

  it.each([
    ['a wrong secret', () => provider('wrong'), 'secret'],
    [
      'a host that does not exist',
      () => provider(SECRET, 'http://gone.invalid/bigbluebutton'),
      'unreachable',
    ],
    [
      'a port where nothing answers',
      () => provider(SECRET, 'http://bbb.test:9/bigbluebutton'),
      'unreachable',
    ],
    ['a private address', () => provider(SECRET, 'http://inner.test/bigbluebutton'), 'address'],
    [
      'a page that is no meeting server',
      () => provider(SECRET, server.url.replace('bigbluebutton', 'blog')),
      'unexpected',
    ],
  ])('says clearly what is wrong with %s', async (_, wrong, failure) => {
    await expect(wrong().check(now)).rejects.toMatchObject({ failure })
  })

  it('asks for events and believes only calls that are signed', async () => {
    const callback = 'https://school.test/hook?of=8'
    await registerWebhook({ url: server.url, secret: SECRET }, outgoing, callback)
    expect(server.hooks).toEqual([callback])
    const body = 'event=%5B%5D&timestamp=1'
    const checksum = createHash('sha256')
      .update(callback + body + SECRET)
      .digest('hex')
    expect(isWebhookGenuine(SECRET, callback, body, checksum)).toBe(true)
    expect(isWebhookGenuine(SECRET, callback, `${body}0`, checksum)).toBe(false)
    expect(isWebhookGenuine('other', callback, body, checksum)).toBe(false)
    expect(isWebhookGenuine(SECRET, callback, body, '')).toBe(false)
  })
})

describe('answers of BigBlueButton', () => {
  it('reads text, entities, CDATA, comments and empty elements', () => {
    const root = readBigBlueButtonXml(
      '<?xml version="1.0"?><!-- a --><r><a>1 &lt; 2 &amp;lt;</a><b/><c x="1"><![CDATA[<no>]]></c><a>2</a></r>\n',
    )
    expect(root && [textOf(root, 'a'), textOf(root, 'b'), textOf(root, 'c'), textOf(root, 'd')]).toEqual([
      '1 < 2 &lt;',
      '',
      '<no>',
      '',
    ])
    expect(root && childrenNamed(root, 'a')).toHaveLength(2)
  })

  it.each([
    '',
    'text',
    '<a>',
    '<a></b>',
    '</a>',
    '<a',
    '<a><![CDATA[',
    '<a/><b/>',
    '<a>'.repeat(50),
    '<!DOCTYPE x>',
  ])('refuses %s', (xml) => {
    expect(readBigBlueButtonXml(xml)).toBeNull()
  })

  it('reads a megabyte of anything in a moment', () => {
    const started = performance.now()
    for (const piece of ['<', '<!--', '<![CDATA[', '<a>', '<a/>', '&lt;', '<a '])
      readBigBlueButtonXml(piece.repeat(1_000_000 / piece.length))
    expect(performance.now() - started).toBeLessThan(20_000)
  }, 30_000)
})
