/**
 * `npm run bench -- attendance`: the attendance sheet of 500 learners and 60 classes beside a bare route that sends the same
 * bytes, and how it scrolls on a slow phone; 100 learners who check in at the same moment; 100 strangers who register for
 * 50 seats of a workshop. Needs the built app. BENCH_PORT sets another port.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import pg from 'pg'
import { FORM_MIN_MS } from '#contract/workshops/public.ts'
import { chromiumArgs, chromiumPath } from '#e2e/browser.ts'
import { DEMO_PASSWORD, demo } from '#e2e/product.ts'
import { untilQuiet } from '#e2e/quiet.ts'
import { startFloor, startProduct, temporaryData, withProductDatabase } from '../product.ts'
import { rate } from '../rates.ts'
import { middle, PHONE, signIn, SLOW_IN_WORDS, slowDown, verdict } from '../slow-phone.ts'

const PORT = Number(process.env['BENCH_PORT'] ?? 4262)
const CLIENT = 7
const LEARNERS = 500
const SESSIONS = 60
const SHEET_P99_MS = 100
const LONG_TASK_MS = 50
const CROWD = 100
const SEATS = 50
const CONNECTIONS = [1, 4] as const
const SCROLL_FRAMES = 240

const api = (url: string, path: string) => `${url}/api/clients/${CLIENT}${path}`

const tokenOf = async (url: string, email: string): Promise<string> => {
  const response = await fetch(`${url}/accounts/clients/${CLIENT}/user/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  })
  return ((await response.json()) as { access_token: string }).access_token
}

const send = (url: string, method: string, body: object, token?: string) =>
  fetch(url, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })

/** A course with learners who sign in as the demo's student does, past classes with marks, and one that is under way. */
const fill = async (client: pg.Client): Promise<{ course: number; now: number; emails: string[] }> => {
  const one = async (text: string, values: unknown[] = []) =>
    (await client.query<{ id: number }>(text, values)).rows[0]?.id ?? 0
  const course = await one(
    `insert into course (client_id, title, difficulty, price, status, position)
     values (${CLIENT}, 'A large class', 'beginner', 'free', 'published', 999) returning id`,
  )
  await client.query(
    `insert into app_user (client_id, email, email_key, username, username_key, full_name, role, time_zone, password_hash,
       email_verified_at, terms_accepted_at)
     select u.client_id, 'bench' || i || '@demo.test', 'bench' || i || '@demo.test', 'bench' || i, 'bench' || i,
       'Learner with a usual name ' || i, 'student', u.time_zone, u.password_hash, now(), now()
     from app_user u, generate_series(1, ${LEARNERS}) i where u.client_id = ${CLIENT} and u.email = $1`,
    [demo.student],
  )
  await client.query(
    `insert into enrolment (client_id, user_id, course_id, enrolled_at)
     select client_id, id, $1, now() - interval '1 year' from app_user
     where client_id = ${CLIENT} and email like 'bench%@demo.test'`,
    [course],
  )
  await client.query(
    `insert into live_session (client_id, title, course_id, audience, starts_at, ends_at, time_zone, created_at, updated_at)
     select ${CLIENT}, 'Class ' || i, $1, 'course', now() - make_interval(days => i), now() - make_interval(days => i)
       + interval '1 hour', 'Asia/Kolkata', now(), now() from generate_series(1, ${SESSIONS}) i`,
    [course],
  )
  await client.query(
    `insert into attendance_mark (client_id, session_id, user_id, status, source, found_status, found_source, minutes, updated_at)
     select s.client_id, s.id, e.user_id, k.status, 'presence', k.status, 'presence', 50, now()
     from live_session s join enrolment e on e.client_id = s.client_id and e.course_id = s.course_id
     cross join lateral (select (array['present','present','present','late','absent'])[1 + (s.id + e.user_id) % 5] as status) k
     where s.client_id = ${CLIENT} and s.course_id = $1`,
    [course],
  )
  const now = await one(
    `insert into live_session (client_id, title, course_id, audience, starts_at, ends_at, time_zone, created_at, updated_at)
     values (${CLIENT}, 'Now', $1, 'course', now() - interval '1 minute', now() + interval '1 hour', 'Asia/Kolkata', now(), now())
     returning id`,
    [course],
  )
  await client.query('vacuum analyze')
  return { course, now, emails: Array.from({ length: CROWD }, (_, i) => `bench${i + 1}@demo.test`) }
}

