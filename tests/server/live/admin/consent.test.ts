import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestClock } from '#tests/support/clock.ts'
import { startLiveWorld, CLIENT, type LiveWorld } from '#tests/support/live/world.ts'

const clock = createTestClock(new Date('2026-11-23T06:00:00Z'))
let world: LiveWorld
beforeAll(async () => {
  world = await startLiveWorld(clock)
})
afterAll(() => world.server.close())

const setRule = (rule: string | null, userId = world.people.admin) =>
  world.call(userId, 'PUT', '/admin/live-consent/', { consent_rule: rule })
/** A class under way that is recorded as its host said. */
const plan = async (rule: 'none' | 'hidden' | 'required') => {
  const answer = await world.create(world.people.teacher, {
    consent_rule: rule,
    starts_local: '2026-11-23T11:35',
  })
  return (answer.json() as { id: number }).id
}
const outcome = async (id: number, consent: 'agreed' | 'hidden' | null) => {
  const answer = await world.call(world.people.ann, 'POST', `/live/sessions/${id}/join/`, {
    consent,
    page: randomUUID(),
  })
  const { outcome: what, reason } = answer.json() as { outcome: string; reason?: string }
  return reason ?? what
}
const shownRule = async (id: number) => {
  const schedule = (await world.call(world.people.ann, 'GET', '/live/schedule/')).json() as {
    results: { id: number; consent_rule: string }[]
  }
  const session = (await world.call(world.people.teacher, 'GET', `/admin/live-sessions/${id}/`)).json() as {
    form: { consent_rule: string }
  }
  return [schedule.results.find((each) => each.id === id)?.consent_rule, session.form.consent_rule]
}

describe('the client’s rule for people who do not agree to a recording', () => {
  it('stands above what hosts chose, at once and in both directions', async () => {
    const [free, strict, unrecorded] = [await plan('hidden'), await plan('required'), await plan('none')]
    expect((await setRule('required')).json()).toEqual({ consent_rule: 'required' })
    expect(await shownRule(free)).toEqual(['required', 'required'])
    expect(await outcome(free, 'hidden')).toBe('consent_needed')
    expect(await outcome(free, 'agreed')).toBe('joined')
    await setRule('hidden')
    expect(await shownRule(strict)).toEqual(['hidden', 'hidden'])
    expect(await outcome(strict, 'hidden')).toBe('joined')
    expect(await shownRule(unrecorded)).toEqual(['none', 'none'])
    expect(await outcome(unrecorded, null)).toBe('joined')
  })

  it('leaves it to the hosts when it is taken away', async () => {
    const strict = await plan('required')
    await setRule('hidden')
    await setRule(null)
    expect(await shownRule(strict)).toEqual(['required', 'required'])
    expect(await outcome(strict, 'hidden')).toBe('consent_needed')
  })

  it('is told to planners, set by admins alone, and noted once for each change', async () => {
    expect((await setRule('hidden', world.people.teacher)).statusCode).toBe(403)
    expect((await setRule('none')).statusCode).toBe(422)
    await world.server.db.asSuperuser('delete from live_setting where client_id = $1', [CLIENT])
    const noted = async () =>
      (
        await world.server.db.asSuperuser<{ object: string }>(
          "select object from audit_event where client_id = $1 and action = 'live.consent_save' order by id",
          [CLIENT],
        )
      ).map(({ object }) => object)
    const before = (await noted()).length
    await setRule('required')
    await setRule('required')
    expect((await noted()).slice(before)).toEqual(['live_setting:required'])
    for (const [userId, path] of [
      [world.people.teacher, '/admin/live-options/'],
      [world.people.admin, '/admin/live-providers/'],
    ] as const)
      expect((await world.call(userId, 'GET', path)).json()).toMatchObject({ consent_rule: 'required' })
  })
})
