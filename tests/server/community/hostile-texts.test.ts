/**
 * TRUST C1 and C7 for everything that is text and no markup: titles, tags, names, notes, what is searched for. It is
 * kept letter by letter, refused by name where a field cannot hold it, and runs nowhere. FULL=1 takes a thousand
 * hostile ones a field and two thousand naughty ones, a commit a slice of each.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PublicInfo } from '#contract/client-info/client-info.ts'
import { TAG_MAX, TITLE_MAX, type Comment, type Tag, type Thread } from '#contract/community/community.ts'
import { notificationKinds } from '#contract/notifications/notifications.ts'
import { compileTemplate } from '#server/core/http/page/page-template.ts'
import { tagKey } from '#server/features/community/threads/tags.service.ts'
import { mailOf } from '#server/features/notifications/mail/mail.ts'
import { activeContent, parsed } from './active-content.ts'
import { hostileTexts, naughtyTexts } from './hostile-texts.ts'
import { CLIENT, startWorld, type CommentsPage, type World } from './world.ts'

const FULL = process.env['FULL'] === '1'
const NAME_MAX = 120
const HOSTILE = FULL ? 1_000 : 25
/** Of what is stored by calls; a commit puts one into each place of every call beside it (access/hostile-texts). */
const STORED = FULL ? 1_000 : 10
const NAUGHTY = naughtyTexts(2_000).filter((_text, at) => FULL || at % 80 === 0)
/** Ten calls a string on a machine under load. */
const MS_A_STRING = 1_000

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.server.close())

