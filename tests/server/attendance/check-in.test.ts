import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addCheckIn } from '#server/features/attendance/check-in.repository.ts'
import { meetingOf } from '#tests/support/meeting.ts'
import { startClass, type TestClass } from './setup.ts'

let at: TestClass
beforeAll(async () => {
  at = await startClass()
})
afterAll(() => at.close())

const open = (session: number) =>
  at.call(at.people.teacher, 'PUT', `/admin/attendance/sessions/${session}/check-in/`, { open: true })
const board = async (session: number) =>
  (await at.call(at.people.teacher, 'GET', `/admin/attendance/sessions/${session}/board/`))
    .body as unknown as { state: string; code: string | null; next_in_ms: number; people: object[] }
const codeOf = async (session: number) => (await board(session)).code ?? ''
const checkIn = (user: number, session: number, code: string) =>
  at.call(user, 'POST', `/attendance/sessions/${session}/check-in/`, { code })
const whyOf = ({ status, body }: Awaited<ReturnType<typeof checkIn>>) =>
  `${status} ${(body as unknown as { fields?: { code?: { params: { why: string } }[] } }).fields?.code?.[0]?.params.why}`

describe('checking in', () => {
  it('marks present with the code on the screen, late after ten minutes, in any digits', async () => {
    at.at(0)
    const session = await at.session(5)
    expect((await open(session)).status).toBe(200)
    const code = await codeOf(session)
    expect(
      (await checkIn(at.people.ann, session, `${code.slice(0, 4)} ${code.slice(4)}`)).body,
    ).toMatchObject({ status: 'present', session: { id: session } })
    at.at(16)
    const arabic = (await codeOf(session))
      .split('')
      .map((digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)])
      .join('')
    expect((await checkIn(at.people.bob, session, arabic)).body).toMatchObject({ status: 'late' })
    expect(await at.marks(session)).toMatchObject([
      { user_id: at.people.ann, status: 'present', source: 'check-in' },
      { user_id: at.people.bob, status: 'late', source: 'check-in' },
    ])
    expect((await board(session)).people).toMatchObject([
      { name: 'Ann', via: 'check-in', status: 'present' },
      { name: 'Bob', via: 'check-in', status: 'late' },
    ])
  })

  it('gives a forged, foreign, old, used, early, closed and late code each its own answer', async () => {
    at.at(0)
    const [session, other, later] = [await at.session(0), await at.session(0), await at.session(30)]
    const { ann, bob } = at.people
    expect(whyOf(await checkIn(ann, session, '12345678'))).toBe('409 closed')
    await open(session)
    await open(other)
    expect(whyOf(await checkIn(ann, later, '12345678'))).toBe('409 early')
    expect(whyOf(await checkIn(ann, session, '00000000'))).toBe('422 forged')
    expect(whyOf(await checkIn(ann, session, await codeOf(other)))).toBe('422 other_session')
    const shared = await codeOf(session)
    at.clock.advance(17_001 + 15_000)
    // Sent to a friend, it is old by the time it arrives.
    expect(whyOf(await checkIn(bob, session, shared))).toBe('422 old')
    const code = await codeOf(session)
    expect((await checkIn(ann, session, code)).status).toBe(200)
    expect(whyOf(await checkIn(ann, session, code))).toBe('409 used')
    at.at(61)
    expect(whyOf(await checkIn(bob, session, code))).toBe('422 ended')
    expect((await open(session)).status).toBe(409)
  })

  describe('a code that is scanned before signing in', () => {
    /** The cookie that the browser has after the scan; empty if there is none. */
    const scan = async (session: number, code: string) => {
      const answer = await at.server.app.inject({
        method: 'POST',
        url: `/api/clients/7/attendance/sessions/${session}/scan/`,
        payload: { code },
      })
      expect([answer.statusCode, answer.body]).toEqual([200, '{}'])
      const [cookie] = answer.cookies
      if (cookie) expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', maxAge: 600 })
      return cookie ? `${cookie.name}=${cookie.value}` : ''
    }
    const checkInFrom = async (user: number, session: number, code: string, cookie: string) => {
      const answer = await at.server.app.inject({
        method: 'POST',
        url: `/api/clients/7/attendance/sessions/${session}/check-in/`,
        headers: { authorization: `Bearer ${user}`, cookie },
        payload: { code },
      })
      return { status: answer.statusCode, body: answer.json<Record<string, never>>() }
    }
    const { ann, bob } = { ann: () => at.people.ann, bob: () => at.people.bob }
    const scanned = async () => {
      at.at(9)
      const session = await at.session(0)
      await open(session)
      const code = await codeOf(session)
      return { session, code, cookie: await scan(session, code) }
    }

    it('counts after a long sign-in, from the moment of the scan', async () => {
      const { session, code, cookie } = await scanned()
      at.clock.advance(9 * 60_000)
      expect(whyOf(await checkIn(ann(), session, code))).toBe('422 old')
      const answer = await checkInFrom(ann(), session, code, cookie)
      // Ten minutes after the start would be late; the scan was earlier.
      expect([answer.status, answer.body]).toMatchObject([200, { status: 'present' }])
    })

    it('counts for one learner', async () => {
      const { session, code, cookie } = await scanned()
      at.clock.advance(60_000)
      expect((await checkInFrom(ann(), session, code, cookie)).status).toBe(200)
      expect(whyOf(await checkInFrom(bob(), session, code, cookie))).toBe('422 old')
      expect(whyOf(await checkInFrom(ann(), session, code, cookie))).toBe('409 used')
    })

    it('counts in its session, and not when the cookie is changed', async () => {
      const { session, code, cookie } = await scanned()
      const other = await at.session(0)
      await open(other)
      const otherCode = await codeOf(other)
      at.clock.advance(60_000)
      expect(whyOf(await checkInFrom(bob(), other, otherCode, cookie))).toBe('422 old')
      const later = cookie.replace(/\.(\d{13})\./, (_, time: string) => `.${Number(time) + 60_000}.`)
      expect(later).not.toBe(cookie)
      expect(whyOf(await checkInFrom(bob(), session, code, later))).toBe('422 old')
    })

    it('counts until ten minutes have passed, and not a moment longer', async () => {
      const { session, code, cookie } = await scanned()
      const second = await scan(session, code)
      at.clock.advance(10 * 60_000)
      expect((await checkInFrom(ann(), session, code, second)).status).toBe(200)
      at.clock.advance(1)
      expect(whyOf(await checkInFrom(bob(), session, code, cookie))).toBe('422 old')
    })

    it('leaves no cookie for a wrong or an old code, and answers the same', async () => {
      const { session, code } = await scanned()
      expect(await scan(session, '00000000')).toBe('')
      at.clock.advance(33_000)
      expect(await scan(session, code)).toBe('')
    })
  })

  it('is not there for somebody who is not invited, nor its board for another instructor', async () => {
    at.at(0)
    const session = await at.session(0)
    await open(session)
    expect((await checkIn(at.people.stranger, session, await codeOf(session))).status).toBe(404)
    for (const path of ['board/', 'check-in/'])
      expect(
        (
          await at.call(
            at.people.colleague,
            path === 'board/' ? 'GET' : 'PUT',
            `/admin/attendance/sessions/${session}/${path}`,
            ...(path === 'board/' ? [] : [{ open: true }]),
          )
        ).status,
      ).toBe(404)
  })

  it('G2: counts 100 parallel check-ins of one learner once', async () => {
    at.at(0)
    const session = await at.session(0)
    await open(session)
    const code = await codeOf(session)
    const answers = await Promise.all(
      Array.from({ length: 100 }, () =>
        at.server.core.db.withTenant(7, (db) =>
          addCheckIn(db, 7, { sessionId: session, userId: at.people.bob, now: at.clock.now() }),
        ),
      ),
    )
    expect(answers.filter(Boolean)).toHaveLength(1)
    const second = await at.session(0)
    await open(second)
    const secondCode = await codeOf(second)
    // The limit of calls for a person allows twenty a minute.
    const calls = await Promise.all(
      Array.from({ length: 18 }, () => checkIn(at.people.ann, second, secondCode)),
    )
    expect(calls.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(calls.filter(({ status }) => status !== 200).map(whyOf))).toEqual(new Set(['409 used']))
    expect(code).not.toBe(secondCode)
  })

  it('control: without the key of learner and session, parallel check-ins count more than once', async () => {
    const session = await at.session(0)
    await at.server.db.asSuperuser('create table loose_check_in (session_id int, user_id int)')
    const bothLooked = meetingOf(2)
    const looseCheckIn = async () => {
      const found = await at.server.db.asSuperuser('select from loose_check_in where session_id = $1', [
        session,
      ])
      await bothLooked()
      if (found.length > 0) return false
      await at.server.db.asSuperuser('insert into loose_check_in values ($1, 1)', [session])
      return true
    }
    const answers = await Promise.all([looseCheckIn(), looseCheckIn()])
    expect(answers).toEqual([true, true])
  })
})
