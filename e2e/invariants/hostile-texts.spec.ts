/**
 * TRUST C1 for everything that is text and no markup: titles, tags, names, bios, the texts of courses and the client's
 * own name. Stored by the real calls, they stand in the real page letter by letter, under its real policy; nothing
 * runs, nothing leaves, the layout stands. FULL=1 takes a thousand each.
 */
import type { Page } from '@playwright/test'
import { FORUM_BASE } from '#contract/community/community.ts'
import { hostileTexts } from '#tests/server/community/hostile-texts.ts'
import { expect, onlyInFullRuns, signIn, test as story } from '../fixtures.ts'
import { makeCourse } from '../pages/builder.page.ts'
import { inDatabase } from '../support/database.ts'
import { nothingFound, throughAHole, touchAll, watchAll, type Found } from '../support/hostile.ts'

const FULL = process.env['FULL'] === '1'
type Call = <T>(method: 'GET' | 'POST' | 'PATCH', path: string, data?: object, token?: string) => Promise<T>
const test = story.extend<{ found: Found; call: Call }>({
  /** What runs, leaves or is refused from the first page on: in the end there is nothing. */
  found: async ({ context, baseURL, watch }, use) => {
    watch.allow(/Service Worker registration blocked/)
    const found = await watchAll(context, new URL(baseURL ?? '').origin, { stops: false })
    await use(found)
    expect(found).toEqual(nothingFound())
  },
  /** The real calls; as the person of the page unless a token says otherwise. */
  call: async ({ page }, use) =>
    use(async <T>(method: string, path: string, data?: object, token?: string) => {
      // Of this moment: a whole series takes longer than a token lives.
      const own = token ?? (await page.evaluate(() => localStorage.getItem('token') ?? ''))
      const answer = await page.request.fetch(path, {
        method,
        headers: { authorization: `Bearer ${own}` },
        ...(data ? { data } : {}),
      })
      if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`)
      return (await answer.json()) as T
    }),
})
test.setTimeout(FULL ? 3_600_000 : 60_000)
// Rewritten answers below must not come from the worker.
test.use({ serviceWorkers: 'block' })

const BASE = FORUM_BASE.replace('{clientId}', '7')
const ACCOUNTS = '/accounts/clients/7/user'
const NAME_MAX = 120
const A_PAGE = FULL ? 100 : 2
const WRITERS = FULL ? 1_000 : A_PAGE
const AT_ONCE = 4
/** A draft names so many instructors at most, and a list in it holds so many points here. */
const INSTRUCTORS = FULL ? 20 : 1
const POINTS = 5
const ROUNDS = FULL ? 50 : 1
/** Without a place to break: it must not push a phone's page wide wherever it stands. */
const UNBROKEN = '<svg/onload=alert(1)//'.padEnd(60, 'w')
const CLIENT_NAMES = 1_000
const CLIENT_NAME_MAX = 80
const TABS = 5
const WIDTHS = [390, 1440]
/** In a long series a busy machine may hold its breath for once. */
const PATIENCE_MS = FULL ? 60_000 : 10_000

/** Signs up under the name, with the code from the mail; answers the token. */
const signUp = async (call: Call, name: string, email: string): Promise<string> => {
  const password = 'seven quiet lanterns drift'
  await call('POST', `${ACCOUNTS}/signup/`, { full_name: name, email, password, accept_terms: true })
  const mails = await call<{ text: string }[]>('GET', `/dev/outbox/?to=${encodeURIComponent(email)}`)
  const otp = /\b\d{6}\b/.exec(mails[0]?.text ?? '')?.[0]
  const { access_token: token } = await call<{ access_token: string }>('POST', `${ACCOUNTS}/verify-email/`, {
    otp,
    email,
  })
  return token
}

/** What stands in the page that the app itself never makes, and by how much a word pushes it wider than the screen. */
const strangeIn = (page: Page) =>
  page.evaluate(() => ({
    handlers: [...document.querySelectorAll('*')]
      .filter((element) => [...element.attributes].some(({ name }) => name.startsWith('on')))
      .map((element) => element.outerHTML.slice(0, 200)),
    foreign: [
      ...document.querySelectorAll('main :is(script, iframe, object, embed, base, meta, link, video, audio)'),
    ].map((element) => element.outerHTML.slice(0, 200)),
    tooWide: document.documentElement.scrollWidth - innerWidth,
  }))
const expectSound = async (page: Page, label: string) => {
  // As it stands first: a change of the width costs more than the look.
  const now = page.viewportSize()?.width
  for (const width of WIDTHS.toSorted((one, other) => Number(other === now) - Number(one === now))) {
    if (width !== page.viewportSize()?.width) await page.setViewportSize({ width, height: 900 })
    expect(await strangeIn(page), `${label} at ${width}`).toEqual({ handlers: [], foreign: [], tooWide: 0 })
  }
}

/** Which of the texts a reader of the page does not find letter by letter; white space as HTML shows it. */
const missingIn = (page: Page, texts: readonly string[]) =>
  page.evaluate((all) => {
    const plain = (text: string) => text.replaceAll(/\s+/g, ' ')
    const shown = plain(document.querySelector('main')?.textContent ?? '')
    return all.filter((text) => !shown.includes(plain(text)))
  }, texts)

test('C1: given hostile titles, tags and names, when people sign up and post under them, then every page says them and nothing runs', async ({
  page,
  context,
  found,
  call,
}) => {
  await signIn(page, 'student')
  // A hundred at once instead of ten.
  await context.route(/\/(threads|comments)\/\?.*page_size=10\b/, (route) =>
    route.continue({ url: route.request().url().replace('page_size=10', `page_size=${A_PAGE}`) }),
  )
  const run = Date.now().toString(36)
  const [titles, names] = [hostileTexts(WRITERS, 200), hostileTexts(WRITERS, NAME_MAX)]
  const tags = hostileTexts(WRITERS, 40)
  for (let from = 0; from < WRITERS; from += A_PAGE) {
    const shared = await call<{ id: number }>('POST', `${BASE}/threads/`, {
      title: `Names from ${from} ${run}`,
      body: '<p>Who are you?</p>',
      tags: [],
    })
    const one = async (at: number) => {
      const token = await signUp(call, names[at] ?? '', `hostile-${run}-${at}@mail.test`)
      const { id } = await call<{ id: number }>('POST', `${BASE}/tags/`, { name: tags[at] }, token)
      const body = `<p>From ${run} ${at}</p>`
      await call('POST', `${BASE}/threads/`, { title: titles[at], body, tags: [id] }, token)
      await call('POST', `${BASE}/threads/${shared.id}/comments/`, { body, parent: null }, token)
    }
    const places = Array.from({ length: A_PAGE }, (_none, index) => from + index)
    for (let at = 0; at < A_PAGE; at += AT_ONCE) await Promise.all(places.slice(at, at + AT_ONCE).map(one))
    const wanted = (texts: readonly string[]) => texts.slice(from, from + A_PAGE)

    await page.goto('/community')
    await expect(page.locator('main article')).toHaveCount(A_PAGE, { timeout: PATIENCE_MS })
    const label = `those from ${from}`
    expect(await missingIn(page, [titles, tags, names].flatMap(wanted)), label).toEqual([])
    await touchAll(page, 'main article :is(h2, p, li)')
    await expectSound(page, `${label} in the list`)

    await page.goto(`/community/thread/${shared.id}`)
    await expect(page.locator('#comments article')).toHaveCount(A_PAGE, { timeout: PATIENCE_MS })
    expect(await missingIn(page, wanted(names)), label).toEqual([])
    // What is read aloud says the same: neither escaped twice nor filled in by the texts' own marks.
    const spoken = await page
      .locator('#comments article')
      .evaluateAll((all) => all.map((element) => element.getAttribute('aria-label') ?? ''))
    expect(wanted(names).filter((name) => !spoken.some((label) => label.includes(name)))).toEqual([])
    await touchAll(page, '#comments article :is(p, li)')
    await expectSound(page, `${label} in the thread`)
    expect(found, label).toEqual(nothingFound())
  }
  await expectNoticed(page)
})

test('C1: given hostile bios and texts of a course, when it is published, then its page and its people say them and nothing runs', async ({
  page,
  found,
  call,
}) => {
  // Whoever teaches a course edits it; these teachers are others.
  await signIn(page, 'admin')
  const courseId = await makeCourse(page, `Hostile ${Date.now()}`)
  const staff = (await inDatabase(
    `insert into app_user (client_id, email, email_key, username, username_key, full_name, time_zone, role)
     select 7, key || n || '@mail.test', key || n || '@mail.test', key || n, key || n, 'Teacher ' || n, 'UTC', 'instructor'
     from generate_series(1, $1::int) n, (select 'hostile-' || extract(epoch from clock_timestamp())::bigint || '-' as key) k
     returning id`,
    [INSTRUCTORS],
  )) as { id: number }[]
  const bios = hostileTexts(ROUNDS * INSTRUCTORS, 200)
  const perRound = 5 + 4 * POINTS
  const texts = hostileTexts(ROUNDS * perRound, 60)
  for (let round = 0; round < ROUNDS; round += 1) {
    const own = texts.slice(round * perRound, (round + 1) * perRound)
    const [title = '', description = '', section = '', topic = '', item = '', ...points] = own
    const list = (which: number) => points.slice(which * POINTS, (which + 1) * POINTS)
    const ownBios = bios.slice(round * INSTRUCTORS, (round + 1) * INSTRUCTORS)
    const base = `/api/clients/7/admin/courses/${courseId}`
    const { revision } = await call<{ revision: number }>('GET', `${base}/draft/`)
    const saved = await call<{ revision: number }>('PATCH', `${base}/draft/`, {
      revision,
      batch: crypto.randomUUID(),
      operations: [
        {
          op: 'course',
          set: {
            tags: [...list(0), UNBROKEN],
            texts: {
              en: {
                title,
                description,
                objectives: [...list(1), UNBROKEN],
                features: list(2),
                requirements: list(3),
              },
            },
            instructors: staff.map(({ id }, at) => ({
              user_id: id,
              name: `Teacher ${at}`,
              bio: ownBios[at],
            })),
          },
        },
        { op: 'section', key: 'section', set: { title: section } },
        { op: 'topic', key: 'topic', set: { title: topic } },
        { op: 'item', key: 'lesson', set: { title: item } },
      ],
    })
    await call('POST', `${base}/publication/`, { revision: saved.revision })

    await page.goto(`/courses/${courseId}`)
    await expect(page.locator('main h1')).toHaveText(title.replaceAll(/\s+/g, ' '), { timeout: PATIENCE_MS })
    await page.locator('#course-instructors').waitFor()
    const label = `round ${round}`
    expect(await missingIn(page, [...own.filter((text) => text !== item), ...ownBios]), label).toEqual([])
    await touchAll(page, 'main :is(h1, h2, h3, p, li, bdi)')
    await expectSound(page, `${label}: the course`)

    await page.goto(`/instructors/${staff[0]?.id}`)
    await expect(page.locator('main h1')).toBeVisible({ timeout: PATIENCE_MS })
    expect(await missingIn(page, [ownBios[0] ?? '', title]), label).toEqual([])
    await expectSound(page, `${label}: who teaches`)
    expect(found, label).toEqual(nothingFound())
  }
})

onlyInFullRuns(test)(
  'C1: given hostile names of the client, when its sign-in page opens, then it is called so and nothing runs',
  async ({ page, context, found, call }) => {
    const [before] = await inDatabase('select name from client where client_id = 7')
    const nameNow = async () =>
      (await call<{ name: string }>('GET', '/api/clients/7/public-info/', undefined, '')).name
    const rename = async (name: string) => {
      await inDatabase(
        `with named as (update client set name = $1 where client_id = 7 returning client_id)
         select pg_notify('lms_change', $2) from named`,
        [name, JSON.stringify({ id: 'story', change: { kind: 'client', clientId: 7 } })],
      )
      await expect.poll(nameNow, { intervals: [5, 20, 100], timeout: PATIENCE_MS }).toBe(name)
    }
    const toldIn = (opened: Page) =>
      opened.evaluate(
        () =>
          (
            JSON.parse(document.getElementById('runtime-config')?.textContent ?? '{}') as {
              client?: { name: string }
            }
          ).client?.name,
      )
    // A page keeps the name it came with while the next one comes with another.
    const pages = [page, ...(await Promise.all(Array.from({ length: TABS - 1 }, () => context.newPage())))]
    const look = async (opened: Page, name: string) => {
      await opened.locator('input[autocomplete="username"]').waitFor({ timeout: PATIENCE_MS })
      expect([await toldIn(opened), await opened.title()]).toEqual([
        name,
        expect.stringContaining(name.replaceAll(/\s+/g, ' ')),
      ])
      await expectSound(opened, name)
    }
    const names = hostileTexts(CLIENT_NAMES, CLIENT_NAME_MAX)
    let seen = 0
    try {
      for (; seen < names.length; seen += TABS) {
        const some = names.slice(seen, seen + TABS)
        for (const [at, name] of some.entries()) {
          await rename(name)
          await pages[at]?.goto('/login', { waitUntil: 'commit' })
        }
        await Promise.all(some.map((name, at) => look(pages[at] ?? page, name)))
        expect(found, some.join(' ')).toEqual(nothingFound())
      }
    } finally {
      console.info(`${seen} names of the client seen`)
      await rename(String(before?.['name']))
    }
  },
)

/** The control: words that are missing, a handler, a frame and too wide a line are noticed. */
const expectNoticed = async (page: Page) => {
  expect(await missingIn(page, ['never written'])).toEqual(['never written'])
  await page.evaluate(() => {
    const line = document.createElement('p')
    line.setAttribute('onx', '')
    line.textContent = 'x '.repeat(2_000)
    line.style.setProperty('white-space', 'nowrap')
    line.style.setProperty('overflow', 'visible')
    document.querySelector('main')?.append(line, document.createElement('iframe'))
  })
  const { handlers, foreign, tooWide } = await strangeIn(page)
  expect([handlers.length, foreign.length]).toEqual([1, 1])
  expect(tooWide).toBeGreaterThan(100)
}

// A commit does this with some of them beside the bodies of posts (hostile-forum).
onlyInFullRuns(test)(
  'C1: given the same texts through a hole and no policy, when they are read as markup, then most run: the control',
  async ({ browser, baseURL }) => {
    const bodies = hostileTexts(1_000, NAME_MAX)
    const { ran, tried } = await throughAHole(browser, baseURL, { bodies, bypassCSP: true })
    expect(ran.length).toBeGreaterThan(tried / 4)
  },
)
