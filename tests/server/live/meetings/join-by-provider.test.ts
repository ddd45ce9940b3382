import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startMeetingsWorld, type MeetingsWorld } from './world.ts'

let world: MeetingsWorld
beforeAll(async () => {
  world = await startMeetingsWorld()
})
afterAll(() => world.close())

const urlOf = async (userId: number, id: number, minute: number) => {
  const answer = await world.join(userId, id, minute)
  return answer.outcome === 'joined' ? answer.url : answer.reason
}

describe('joining through a meeting service', () => {
  it('lets a learner and the host into the room of Jitsi, each by a token of their own', async () => {
    const { id, room } = await world.plan({ provider: 'jitsi' })
    const tokens = []
    for (const who of [world.people.ann, world.people.teacher]) {
      const url = await urlOf(who, id, 1)
      expect(new URL(url).pathname).toBe(`/${room}`)
      tokens.push(await world.tokenIn(url))
    }
    expect(tokens).toMatchObject([
      { room, moderator: false, iss: 'school', context: { user: { name: 'Ann' } } },
      { room, moderator: true, iss: 'school', context: { user: { name: 'Teacher' } } },
    ])
  })

  it('lets a learner into BigBlueButton by an address that the server accepts', async () => {
    const { id, room } = await world.plan({ provider: 'bigbluebutton' })
    const entered = await fetch(world.rooms.local(await urlOf(world.people.ann, id, 1)), {
      redirect: 'manual',
    })
    expect(entered.status).toBe(302)
    expect(world.rooms.meetings.get(room)?.attendees).toEqual([
      { userId: String(world.people.ann), name: 'Ann', role: 'VIEWER' },
    ])
  })

  it('hands nothing out and asks no service before the window, after the end, or to strangers', async () => {
    const calls = world.rooms.calls.length
    for (const provider of ['jitsi', 'bigbluebutton'] as const) {
      const { id, room } = await world.plan({ provider })
      expect(await urlOf(world.people.ann, id, -10.02)).toBe('too_early')
      expect(await urlOf(world.people.ann, id, 60)).toBe('ended')
      world.clock.set(new Date('2026-11-24T12:31:00Z'))
      const page = { consent: null, page: crypto.randomUUID() }
      const stranger = await world.call(world.people.cem, 'POST', `/live/sessions/${id}/join/`, page)
      expect(stranger.statusCode).toBe(404)
      for (const path of ['/live/schedule/', `/live/sessions/${id}/calendar/`])
        expect((await world.call(world.people.ann, 'GET', path)).body).not.toContain(room)
    }
    expect(world.rooms.calls).toHaveLength(calls)
  })
})
