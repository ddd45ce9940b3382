/**
 * No single request holds the event loop longer than 50 ms, whatever body its limits allow: every endpoint of the
 * contract gets bodies of the largest size that are made to be slow, while another client asks whether the server is
 * ready. FULL=1 puts every flood into every place; a normal run samples. SLICE=2/8 tests the second eighth of the endpoints.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { clientParams, nothing } from '#contract/common.ts'
import { endpoint, pathFor, type EndpointSpec } from '#contract/endpoint.ts'
import { allEndpoints } from '#contract/index.ts'
import { BODY_LIMIT_BYTES } from '#contract/limits.ts'
import { createFeatures, type Feature, type Features } from '#server/app.ts'
import type { Core } from '#server/core/core.ts'
import { mount } from '#server/core/http/pipeline.ts'
import { startWorkers } from '#server/core/parsing/run-job.ts'
import { TURN_MAX_MS, usualTurnMs } from '#tests/support/server/loop-delay.ts'
import { sampleOf, textsIn } from './bodies.ts'
import { matrix } from './matrix.ts'
import { pathOf } from './path.ts'
import { A, principals, startAccessWorld, type AccessWorld, type Principal } from './world.ts'

const FULL = process.env['FULL'] === '1'
const [SLICE, SLICES] = (process.env['SLICE'] ?? '1/1').split('/').map(Number) as [number, number]
/** A normal run tests every 29th place with one flood. */
const SAMPLE_EVERY = 29

/** Control: a parser whose time grows with the square of the text. */
const slowEndpoint = endpoint({
  name: 'slow',
  method: 'POST',
  path: '/api/clients/{clientId}/slow/',
  access: 'member',
  feature: null,
  summary: 'Count ampersands slowly',
  params: clientParams,
  body: z.object({ html: z.string() }),
  response: nothing,
})
const withSlowEndpoint = (core: Core): Features => {
  const features = createFeatures(core)
  const added: Feature = {
    register: (app, pipeline) =>
      mount(app, pipeline, slowEndpoint, (_scope, { body }) => {
        let rest = body.html.slice(0, 15_000)
        while (rest.includes('&')) rest = rest.replace('&', '').split('').join('')
        return Promise.resolve({})
      }),
  }
  return { ...features, others: [...features.others, added] }
}

let world: AccessWorld
beforeAll(async () => {
  world = await startAccessWorld(withSlowEndpoint)
  await startWorkers().run(
    { module: new URL('../core/parsing/jobs.ts', import.meta.url), name: 'echo', deadlineMs: 20_000 },
    1,
  )
})
afterAll(() => world.server.close())

/** The text repeated up to a number of bytes in JSON. */
const filled = (text: string, bytes: number) =>
  text.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(JSON.stringify(text).slice(1, -1)))))

/** Whole bodies, as JSON. */
const jsonFloods: Readonly<Record<string, (bytes: number) => string>> = {
  'empty lists': (bytes) => `{"a":[${filled('[],', bytes - 20)}[]]}`,
  nesting: (bytes) => `{"a":${'['.repeat((bytes - 20) / 2)}${']'.repeat((bytes - 20) / 2)}}`,
  'unknown keys': (bytes) =>
    `{${Array.from({ length: Math.floor(bytes / 14) - 1 }, (_none, index) => `"k${index}":0`).join(',')}}`,
  escapes: (bytes) => `{"a":"${'\\ud83d\\ude00'.repeat((bytes - 20) / 12)}"}`,
  quotes: (bytes) => `{"a":"${'\\"'.repeat((bytes - 20) / 2)}"}`,
}
const textFloods: Readonly<Record<string, (bytes: number) => string>> = {
  'open tags': (bytes) => filled('<b>', bytes),
  'combining marks': (bytes) => `Z${filled('\u0315\u0300', bytes)}`,
  'letters with many marks': (bytes) => filled(`Z${'\u0315\u0300'.repeat(60)}`, bytes),
  spaces: (bytes) => `x${filled(' ', bytes - 2)}x`,
  'line breaks': (bytes) => filled('\n', bytes),
  ampersands: (bytes) => filled('&', bytes),
  'words with quotes': (bytes) => filled(`"it's" `, bytes),
  'base64 data': (bytes) => filled('QUJD', bytes).slice(0, Math.floor(bytes / 4) * 4),
  ligatures: (bytes) => filled('ﷺ', bytes),
  mentions: (bytes) => filled('@student-one ', bytes),
  formulas: (bytes) => filled('=SUM(A1:', bytes),
  paths: (bytes) => filled('../', bytes),
}

/** The staff member or learner who gets furthest. */
const callerOf = (name: string): Principal =>
  principals
    .filter(
      (one) => !['expired', 'disabled', 'anonymous', 'ofInactiveClient', 'adminB', 'studentB'].includes(one),
    )
    .toSorted((a, b) => rankOf(name, a) - rankOf(name, b))[0] ?? 'studentA1'
const rankOf = (name: string, principal: Principal): number => {
  const status = matrix[name]?.expect[principal][0] ?? 500
  if (status < 300) return 0
  return status === 403 || status === 401 ? 1_000 : status
}

interface Flood {
  name: string
  body: string
}

