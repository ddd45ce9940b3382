/** A client with its meeting services, which are stand-ins on this machine. */
import { jwtVerify } from 'jose'
import type { JoinResult } from '#contract/live/live.ts'
import { createMeetingsJob } from '#server/features/live/index.ts'
import { createTestClock } from '#tests/support/clock.ts'
import { startBigBlueButton } from '#tests/support/live/bigbluebutton-server.ts'
import { testOutgoing } from '#tests/support/live/outgoing.ts'
import { CLIENT, startLiveWorld } from '#tests/support/live/world.ts'
import type { SessionForm } from '#contract/live/admin/sessions.ts'

export const SECRET = '639259d4-9dd8-4b25-bf01-95f9567eaf4b'
export const JITSI_SECRET = 'jitsi-secret-of-at-least-32-characters'
/** 18:00 in Kolkata. */
export const START = new Date('2026-11-24T12:30:00Z')
export const at = (minutes: number) => new Date(START.getTime() + minutes * 60_000)

export const startMeetingsWorld = async () => {
  const clock = createTestClock(new Date('2026-11-23T06:00:00Z'))
  const world = await startLiveWorld(clock, { PUBLIC_URL: 'https://learn.example.test' })
  const rooms = await startBigBlueButton(SECRET)
  const { admin, teacher } = world.people
  const settings = (provider: string, body: object) =>
    world.call(admin, 'PUT', `/admin/live-providers/${provider}/`, body)
  await settings('bigbluebutton', { url: 'https://rooms.test/', app_id: null, secret: SECRET })
  await settings('jitsi', { url: 'https://meet.test', app_id: 'school', secret: JITSI_SECRET })
  // The stand-in has no certificate; only its address in the database changes.
  await world.server.db.asSuperuser('alter table live_provider drop constraint live_provider_url_check')
  await world.server.db.asSuperuser("update live_provider set url = $1 where provider = 'bigbluebutton'", [
    rooms.url,
  ])
  const job = createMeetingsJob(world.server.core, testOutgoing())
  /** A class in Kolkata at 18:00 for an hour. */
  const plan = async (form: Partial<SessionForm>) => {
    clock.set(new Date('2026-11-23T06:00:00Z'))
    const answer = await world.create(teacher, { meeting_url: null, ...form })
    const { id } = answer.json() as { id: number }
    const [row] = await world.server.db.asSuperuser<{ room_id: string }>(
      'select room_id from live_session where id = $1',
      [id],
    )
    return { id, room: row?.room_id ?? '' }
  }
  const join = async (userId: number, id: number, minute: number) => {
    clock.set(at(minute))
    const answer = await world.call(userId, 'POST', `/live/sessions/${id}/join/`, {
      consent: null,
      page: crypto.randomUUID(),
    })
    return answer.json() as JoinResult
  }
  /** Who the token of a Jitsi address lets in, and where. */
  const tokenIn = async (url: string) => {
    const token = new URL(url).searchParams.get('jwt') ?? ''
    const { payload } = await jwtVerify(token, new TextEncoder().encode(JITSI_SECRET), {
      currentDate: clock.now(),
    })
    return payload
  }
  const end = (userId: number, id: number) => world.call(userId, 'POST', `/admin/live-sessions/${id}/end/`)
  const minutesOf = async (userId: number, id: number) => {
    const answer = await world.call(userId, 'GET', `/live/past/?page_size=50`)
    const { results } = answer.json() as { results: { id: number; minutes: number | null }[] }
    return results.find((session) => session.id === id)?.minutes
  }
  return {
    ...world,
    clock,
    rooms,
    job,
    plan,
    join,
    tokenIn,
    end,
    minutesOf,
    CLIENT,
    close: async () => {
      await world.server.close()
      await rooms.close()
    },
  }
}
export type MeetingsWorld = Awaited<ReturnType<typeof startMeetingsWorld>>
