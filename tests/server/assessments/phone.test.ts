/** The phone check before an attempt: A14 for its codes, and one phone for one learner of an assessment. */
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

const send = (user: number, number = phone, assessmentId = assessment) =>
  world.call<{ phone: string }>(user, 'POST', `/assessments/${assessmentId}/phone/`, {
    phone: number,
    language: 'ar',
  })
const confirm = (user: number, code: string, number = phone, assessmentId = assessment) =>
  world.call<{ code?: string; phone?: string }>(user, 'POST', `/assessments/${assessmentId}/phone/confirm/`, {
    phone: number,
    code,
  })
/** The newest code sent to a number, from the outbox. */
const codeFor = async (number = phone): Promise<string> => {
  const rows = await world.server.db.asSuperuser<{ body_text: string }>(
    `select body_text from outbox_message where channel = 'sms' and recipient = $1 order by id desc limit 1`,
    [number],
  )
  return /\d{6}/.exec(rows[0]?.body_text ?? '')?.[0] ?? ''
}
const wrongCodeFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

test('accepts the code in other digits with spaces and binds the attempt to the number', async () => {
  expect((await world.start(me, assessment)).status).toBe(409)
  const sent = await send(me, phone.replace('+91', '0091 '))
  expect(sent.status).toBe(200)
  expect(sent.body.phone).not.toContain(phone.slice(4, 9))
  const code = await codeFor()
  const arabic = Array.from(code, (digit) => String.fromCodePoint(0x660 + Number(digit)))
  expect((await confirm(me, ` ${arabic.join(' ')} `)).status).toBe(200)
  // A retry after a lost response.
  expect((await confirm(me, code)).status).toBe(200)
  const { body } = await world.start(me, assessment)
  expect(await world.row(body.id)).toMatchObject({ phone })
})

test('accepts a code only from the sign-in that asked for it', async () => {
  await send(me)
  const code = await codeFor()
  const elsewhere = (digits: string) =>
    world.server.app.inject({
      method: 'POST',
      url: `/api/clients/7/assessments/${assessment}/phone/confirm/`,
      headers: { authorization: `Bearer ${me}.elsewhere` },
      payload: { phone, code: digits },
    })
  for (let attempt = 0; attempt < 6; attempt += 1)
    expect((await elsewhere(wrongCodeFor(code))).json().code).toBe('code_expired')
  expect((await elsewhere(code)).json().code).toBe('code_expired')
  expect((await confirm(me, code)).status).toBe(200)
})

test('A14: rejects the right code after five wrong tries', async () => {
  await send(me)
  const code = await codeFor()
  for (let attempt = 0; attempt < 5; attempt += 1)
    expect((await confirm(me, wrongCodeFor(code))).body.code).toBe('invalid_code')
  expect((await confirm(me, code)).body.code).toBe('code_expired')
})

test('A14: limits codes to one a minute, five an hour and ten a day, by person and number', async () => {
  expect((await send(me)).status).toBe(200)
  expect((await send(me)).status).toBe(429)
  expect((await send(me, `${phone}1`)).status).toBe(429)
  expect((await send(await world.learner())).status).toBe(429)
  for (let turn = 0; turn < 4; turn += 1) {
    world.server.clock.advance(MINUTE)
    expect((await send(me)).status).toBe(200)
  }
  world.server.clock.advance(MINUTE)
  expect((await send(me)).status).toBe(429)
  world.server.clock.advance(60 * MINUTE)
  expect((await send(me)).status).toBe(200)
})

test('rejects a code that is expired, replaced, or of another number, person or assessment', async () => {
  await send(me)
  const first = await codeFor()
  world.server.clock.advance(MINUTE)
  await send(me)
  const second = await codeFor()
  expect((await confirm(me, first === second ? wrongCodeFor(first) : first)).body.code).toBe('invalid_code')
  const otherAssessment = await world.assessment({ phone_verification: true })
  expect((await confirm(me, second, `${phone}9`)).status).toBe(422)
  expect((await confirm(await world.learner(), second)).status).toBe(422)
  expect((await confirm(me, second, phone, otherAssessment)).status).toBe(422)
  world.server.clock.advance(10 * MINUTE)
  expect((await confirm(me, second)).body.code).toBe('code_expired')
})

test('refuses a number used by somebody else, but not one that was only verified', async () => {
  await send(me)
  await confirm(me, await codeFor())
  const other = await world.learner()
  world.server.clock.advance(MINUTE)
  // Verified but not used, for example a family's phone.
  expect((await send(other)).status).toBe(200)
  expect((await confirm(other, await codeFor())).status).toBe(200)
  expect((await world.start(me, assessment)).status).toBe(409)
  expect((await world.start(other, assessment)).status).toBe(200)
  world.server.clock.advance(MINUTE)
  expect((await send(me)).status).toBe(409)
  // In another assessment the number is free.
  const otherAssessment = await world.assessment({ phone_verification: true })
  expect((await send(me, phone, otherAssessment)).status).toBe(200)
})

test('names the field when the phone number is invalid', async () => {
  for (const wrong of ['', '12', 'abc'])
    expect((await send(me, wrong)).body).toMatchObject({ code: 'invalid_fields' })
})

test('stores no code in readable form', async () => {
  await send(me)
  const code = await codeFor()
  const rows = await world.server.db.asSuperuser<{ text: string }>(
    'select c::text as text from assessment_phone_code c where c.phone = $1',
    [phone],
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]?.text.replace(phone, '')).not.toMatch(new RegExp(`\\b${code}\\b`))
})
