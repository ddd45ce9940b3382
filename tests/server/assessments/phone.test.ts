/** The phone check before an attempt: TRUST A14 for its codes, and one phone for one learner of an assessment. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { START, startExamWorld, type ExamWorld } from './world.ts'

const MINUTE = 60_000
let world: ExamWorld
let assessment: number
let me: number
let numbers = 0
let phone: string
beforeAll(async () => {
  world = await startExamWorld()
  assessment = await world.assessment({ phone_verification: true })
})
afterAll(() => world.server.close())
beforeEach(async () => {
  world.server.clock.set(START)
  me = await world.learner()
  numbers += 1
  phone = `+9198765${String(10_000 + numbers)}`
})

const send = (user: number, to = phone, of = assessment) =>
  world.call<{ phone: string }>(user, 'POST', `/assessments/${of}/phone/`, { phone: to, language: 'ar' })
const confirm = (user: number, code: string, to = phone, of = assessment) =>
  world.call<{ code?: string; phone?: string }>(user, 'POST', `/assessments/${of}/phone/confirm/`, {
    phone: to,
    code,
  })
/** The newest code that was sent to a number, from the outbox. */
const codeFor = async (to = phone): Promise<string> => {
  const rows = await world.server.db.asSuperuser<{ body_text: string }>(
    `select body_text from outbox_message where channel = 'sms' and recipient = $1 order by id desc limit 1`,
    [to],
  )
  return /\d{6}/.exec(rows[0]?.body_text ?? '')?.[0] ?? ''
}
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

test('given the check, when the code is confirmed in other digits and spaced, then the attempt can start, bound to the number', async () => {
  expect((await world.start(me, assessment)).status).toBe(409)
  const sent = await send(me, phone.replace('+91', '0091 '))
  expect(sent.status).toBe(200)
  expect(sent.body.phone).not.toContain(phone.slice(4, 9))
  const code = await codeFor()
  const arabic = Array.from(code, (digit) => String.fromCodePoint(0x660 + Number(digit)))
  expect((await confirm(me, ` ${arabic.join(' ')} `)).status).toBe(200)
  // A repeat after a lost answer.
  expect((await confirm(me, code)).status).toBe(200)
  const { body } = await world.start(me, assessment)
  expect(await world.row(body.id)).toMatchObject({ phone })
})

test('given five wrong tries, when the right code follows, then it is worth nothing any more', async () => {
  await send(me)
  const code = await codeFor()
  for (let attempt = 0; attempt < 5; attempt += 1)
    expect((await confirm(me, otherThan(code))).body.code).toBe('invalid_code')
  expect((await confirm(me, code)).body.code).toBe('code_expired')
})

test('given wishes for codes, when they come too often, then a minute, five an hour and ten a day hold, by person and by number', async () => {
  expect((await send(me)).status).toBe(200)
  expect((await send(me)).status).toBe(429)
  expect((await send(me, `${phone}1`)).status).toBe(429)
  expect((await send(await world.learner())).status).toBe(429)
  for (let more = 0; more < 4; more += 1) {
    world.server.clock.advance(MINUTE)
    expect((await send(me)).status).toBe(200)
  }
  world.server.clock.advance(MINUTE)
  expect((await send(me)).status).toBe(429)
  world.server.clock.advance(60 * MINUTE)
  expect((await send(me)).status).toBe(200)
})

test('given a code, when it is too old, replaced, of another number, person or assessment, then it opens nothing', async () => {
  await send(me)
  const first = await codeFor()
  world.server.clock.advance(MINUTE)
  await send(me)
  const second = await codeFor()
  expect((await confirm(me, first === second ? otherThan(first) : first)).body.code).toBe('invalid_code')
  const elsewhere = await world.assessment({ phone_verification: true })
  expect((await confirm(me, second, `${phone}9`)).status).toBe(422)
  expect((await confirm(await world.learner(), second)).status).toBe(422)
  expect((await confirm(me, second, phone, elsewhere)).status).toBe(422)
  world.server.clock.advance(10 * MINUTE)
  expect((await confirm(me, second)).body.code).toBe('code_expired')
})

test('given a number with an attempt, when somebody else verifies it, then it is refused; one that was never used may change hands', async () => {
  await send(me)
  await confirm(me, await codeFor())
  const other = await world.learner()
  world.server.clock.advance(MINUTE)
  // Verified and not used: the family's phone.
  expect((await send(other)).status).toBe(200)
  expect((await confirm(other, await codeFor())).status).toBe(200)
  expect((await world.start(me, assessment)).status).toBe(409)
  expect((await world.start(other, assessment)).status).toBe(200)
  world.server.clock.advance(MINUTE)
  expect((await send(me)).status).toBe(409)
  // In another assessment the number is free.
  const elsewhere = await world.assessment({ phone_verification: true })
  expect((await send(me, phone, elsewhere)).status).toBe(200)
})

test('given what is no number, when a code is wanted, then the field is named', async () => {
  for (const wrong of ['', '12', 'abc'])
    expect((await send(me, wrong)).body).toMatchObject({ code: 'invalid_fields' })
})

test('given the tables, when looked into, then no code stands there', async () => {
  await send(me)
  const code = await codeFor()
  const rows = await world.server.db.asSuperuser<{ text: string }>(
    'select c::text as text from assessment_phone_code c where c.phone = $1',
    [phone],
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]?.text.replace(phone, '')).not.toMatch(new RegExp(`\\b${code}\\b`))
})