const sheetRates = async (url: string, course: number): Promise<void> => {
  const work = mkdtempSync(join(tmpdir(), 'lms-floor-'))
  const path = api(url, `/admin/attendance/courses/${course}/sheet/`)
  const headers = { authorization: `Bearer ${await tokenOf(url, demo.admin)}` }
  const body = await (await fetch(path, { headers })).json()
  writeFileSync(join(work, 'bodies.json'), JSON.stringify({ sheet: body }))
  const floor = await startFloor(join(work, 'bodies.json'), PORT + 1)
  try {
    for (const connections of CONNECTIONS) {
      const product = await rate({ url: path, headers, connections, seconds: 5 })
      const bare = await rate({ url: `${floor.url}/sheet`, connections, seconds: 3 })
      console.log(
        `sheet of ${LEARNERS} x ${SESSIONS}, ${connections} connections   ${product.perSecond.toFixed(0)} /s   p50 ${product.p50Ms} ms` +
          `   p99 ${product.p99Ms} ms (< ${SHEET_P99_MS}: ${verdict(product.p99Ms < SHEET_P99_MS && product.errors === 0)})` +
          `   bare route p99 ${bare.p99Ms} ms, ${(product.perSecond / bare.perSecond).toFixed(3)} of its rate` +
          (product.errors > 0 ? `   ${product.errors} ERRORS` : ''),
      )
    }
  } finally {
    await floor.stop()
    rmSync(work, { recursive: true, force: true })
  }
}

/** All calls at once: how long each took, and how each was answered. */
const crowd = async (name: string, calls: readonly (() => Promise<string>)[]): Promise<void> => {
  const times: number[] = []
  const answers = await Promise.all(
    calls.map(async (call) => {
      const began = performance.now()
      const answer = await call()
      times.push(performance.now() - began)
      return answer
    }),
  )
  const counts = Object.entries(Object.groupBy(answers, (answer) => answer)).map(
    ([answer, all]) => `${all?.length ?? 0} ${answer}`,
  )
  console.log(
    `${name.padEnd(44)} median ${middle(times).toFixed(0)} ms   slowest ${Math.max(...times).toFixed(0)} ms   ${counts.join(', ')}`,
  )
}

const checkIns = async (url: string, session: number, emails: readonly string[]): Promise<void> => {
  const admin = await tokenOf(url, demo.admin)
  const tokens: string[] = []
  for (const email of emails) tokens.push(await tokenOf(url, email))
  await send(api(url, `/admin/attendance/sessions/${session}/check-in/`), 'PUT', { open: true }, admin)
  const board = await fetch(api(url, `/admin/attendance/sessions/${session}/board/`), {
    headers: { authorization: `Bearer ${admin}` },
  })
  const { code } = (await board.json()) as { code: string }
  const path = api(url, `/attendance/sessions/${session}/check-in/`)
  await crowd(
    `${CROWD} check-ins at the same moment`,
    tokens.map((token) => async () => String((await send(path, 'POST', { code }, token)).status)),
  )
}

