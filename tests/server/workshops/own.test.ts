import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { workshopSeatsJob } from '#server/features/workshops/index.ts'
import { startWorkshopWorld, type WorkshopWorld } from './world.ts'

let world: WorkshopWorld
beforeAll(async () => {
  world = await startWorkshopWorld()
})
afterAll(() => world.server.close())

const HOUR_MS = 3_600_000
const addresses = (...names: string[]) => names.map((name) => `${name}@${randomUUID()}.example.test`)
const own = (path: '' | 'confirm/' | 'cancel/', token: string) =>
  world.call(null, 'POST', `/workshop-registration/${path}`, { token })
const runJob = () => workshopSeatsJob(world.server.core).look()
const subjects = async (email: string) => (await world.mailsTo(email)).map(({ subject }) => subject)

describe('the waiting list of a workshop', () => {
  it('offers a free seat to the first, and to the next when the offer expires', async () => {
    const { id, code } = await world.open({ capacity: 1 })
    const [ann = '', bob = '', eve = ''] = addresses('ann', 'bob', 'eve')
    await world.register(code, ann)
    expect((await world.register(code, bob)).body).toEqual({ outcome: 'waiting' })
    await world.register(code, eve)
    expect((await own('', await world.tokenOf(eve))).body).toMatchObject({ status: 'waiting', position: 2 })

    await own('cancel/', await world.tokenOf(ann))
    expect(await world.statuses(id)).toEqual({ ann: 'cancelled', bob: 'offered', eve: 'waiting' })
    expect(await subjects(bob)).toContain('A seat is free for you: Kites by hand')

    world.clock.advance(23 * HOUR_MS)
    expect(await runJob()).toBe(0)
    world.clock.advance(2 * HOUR_MS)
    expect(await runJob()).toBe(1)
    expect(await world.statuses(id)).toEqual({ ann: 'cancelled', bob: 'cancelled', eve: 'offered' })
    expect(await subjects(bob)).toContain('Your seat went to the next person: Kites by hand')
    expect(await own('confirm/', await world.tokenOf(bob))).toMatchObject({ status: 409 })

    expect((await own('confirm/', await world.tokenOf(eve))).body).toMatchObject({ status: 'confirmed' })
    expect((await own('confirm/', await world.tokenOf(eve))).status).toBe(200)
    expect((await world.mailsTo(eve)).at(-1)?.calendar).toContain('STATUS:CONFIRMED')
  })

  it('gives nobody a seat before those who wait', async () => {
    const { id, code } = await world.open({ capacity: 1 })
    const [ann = '', bob = '', eve = ''] = addresses('ann', 'bob', 'eve')
    await world.register(code, ann)
    await world.register(code, bob)
    await own('cancel/', await world.tokenOf(ann))
    expect((await world.register(code, eve)).body).toEqual({ outcome: 'waiting' })
    expect(await world.statuses(id)).toEqual({ ann: 'cancelled', bob: 'offered', eve: 'waiting' })
  })

  it('moves on when staff add seats', async () => {
    const { id, code } = await world.open({ capacity: 1 })
    const [ann = '', bob = '', eve = ''] = addresses('ann', 'bob', 'eve')
    for (const email of [ann, bob, eve]) await world.register(code, email)
    const path = `/admin/workshops/${id}/`
    const { draft, version } = (await world.call(world.teacher, 'GET', path)).body as {
      draft: object
      version: number
    }
    await world.call(world.teacher, 'PUT', path, { ...draft, capacity: 3, version })
    expect(await world.statuses(id)).toEqual({ ann: 'confirmed', bob: 'offered', eve: 'offered' })
    expect(
      await world.call(world.teacher, 'PUT', path, { ...draft, capacity: 2, version: version + 1 }),
    ).toMatchObject({ status: 422, body: { fields: { capacity: [{ params: { min: 3 } }] } } })
  })
})

describe('a registration behind its link', () => {
  it('keeps a seat for a day until the address is confirmed, if the workshop asks for it', async () => {
    const { id, code } = await world.open({ capacity: 1, double_opt_in: true })
    const [ann = '', bob = ''] = addresses('ann', 'bob')
    expect((await world.register(code, ann)).body).toEqual({ outcome: 'check_mail' })
    expect((await world.mailsTo(ann))[0]?.calendar).toBeNull()
    world.clock.advance(25 * HOUR_MS)
    await runJob()
    expect(await world.statuses(id)).toEqual({ ann: 'cancelled' })
    await world.register(code, bob)
    expect((await own('confirm/', await world.tokenOf(bob))).body).toMatchObject({ status: 'confirmed' })
    expect(await world.statuses(id)).toEqual({ ann: 'cancelled', bob: 'confirmed' })
  })

  it('opens for its own token only', async () => {
    const { code } = await world.open()
    const [ann = '', bob = ''] = addresses('ann', 'bob')
    await world.register(code, ann)
    await world.register(code, bob)
    const [anns, bobs] = [await world.tokenOf(ann), await world.tokenOf(bob)]
    const swapped = `${anns.split('.')[0]}.${bobs.split('.')[1]}`
    expect((await own('', anns)).body).toMatchObject({ email: ann })
    expect((await own('', swapped)).status).toBe(404)
    const elsewhere = await world.server.app.inject({
      method: 'POST',
      url: '/api/clients/8/workshop-registration/',
      payload: { token: anns },
    })
    expect(elsewhere.statusCode).toBe(404)
  })

  it('gets a new link when somebody registers again after cancelling', async () => {
    const { code } = await world.open()
    const [ann = ''] = addresses('ann')
    await world.register(code, ann)
    const former = await world.tokenOf(ann)
    await own('cancel/', former)
    expect((await world.mailsTo(ann)).at(-1)?.calendar).toContain('STATUS:CANCELLED')
    await world.register(code, ann)
    expect((await own('', former)).status).toBe(404)
    expect((await own('', await world.tokenOf(ann))).body).toMatchObject({ status: 'confirmed' })
  })

  it('tells everybody when the workshop moves or is cancelled', async () => {
    const { id, code } = await world.open()
    const [ann = ''] = addresses('ann')
    await world.register(code, ann)
    const path = `/admin/workshops/${id}/`
    const { draft, version } = (await world.call(world.teacher, 'GET', path)).body as {
      draft: object
      version: number
    }
    const moved = { ...draft, starts_local: '2026-06-21T11:00' }
    expect((await world.call(world.teacher, 'PUT', path, { ...moved, version })).status).toBe(200)
    expect((await world.call(world.teacher, 'PUT', path, { ...moved, version })).status).toBe(409)
    await world.call(world.teacher, 'POST', `${path}state/`, { state: 'cancelled' })
    const [, change, cancellation] = await world.mailsTo(ann)
    expect(change?.calendar).toMatch(/SEQUENCE:1[\s\S]*DTSTART:20260621T053000Z/)
    expect(cancellation?.calendar).toMatch(/SEQUENCE:2[\s\S]*STATUS:CANCELLED/)
    expect((await own('', await world.tokenOf(ann))).body).toMatchObject({ workshop: { state: 'cancelled' } })
  })
})
