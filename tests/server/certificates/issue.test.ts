import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkCharacter, readSerial, showSerial } from '#contract/certificates/serial.ts'
import { CLIENT, DAY_MS, startSchool, type School } from './setup.ts'

let at: School
beforeAll(async () => {
  at = await startSchool()
})
afterAll(() => at.close())

const told = (userId: number) =>
  at.query<{ kind: string }>('select kind from notification where user_id = $1 order by id', [userId])
const counted = async (userId: number) => {
  const [row] = await at.query<{ n: number }>(
    'select count(*)::int as n from certificate where user_id = $1 and replaced_at is null',
    [userId],
  )
  return row?.n
}

describe('a certificate of a course', () => {
  it('is issued once the course is completed and the name is confirmed', async () => {
    const courseId = await at.course()
    const me = await at.person('student', 'Asha Rao')
    await at.enrol(me, courseId)
    expect((await at.own(me)).in_progress).toMatchObject([
      { subject_id: courseId, state: 'open', criteria: [{ kind: 'completion', met: false, value: 0 }] },
    ])
    await at.complete(me, courseId)
    expect(await at.own(me)).toMatchObject({
      name: { value: 'Asha Rao', is_confirmed: false, is_locked: false },
      earned: [],
      in_progress: [{ state: 'ready' }],
    })
    expect((await at.confirm(me, 'Asha R. Rao')).status).toBe(200)
    const { earned, in_progress: open } = await at.own(me)
    expect(earned).toMatchObject([
      { recipient_name: 'Asha R. Rao', title: 'Data basics', state: 'valid', issued_on: '2026-01-15' },
    ])
    expect(open).toEqual([])
    expect(readSerial(earned[0]?.serial ?? '')).toBe(earned[0]?.serial)
    expect(await told(me)).toEqual([{ kind: 'certificate_issued' }])
  })

  it('is issued without a visit to whoever confirmed the name before', async () => {
    const { userId } = await at.certified(await at.course('First'))
    await at.complete(userId, await at.course('Second'))
    await at.runJob()
    expect(await counted(userId)).toBe(2)
  })

  it('asks once for the name, for what was completed lately', async () => {
    const [fresh, old] = [await at.person(), await at.person()]
    const courseId = await at.course('Asked')
    await at.complete(fresh, courseId)
    await at.enrol(old, courseId, new Date(at.clock.now().getTime() - 30 * DAY_MS))
    await at.runJob()
    await at.runJob()
    expect([await told(fresh), await told(old)]).toEqual([[{ kind: 'certificate_ready' }], []])
  })

  it('is issued exactly once by 50 parallel calls', async () => {
    const { userId } = await at.certified(await at.course('Warm'))
    const courseId = await at.course('Raced')
    await at.complete(userId, courseId)
    await Promise.all([...Array.from({ length: 50 }, () => at.own(userId)), at.runJob()])
    const rows = await at.query('select 1 from certificate where user_id = $1 and course_id = $2', [
      userId,
      courseId,
    ])
    expect(rows).toHaveLength(1)
    const news = await at.query(
      `select 1 from audit_event where action = 'certificates.issue' and detail ->> 'course' = $1`,
      [String(courseId)],
    )
    expect(news).toHaveLength(1)
  })

  it('control: without the rule of the database, parallel calls issue several', async () => {
    const { userId } = await at.certified(await at.course('Warm again'))
    const courseId = await at.course('Raced without')
    await at.complete(userId, courseId)
    await at.query('drop index certificate_course')
    // Every call has looked before the first one can write.
    await at.query(`create function wait_before_insert() returns trigger language plpgsql
      as 'begin perform pg_sleep(1); return new; end'`)
    await at.query(`create trigger waits before insert on certificate
      for each row execute function wait_before_insert()`)
    await Promise.all(Array.from({ length: 3 }, () => at.own(userId)))
    await at.query('drop function wait_before_insert cascade')
    const rows = await at.query<{ id: number }>(
      'select id from certificate where user_id = $1 and course_id = $2 order by id',
      [userId, courseId],
    )
    expect(rows.length).toBeGreaterThan(1)
    await at.query('delete from certificate where id = any ($1)', [rows.slice(1).map(({ id }) => id)])
    await at.query(
      'create unique index certificate_course on certificate (client_id, user_id, course_id) where replaced_at is null',
    )
  })
})

