import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { recordJoin } from '#server/features/live/learner/join.repository.ts'
import { meetingOf } from '#tests/support/meeting.ts'
import { CLIENT, minutesFrom, startLiveWorld, type LiveWorld } from './world.ts'

let world: LiveWorld
beforeAll(async () => {
  world = await startLiveWorld()
})
afterAll(() => world.server.close())
beforeEach(() => world.clock.set(minutesFrom(1)))

const outcomeAt = async (sessionId: number, minute: number, userId = world.people.ann) => {
  world.clock.set(minutesFrom(minute))
  const { body } = await world.join(userId, sessionId)
  return body.outcome === 'joined' ? body.url : body.reason
}

describe('joining a session', () => {
  it('hands out the link from ten minutes before the start until the end, and never in a list', async () => {
    const session = await world.addSession()
    const link = 'https://meet.example.test/secret-room'
    expect(await outcomeAt(session, -10.02)).toBe('too_early')
    expect(await outcomeAt(session, -10)).toBe(link)
    expect(await outcomeAt(session, 59.9)).toBe(link)
    expect(await outcomeAt(session, 60)).toBe('ended')
    world.clock.set(minutesFrom(1))
    for (const path of ['/schedule/', '/past/', `/sessions/${session}/calendar/`])
      expect((await world.call(world.people.ann, 'GET', path)).text).not.toContain('secret-room')
  })

  it('says so when the host ended or cancelled it, or when there is no link', async () => {
    expect(await outcomeAt(await world.addSession({ ended_at: minutesFrom(20) }), 30)).toBe('ended')
    expect(await outcomeAt(await world.addSession({ cancelled_at: minutesFrom(-300) }), 1)).toBe('cancelled')
    expect(await outcomeAt(await world.addSession({ meeting_url: null }), 1)).toBe('unavailable')
  })

  it('exists only for people who are invited: course, chosen people, webinar registration, hosts', async () => {
    const { ann, bob, host, admin } = world.people
    await world.enrol(ann)
    const ofCourse = await world.addSession({ audience: 'course', course_id: world.course })
    const chosen = await world.addSession({ audience: 'chosen' })
    const webinar = await world.addSession({ kind: 'webinar' })
    for (const session of [chosen, webinar])
      await world.server.db.asSuperuser(
        `insert into live_invitee (client_id, session_id, user_id, invited_at, registered_at)
         values ($1, $2, $3, now(), case when $4 then now() end)`,
        [CLIENT, session, ann, session === webinar],
      )
    await world.server.db.asSuperuser(
      'insert into live_invitee (client_id, session_id, user_id, invited_at) values ($1, $2, $3, now())',
      [CLIENT, webinar, bob],
    )
    const statuses = async (userId: number) =>
      Promise.all([ofCourse, chosen, webinar].map(async (id) => (await world.join(userId, id)).status))
    expect(await statuses(ann)).toEqual([200, 200, 200])
    expect(await statuses(bob)).toEqual([404, 404, 404])
    expect(await statuses(admin)).toEqual([404, 404, 404])
    expect(await statuses(host)).toEqual([200, 200, 200])
    // Late enrolment: everything of the course from now on.
    await world.enrol(bob)
    expect(await statuses(bob)).toEqual([200, 404, 404])
  })

  it('asks for consent where the session is recorded, and keeps the answer', async () => {
    const { ann, host } = world.people
    const hidden = await world.addSession({ consent_rule: 'hidden' })
    const required = await world.addSession({ consent_rule: 'required' })
    const reasons = async (sessionId: number, consent: 'agreed' | 'hidden' | null, userId = ann) => {
      const { body } = await world.join(userId, sessionId, { consent })
      return body.reason ?? body.outcome
    }
    expect(await reasons(hidden, null)).toBe('consent_needed')
    expect(await reasons(required, 'hidden')).toBe('consent_needed')
    expect(await reasons(hidden, null, host)).toBe('joined')
    expect(await reasons(hidden, 'hidden')).toBe('joined')
    expect(await reasons(required, 'agreed')).toBe('joined')
    const kept = await world.server.db.asSuperuser(
      'select consent from live_join where user_id = $1 and session_id = any ($2) order by session_id',
      [ann, [hidden, required]],
    )
    expect(kept).toEqual([{ consent: 'hidden' }, { consent: 'agreed' }])
  })

  it('keeps the first time of somebody who comes back', async () => {
    const session = await world.addSession()
    await outcomeAt(session, 5)
    await outcomeAt(session, 25)
    const [row] = await world.server.db.asSuperuser<{ first_at: Date; last_at: Date }>(
      'select first_at, last_at from live_join where session_id = $1',
      [session],
    )
    expect([row?.first_at, row?.last_at]).toEqual([minutesFrom(5), minutesFrom(25)])
  })
})

describe('a session with few places', () => {
  const people = async (session: number): Promise<number[]> => {
    const rows = await world.server.db.asSuperuser<{ id: number }>(
      `insert into app_user (client_id, email, email_key, username, username_key, full_name, role, time_zone)
       select $1, k || '@c.test', k || '@c.test', k, k, k, 'student', 'UTC'
       from (select 'p' || $2::text || '-' || n as k from generate_series(1, 100) n) keys returning id`,
      [CLIENT, session],
    )
    return rows.map(({ id }) => id)
  }

  it('lets in as many as there are places when 100 join at once', async () => {
    const session = await world.addSession({ capacity: 7 })
    const outcomes = await Promise.all(
      (await people(session)).map(async (id) => (await world.join(id, session)).body.outcome),
    )
    expect(outcomes.filter((outcome) => outcome === 'joined')).toHaveLength(7)
  })

  it('control: lets in more when nobody locks the session while counting', async () => {
    const session = await world.addSession({ capacity: 1 })
    const { core } = world.server
    const bothCounted = meetingOf(2)
    await Promise.all(
      (await people(session)).slice(0, 2).map((userId) =>
        core.db.withTenant(CLIENT, async (db) => {
          const { rows } = await sql<{ taken: number }>`
            select count(*)::int as taken from live_join where session_id = ${session}`.execute(db)
          await bothCounted()
          if ((rows[0]?.taken ?? 0) < 1)
            await recordJoin(db, { sessionId: session, userId }, { consent: null, at: world.clock.now() })
        }),
      ),
    )
    const [joined] = await world.server.db.asSuperuser<{ n: number }>(
      'select count(*)::int as n from live_join where session_id = $1',
      [session],
    )
    expect(joined?.n).toBe(2)
  })
})
