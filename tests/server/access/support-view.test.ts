import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSupportView } from '#contract/auth/support.ts'
import { pathFor, type EndpointSpec } from '#contract/endpoint.ts'
import { allEndpoints } from '#contract/index.ts'
import { matrix } from './matrix.ts'
import { pathOf } from './path.ts'
import { A, startAccessWorld, type AccessWorld } from './world.ts'

let world: AccessWorld
let view: string

beforeAll(async () => {
  world = await startAccessWorld()
  const answer = await world.server.app.inject({
    method: 'POST',
    url: pathFor(startSupportView, { clientId: A, userId: world.users.studentA1 }),
    headers: { authorization: `Bearer ${world.tokens.adminA}` },
    payload: { reason: 'Looks for a missing lesson' },
  })
  if (answer.statusCode !== 201) throw new Error(answer.body)
  view = answer.json<{ access_token: string }>().access_token
})
afterAll(() => world.server.close())

const endpoints: readonly EndpointSpec[] = allEndpoints
const ofPeople = endpoints.filter((spec) => spec.access !== 'public')

const call = async (spec: EndpointSpec, token: string | undefined) => {
  const row = matrix[spec.name]
  if (!row) throw new Error(`${spec.name} is not in the matrix`)
  const body = row.body?.()
  const answer = await world.server.app.inject({
    method: spec.method,
    url: pathOf(world, spec, row, 'own'),
    headers: { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { payload: body as object }),
  })
  const code = answer.statusCode >= 400 ? answer.json<{ code: string }>().code : null
  return { code, status: answer.statusCode, cookies: answer.cookies }
}

/** Every row of every table but the log's, the sessions' and what a client makes once, as one number for each table. */
const rowsOfTables = async (): Promise<Record<string, string>> => {
  const { asSuperuser } = world.server.db
  const tables = await asSuperuser<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
       and relname not in ('audit_event', 'audit_link', 'user_session', 'push_key')`,
    [],
  )
  const counts = tables.map(
    ({ name }) =>
      `select '${name}' as name, count(*) || ':' || coalesce(sum(hashtext(t::text)), 0) as rows from ${name} t`,
  )
  const rows = await asSuperuser<{ name: string; rows: string }>(counts.join(' union all '), [])
  return Object.fromEntries(rows.map(({ name, rows: value }) => [name, value]))
}

describe('TE11: a support view on every endpoint', () => {
  it('refuses every call that writes', async () => {
    const writing = ofPeople.filter(({ method }) => method !== 'GET')
    const through: string[] = []
    for (const spec of writing) {
      const { code } = await call(spec, view)
      if (code !== 'support_read_only') through.push(`${spec.name}: ${code}`)
    }
    expect(writing.length).toBeGreaterThan(200)
    expect(through).toEqual([])
  })

  it('control: the learner’s own session is not refused', async () => {
    const save = ofPeople.filter(({ name }) => name === 'profile.save' || name === 'auth.sessions')
    for (const spec of save) expect((await call(spec, world.tokens.studentA1)).status).toBe(200)
    expect(save).toHaveLength(2)
  })

  it('reads without leaving a trace of the learner, and hides what is private or makes something', async () => {
    const before = await rowsOfTables()
    const hidden: string[] = []
    const odd: string[] = []
    for (const spec of ofPeople.filter(({ method, access }) => method === 'GET' && access === 'member')) {
      const { code, status, cookies } = await call(spec, view)
      if (code?.startsWith('support_')) hidden.push(spec.name)
      else if (status >= 500) odd.push(`${spec.name}: ${status}`)
      // The administrator's own files cookie stays.
      for (const { name, value } of cookies)
        if (!value.startsWith(`${world.users.adminA}.`)) odd.push(`${spec.name}: ${name}`)
    }
    const after = await rowsOfTables()
    expect(odd).toEqual([])
    expect(Object.keys(after).filter((name) => after[name] !== before[name])).toEqual([])
    expect(hidden.toSorted()).toEqual([
      'assessments.attempt',
      'auth.deviceKey',
      'auth.me',
      'auth.sessions',
      'auth.stepUpMethods',
      'auth.twoStep',
      'jobApplications.form',
      'jobApplications.one',
      'jobApplications.resume',
      'lessons.courseNotes',
      'lessons.notes',
      'live.feed',
      'live.recording',
      'notifications.stream',
      'offline.course',
      'ownData.get',
      'profile.get',
      // The first look makes the learner's code.
      'referrals.own',
      'support.views',
      'workshops.mine',
    ])
  })
})
