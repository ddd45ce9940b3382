import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  getPreferences,
  getUnread,
  KEPT_DAYS,
  listNotifications,
  readNotifications,
  setPreferences,
} from '#contract/notifications/notifications.ts'
import { readOutbox } from '#server/core/mail/read-outbox.ts'
import { HOME, startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld('2026-11-21T09:00:00Z', {
    PUBLIC_URL: 'https://learn.example.test',
    DEMO: 'false',
  })
})
afterAll(() => world.close())

let occasion = 0
const tell = (userId: number, title: string, who = 'Vikram <b>') =>
  world.server.core.db.withTenant(HOME, (db) =>
    world.tell.notify(db, HOME, {
      userIds: [userId],
      kind: 'reply',
      params: { who, title },
      link: '/community/thread/5',
      dedupeKey: `mail:${(occasion += 1)}`,
    }),
  )
const mailsOf = (name: string) => readOutbox(world.server.core.db, [HOME], `${name}-${HOME}@example.test`)
const look = async () => (await world.jobs.mail.look()).mails
const MINUTES = 60_000

describe('mails', () => {
  it('given three within minutes, when the time has come, then one mail says all three, once', async () => {
    const asha = await world.addMember('Asha')
    await tell(asha, 'First')
    world.clock.advance(2 * MINUTES)
    await tell(asha, 'Second')
    await tell(asha, 'Third')
    expect(await look()).toBe(0)
    world.clock.advance(3 * MINUTES)
    expect(await look()).toBe(1)
    expect(await look()).toBe(0)
    world.clock.advance(10 * MINUTES)
    expect(await look()).toBe(0)
    const [mail, ...more] = await mailsOf('asha')
    expect(more).toEqual([])
    expect(mail?.subject).toBe('New for you: 3')
    for (const title of ['First', 'Second', 'Third']) expect(mail?.text).toContain(`“${title}”`)
    // What people called themselves stays text.
    expect(mail?.html).toContain('Vikram &#60;b&#62;')
    expect(mail?.html).not.toContain('<b>')
  })

  it('given it is read before, or mails are off, when the time has come, then there is none', async () => {
    const bela = await world.addMember('Bela')
    await tell(bela, 'Seen')
    const { latest_id: upTo } = (await world.call(bela, getUnread)).json<{ latest_id: number }>()
    await world.call(bela, readNotifications, { up_to: upTo })
    await world.call(bela, setPreferences, { kinds: [{ kind: 'reply', channel: 'email', on: false }] })
    await tell(bela, 'Off')
    world.clock.advance(10 * MINUTES)
    expect(await look()).toBe(0)
    expect(await mailsOf('bela')).toEqual([])
  })

  it('given somebody who reads Arabic and quiet hours, when they are over, then the mail is in Arabic and from right to left', async () => {
    const noor = await world.addMember('Noor')
    await world.server.db.asSuperuser(`update app_user set language = 'ar' where id = $1`, [noor])
    world.clock.set('2026-11-21T21:50:00Z')
    await world.call(noor, setPreferences, { quiet: { from: 22 * 60, to: 6 * 60 } })
    await tell(noor, 'Loops')
    world.clock.advance(15 * MINUTES)
    expect(await look()).toBe(0)
    world.clock.set('2026-11-22T05:59:00Z')
    expect(await look()).toBe(0)
    world.clock.set('2026-11-22T06:00:00Z')
    expect(await look()).toBe(1)
    const [mail] = await mailsOf('noor')
    expect(mail?.text).toContain('ردّ عليك')
    expect(mail?.html).toContain('dir="rtl"')
  })

  it('given an Arabic name in an English mail, when it is written, then the sentence keeps its direction; plain names get no marks', async () => {
    const dia = await world.addMember('Dia')
    await tell(dia, 'Loops', 'سارة')
    await tell(dia, 'Loops', 'Vikram')
    world.clock.advance(10 * MINUTES)
    await look()
    const [mail] = await mailsOf('dia')
    expect(mail?.html).toContain('><bdi>سارة</bdi> replied to you</a>')
    expect(mail?.html).toContain('>Vikram replied to you</a>')
    expect(mail?.html).not.toContain('dir="rtl"')
  })

  it('given old ones, when the hourly look comes, then they are forgotten and younger ones are not', async () => {
    const omar = await world.addMember('Omar')
    await tell(omar, 'Old')
    world.clock.advance(KEPT_DAYS * 24 * 60 * MINUTES)
    await tell(omar, 'Young')
    world.clock.advance(MINUTES)
    await look()
    const rows = (await world.call(omar, listNotifications)).json<{
      results: { params: { title: string } }[]
    }>()
    expect(rows.results.map(({ params }) => params.title)).toEqual(['Young'])
  })

  it.each([
    ['en', 'ltr', 'Hello Asha en', 'Vikram replied to you', 'Notification settings', 'Stop these mails'],
    ['hi', 'ltr', 'नमस्ते Asha hi', 'Vikram ने आपको जवाब दिया', 'नोटिफ़िकेशन सेटिंग', 'ये मेल बंद करें'],
    ['ar', 'rtl', 'مرحبًا Asha ar', 'ردّ عليك <bdi>Vikram</bdi>', 'إعدادات الإشعارات', 'إيقاف هذه الرسائل'],
  ])(
    'given a reader of %s, when the mail is written, then words, direction and links are theirs',
    async (language, direction, hello, line, settings, stop) => {
      const reader = await world.addMember(`Asha ${language}`)
      await world.server.db.asSuperuser(`update app_user set language = $2 where id = $1`, [reader, language])
      await tell(reader, 'Loops', 'Vikram')
      world.clock.advance(10 * MINUTES)
      await look()
      const [mail] = await mailsOf(`asha-${language}`)
      const html = mail?.html ?? ''
      expect(html).toMatch(new RegExp(`^<!doctype html><html lang="${language}" dir="${direction}">`))
      expect(html).toContain(`<body dir="${direction}"`)
      expect(html).toContain(`Client ${HOME}`)
      expect(html).toContain(`>${line}</a>`)
      expect(html).toContain('href="https://learn.example.test/community/thread/5"')
      expect(html).toContain(
        `<a href="https://learn.example.test/user-profile#notifications">${settings}</a>`,
      )
      expect(html).toMatch(
        new RegExp(`<a href="https://learn\\.example\\.test/unsubscribe/[^"]+">${stop}</a>`),
      )
      const plain = line.replace('<bdi>', '\u2068').replace('</bdi>', '\u2069')
      for (const words of [hello, plain]) expect(mail?.text).toContain(words)
    },
  )

  it('given a mail, when its last link is opened and its button pressed, then only the press ends mails, and only hers', async () => {
    const [pia, quinn] = [await world.addMember('Pia'), await world.addMember('Quinn')]
    await tell(pia, 'Loops')
    world.clock.advance(10 * MINUTES)
    await look()
    const [row] = await world.server.db.asSuperuser<{ unsubscribe_url: string; body_text: string }>(
      `select unsubscribe_url, body_text from outbox_message where recipient = $1`,
      [`pia-${HOME}@example.test`],
    )
    const url = new URL(row?.unsubscribe_url ?? '')
    expect(row?.body_text).toContain(url.href)
    const at = (method: 'GET' | 'POST', path = url.pathname) =>
      world.server.app.inject({
        method,
        url: path,
        // What a mail reader sends by itself (RFC 8058).
        ...(method === 'POST'
          ? {
              headers: { 'content-type': 'application/x-www-form-urlencoded' },
              payload: 'List-Unsubscribe=One-Click',
            }
          : {}),
      })
    const wanted = async (id: number) => {
      await tell(id, 'More')
      const rows = await world.server.db.asSuperuser(
        `select 1 from notification where user_id = $1 and mail_at is not null`,
        [id],
      )
      return rows.length > 0
    }
    // Scanners open every link: that changes nothing.
    expect((await at('GET')).body).toContain('<form method="post">')
    expect(await wanted(pia)).toBe(true)
    // Another person's number with this token is nobody's address.
    const others = url.pathname.replace(`/${pia}/`, `/${quinn}/`)
    expect((await at('POST', others)).statusCode).toBe(404)
    // Less is offered beside nothing at all.
    expect((await at('GET')).body).toContain('<form method="post" action="daily/">')
    expect((await at('POST', `${url.pathname}daily/`)).statusCode).toBe(200)
    const rhythm = async () =>
      (await world.call(pia, getPreferences)).json<{ mail: { rhythm: string } }>().mail.rhythm
    expect(await rhythm()).toBe('daily')
    expect((await at('POST')).statusCode).toBe(200)
    expect((await at('POST')).statusCode).toBe(200)
    expect(await rhythm()).toBe('never')
    await world.server.db.asSuperuser(`update notification set mail_at = null`)
    expect(await wanted(pia)).toBe(false)
    expect(await wanted(quinn)).toBe(true)
  })
})
