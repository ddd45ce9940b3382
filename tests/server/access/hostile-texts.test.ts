/**
 * TRUST C7 for every call of the contract: half characters, NUL, signs of many characters, marks and directions in each
 * place of each body and each query. Whatever it is, the answer is no 5xx. FULL=1 puts each into each place, a commit
 * one into each of some.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { clientParams, singleLine, nothing } from '#contract/common.ts'
import { endpoint, pathFor, type EndpointSpec } from '#contract/endpoint.ts'
import { allEndpoints } from '#contract/index.ts'
import { createFeatures, type Feature, type Features } from '#server/app.ts'
import type { Core } from '#server/core/core.ts'
import { mount } from '#server/core/http/pipeline.ts'
import { bankQuestion } from '#tests/support/content/assessments.ts'
import { placesIn, sampleOf } from './bodies.ts'
import { matrix } from './matrix.ts'
import { pathOf } from './path.ts'
import { A, principals, startAccessWorld, type AccessWorld, type Principal } from './world.ts'

const FULL = process.env['FULL'] === '1'
const TEXTS = {
  'a first half': '\ud83d',
  'a second half between letters': 'x\udc69y',
  NUL: 'a\0b',
  'NUL alone': '\0',
  'a long emoji title': '👩'.repeat(155),
  families: '👩‍👩‍👧‍👦'.repeat(25),
  'a letter under marks': `Z${'\u0351\u036b'.repeat(90)}`,
  'a turned direction': 'invoice\u202egnp.exe',
  'letters that unfold': 'ﷺ'.repeat(120),
  'no characters': '\ufffe\uffff\u{10ffff}',
  prototype: '__proto__',
}
const hostile = Object.entries(TEXTS)
/** Kinds of one place that are tried; no body has more. */
const KINDS = 14
/** A commit takes every so-manieth place. */
const EACH = 6

/** For the control: keeps the beginning of what is sent as it must not be done. */
const careless = endpoint({
  name: 'careless',
  method: 'POST',
  path: '/api/clients/{clientId}/careless/',
  access: 'member',
  summary: 'Cut a title',
  params: clientParams,
  body: z.object({ title: singleLine(1, 200) }),
  response: nothing,
})
const withCareless = (core: Core): Features => {
  const features = createFeatures(core)
  const added: Feature = {
    register: (app, pipeline) =>
      mount(app, pipeline, careless, (scope, { body: { title } }) =>
        scope.tx(async (db) => {
          await sql`select ${JSON.stringify({ title: `${title.slice(0, 99)}…` })}::jsonb`.execute(db)
          return {}
        }),
      ),
  }
  return { ...features, others: [...features.others, added] }
}

let world: AccessWorld
/** A topic of the question bank. */
let logic = 0
beforeAll(async () => {
  world = await startAccessWorld(withCareless)
  const topics = await world.server.db.asSuperuser<{ id: number }>(
    'select id from bank_topic where client_id = $1 limit 1',
    [A],
  )
  logic = topics[0]?.id ?? 0
})
afterAll(() => world.server.close())

type App = Pick<AccessWorld['server'], 'app'>['app']
interface Call {
  spec: EndpointSpec
  url: string
  token: string | undefined
  body: unknown
}
const statusOf = async (app: App, { spec, url, token, body }: Call): Promise<number> => {
  const answer = await app.inject({
    method: spec.method,
    url,
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
  })
  return answer.statusCode
}

/** Who comes furthest with it. */
const callerOf = (name: string): Principal =>
  principals
    .filter(
      (one) => !['expired', 'disabled', 'anonymous', 'ofInactiveClient', 'adminB', 'studentB'].includes(one),
    )
    .toSorted((one, other) => {
      const own = (each: Principal) => matrix[name]?.expect[each][0] ?? 500
      const rank = (status: number) => (status < 300 ? 0 : status === 403 || status === 401 ? 1_000 : status)
      return rank(own(one)) - rank(own(other))
    })[0] ?? 'studentA1'

/** Bodies that come further than those of the matrix do. */
const further: Record<string, () => unknown> = {
  'auth.signup': () => ({
    full_name: 'Somebody New',
    email: `${randomUUID()}@example.test`,
    password: 'seven quiet lanterns drift',
    accept_terms: true,
    referral_code: 'friend',
  }),
  'bank.create': () => ({
    ...bankQuestion({ topic_id: logic, tags: ['edges'] }),
    idempotency_key: randomUUID(),
  }),
  'bank.save': () => bankQuestion({ topic_id: logic, tags: ['edges'] }),
  'courses.grantAccess': () => ({
    email: 'student-two@example.test',
    reference: randomUUID(),
    amount_minor: 0,
  }),
  'community.report': () => ({
    subject_type: 'thread',
    subject_id: world.lessons.others.thread,
    reason: 'other',
    note: 'Look at this',
  }),
}

/** Every body that is tried of an endpoint: the written one, and one of each kind that its schema knows. */
const bodiesOf = (spec: EndpointSpec, whole: boolean): unknown[] => {
  if (!spec.body) return []
  const written = (further[spec.name] ?? matrix[spec.name]?.body)?.() ?? {}
  const { body: schema } = spec
  const kinds = Array.from({ length: whole ? KINDS : 1 }, (_none, choice) => sampleOf(schema, choice))
  const filled = kinds.map((made) =>
    typeof made === 'object' && !Array.isArray(made) ? { ...made, ...written } : made,
  )
  const all = [written, ...filled, ...(whole ? kinds : [])]
  const shapes = all.map((body) => JSON.stringify(placesIn(body).map(({ at }) => at)))
  return all.filter((_body, at) => shapes.indexOf(shapes[at] ?? '') === at)
}

