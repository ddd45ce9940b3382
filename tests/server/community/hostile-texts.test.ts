/**
 * C1 and C7 for all plain text: titles, tags, names, notes, search terms. It is stored unchanged, or rejected with the
 * field's name where the field cannot hold it, and is never executed. FULL=1 uses a thousand hostile strings for each
 * field and two thousand naughty ones; the default is a sample of each.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PublicInfo } from '#contract/client-info/client-info.ts'
import { TAG_MAX, TITLE_MAX, type Comment, type Tag, type Thread } from '#contract/community/community.ts'
import { notificationKinds } from '#contract/notifications/notifications.ts'
import { compileTemplate } from '#server/core/http/page/page-template.ts'
import { tagKey } from '#server/features/community/threads/tag-key.ts'
import { mailOf } from '#server/features/notifications/mail/mail.ts'
import { activeContent, parsed } from './active-content.ts'
import { hostileTexts, naughtyTexts } from './hostile-texts.ts'
import { CLIENT, startWorld, type CommentsPage, type World } from './world.ts'

const FULL = process.env['FULL'] === '1'
const NAME_MAX = 120
const HOSTILE = FULL ? 1_000 : 25
/** Strings stored by requests; access/hostile-texts puts one into every field of every other endpoint. */
const STORED = FULL ? 1_000 : 10
const NAUGHTY = naughtyTexts(2_000).filter((_text, index) => FULL || index % 80 === 0)
/** Ten requests for each string on a loaded machine. */
const MS_PER_STRING = 1_000

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.server.close())

