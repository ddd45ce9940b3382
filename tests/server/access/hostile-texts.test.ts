/**
 * C7 for every endpoint: lone surrogates, NUL, long graphemes, combining marks and direction marks in every text of
 * every body and query must never cause a 5xx. FULL=1 puts every text into every place; a normal run samples.
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
import { textsIn, sampleOf } from './bodies.ts'
import { matrix } from './matrix.ts'
import { pathOf } from './path.ts'
import { A, principals, startAccessWorld, type AccessWorld, type Principal } from './world.ts'

const FULL = process.env['FULL'] === '1'
const TEXTS = {
  'a high surrogate': '\ud83d',
  'a low surrogate between letters': 'x\udc69y',
  NUL: 'a\0b',
  'NUL alone': '\0',
  'a long emoji title': '👩'.repeat(155),
  families: '👩‍👩‍👧‍👦'.repeat(25),
  'a letter with many marks': `Z${'\u0351\u036b'.repeat(90)}`,
  'a direction override': 'invoice\u202egnp.exe',
  'letters that normalise to longer texts': 'ﷺ'.repeat(120),
  noncharacters: '\ufffe\uffff\u{10ffff}',
  prototype: '__proto__',
}
const hostileTexts = Object.entries(TEXTS)
/** Most variants of one place; no body has more. */
const VARIANTS_MAX = 14
/** A normal run tests every sixth place. */
const SAMPLE_EVERY = 6