/** Bodies of the largest size for an endpoint. */
function* floodsFor(spec: EndpointSpec, places: { count: number }, isFull: boolean): Generator<Flood> {
  const bytes = spec.bodyLimitBytes ?? BODY_LIMIT_BYTES
  for (const [index, [name, make]] of Object.entries(jsonFloods).entries()) {
    places.count += 1
    if (isFull || (places.count + index) % SAMPLE_EVERY === 0) yield { name, body: make(bytes) }
  }
  if (!spec.body) return
  const written = matrix[spec.name]?.body?.() ?? {}
  const sampled = sampleOf(spec.body, 0)
  const bodies =
    typeof sampled === 'object' && !Array.isArray(sampled) ? [written, { ...sampled, ...written }] : [written]
  for (const body of bodies)
    for (const place of [...textsIn(body), ...listsIn(body)]) {
      places.count += 1
      if (!isFull && places.count % SAMPLE_EVERY !== 0) continue
      const rest = bytes - JSON.stringify(body).length - 100
      if ('repeat' in place) {
        yield { name: `${place.path} many times`, body: JSON.stringify(place.repeat(rest)) }
        continue
      }
      const texts = Object.entries(textFloods)
      const chosen = isFull ? texts : [texts[(places.count / SAMPLE_EVERY) % texts.length] ?? texts[0]!]
      for (const [name, make] of chosen) {
        const key =
          typeof body === 'object' && 'idempotency_key' in body ? { idempotency_key: randomUUID() } : {}
        const filledBody = place.replace(make(rest))
        yield {
          name: `${place.path} ${name}`,
          body: JSON.stringify(
            place.path === '.idempotency_key' ? filledBody : { ...(filledBody as object), ...key },
          ),
        }
      }
    }
}

/** Every list of a value that has a first element, and how to repeat that up to a number of bytes. */
const listsIn = (value: unknown, path = ''): { path: string; repeat: (bytes: number) => unknown }[] => {
  if (Array.isArray(value)) {
    const [first] = value as unknown[]
    if (first === undefined) return []
    const size = JSON.stringify(first).length + 1
    return [
      { path, repeat: (bytes) => Array.from({ length: Math.max(1, Math.floor(bytes / size)) }, () => first) },
      ...listsIn(first, `${path}[0]`).map((list) => ({
        path: list.path,
        repeat: (bytes: number) => [list.repeat(bytes)],
      })),
    ]
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, entry]: [string, unknown]) =>
    listsIn(entry, `${path}.${key}`).map((list) => ({
      path: list.path,
      repeat: (bytes: number) => ({ ...value, [key]: list.repeat(bytes) }),
    })),
  )
}

interface Tally {
  calls: number
  /** `endpoint flood: milliseconds` for each request that held the loop too long. */
  slow: string[]
  /** Answers of 5xx. */
  failed: string[]
  readyMax: number
}

const sweep = async (
  specs: readonly EndpointSpec[],
  urlAndToken: (spec: EndpointSpec) => { url: string; token: string | undefined },
  isFull = FULL,
): Promise<Tally> => {
  const tally: Tally = { calls: 0, slow: [], failed: [], readyMax: 0 }
  const places = { count: 0 }
  const base = await addressOf()
  for (const spec of specs)
    for (const flood of floodsFor(spec, places, isFull)) {
      const { url, token } = urlAndToken(spec)
      const payload = Buffer.from(flood.body)
      const answers: number[] = []
      const send = async () => {
        const response = await fetch(base + url, {
          method: spec.method === 'GET' ? 'POST' : spec.method,
          headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
          body: payload,
        })
        await response.arrayBuffer()
        answers.push(response.status)
      }
      const longest = await usualTurnMs(() => Promise.all([send(), askReady(base, tally)]))
      tally.calls += 1
      if (longest > TURN_MAX_MS) tally.slow.push(`${spec.name} ${flood.name}: ${Math.round(longest)} ms`)
      for (const status of answers)
        if (status >= 500 && status !== 503) tally.failed.push(`${spec.name} ${flood.name}: ${status}`)
    }
  return tally
}

const addressOf = async (): Promise<string> => {
  const { app } = world.server
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}

const askReady = async (base: string, tally: Tally): Promise<void> => {
  const startedAt = performance.now()
  const response = await fetch(`${base}/readyz`)
  await response.arrayBuffer()
  tally.readyMax = Math.max(tally.readyMax, performance.now() - startedAt)
  if (response.status !== 200) tally.failed.push(`readyz: ${response.status}`)
}

describe('requests that are slow to read', () => {
  it(
    'lets no request of any endpoint hold the event loop longer than 50 ms',
    async () => {
      const specs = allEndpoints
        .filter(({ name, method }) => matrix[name] && method !== 'GET')
        .filter((_spec, index) => index % SLICES === SLICE - 1)
      const tally = await sweep(specs, (spec) => ({
        url: pathOf(world, spec, matrix[spec.name]!, 'own'),
        token: world.tokens[callerOf(spec.name)],
      }))
      console.info(`${tally.calls} requests; readyz took at most ${Math.round(tally.readyMax)} ms`)
      expect(tally.slow).toEqual([])
      expect(tally.failed).toEqual([])
      expect(tally.calls).toBeGreaterThan(60 / SLICES)
    },
    FULL ? 3_600_000 : 300_000,
  )

  it('control: finds a slow parser', async () => {
    const { slow } = await sweep(
      [slowEndpoint],
      () => ({ url: pathFor(slowEndpoint, { clientId: A }), token: world.tokens.studentA1 }),
      true,
    )
    expect(slow.some((line) => line.startsWith('slow .html ampersands'))).toBe(true)
  }, 120_000)
})