describe('hostile texts (C1)', () => {
  test.each([TAG_MAX, NAME_MAX, TITLE_MAX])(
    'has a thousand different strings of up to %i characters that would run as markup',
    (maxLength) => {
      const texts = hostileTexts(1_000, maxLength)
      expect(new Set(texts.map(tagKey)).size).toBe(1_000)
      expect(texts.filter((text) => text.length > maxLength || text !== text.trim())).toEqual([])
      const active = texts.filter(
        (text, index) => (FULL || index % 10 === 0) && activeContent(text).length > 0,
      )
      expect(active.length).toBeGreaterThan((FULL ? 1_000 : 100) * 0.9)
    },
  )

  test(
    'C1: stores and lists titles and tags unchanged',
    async () => {
      const [titles, tags] = [hostileTexts(STORED, TITLE_MAX), hostileTexts(STORED, TAG_MAX)]
      const thread = await world.thread(world.asha)
      const differences: string[] = []
      for (const [index, title] of titles.entries()) {
        const tag = await world.call<Tag>(world.asha, 'POST', '/tags/', { name: tags[index] })
        const put = await world.call<Thread>(world.asha, 'PUT', `/threads/${thread.id}/`, {
          title,
          body: `<p>${index}</p>`,
          tags: [tag.body.id],
        })
        const read = await world.call<Thread>(world.ben, 'GET', `/threads/${thread.id}/`)
        for (const { body } of [put, read])
          if (body.title !== title || body.tags[0] !== tags[index])
            differences.push(`${title} ${JSON.stringify(body)}`)
      }
      expect(differences).toEqual([])
      const all = (await world.call<Tag[]>(world.ben, 'GET', '/tags/')).body.map(({ name }) => name)
      expect(tags.filter((name) => !all.includes(name))).toEqual([])
      // Moderators see former titles.
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
    Math.max(20_000, HOSTILE * MS_PER_STRING),
  )

  test(
    'C1: shows hostile user names unchanged',
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
    Math.max(20_000, HOSTILE * MS_PER_STRING),
  )

  test(
    'C1: writes hostile texts into mails as text only',
    () => {
      const eventsWith = (text: string) =>
        notificationKinds.map((kind) => ({
          kind,
          params: { who: text, title: text, reason: text, points: 1, of: 2, minutes: 3 },
          link: '/community/thread/1',
        }))
      const writeMail = (text: string, isEscaped = true) => {
        const { html } = mailOf({
          language: 'en',
          name: text,
          site: { name: text, urlOf: (path) => `https://a.example${path}` },
          unsubscribeUrl: 'https://a.example/stop',
          daily: false,
          notifications: eventsWith(text),
        })
        return isEscaped
          ? html
          : html.replaceAll(/&#(\d+);/g, (_all, code) => String.fromCodePoint(Number(code)))
      }
      const elementsOf = (html: string) =>
        [...parsed(html).querySelectorAll('*')].map((element) =>
          [element.localName, ...[...element.attributes].map(({ name }) => name)].join(' '),
        )
      const harmless = elementsOf(writeMail('Asha')).join()
      const texts = hostileTexts(HOSTILE, TITLE_MAX)
      expect(texts.filter((text) => elementsOf(writeMail(text)).join() !== harmless)).toEqual([])
      for (const text of texts.slice(0, 10)) expect(parsed(writeMail(text)).body.textContent).toContain(text)
      // Control: without escaping nearly all of them would break out.
      const brokenOut = texts
        .slice(0, 25)
        .filter((text) => elementsOf(writeMail(text, false)).join() !== harmless)
      expect(brokenOut.length).toBeGreaterThan(20)
    },
    Math.max(20_000, HOSTILE * MS_PER_STRING),
  )

  test(
    "C1: writes the client's name into its page as text only",
    async () => {
      const template = compileTemplate(
        '<!doctype html><html><head><meta charset="utf-8"></head><body><div id="loader"><!--app-logo--></div></body></html>',
      )
      const { body } = await world.server.app
        .inject({ url: `/api/clients/${CLIENT}/public-info/` })
        .then((reply) => ({ body: reply.json<PublicInfo>() }))
      const writePage = (name: string) =>
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
      const elementsOf = (document: Document) =>
        [...document.querySelectorAll('*')].map((element) =>
          [element.localName, ...[...element.attributes].map(({ name }) => name)].join(' '),
        )
      const harmless = elementsOf(writePage('Asha')).join()
      const failures = hostileTexts(HOSTILE, NAME_MAX).filter((name) => {
        const page = writePage(name)
        const config = JSON.parse(page.querySelector('#runtime-config')?.textContent ?? '') as {
          client: PublicInfo
        }
        const shownNames = [page.title, page.querySelector('img')?.alt, config.client.name]
        return elementsOf(page).join() !== harmless || shownNames.some((text) => text?.trim() !== name)
      })
      expect(failures).toEqual([])
    },
    Math.max(20_000, HOSTILE * MS_PER_STRING),
  )
})

/**
 * How a single-line field stores a text; null where it cannot hold it. Lone surrogates are not characters.
 */
const storedAs = (text: string, maxLength: number): string | null => {
  const line = text.normalize('NFC').trim()
  // Limits count code points, not UTF-16 units.
  const length = Array.from(line).length
  return length < 1 || length > maxLength || /\p{Cc}/u.test(line) ? null : line.toWellFormed()
}
/** How a reader sees a text inside markup: with the line ends of HTML. */
const displayedAs = (text: string) =>
  text.replaceAll('\0', '').toWellFormed().normalize('NFC').replaceAll(/\r\n?/g, '\n')
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const encodeQuery = (text: string) => encodeURIComponent(text.toWellFormed())

describe('naughty strings (C7)', () => {
  test('has two thousand different strings of every family', () => {
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
    expect(texts.filter((text) => storedAs(text, TITLE_MAX) === null).length).toBeGreaterThan(100)
  })

  test(
    'C7: stores every string in every field unchanged or rejects it by name, without a 5xx',
    async () => {
      const problems: string[] = []
      const prototype = Reflect.ownKeys(Object.prototype)
      const notes = new Map<number, string>()
      for (const [index, text] of NAUGHTY.entries()) {
        const report = (problem: string) => problems.push(`${problem}: ${JSON.stringify(text)}`)
        const tagInput = Array.from(text).slice(0, 20).join('')
        const tag = await world.call<Tag>(world.asha, 'POST', '/tags/', { name: tagInput })
        const name = storedAs(tagInput, TAG_MAX)
        if (tag.status !== (name === null ? 422 : 201)) report(`tag ${tag.status}`)
        else if (name !== null && tagKey(tag.body.name) !== tagKey(name))
          report(`tag became ${tag.body.name}`)
        const body = `<p>${index} ${escaped(text)}|</p>`
        const title = storedAs(text, TITLE_MAX)
        const validPost = { title: 'T', body: `<p>${index}</p>`, tags: [] }
        if (title === null) {
          const reply = await world.call(world.asha, 'POST', '/threads/', { ...validPost, title: text })
          if (reply.status !== 422) report(`title ${reply.status}`)
        }
        const tags = tag.status === 201 ? [tag.body.id] : []
        const created = await world.call<Thread>(world.asha, 'POST', '/threads/', {
          title: title ?? 'T',
          body,
          tags,
        })
        if (created.status !== 201) {
          report(`thread ${created.status}`)
          continue
        }
        if (created.body.title !== (title ?? 'T')) report(`title became ${created.body.title}`)
        const comment = await world.comment(world.ben, created.body.id, body)
        const edited = await world.call<Comment>(world.ben, 'PUT', `/comments/${comment.id}/`, {
          body: body.replace('|', '!'),
        })
        for (const [storedBody, lastChar] of [
          [created.body.body, '|'],
          [comment.body, '|'],
          [edited.body.body, '!'],
        ] as const)
          if (parsed(storedBody).body.textContent !== displayedAs(`${index} ${text}`) + lastChar)
            report(`body became ${storedBody}`)
        const subject = { subject_type: 'thread', subject_id: created.body.id, reason: 'other' }
        const reportReply = await world.call(world.ben, 'POST', '/reports/', { ...subject, note: text })
        // The note is optional.
        const note = text.normalize('NFC').trim() === '' ? '' : storedAs(text, 500)
        if (reportReply.status !== (note === null ? 422 : 201)) report(`report ${reportReply.status}`)
        if (note !== null) notes.set(created.body.id, note)
        for (const path of [
          `/threads/?search=${encodeQuery(text)}`,
          `/threads/?tag=${encodeQuery(tagInput)}`,
          `/similar/?title=${encodeQuery(text)}`,
          `/people/?search=${encodeQuery(text)}`,
        ]) {
          const { status } = await world.call(world.ben, 'GET', path)
          const fits = text.toWellFormed().length <= (path.startsWith('/people') ? 100 : TITLE_MAX)
          if (fits ? status !== 200 : status !== 200 && status !== 422)
            report(`${path.slice(0, 20)} ${status}`)
        }
      }
      expect(problems).toEqual([])
      expect(Reflect.ownKeys(Object.prototype)).toEqual(prototype)
      await expectNotes(notes)
      await expectPlainRows()
    },
    Math.max(60_000, NAUGHTY.length * MS_PER_STRING),
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

  /** Everything stored is NFC and well-formed, without NUL. */
  const expectPlainRows = async () => {
    const rows = await world.rows<{ text: string }>(
      `select title as text from forum_thread union all select body from forum_thread
       union all select body from forum_comment union all select name from forum_tag`,
    )
    expect(rows.length).toBeGreaterThan(NAUGHTY.length * 2)
    expect(rows.filter(({ text }) => !text.isWellFormed() || text !== text.normalize('NFC'))).toEqual([])
  }

  test('control: finds stores that cut, escape or decompose', () => {
    const differencesOf = (store: (text: string) => string) =>
      naughtyTexts(2_000).filter((text) => {
        const stored = storedAs(text, TITLE_MAX)
        return stored !== null && store(stored) !== stored
      }).length
    expect(differencesOf((text) => text)).toBe(0)
    expect(differencesOf((text) => Buffer.from(text, 'latin1').toString('latin1'))).toBeGreaterThan(500)
    expect(differencesOf((text) => escaped(text))).toBeGreaterThan(100)
    expect(differencesOf((text) => text.normalize('NFD'))).toBeGreaterThan(100)
    expect(differencesOf((text) => text.replaceAll(/\p{Cf}/gu, ''))).toBeGreaterThan(100)
  })

  test('rejects or cleans NUL and lone surrogates without a 5xx', async () => {
    for (const malformed of ['a\u0000b', '\u0000', 'x\ud800y', '\udfff']) {
      const replies = await Promise.all([
        world.call(world.asha, 'POST', '/tags/', { name: malformed }),
        world.call(world.asha, 'POST', '/threads/', { title: malformed, body: '<p>x</p>', tags: [] }),
        world.call(world.asha, 'POST', '/threads/', {
          title: `T${Math.random()}`,
          body: `<p>x${malformed}</p>`,
          tags: [],
        }),
        world.call(world.asha, 'POST', '/reports/', {
          subject_type: 'thread',
          subject_id: 1,
          reason: 'other',
          note: malformed,
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
