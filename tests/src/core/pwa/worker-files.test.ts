/** The worker answers files of saved courses, in ranges as players ask for them (public/sw-custom.js). */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { SERVER_PATHS } from '#contract/server-paths.ts'

const SCRIPT = readFileSync(join(import.meta.dirname, '../../../../public/sw-custom.js'), 'utf8')
const ORIGIN = 'http://app.test'
const PART = 4
const VIDEO = '/files/7/film.0123456789abcdef0123.webm'

type Stored = Map<string, () => Response>

/** The worker over caches in memory; what reaches the network is written down. */
const aWorker = (stores: Record<string, Stored>) => {
  const handlers = new Map<string, (event: unknown) => void>()
  const network: string[] = []
  const keyOf = (key: string | { url: string }) =>
    typeof key === 'string' ? key : new URL(key.url).pathname + new URL(key.url).search
  const open = async (name: string) => {
    const store = stores[name] ?? new Map<string, () => Response>()
    return { match: async (key: string | { url: string }) => store.get(keyOf(key))?.() }
  }
  const self = {
    __WB_MANIFEST: [],
    __SERVER_PATHS: SERVER_PATHS,
    location: { origin: ORIGIN },
    addEventListener: (name: string, handler: (event: unknown) => void) => handlers.set(name, handler),
    clients: { matchAll: async () => [] },
  }
  runInNewContext(SCRIPT, {
    self,
    caches: { open, keys: async () => Object.keys(stores) },
    fetch: async (request: { url: string }) => {
      network.push(new URL(request.url).pathname)
      return new Response('from the network')
    },
    URL,
    Response,
    Request,
    ReadableStream,
    Uint8Array,
    setTimeout,
  })
  const ask = async (path: string, headers: Record<string, string> = {}, mode = 'no-cors') => {
    let answer: Promise<Response> | null = null
    handlers.get('fetch')?.({
      request: { method: 'GET', url: ORIGIN + path, mode, headers: new Headers(headers) },
      respondWith: (given: Promise<Response>) => {
        answer = given
      },
      waitUntil: () => undefined,
    })
    return answer as Response | null
  }
  return { ask, network }
}

const savedVideo = (bytes: string, parts = Math.ceil(bytes.length / PART)): Record<string, Stored> => ({
  'lms-saved-7-12': new Map<string, () => Response>([
    [VIDEO, () => new Response(JSON.stringify({ size: bytes.length, type: 'video/webm', partBytes: PART }))],
    ...Array.from({ length: parts }, (_, part): [string, () => Response] => [
      `${VIDEO}?part=${part}`,
      () => new Response(bytes.slice(part * PART, (part + 1) * PART)),
    ]),
  ]),
})
const BYTES = 'abcdefghij'

describe('files of saved courses', () => {
  it.each([
    ['bytes=0-', 'abcdefghij', 'bytes 0-9/10'],
    ['bytes=2-5', 'cdef', 'bytes 2-5/10'],
    ['bytes=3-3', 'd', 'bytes 3-3/10'],
    ['bytes=7-99', 'hij', 'bytes 7-9/10'],
    ['bytes=-4', 'ghij', 'bytes 6-9/10'],
  ])('answers the range %s of a saved video across its parts', async (range, text, said) => {
    const { ask, network } = aWorker(savedVideo(BYTES))

    const answer = await ask(VIDEO, { range })

    expect(answer?.status).toBe(206)
    expect(answer?.headers.get('content-range')).toBe(said)
    expect(answer?.headers.get('content-length')).toBe(String(text.length))
    expect(answer?.headers.get('content-type')).toBe('video/webm')
    expect(await answer?.text()).toBe(text)
    expect(network).toEqual([])
  })

  it('answers the exact bytes for any range of a video of any length', async () => {
    for (let length = 1; length <= 13; length += 1) {
      const bytes = 'abcdefghijklm'.slice(0, length)
      const { ask } = aWorker(savedVideo(bytes))
      for (let from = 0; from < length; from += 1)
        for (let to = from; to < length; to += 1)
          expect(await (await ask(VIDEO, { range: `bytes=${from}-${to}` }))?.text()).toBe(
            bytes.slice(from, to + 1),
          )
    }
  })

  it('answers the whole file without a range, and 416 behind its end', async () => {
    const { ask } = aWorker(savedVideo(BYTES))

    const whole = await ask(VIDEO)
    expect([whole?.status, await whole?.text()]).toEqual([200, BYTES])
    const beyond = await ask(VIDEO, { range: 'bytes=10-' })
    expect([beyond?.status, beyond?.headers.get('content-range')]).toEqual([416, 'bytes */10'])
  })

  it('answers a signed address from the copy under the stable path', async () => {
    const signed = VIDEO.replace('/files/7/', '/files/7/signed/ab12.Abc-_9/')
    const { ask, network } = aWorker(savedVideo(BYTES))

    const answer = await ask(signed, { range: 'bytes=2-5' })
    expect([answer?.status, await answer?.text()]).toEqual([206, 'cdef'])
    expect(network).toEqual([])
    // What is not saved is fetched by the address that the server gave.
    const other = '/files/7/signed/ab12.Abc-_9/other.0123456789abcdef0123.webm'
    expect(await (await ask(other))?.text()).toBe('from the network')
    // The page that saves a file reaches the server.
    expect(await ask(`${signed}?offline`)).toBeNull()
    expect(network).toEqual([other])
  })

  it('leaves a file without its mark to the network', async () => {
    const half = savedVideo(BYTES, 2)
    half['lms-saved-7-12']?.delete(VIDEO)
    const { ask, network } = aWorker(half)

    expect(await (await ask(VIDEO, { range: 'bytes=0-' }))?.text()).toBe('from the network')
    expect(network).toEqual([VIDEO])
  })

  it('leaves API calls and opened files to the network', async () => {
    const { ask, network } = aWorker(savedVideo(BYTES))

    expect(await ask(VIDEO, { authorization: 'Bearer x' })).toBeNull()
    expect(await ask(VIDEO, {}, 'navigate')).toBeNull()
    expect(await ask('/api/clients/7/courses/1/offline/')).toBeNull()
    for (const path of SERVER_PATHS) expect(await ask(`${path}/x`, {}, 'navigate')).toBeNull()
    expect(await ask('/health.txt?t=1')).toBeNull()
    expect(network).toEqual([])
  })
})