/** Control: truncates the title in the middle of a character. */
const carelessEndpoint = endpoint({
  name: 'careless',
  method: 'POST',
  path: '/api/clients/{clientId}/careless/',
  access: 'member',
  feature: null,
  summary: 'Cut a title',
  params: clientParams,
  body: z.object({ title: singleLine(1, 200) }),
  response: nothing,
})
const withCarelessEndpoint = (core: Core): Features => {
  const features = createFeatures(core)
  const added: Feature = {
    register: (app, pipeline) =>
      mount(app, pipeline, carelessEndpoint, (scope, { body: { title } }) =>
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
let bankTopicId = 0
beforeAll(async () => {
  world = await startAccessWorld(withCarelessEndpoint)
  const topics = await world.server.db.asSuperuser<{ id: number }>(
    'select id from bank_topic where client_id = $1 limit 1',
    [A],
  )
  bankTopicId = topics[0]?.id ?? 0
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

/** The principal who is allowed the most. */
const callerOf = (name: string): Principal =>
  principals
    .filter(
      (principal) =>
        !['expired', 'disabled', 'anonymous', 'ofInactiveClient', 'adminB', 'studentB'].includes(principal),
    )
    .toSorted((a, b) => {
      const statusOf = (principal: Principal) => matrix[name]?.expect[principal][0] ?? 500
      const rank = (status: number) => (status < 300 ? 0 : status === 403 || status === 401 ? 1_000 : status)
      return rank(statusOf(a)) - rank(statusOf(b))
    })[0] ?? 'studentA1'

/** Bodies that pass more checks than those of the matrix. */
const validBodies: Record<string, () => unknown> = {
  'auth.signup': () => ({
    full_name: 'Somebody New',
    email: `${randomUUID()}@example.test`,
    password: 'seven quiet lanterns drift',
    accept_terms: true,
    referral_code: 'friend',
  }),
  'bank.create': () => ({
    ...bankQuestion({ topic_id: bankTopicId, tags: ['edges'] }),
    idempotency_key: randomUUID(),
  }),
  'bank.save': () => bankQuestion({ topic_id: bankTopicId, tags: ['edges'] }),
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

/** Every body to try: the written one, and one of each variant of the schema. */
const bodiesOf = (spec: EndpointSpec, isFull: boolean): unknown[] => {
  if (!spec.body) return []
  const written = (validBodies[spec.name] ?? matrix[spec.name]?.body)?.() ?? {}
  const { body: schema } = spec
  const sampledBodies = Array.from({ length: isFull ? VARIANTS_MAX : 1 }, (_none, choice) =>
    sampleOf(schema, choice),
  )
  const filled = sampledBodies.map((body) =>
    typeof body === 'object' && !Array.isArray(body) ? { ...body, ...written } : body,
  )
  const candidates = [written, ...filled, ...(isFull ? sampledBodies : [])]
  const shapes = candidates.map((body) => JSON.stringify(textsIn(body).map(({ path }) => path)))
  return candidates.filter((_body, index) => shapes.indexOf(shapes[index] ?? '') === index)
}

/** Fields with current values, so that a body is accepted again. */
const currentFields: Record<string, () => Promise<object>> = {
  'bank.save': () => currentValue('version', 'bank_question', world.lessons.own.question),
  'authoring.save': () => currentValue('revision', 'assessment', world.lessons.own.assessment),
}
const currentValue = async (column: string, table: string, id: number): Promise<object> =>
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
  /** Endpoints that accepted one of the bodies unchanged. */
  accepted: Set<string>
}

/** The caller and address for an endpoint. */
type CallerAndUrl = (spec: EndpointSpec) => Pick<Call, 'url' | 'token'>

/** Sends every body of each endpoint unchanged, and with a hostile text in every place. */
const callWithHostileTexts = async (
  app: App,
  specs: readonly EndpointSpec[],
  callerAndUrl: CallerAndUrl,
  isFull = FULL,
): Promise<Tally> => {
  const tally: Tally = { calls: 0, places: 0, failed: [], accepted: new Set() }
  const send = async (description: string, request: Call) => {
    tally.calls += 1
    const status = await statusOf(app, request)
    if (status >= 500) tally.failed.push(`${request.spec.name} ${description}: ${status}`)
    return status
  }
  let placeCount = 0
  const tryPlace = async (description: string, requestWith: (text: string) => Promise<Call> | Call) => {
    placeCount += 1
    if (!isFull && placeCount % SAMPLE_EVERY !== 0) return
    tally.places += 1
    const texts = isFull
      ? hostileTexts
      : hostileTexts.slice((placeCount / SAMPLE_EVERY) % hostileTexts.length).slice(0, 1)
    for (const [name, text] of texts) await send(`${description} ${name}`, await requestWith(text))
  }
  for (const spec of specs) {
    const { url, token } = callerAndUrl(spec)
    const base = { spec, url, token }
    const withCurrentFields = async (body: unknown, except = ''): Promise<unknown> => {
      if (typeof body !== 'object' || body === null) return body
      const key = 'idempotency_key' in body ? { idempotency_key: randomUUID() } : {}
      const fields = { ...key, ...(await currentFields[spec.name]?.()) }
      return {
        ...body,
        ...Object.fromEntries(Object.entries(fields).filter(([name]) => `.${name}` !== except)),
      }
    }
    for (const body of bodiesOf(spec, isFull)) {
      if ((await send('as it is', { ...base, body: await withCurrentFields(body) })) < 300)
        tally.accepted.add(spec.name)
      for (const place of textsIn(body))
        await tryPlace(place.path, async (text) => ({
          ...base,
          body: await withCurrentFields(place.replace(text), place.path),
        }))
    }
    const body = spec.body ? {} : undefined
    for (const [index, part] of spec.path.split('/').entries())
      if (part.startsWith('{'))
        await tryPlace(part, (text) => ({
          ...base,
          body,
          url: url.split('/').with(index, encodeText(text)).join('/'),
        }))
    for (const name of spec.query ? Object.keys(sampleOf(spec.query, 0) as object) : [])
      await tryPlace(`?${name}`, (text) => ({ ...base, body, url: `${url}?${name}=${encodeText(text)}` }))
  }
  return tally
}
const encodeText = (text: string) => encodeURIComponent(text.toWellFormed())

describe('C7: hostile texts in every place', () => {
  it(
    'C7: answers no 5xx for a hostile text in any body, path or query',
    async () => {
      const specs = Object.keys(matrix).flatMap((name) => allEndpoints.filter((spec) => spec.name === name))
      const tally = await callWithHostileTexts(world.server.app, specs, (spec) => ({
        url: pathOf(world, spec, matrix[spec.name]!, 'own'),
        token: world.tokens[callerOf(spec.name)],
      }))
      if (FULL)
        console.info(
          `${tally.calls} calls, ${tally.places} places, ${tally.accepted.size} endpoints took one`,
        )
      expect(tally.failed).toEqual([])
      expect(tally.accepted.size).toBeGreaterThan(40)
    },
    FULL ? 1_800_000 : 60_000,
  )

  it('C7: answers no 5xx for hostile texts in addresses outside the contract', async () => {
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
      for (const [name, text] of hostileTexts) {
        const { statusCode } = await world.server.app.inject({ url: address + encodeText(text) })
        if (statusCode >= 500) failed.push(`${address} ${name}: ${statusCode}`)
      }
    expect(failed).toEqual([])
  })

  it('control: finds an endpoint that splits a character', async () => {
    const { failed } = await callWithHostileTexts(
      world.server.app,
      [carelessEndpoint],
      () => ({ url: pathFor(carelessEndpoint, { clientId: A }), token: world.tokens.studentA1 }),
      true,
    )
    expect(failed).toEqual(['careless .title a long emoji title: 500'])
  })
})
