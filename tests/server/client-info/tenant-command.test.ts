import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publicInfo } from '#contract/client-info/client-info.ts'
import { createUser } from '#server/features/auth/index.ts'
import { tenantCommand, UsageError } from '#server/features/client-info/index.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const run = async (...args: string[]): Promise<string[]> => {
  const lines: string[] = []
  await tenantCommand(
    {
      core: server.core,
      print: (line) => void lines.push(line),
      createAdmin: async (db, admin) => {
        await createUser(db, {
          email: admin.email,
          fullName: admin.email,
          passwordHash: null,
          role: 'admin',
          language: admin.language,
          emailVerifiedAt: server.clock.now(),
        })
      },
    },
    args,
  )
  return lines
}
const minimal = (id: string, slug: string) => [
  'create',
  '--id',
  id,
  '--name',
  'River School',
  '--slug',
  slug,
  '--admin-email',
  'head@river.example',
]
const publicInfoOf = async (id: number) =>
  (await server.app.inject(`/api/clients/${id}/public-info/`)).json() as unknown

describe('tenant command', () => {
  it('creates a client that serves, with an admin, and tells how to sign in', async () => {
    const lines = await run(
      ...minimal('42', 'river-school'),
      '--host',
      'Learn.River.example',
      '--colour',
      '#C2410C',
      '--languages',
      'hi,en',
      '--time-zone',
      'Asia/Kolkata',
      '--currency',
      'INR',
    )
    expect(publicInfo.parse(await publicInfoOf(42))).toMatchObject({
      name: 'River School',
      languages: ['hi', 'en'],
      theme_settings: { default_primary: '#c2410c' },
    })
    expect(lines.join('\n')).toContain('https://learn.river.example/forgot-password')
    expect(lines.join('\n')).toContain('head@river.example')
    const admins = await server.db.asSuperuser(
      "select role, language, password_hash, time_zone from app_user where client_id = 42 and email_key = 'head@river.example'",
    )
    expect(admins).toEqual([
      { role: 'admin', language: 'hi', password_hash: null, time_zone: 'Asia/Kolkata' },
    ])
    const events = await server.db.asSuperuser(
      "select action from audit_event where client_id = 42 and action = 'clients.create'",
    )
    expect(events).toHaveLength(1)
  })

  it('lists clients and switches them off and on', async () => {
    await run(...minimal('43', 'switched'))
    await run('off', '43')
    expect(await publicInfoOf(43)).toMatchObject({ is_active: false })
    expect((await run('list')).find((line) => line.startsWith('43'))).toBe('43\toff\tswitched\tRiver School')
    await run('on', '43')
    expect(await publicInfoOf(43)).toMatchObject({ is_active: true })
  })

  it('TE5: switches a feature off and on, and keeps its title for the day it is back', async () => {
    await run(...minimal('52', 'features'))
    const stored = () =>
      server.db.asSuperuser(
        `select title, enabled from client_feature where client_id = 52 and slug = 'community_forum'`,
      )
    const isOn = async () =>
      (await server.app.inject('/manifest.webmanifest?client=52')).json<{ share_target?: object }>()
        .share_target !== undefined
    expect(await isOn()).toBe(true)
    expect(await run('feature', '52', 'community_forum', 'off')).toEqual([
      'community_forum is off for client 52.',
    ])
    expect(await isOn()).toBe(false)
    expect(await stored()).toEqual([{ title: 'Community', enabled: false }])
    await run('feature', '52', 'community_forum', 'on')
    expect(await isOn()).toBe(true)
    expect(await stored()).toEqual([{ title: 'Community', enabled: true }])
  })

  it.each([
    [['52', 'dashboard', 'off'], 'the feature must be one of'],
    [['52', 'forum', 'off'], 'the feature must be one of'],
    [['52', 'community_forum', 'away'], 'on or off'],
    [['5200', 'community_forum', 'off'], 'there is no client 5200'],
  ])('rejects feature %j', async (args, message) => {
    await expect(run('feature', ...args)).rejects.toThrow(message)
  })

  it('prints the usage for --help after any command and creates nothing', async () => {
    expect((await run('create', '--help')).join('\n')).toContain('npm run tenant -- create --id N')
    expect(await run('--help')).toHaveLength(1)
  })

  it('leaves nothing behind when the slug is taken', async () => {
    await run(...minimal('44', 'taken'))
    await expect(run(...minimal('45', 'taken'))).rejects.toThrow('is taken')
    const leftovers = await server.db.asSuperuser(
      'select client_id from client where client_id = 45 union all select client_id from app_user where client_id = 45',
    )
    expect(leftovers).toEqual([])
  })

  it('requires a host name outside of demos, except for the default client', async () => {
    const production = await startTestServer({ env: { DEMO: 'false' } })
    const create = (id: string, slug: string) =>
      tenantCommand(
        { core: production.core, print: () => undefined, createAdmin: async () => undefined },
        minimal(id, slug),
      )
    await expect(create('12', 'unreachable')).rejects.toThrow('--host is missing')
    await create('7', 'reachable')
    expect(await production.db.asSuperuser('select client_id from client')).toEqual([{ client_id: 7 }])
    await production.close()
  })

  it('prints the anchor of verified security events and detects a cut-off end', async () => {
    await run(...minimal('47', 'audited'))
    await run('off', '47')
    const [first, anchorLine] = await run('audit', '47')
    expect(first).toBe('The 2 security events of client 47 are unchanged.')
    const anchor = (anchorLine ?? '').split(': ')[1]?.split(' ') ?? []
    expect((await run('audit', '47', ...anchor))[0]).toBe(first)
    await server.db.asSuperuser(
      `set session_replication_role = replica; delete from audit_link where client_id = 47 and seq = 2;
       delete from audit_event where client_id = 47 and action = 'clients.deactivate'`,
    )
    expect((await run('audit', '47'))[0]).toContain('The 1 security events')
    await expect(run('audit', '47', ...anchor)).rejects.toThrow('the chain ends before the anchor at 2')
  })

  it.each([
    [['create'], '--id is missing'],
    [['create', '--id', 'seven'], 'whole number'],
    [[...minimal('46', 'Bad Slug')], '--slug'],
    [[...minimal('46', 'a'), '--languages', 'en,xx'], '--languages'],
    [[...minimal('46', 'a'), '--time-zone', 'Mars/Olympus'], 'time zone'],
    [[...minimal('46', 'a'), '--colour', 'red'], '--colour'],
    [[...minimal('46', 'a'), '--currency', 'rupee'], '--currency'],
    [[...minimal('46', 'a'), '--host', 'http://x/'], '--host'],
    [[...minimal('46', 'a'), '--wrong', 'x'], '--wrong'],
    [['off', '999'], 'no client 999'],
    [['dance'], 'npm run tenant'],
    [[], 'npm run tenant'],
  ])('tells what is wrong with %j and writes nothing', async (args, expected) => {
    const error = await run(...args).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(UsageError)
    expect((error as Error).message).toContain(expected)
    expect(await server.db.asSuperuser('select 1 from client where client_id in (46, 999)')).toEqual([])
  })
})