/** Sets one thing that a learner has, for the test of its criterion. */
const give = {
  quiz: async (me: number, courseId: number, percent: number) => {
    await at.query(
      `insert into item_progress (client_id, user_id, item_id, course_id, first_at, last_at, attempts, best_percent)
       select $1, $2, id, $3, now(), now(), 1, $4 from course_item where course_id = $3 and type = 'quiz'
       on conflict (client_id, user_id, item_id) do update set best_percent = excluded.best_percent`,
      [CLIENT, me, courseId, percent],
    )
  },
  minutes: async (me: number, _courseId: number, minutes: number) => {
    await at.query(
      `insert into daily_activity (client_id, user_id, day, seconds) values ($1, $2, '2025-12-05', $3)
       on conflict (client_id, user_id, day) do update set seconds = excluded.seconds`,
      [CLIENT, me, minutes * 60],
    )
  },
  /** The share of ten classes. */
  attendance: async (me: number, courseId: number, percent: number) => {
    await at.query(`delete from live_session where course_id = $1`, [courseId])
    await at.query(
      `with made as (insert into live_session (client_id, title, course_id, starts_at, ends_at, time_zone, audience,
         created_at, updated_at) select $1, 'Class', $2, '2026-01-05', '2026-01-05 01:00', 'UTC', 'course', now(), now()
         from generate_series(1, 10) returning id)
       insert into attendance_mark (client_id, session_id, user_id, status, source, updated_at)
       select $1, id, $3, case when row_number() over (order by id) <= $4::integer then 'present' else 'absent' end,
         'manual', now() from made`,
      [CLIENT, courseId, me, percent / 10],
    )
  },
} as const

describe('each criterion alone', () => {
  it.each([
    ['the final quiz with its lowest score', { min_score: 80 }, 'score', 'quiz', 79, 80],
    ['minimum study time', { min_minutes: 90 }, 'time', 'minutes', 89, 90],
    ['attendance', { min_attendance: 70 }, 'attendance', 'attendance', 60, 70],
  ] as const)('%s: holds from its target, not before', async (_name, rule, kind, gift, below, target) => {
    const courseId = await at.course(`Only ${kind}`)
    if (gift === 'quiz') {
      await at.query(
        'delete from item_article where item_id in (select id from course_item where course_id = $1)',
        [courseId],
      )
      await at.query(`update course_item set type = 'quiz' where course_id = $1`, [courseId])
    }
    expect((await at.rule(courseId, { completion: false, ...rule })).status).toBe(200)
    const me = await at.person()
    await at.confirm(me, 'Me')
    await at.enrol(me, courseId)
    await give[gift](me, courseId, below)
    expect(await at.runJob()).toBe(0)
    expect((await at.own(me)).in_progress).toMatchObject([
      { criteria: [{ kind, met: false, value: below, target }] },
    ])
    await give[gift](me, courseId, target)
    expect(await at.runJob()).toBe(1)
    expect((await at.own(me)).earned).toHaveLength(1)
  })
})

