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

let events = 0
const notify = (userId: number, title: string, who = 'Vikram <b>') =>
  world.server.core.db.withTenant(HOME, (db) =>
    world.notifier.notify(db, HOME, {
      userIds: [userId],
      kind: 'reply',
      params: { who, title },
      link: '/community/thread/5',
      dedupeKey: `mail:${(events += 1)}`,
    }),
  )
const mailsOf = (name: string) => readOutbox(world.server.core.db, [HOME], `${name}-${HOME}@example.test`)
const runMailJob = async () => (await world.jobs.mail.look()).mails
const MINUTES = 60_000

describe('notification mails', () => {
  it('collects notifications within minutes into one mail, sent once', async () => {
    const asha = await world.addMember('Asha')
    await notify(asha, 'First')
    world.clock.advance(2 * MINUTES)
    await notify(asha, 'Second')
    await notify(asha, 'Third')
    expect(await runMailJob()).toBe(0)
    world.clock.advance(3 * MINUTES)
    expect(await runMailJob()).toBe(1)
    expect(await runMailJob()).toBe(0)
    world.clock.advance(10 * MINUTES)
    expect(await runMailJob()).toBe(0)
    const [mail, ...more] = await mailsOf('asha')
    expect(more).toEqual([])
    expect(mail?.subject).toBe('New for you: 3')
    for (const title of ['First', 'Second', 'Third']) expect(mail?.text).toContain(`“${title}”`)
    // Names that people chose stay text.
    expect(mail?.html).toContain('Vikram &#60;b&#62;')
    expect(mail?.html).not.toContain('<b>')
  })

  it('waits while the plan has no room for mails; codes do not', async () => {
    const limit = (mails: number | null) =>
      world.server.db.asSuperuser(
        `insert into client_limit (client_id, mails, changed_at) values ($1, $2, now())
         on conflict (client_id) do update set mails = excluded.mails`,
        [HOME, mails],
      )
    const dina = await world.addMember('Dina')
    await notify(dina, 'Later')
    world.clock.advance(10 * MINUTES)
    await limit(0)
    expect(await runMailJob()).toBe(0)
    await world.server.core.db.withTenant(HOME, (db) =>
      world.server.core.outbox.add(db, {
        ...{ to: `dina-${HOME}@example.test`, channel: 'email', language: 'en' },
        ...{ subject: 'Your code', text: '123456', html: null },
      }),
    )
    expect((await mailsOf('dina')).map(({ subject }) => subject)).toEqual(['Your code'])
    await limit(null)
    expect(await runMailJob()).toBe(0)
    world.clock.advance(60 * MINUTES)
    expect(await runMailJob()).toBe(1)
    expect(await mailsOf('dina')).toHaveLength(2)
  })

  it('sends nothing that was read before or is switched off', async () => {
    const bela = await world.addMember('Bela')
    await notify(bela, 'Seen')
    const { latest_id: upTo } = (await world.call(bela, getUnread)).json<{ latest_id: number }>()
    await world.call(bela, readNotifications, { up_to: upTo })
    await world.call(bela, setPreferences, { kinds: [{ kind: 'reply', channel: 'email', on: false }] })
    await notify(bela, 'Off')
    world.clock.advance(10 * MINUTES)
    expect(await runMailJob()).toBe(0)
    expect(await mailsOf('bela')).toEqual([])
  })

  it("waits for quiet hours to end and writes in the recipient's language", async () => {
    const noor = await world.addMember('Noor')
    await world.server.db.asSuperuser(`update app_user set language = 'ar' where id = $1`, [noor])
    world.clock.set('2026-11-21T21:50:00Z')
    await world.call(noor, setPreferences, { quiet: { from: 22 * 60, to: 6 * 60 } })
    await notify(noor, 'Loops')
    world.clock.advance(15 * MINUTES)
    expect(await runMailJob()).toBe(0)
    world.clock.set('2026-11-22T05:59:00Z')
    expect(await runMailJob()).toBe(0)
    world.clock.set('2026-11-22T06:00:00Z')
    expect(await runMailJob()).toBe(1)
    const [mail] = await mailsOf('noor')
    expect(mail?.text).toContain('ردّ عليك')
    expect(mail?.html).toContain('dir="rtl"')
  })

  it("keeps the sentence's direction with an Arabic name in English", async () => {
    const dia = await world.addMember('Dia')
    await notify(dia, 'Loops', 'سارة')
    await notify(dia, 'Loops', 'Vikram')
    world.clock.advance(10 * MINUTES)
    await runMailJob()
    const [mail] = await mailsOf('dia')
    expect(mail?.html).toContain('><bdi>سارة</bdi> replied to you</a>')
    expect(mail?.html).toContain('>Vikram replied to you</a>')
    expect(mail?.html).not.toContain('dir="rtl"')
  })

  it('prunes notifications after their retention time', async () => {
    const omar = await world.addMember('Omar')
    await notify(omar, 'Old')
    world.clock.advance(KEPT_DAYS * 24 * 60 * MINUTES)
    await notify(omar, 'Young')
    world.clock.advance(MINUTES)
    await runMailJob()
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
    'has texts, direction and links for a reader of %s',
    async (language, direction, hello, line, settings, stop) => {
      const reader = await world.addMember(`Asha ${language}`)
      await world.server.db.asSuperuser(`update app_user set language = $2 where id = $1`, [reader, language])
      await notify(reader, 'Loops', 'Vikram')
      world.clock.advance(10 * MINUTES)
      await runMailJob()
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

  it('stops only when the unsubscribe button is pressed, for this person only', async () => {
    const [pia, quinn] = [await world.addMember('Pia'), await world.addMember('Quinn')]
    await notify(pia, 'Loops')
    world.clock.advance(10 * MINUTES)
    await runMailJob()
    const [row] = await world.server.db.asSuperuser<{ unsubscribe_url: string; body_text: string }>(
      `select unsubscribe_url, body_text from outbox_message where recipient = $1`,
      [`pia-${HOME}@example.test`],
    )
    const url = new URL(row?.unsubscribe_url ?? '')
    expect(row?.body_text).toContain(url.href)
    const request = (method: 'GET' | 'POST', path = url.pathname) =>
      world.server.app.inject({
        method,
        url: path,
        // The body that a mail client sends (RFC 8058).
        ...(method === 'POST'
          ? {
              headers: { 'content-type': 'application/x-www-form-urlencoded' },
              payload: 'List-Unsubscribe=One-Click',
            }
          : {}),
      })
    const getsMails = async (id: number) => {
      await notify(id, 'More')
      const rows = await world.server.db.asSuperuser(
        `select 1 from notification where user_id = $1 and mail_at is not null`,
        [id],
      )
      return rows.length > 0
    }
    // Scanners open every link, so opening it changes nothing.
    expect((await request('GET')).body).toContain('<form method="post">')
    expect(await getsMails(pia)).toBe(true)
    // Another person's id does not match this token.
    const forged = url.pathname.replace(`/${pia}/`, `/${quinn}/`)
    expect((await request('POST', forged)).statusCode).toBe(404)
    // A daily mail is offered as an alternative.
    expect((await request('GET')).body).toContain('<form method="post" action="daily/">')
    expect((await request('POST', `${url.pathname}daily/`)).statusCode).toBe(200)
    const rhythm = async () =>
      (await world.call(pia, getPreferences)).json<{ mail: { rhythm: string } }>().mail.rhythm
    expect(await rhythm()).toBe('daily')
    expect((await request('POST')).statusCode).toBe(200)
    expect((await request('POST')).statusCode).toBe(200)
    expect(await rhythm()).toBe('never')
    await world.server.db.asSuperuser(`update notification set mail_at = null`)
    expect(await getsMails(pia)).toBe(false)
    expect(await getsMails(quinn)).toBe(true)
  })
})