/** What must be of this moment for a body to be taken again. */
const fresh: Record<string, () => Promise<object>> = {
  'bank.save': () => current('version', 'bank_question', world.lessons.own.question),
  'authoring.save': () => current('revision', 'assessment', world.lessons.own.assessment),
}
const current = async (column: string, table: string, id: number): Promise<object> =>
  (
    await world.server.db.asSuperuser<object & Record<string, unknown>>(
      `select ${column} from ${table} where id = $1`,
      [id],
    )
  )[0] ?? {}

interface Tally {
  calls: number
  places: number
  failed: string[]
  /** Endpoints that took one of the bodies as it is. */
  taken: Set<string>
}

/** Whom an endpoint is asked by, and where. */
type Door = (spec: EndpointSpec) => Pick<Call, 'url' | 'token'>

/** Calls each endpoint with every body as it is, and with a hostile text in every place of them. */
const tryAll = async (app: App, specs: readonly EndpointSpec[], door: Door, whole = FULL): Promise<Tally> => {
  const tally: Tally = { calls: 0, places: 0, failed: [], taken: new Set() }
  const call = async (what: string, given: Call) => {
    tally.calls += 1
    const status = await statusOf(app, given)
    if (status >= 500) tally.failed.push(`${given.spec.name} ${what}: ${status}`)
    return status
  }
  let turn = 0
  const at = async (what: string, given: (text: string) => Promise<Call> | Call) => {
    turn += 1
    if (!whole && turn % EACH !== 0) return
    tally.places += 1
    const texts = whole ? hostile : hostile.slice((turn / EACH) % hostile.length).slice(0, 1)
    for (const [name, text] of texts) await call(`${what} ${name}`, await given(text))
  }
  for (const spec of specs) {
    const { url, token } = door(spec)
    const base = { spec, url, token }
    const now = async (body: unknown, except = ''): Promise<unknown> => {
      if (typeof body !== 'object' || body === null) return body
      const key = 'idempotency_key' in body ? { idempotency_key: randomUUID() } : {}
      const own = { ...key, ...(await fresh[spec.name]?.()) }
      return { ...body, ...Object.fromEntries(Object.entries(own).filter(([name]) => `.${name}` !== except)) }
    }
    for (const body of bodiesOf(spec, whole)) {
      if ((await call('as it is', { ...base, body: await now(body) })) < 300) tally.taken.add(spec.name)
      for (const place of placesIn(body))
        await at(place.at, async (text) => ({ ...base, body: await now(place.put(text), place.at) }))
    }
    const body = spec.body ? {} : undefined
    for (const [index, part] of spec.path.split('/').entries())
      if (part.startsWith('{'))
        await at(part, (text) => ({
          ...base,
          body,
          url: url.split('/').with(index, inAddress(text)).join('/'),
        }))
    for (const name of spec.query ? Object.keys(sampleOf(spec.query, 0) as object) : [])
      await at(`?${name}`, (text) => ({ ...base, body, url: `${url}?${name}=${inAddress(text)}` }))
  }
  return tally
}
const inAddress = (text: string) => encodeURIComponent(text.toWellFormed())

describe('C7: hostile texts everywhere', () => {
  it(
    'given each place of each body and query, when a hostile text stands there, then the answer is no 5xx',
    async () => {
      const specs = Object.keys(matrix).flatMap((name) => allEndpoints.filter((spec) => spec.name === name))
      const tally = await tryAll(world.server.app, specs, (spec) => ({
        url: pathOf(world, spec, matrix[spec.name]!, 'own'),
        token: world.tokens[callerOf(spec.name)],
      }))
      if (FULL)
        console.info(`${tally.calls} calls, ${tally.places} places, ${tally.taken.size} endpoints took one`)
      expect(tally.failed).toEqual([])
      expect(tally.taken.size).toBeGreaterThan(40)
    },
    FULL ? 1_800_000 : 60_000,
  )

  it('given addresses that no contract describes, when a hostile text stands in them, then the answer is no 5xx', async () => {
    const addresses = [
      '/dev/outbox/?to=',
      '/api/docs/?q=',
      '/?client=',
      '/manifest.webmanifest?client=',
      `/files/${A}/`,
      `/brand/${A}/`,
      `/unsubscribe/${A}/1/`,
      '/scorm/',
      '/community/thread/',
    ]
    const failed: string[] = []
    for (const address of addresses)
      for (const [name, text] of hostile) {
        const { statusCode } = await world.server.app.inject({ url: address + inAddress(text) })
        if (statusCode >= 500) failed.push(`${address} ${name}: ${statusCode}`)
      }
    expect(failed).toEqual([])
  })

  it('the control: given a call that cuts a title between two halves, when the same runs, then it is found out', async () => {
    const { failed } = await tryAll(
      world.server.app,
      [careless],
      () => ({ url: pathFor(careless, { clientId: A }), token: world.tokens.studentA1 }),
      true,
    )
    expect(failed).toEqual(['careless .title a long emoji title: 500'])
  })
})
