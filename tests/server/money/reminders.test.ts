/** Reminders of programme parts: on their days, once over two servers, and to nobody who has paid. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRemindersJob } from '#server/features/money/programmes/reminders.job.ts'
import { momentOf } from '#server/features/money/programmes/reminders.ts'
import { CLIENT } from '../courses/world.ts'
import { grantsOf, startProgrammeWorld, TOTAL, type ProgrammeWorld } from './programme-world.ts'

const HOUR = 3_600_000
const BOOKING = TOTAL / 10
/** The first instalment is due 30 days after the booking amount. */
const DUE_DAY = 30

let world: ProgrammeWorld
let start: number
beforeAll(async () => {
  world = await startProgrammeWorld()
  // 10:30 in Kolkata.
  const now = world.server.clock.now()
  world.server.clock.advance(new Date(now).setUTCHours(29, 0, 0, 0) - now.getTime())
  start = world.server.clock.now().getTime()
})
afterAll(() => world.server.close())

const contextOf = () => {
  const { core } = world.server
  return { outbox: core.outbox, publicUrl: 'https://learn.test', demo: false, notify: grantsOf(core).notify }
}
const job = (context = contextOf()) => createRemindersJob(world.server.core, context)
const onDay = (day: number, hours = 0) => {
  const { clock } = world.server
  clock.advance(start + day * 24 * HOUR + hours * HOUR - clock.now().getTime())
}
const booked = async (language = 'en') => {
  const user = await world.person()
  await world.rows(`update app_user set language = $2 where id = $1`, [user, language])
  await world.send(world.message('paid', await world.checkout(user, BOOKING), BOOKING))
  return user
}
const mailsTo = (user: number) =>
  world.rows<{ subject: string; text: string }>(
    `select m.subject, m.language from outbox_message m join app_user u on u.client_id = m.client_id and u.email = m.recipient
     where u.id = $1 order by m.id`,
    [user],
  )
const sentOf = async (user: number) =>
  (
    await world.rows<{ moment: string }>(
      `select r.moment from programme_reminder r join programme_order o on o.id = r.order_id
       where o.user_id = $1 order by r.sent_at`,
      [user],
    )
  ).map(({ moment }) => moment)

it('has one thing to say a day, and the last day of grace comes first', () => {
  const days = (grace: number) => Array.from({ length: 12 }, (_, index) => momentOf(index - 3, grace))
  expect(days(7).filter(Boolean)).toEqual(['before', 'today', 'late', 'last'])
  expect(days(3).filter(Boolean)).toEqual(['before', 'today', 'last'])
  expect(days(0).filter(Boolean)).toEqual(['before', 'last'])
  expect(days(2).filter(Boolean)).toEqual(['before', 'today', 'last'])
})

it('reminds once a day on two servers, in the person’s language, and only who owes', async () => {
  onDay(0)
  const late = await booked('hi')
  const paid = await booked()
  const part = (await world.page(paid)).order?.parts[1]?.amount_minor ?? 0
  await world.send(world.message('paid', await world.checkout(paid, part), part))
  onDay(DUE_DAY - 3, -6)
  await job().look()
  expect(await sentOf(late)).toEqual([])
  for (const day of [-4, -3, -2, 0, 1, 3, 5, 7, 8]) {
    onDay(DUE_DAY + day)
    await Promise.all([job().look(), job().look()])
    await job().look()
  }
  expect(await sentOf(late)).toEqual(['before', 'today', 'late', 'last'])
  expect(await sentOf(paid)).toEqual([])
  const mails = await mailsTo(late)
  expect(mails).toHaveLength(4)
  expect(mails[1]).toEqual({ subject: 'Data Career Programme: आज भुगतान का दिन है', language: 'hi' })
  expect(
    await world.rows(`select params from notification where user_id = $1 and kind = 'payment_due'`, [late]),
  ).toHaveLength(4)
})

it('sends again what a kill took back, and only that', async () => {
  onDay(100)
  const user = await booked()
  onDay(100 + DUE_DAY)
  const broken = { ...contextOf(), outbox: { add: () => Promise.reject(new Error('killed')) } }
  await expect(job(broken as never).look()).rejects.toThrow('killed')
  expect(await sentOf(user)).toEqual([])
  await job().look()
  await job().look()
  expect(await sentOf(user)).toEqual(['today'])
  expect(await mailsTo(user)).toHaveLength(1)
  // Control: without the note of what was sent, the mail goes out twice.
  await world.rows(`delete from programme_reminder where client_id = $1`, [CLIENT])
  await job().look()
  expect(await mailsTo(user)).toHaveLength(2)
})