describe('criteria', () => {
  it('wait for minimum study time, attendance and payment, and say what is missing', async () => {
    const courseId = await at.course('Strict', 'premium')
    expect((await at.rule(courseId, { min_minutes: 60, min_attendance: 75, payment: true })).status).toBe(200)
    const me = await at.person()
    await at.confirm(me, 'Me')
    await at.complete(me, courseId)
    const states = async () =>
      (await at.own(me)).in_progress[0]?.criteria.map(({ kind, met, value }) => [kind, met, value])
    expect(await states()).toEqual([
      ['completion', true, 100],
      ['time', false, 0],
      ['attendance', false, null],
      ['payment', false, null],
    ])
    await at.query(
      `insert into daily_activity (client_id, user_id, day, seconds)
       values ($1, $2, '2025-11-30', 7200), ($1, $2, '2025-12-05', 3600)`,
      [CLIENT, me],
    )
    await at.query(
      `with made as (insert into live_session (client_id, title, course_id, starts_at, ends_at, time_zone, audience,
         created_at, updated_at) select $1, 'Class', $2, '2026-01-05', '2026-01-05 01:00', 'UTC', 'course', now(), now()
         from generate_series(1, 4) returning id)
       insert into attendance_mark (client_id, session_id, user_id, status, source, updated_at)
       select $1, id, $3, case when row_number() over (order by id) = 1 then 'absent' else 'present' end, 'manual', now()
       from made`,
      [CLIENT, courseId, me],
    )
    expect(await states()).toEqual([
      ['completion', true, 100],
      ['time', true, 60],
      ['attendance', true, 75],
      ['payment', false, null],
    ])
    expect(await at.runJob()).toBe(0)
    await at.query(
      `insert into course_purchase (client_id, course_id, user_id, purchased_at, source, amount_minor, currency, reference)
       values ($1, $2, $3, $4, 'manual', 100, 'INR', 'R-1')`,
      [CLIENT, courseId, me, at.clock.now()],
    )
    expect(await at.runJob()).toBe(1)
    expect((await at.own(me)).earned).toMatchObject([{ title: 'Strict' }])
  })

  it('count a programme as a payment once all of it is paid', async () => {
    const courseId = await at.course('Part of a programme', 'premium')
    await at.rule(courseId, { payment: true })
    const me = await at.person()
    await at.confirm(me, 'Me')
    await at.complete(me, courseId)
    await at.query(
      `with p as (insert into programme (client_id, slug, title, summary, total_minor, currency, minimum_minor)
         values ($1, 'flagship', '{}', '{}', 100, 'INR', 1) returning client_id, slug)
       insert into programme_course select client_id, slug, $2, 0 from p`,
      [CLIENT, courseId],
    )
    await at.query(
      `insert into programme_order (client_id, user_id, programme, plan, total_minor, scholarship_percent, owed_minor,
         currency, grace_days, minimum_minor, state, created_at, booked_at)
       values ($1, $2, 'flagship', 'once', 100, 0, 100, 'INR', 7, 1, 'booked', now(), now())`,
      [CLIENT, me],
    )
    await at.query(
      `insert into programme_order_course select client_id, id, $1, 0 from programme_order where user_id = $2`,
      [courseId, me],
    )
    expect((await at.own(me)).in_progress[0]?.criteria.at(-1)).toMatchObject({ kind: 'payment', met: false })
    await at.query("update programme_order set state = 'paid', paid_at = now() where user_id = $1", [me])
    expect(await at.runJob()).toBe(1)
    expect((await at.own(me)).earned).toMatchObject([{ title: 'Part of a programme' }])
  })

  it('revoke the certificate of a course whose money went back', async () => {
    const courseId = await at.course('Refunded', 'premium')
    const { userId, serial } = await at.certified(courseId)
    await at.query(
      `insert into course_purchase (client_id, course_id, user_id, purchased_at, source, amount_minor, currency,
         reference, refund_state, refund_asked_at, refund_settled_at)
       values ($1, $2, $3, $4, 'manual', 1, 'INR', 'R-2', 'refunded', $4, $4)`,
      [CLIENT, courseId, userId, at.clock.now()],
    )
    await at.runJob()
    expect((await at.own(userId)).earned).toMatchObject([{ state: 'revoked' }])
    expect((await at.verify(serial)).html).toContain('The course was refunded.')
    expect((await told(userId)).at(-1)).toEqual({ kind: 'certificate_revoked' })
    const [row] = await at.query<{ id: number }>('select id from certificate where serial = $1', [serial])
    const restored = await at.call(at.admin, 'POST', `/admin/certificates/${row?.id}/restore/`, {
      reason: 'No.',
    })
    expect(restored.status).toBe(409)
    // The refund is taken back.
    await at.query(
      `update course_purchase set refund_state = null, refund_asked_at = null, refund_settled_at = null
       where course_id = $1`,
      [courseId],
    )
    await at.runJob()
    await at.runJob()
    expect((await at.own(userId)).earned).toMatchObject([{ serial, state: 'valid' }])
    const events = await at.query<{ action: string }>(
      `select action from audit_event where object = $1 and action like '%re%o%e' order by id`,
      [`certificate:${row?.id}`],
    )
    expect(events.map(({ action }) => action)).toEqual(['certificates.revoke', 'certificates.restore'])
  })

  it('tell a month before a certificate expires, once', async () => {
    const courseId = await at.course('Renewed')
    await at.rule(courseId, { valid_months: 1 })
    const { userId, serial } = await at.certified(courseId)
    const before = at.clock.now()
    await at.runJob()
    expect(await told(userId)).toHaveLength(1)
    at.clock.set(new Date('2026-01-16T20:00:00Z'))
    await at.runJob()
    await at.runJob()
    expect((await told(userId)).map(({ kind }) => kind)).toEqual([
      'certificate_issued',
      'certificate_expiring',
    ])
    expect((await at.own(userId)).earned).toMatchObject([{ state: 'valid', expires_on: '2026-02-15' }])
    at.clock.set(new Date('2026-02-16T10:00:00Z'))
    expect((await at.verify(serial)).html).toContain('was valid until February 15, 2026')
    at.clock.set(before)
  })
})

