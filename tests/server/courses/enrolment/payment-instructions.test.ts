import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CourseAccess } from '#contract/courses/enrolment.ts'
import { PAYMENT_INSTRUCTIONS_MAX, type PaymentInstructions } from '#contract/courses/payment-instructions.ts'
import { addPerson } from '#tests/support/server/people.ts'
import { CLIENT, OTHER_CLIENT, startWorld, type World } from '../world.ts'

const PATH = '/admin/payment-instructions/'

let world: World
let admin: number
beforeAll(async () => {
  world = await startWorld()
  await world.server.db.asSuperuser(`update client set languages = '{en,hi,ar}' where client_id = $1`, [
    CLIENT,
  ])
  admin = await addPerson(world.server.db, { clientId: CLIENT, name: 'Ada Admin', role: 'admin' })
})
afterAll(() => world.server.close())

const save = (texts: Record<string, string>) => world.call<PaymentInstructions>(admin, 'PUT', PATH, { texts })

const shownTo = async (user: number, courseId: number, language = 'en') => {
  const reply = await world.server.app.inject({
    method: 'GET',
    url: `/api/clients/${CLIENT}/courses/${courseId}/access/`,
    headers: { authorization: `Bearer ${user}`, 'accept-language': language },
  })
  return reply.json<CourseAccess>().payment_instructions
}

describe('payment instructions', () => {
  test("shows the client's text in the reader's language, else in the client's first", async () => {
    const id = await world.course({ price: 'premium' })
    expect(await shownTo(world.student, id)).toBeNull()
    const saved = await save({ en: 'Pay at the office.\r\nAsk for Tara.', hi: 'दफ़्तर में भुगतान करें।', ar: ' ' })
    expect(saved.body.texts).toEqual({
      en: 'Pay at the office.\nAsk for Tara.',
      hi: 'दफ़्तर में भुगतान करें।',
      ar: '',
    })
    expect(await shownTo(world.student, id, 'hi')).toBe('दफ़्तर में भुगतान करें।')
    expect(await shownTo(world.student, id, 'ar')).toBe('Pay at the office.\nAsk for Tara.')
    await save({ en: '' })
    expect(await shownTo(world.student, id, 'ar')).toBe('दफ़्तर में भुगतान करें।')
    expect((await world.call<PaymentInstructions>(admin, 'GET', PATH)).body.texts).toMatchObject({ en: '' })
  })

  test('shows nothing where nothing is to be paid', async () => {
    await save({ en: 'Pay at the office.' })
    const premium = await world.course({ price: 'premium' })
    const free = await world.course({ price: 'free' })
    expect(await shownTo(world.student, free)).toBeNull()
    const email = await world.server.db.asSuperuser<{ email: string }>(
      'select email from app_user where id = $1',
      [world.student],
    )
    const grant = { email: email[0]?.email, reference: 'R-77', amount_minor: 100 }
    expect((await world.call(admin, 'POST', `/courses/${premium}/grants/`, grant)).status).toBe(201)
    expect(await shownTo(world.student, premium)).toBeNull()
    expect(await shownTo(world.classmate, premium)).toBe('Pay at the office.')
  })

  test('refuses texts that are too long, and records who changed one', async () => {
    expect((await save({ en: 'x'.repeat(PAYMENT_INSTRUCTIONS_MAX + 1) })).status).toBe(422)
    await save({ en: 'Pay here.' })
    const events = await world.server.db.asSuperuser<{ actor_id: number; detail: object }>(
      `select actor_id, detail from audit_event where action = 'courses.paymentInstructions' order by id desc limit 1`,
    )
    expect(events).toEqual([{ actor_id: admin, detail: { languages: 'en' } }])
  })

  test("never shows another client's text", async () => {
    await save({ en: 'Pay here.' })
    const id = await world.course({ price: 'premium' }, OTHER_CLIENT)
    const reply = await world.server.app.inject({
      method: 'GET',
      url: `/api/clients/${OTHER_CLIENT}/courses/${id}/access/`,
      headers: { authorization: `Bearer ${world.stranger}` },
    })
    expect(reply.json<CourseAccess>().payment_instructions).toBeNull()
  })
})