const registrations = async (url: string): Promise<void> => {
  const admin = await tokenOf(url, demo.admin)
  const created = await send(
    api(url, '/admin/workshops/'),
    'POST',
    {
      title: 'Bench',
      description: '',
      cover: null,
      course_id: null,
      starts_local: '2099-01-15T10:00',
      time_zone: 'Asia/Kolkata',
      minutes: 60,
      place: 'Hall',
      link: '',
      capacity: SEATS,
      fields: [],
      double_opt_in: false,
      idempotency_key: crypto.randomUUID(),
    },
    admin,
  )
  const { workshop } = (await created.json()) as { workshop: { id: number; code: string } }
  await send(api(url, `/admin/workshops/${workshop.id}/state/`), 'POST', { state: 'open' }, admin)
  const page = await fetch(api(url, `/workshops/${workshop.code}/`))
  const { form_token: formToken } = (await page.json()) as { form_token: string }
  await new Promise((resolve) => setTimeout(resolve, FORM_MIN_MS + 100))
  await crowd(
    `${CROWD} registrations for ${SEATS} seats`,
    Array.from({ length: CROWD }, (_, i) => async () => {
      const answer = await send(api(url, `/workshops/${workshop.code}/registrations/`), 'POST', {
        name: `Person ${i}`,
        email: `person${i}@example.test`,
        answers: {},
        form_token: formToken,
      })
      return ((await answer.json()) as { outcome?: string }).outcome ?? String(answer.status)
    }),
  )
}

/** Long tasks while the sheet scrolls a row or a column a frame, and the gaps between frames. */
const scrolled = (page: Page, side: 'scrollTop' | 'scrollLeft', step: number) =>
  page.evaluate(
    ({ side: along, step: by, frames }) =>
      new Promise<{ tasks: number[]; gaps: number[] }>((done) => {
        const box = document.querySelector<HTMLElement>('[role=grid]')
        const [tasks, gaps]: [number[], number[]] = [[], []]
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) tasks.push(entry.duration)
        })
        observer.observe({ type: 'longtask' })
        let last = performance.now()
        const frame = (now: number) => {
          gaps.push(now - last)
          last = now
          if (box) box[along] += by
          if (gaps.length <= frames) requestAnimationFrame(frame)
          else setTimeout(() => done({ tasks, gaps: gaps.slice(1) }), 500)
        }
        requestAnimationFrame(frame)
      }),
    { side, step, frames: SCROLL_FRAMES },
  )

const scrolling = async (url: string, course: number): Promise<void> => {
  const executablePath = chromiumPath()
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: chromiumArgs })
  try {
    const context = await browser.newContext({ ...PHONE, serviceWorkers: 'block' })
    const page = await context.newPage()
    await signIn(page, url, 'admin')
    await page.goto(`${url}/admin/attendance?course=${course}`)
    await page.locator('[role=gridcell]').first().waitFor()
    await untilQuiet(page)
    await slowDown(page)
    await page.waitForTimeout(1000)
    for (const [name, side, step] of [
      ['down', 'scrollTop', 60],
      ['to older classes', 'scrollLeft', -24],
    ] as const) {
      const { tasks, gaps } = await scrolled(page, side, step)
      const long = tasks.filter((ms) => ms > LONG_TASK_MS)
      console.log(
        `sheet scrolled ${name} ${SLOW_IN_WORDS}: ${long.length} tasks over ${LONG_TASK_MS} ms` +
          `${long.length > 0 ? ` (${long.map((ms) => ms.toFixed(0)).join(', ')})` : ''}: ${verdict(long.length === 0)}` +
          `   frames: median ${middle(gaps).toFixed(1)} ms, longest ${Math.max(...gaps).toFixed(0)} ms`,
      )
    }
  } finally {
    await browser.close()
  }
}

const data = temporaryData()
let product = await startProduct(data.folder, PORT)
try {
  const { course, now, emails } = await withProductDatabase(data.folder, CLIENT, fill)
  // A restart reads the new course: it was written past the change feed.
  await product.stop()
  product = await startProduct(data.folder, PORT)
  await sheetRates(product.url, course)
  await checkIns(product.url, now, emails)
  await registrations(product.url)
  await scrolling(product.url, course)
} finally {
  await product.stop()
  data.remove()
}