describe('the name', () => {
  it('is corrected once within seven days, and the old number says what took its place', async () => {
    const { userId, serial } = await at.certified(await at.course('Named'), 'Asah Rao')
    expect((await at.own(userId)).name.correct_until).toBe('2026-01-22T10:00:00.000Z')
    expect((await at.confirm(userId, 'Asha Rao')).status).toBe(200)
    const { earned, name } = await at.own(userId)
    expect(earned).toMatchObject([{ recipient_name: 'Asha Rao', state: 'valid' }])
    expect(name).toMatchObject({ correct_until: null, is_locked: true })
    const [old, now] = [await at.verify(serial), await at.verify(earned[0]?.serial ?? '')]
    expect(old.html).toContain('was replaced by a new one')
    expect(old.html).toContain(`/verify/${showSerial(earned[0]?.serial ?? '')}`)
    expect(now.html).toContain('issued this certificate, and it is valid')
    expect((await at.confirm(userId, 'Asha Rao')).status).toBe(200)
    expect((await at.confirm(userId, 'Somebody Else')).status).toBe(409)
  })

  it('is corrected by one of many parallel calls', async () => {
    const { userId } = await at.certified(await at.course('Named in parallel'), 'Asah')
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => at.confirm(userId, `Name ${index}`)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await counted(userId)).toBe(1)
  })

  it('is locked after seven days', async () => {
    const { userId } = await at.certified(await at.course('Named late'))
    const before = at.clock.now()
    at.clock.set(new Date(before.getTime() + 7 * DAY_MS))
    expect((await at.confirm(userId, 'Too Late')).status).toBe(409)
    expect((await at.own(userId)).name.is_locked).toBe(true)
    at.clock.set(before)
  })
})

describe('serials', () => {
  it('find every wrong character and every two exchanged ones', () => {
    const random = 'ABCDEFGH2345678'
    const serial = random + checkCharacter(random)
    expect(readSerial(` ${showSerial(serial).toLowerCase()} `)).toBe(serial)
    for (let index = 0; index < serial.length; index += 1) {
      const wrong = serial[index] === 'Z' ? 'Y' : 'Z'
      expect(readSerial(serial.slice(0, index) + wrong + serial.slice(index + 1))).toBeNull()
      for (let other = index + 1; other < serial.length; other += 1) {
        const letters = Array.from(serial)
        ;[letters[index], letters[other]] = [letters[other] ?? '', letters[index] ?? '']
        expect(readSerial(letters.join(''))).toBe(serial[index] === serial[other] ? serial : null)
      }
    }
  })
})