describe('C1: hostile texts', () => {
  test.each([TAG_MAX, NAME_MAX, TITLE_MAX])(
    'given fields of %i letters, when the strings are made, then there are a thousand, each another, and nearly all would run as markup',
    (most) => {
      const texts = hostileTexts(1_000, most)
      expect(new Set(texts.map(tagKey)).size).toBe(1_000)
      expect(texts.filter((text) => text.length > most || text !== text.trim())).toEqual([])
      const active = texts.filter((text, at) => (FULL || at % 10 === 0) && activeContent(text).length > 0)
      expect(active.length).toBeGreaterThan((FULL ? 1_000 : 100) * 0.9)
    },
  )

  test(
    'given each as a title and a tag, when posted, changed and listed, then it stands there letter by letter',
    async () => {
      const [titles, tags] = [hostileTexts(STORED, TITLE_MAX), hostileTexts(STORED, TAG_MAX)]
      const thread = await world.thread(world.asha)
      const wrong: string[] = []
      for (const [at, title] of titles.entries()) {
        const tag = await world.call<Tag>(world.asha, 'POST', '/tags/', { name: tags[at] })
        const put = await world.call<Thread>(world.asha, 'PUT', `/threads/${thread.id}/`, {
          title,
          body: `<p>${at}</p>`,
          tags: [tag.body.id],
        })
        const read = await world.call<Thread>(world.ben, 'GET', `/threads/${thread.id}/`)
        for (const { body } of [put, read])
          if (body.title !== title || body.tags[0] !== tags[at])
            wrong.push(`${title} ${JSON.stringify(body)}`)
      }
      expect(wrong).toEqual([])
      const all = (await world.call<Tag[]>(world.ben, 'GET', '/tags/')).body.map(({ name }) => name)
      expect(tags.filter((name) => !all.includes(name))).toEqual([])
      // Moderators read what a title was before.
      const { versions } = (
        await world.call<{ versions: { title: string | null }[] }>(
          world.teacher,
          'GET',
          `/history/thread/${thread.id}/`,
        )
      ).body
      expect(versions.length).toBeGreaterThan(0)
      expect(versions.every(({ title }) => title === null || [...titles, thread.title].includes(title))).toBe(
        true,
      )
    },
    Math.max(20_000, HOSTILE * MS_A_STRING),
  )

  test(
    'given each as a person’s name, when they write, then their posts say it letter by letter',
    async () => {
      const names = hostileTexts(STORED, NAME_MAX)
      const people = await world.rows<{ id: number }>(
        `insert into app_user (client_id, email, email_key, username, username_key, full_name, time_zone, created_at)
         select ${CLIENT}, 'h' || n || '@example.test', 'h' || n || '@example.test', 'h' || n, 'h' || n, name, 'UTC',
           now() - interval '30 days'
         from unnest($1::text[]) with ordinality as given (name, n) order by n returning id`,
        [names],
      )
      const thread = await world.thread(world.asha)
      for (const { id } of people) await world.comment(id, thread.id)
      const shown: (string | undefined)[] = []
      for (let page = 1; shown.length < names.length; page += 1) {
        const { body } = await world.call<CommentsPage>(
          world.ben,
          'GET',
          `/threads/${thread.id}/comments/?page=${page}&page_size=100`,
        )
        expect(body.results.length).toBeGreaterThan(0)
        shown.push(...body.results.map(({ author }) => author?.name))
      }
      expect(shown.toReversed()).toEqual(names)
    },
    Math.max(20_000, HOSTILE * MS_A_STRING),
  )

  test(
    'given each as what a mail is about, whom it greets and who sends it, when the mail is written, then it holds the words and nothing else',
    () => {
      const told = (text: string) =>
        notificationKinds.map((kind) => ({
          kind,
          params: { who: text, title: text, reason: text, points: 1, of: 2, minutes: 3 },
          link: '/community/thread/1',
        }))
      const write = (text: string, escaped = true) => {
        const { html } = mailOf({
          language: 'en',
          name: text,
          site: { name: text, urlOf: (path) => `https://a.example${path}` },
          unsubscribeUrl: 'https://a.example/stop',
          daily: false,
          told: told(text),
        })
        return escaped
          ? html
          : html.replaceAll(/&#(\d+);/g, (_all, code) => String.fromCodePoint(Number(code)))
      }
      const shapeOf = (html: string) =>
        [...parsed(html).querySelectorAll('*')].map((element) =>
          [element.localName, ...[...element.attributes].map(({ name }) => name)].join(' '),
        )
      const plain = shapeOf(write('Asha')).join()
      const texts = hostileTexts(HOSTILE, TITLE_MAX)
      expect(texts.filter((text) => shapeOf(write(text)).join() !== plain)).toEqual([])
      for (const text of texts.slice(0, 10)) expect(parsed(write(text)).body.textContent).toContain(text)
      // The control: without the escapes nearly all of them would have got out.
      const out = texts.slice(0, 25).filter((text) => shapeOf(write(text, false)).join() !== plain)
      expect(out.length).toBeGreaterThan(20)
    },
    Math.max(20_000, HOSTILE * MS_A_STRING),
  )

  test(
    'given each as the client’s name, when its page is written, then the name is data and text there',
    async () => {
      const template = compileTemplate(
        '<!doctype html><html><head><meta charset="utf-8"></head><body><div id="loader"><!--app-logo--></div></body></html>',
      )
      const { body } = await world.server.app
        .inject({ url: `/api/clients/${CLIENT}/public-info/` })
        .then((reply) => ({ body: reply.json<PublicInfo>() }))
      const write = (name: string) =>
        parsed(
          template({
            language: 'en',
            config: {
              client_id: CLIENT,
              api_base_url: '',
              build_id: 'b',
              demo: false,
              client: { ...body, name, app_logo_url: '/brand/logo.svg' },
            },
          }),
        )
      const shapeOf = (document: Document) =>
        [...document.querySelectorAll('*')].map((element) =>
          [element.localName, ...[...element.attributes].map(({ name }) => name)].join(' '),
        )
      const plain = shapeOf(write('Asha')).join()
      const wrong = hostileTexts(HOSTILE, NAME_MAX).filter((name) => {
        const page = write(name)
        const config = JSON.parse(page.querySelector('#runtime-config')?.textContent ?? '') as {
          client: PublicInfo
        }
        const told = [page.title, page.querySelector('img')?.alt, config.client.name]
        return shapeOf(page).join() !== plain || told.some((text) => text?.trim() !== name)
      })
      expect(wrong).toEqual([])
    },
    Math.max(20_000, HOSTILE * MS_A_STRING),
  )
})

/** What a field of one line keeps of a text; null where it cannot hold it. Half characters are no characters. */
const asKept = (text: string, most: number): string | null => {
  const line = text.normalize('NFC').trim()
  // Limits count characters, not halves of them.
  const length = Array.from(line).length
  return length < 1 || length > most || /\p{Cc}/u.test(line) ? null : line.toWellFormed()
}
/** What a reader finds of a text that stands in markup: line ends as HTML reads them. */
const asRead = (text: string) =>
  text.replaceAll('\0', '').toWellFormed().normalize('NFC').replaceAll(/\r\n?/g, '\n')
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const inQuery = (text: string) => encodeURIComponent(text.toWellFormed())

describe('C7: naughty strings', () => {
  test('given the strings, when counted, then there are two thousand different ones of every family', () => {
    const texts = naughtyTexts(2_000)
    expect(new Set(texts).size).toBe(2_000)
    const families = {
      'right to left': /[\u202a-\u202e\u2066-\u2069\u200f]/,
      joiners: /\u200d/,
      NUL: /\0/,
      'half characters': /\p{Cs}/u,
      SQL: /drop table|or 1=1|union select/,
      templates: /\{\{|\$\{|<%=/,
      Arabic: /\p{Script=Arabic}/u,
      Hindi: /\p{Script=Devanagari}/u,
    }
    for (const [name, family] of Object.entries(families))
      expect(texts.filter((text) => family.test(text)).length, name).toBeGreaterThan(25)
    const scripts = texts.filter((text) => /[\u0600-\u06ff\u0900-\u097f]/.test(text))
    expect(scripts.filter((text) => text !== text.normalize('NFC')).length).toBeGreaterThan(10)
    expect(texts.filter((text) => asKept(text, TITLE_MAX) === null).length).toBeGreaterThan(100)
  })

  test(
    'given each string, when it is in every field of the forum, then no 5xx, it comes back equal or is refused by name, and the prototype stays',
    async () => {
      const wrong: string[] = []
      const prototype = Reflect.ownKeys(Object.prototype)
      const notes = new Map<number, string>()
      for (const [at, text] of NAUGHTY.entries()) {
        const say = (what: string) => wrong.push(`${what}: ${JSON.stringify(text)}`)
        const tagged = Array.from(text).slice(0, 20).join('')
        const tag = await world.call<Tag>(world.asha, 'POST', '/tags/', { name: tagged })
        const name = asKept(tagged, TAG_MAX)
        if (tag.status !== (name === null ? 422 : 201)) say(`tag ${tag.status}`)
        else if (name !== null && tagKey(tag.body.name) !== tagKey(name)) say(`tag became ${tag.body.name}`)
        const body = `<p>${at} ${escaped(text)}|</p>`
        const title = asKept(text, TITLE_MAX)
        const refused = { title: 'T', body: `<p>${at}</p>`, tags: [] }
        if (title === null) {
          const reply = await world.call(world.asha, 'POST', '/threads/', { ...refused, title: text })
          if (reply.status !== 422) say(`title ${reply.status}`)
        }
        const tags = tag.status === 201 ? [tag.body.id] : []
        const made = await world.call<Thread>(world.asha, 'POST', '/threads/', {
          title: title ?? 'T',
          body,
          tags,
        })
        if (made.status !== 201) {
          say(`thread ${made.status}`)
          continue
        }
        if (made.body.title !== (title ?? 'T')) say(`title became ${made.body.title}`)
        const comment = await world.comment(world.ben, made.body.id, body)
        const edited = await world.call<Comment>(world.ben, 'PUT', `/comments/${comment.id}/`, {
          body: body.replace('|', '!'),
        })
        for (const [kept, sign] of [
          [made.body.body, '|'],
          [comment.body, '|'],
          [edited.body.body, '!'],
        ] as const)
          if (parsed(kept).body.textContent !== asRead(`${at} ${text}`) + sign) say(`body became ${kept}`)
        const subject = { subject_type: 'thread', subject_id: made.body.id, reason: 'other' }
        const report = await world.call(world.ben, 'POST', '/reports/', { ...subject, note: text })
        // A note may be left out.
        const note = text.normalize('NFC').trim() === '' ? '' : asKept(text, 500)
        if (report.status !== (note === null ? 422 : 201)) say(`report ${report.status}`)
        if (note !== null) notes.set(made.body.id, note)
        for (const path of [
          `/threads/?search=${inQuery(text)}`,
          `/threads/?tag=${inQuery(tagged)}`,
          `/similar/?title=${inQuery(text)}`,
          `/people/?search=${inQuery(text)}`,
        ]) {
          const { status } = await world.call(world.ben, 'GET', path)
          const fits = text.toWellFormed().length <= (path.startsWith('/people') ? 100 : TITLE_MAX)
          if (fits ? status !== 200 : status !== 200 && status !== 422) say(`${path.slice(0, 20)} ${status}`)
        }
      }
      expect(wrong).toEqual([])
      expect(Reflect.ownKeys(Object.prototype)).toEqual(prototype)
      await expectNotes(notes)
      await expectPlainRows()
    },
    Math.max(60_000, NAUGHTY.length * MS_A_STRING),
  )

  const expectNotes = async (notes: ReadonlyMap<number, string>) => {
    interface Reports {
      count: number
      results: { id: number; thread_id: number; note: string }[]
    }
    const read = new Map<number, string>()
    for (let page = 1; read.size < notes.size; page += 1) {
      const { body } = await world.call<Reports>(world.teacher, 'GET', `/reports/?page=${page}&page_size=100`)
      if (body.results.length === 0) break
      for (const { thread_id, note } of body.results) read.set(thread_id, note)
    }
    expect([...read].toSorted(([one], [other]) => one - other)).toEqual([...notes])
  }

  /** Arabic and Hindi composed, no NUL, no half character, in everything that was written. */
  const expectPlainRows = async () => {
    const rows = await world.rows<{ text: string }>(
      `select title as text from forum_thread union all select body from forum_thread
       union all select body from forum_comment union all select name from forum_tag`,
    )
    expect(rows.length).toBeGreaterThan(NAUGHTY.length * 2)
    expect(rows.filter(({ text }) => !text.isWellFormed() || text !== text.normalize('NFC'))).toEqual([])
  }

  test('the control: given stores that cut, escape or decompose, when the same strings go through, then it is noticed', () => {
    const noticed = (store: (text: string) => string) =>
      naughtyTexts(2_000).filter((text) => {
        const kept = asKept(text, TITLE_MAX)
        return kept !== null && store(kept) !== kept
      }).length
    expect(noticed((text) => text)).toBe(0)
    expect(noticed((text) => Buffer.from(text, 'latin1').toString('latin1'))).toBeGreaterThan(500)
    expect(noticed((text) => escaped(text))).toBeGreaterThan(100)
    expect(noticed((text) => text.normalize('NFD'))).toBeGreaterThan(100)
    expect(noticed((text) => text.replaceAll(/\p{Cf}/gu, ''))).toBeGreaterThan(100)
  })

  test('given NUL and half characters, when sent anywhere, then they are refused or cleaned, never a 5xx', async () => {
    for (const bad of ['a\u0000b', '\u0000', 'x\ud800y', '\udfff']) {
      const replies = await Promise.all([
        world.call(world.asha, 'POST', '/tags/', { name: bad }),
        world.call(world.asha, 'POST', '/threads/', { title: bad, body: '<p>x</p>', tags: [] }),
        world.call(world.asha, 'POST', '/threads/', {
          title: `T${Math.random()}`,
          body: `<p>x${bad}</p>`,
          tags: [],
        }),
        world.call(world.asha, 'POST', '/reports/', {
          subject_type: 'thread',
          subject_id: 1,
          reason: 'other',
          note: bad,
        }),
        world.call(world.asha, 'GET', '/threads/?search=%00a&tag=%00'),
        world.call(world.asha, 'GET', '/similar/?title=%00%00'),
        world.call(world.asha, 'GET', '/threads/?search=%ed%a0%80&tag=%ff'),
      ])
      expect(replies.map((reply) => reply.status).filter((status) => status >= 500)).toEqual([])
    }
    const bodies = await world.rows<{ body: string }>("select body from forum_thread where body like '<p>x%'")
    expect(bodies.every(({ body }) => body.isWellFormed() && !body.includes('\u0000'))).toBe(true)
  })
})
