/**
 * Requests to a service that a client configured, such as its meeting server. Only public hosts are contacted, at
 * exactly the address that was resolved, and redirects are not followed: nobody can reach the server's own network by
 * a setting (trust 8.4).
 */
import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { pinnedLookup, resolveAddress, type ProbeNetwork } from './web-probe.ts'

const RESPONSE_TIMEOUT_MS = 8_000
const BODY_MAX_BYTES = 1024 ** 2

export interface OutgoingRequest {
  url: string
  method: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  body?: string
  /** Reads no more than these bytes of the answer; without it a large answer is a failure. */
  keepBytes?: number
}
export interface OutgoingResponse {
  status: number
  body: string
}

/** `unknown-host`: the name does not exist. `not-allowed`: not a public address. `no-answer`: no usable answer in time. */
export type OutgoingFailure = 'unknown-host' | 'not-allowed' | 'no-answer'

export class OutgoingError extends Error {
  readonly failure: OutgoingFailure
  constructor(failure: OutgoingFailure, cause?: unknown) {
    super(`outgoing request: ${failure}`, { cause })
    this.name = 'OutgoingError'
    this.failure = failure
  }
}

export interface Outgoing {
  /** Throws {@link OutgoingError}. An answer with an error status is an answer. */
  readonly send: (request: OutgoingRequest) => Promise<OutgoingResponse>
  /** Throws {@link OutgoingError} where `send` would, without contacting anybody. */
  readonly check: (url: string) => Promise<void>
}

const sendTo = (url: URL, address: string, outgoing: OutgoingRequest): Promise<OutgoingResponse> =>
  new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? overHttps : overHttp
    const request = send(url, {
      method: outgoing.method,
      agent: false,
      headers: { ...outgoing.headers, 'user-agent': 'learning-platform' },
      lookup: pinnedLookup(address),
    })
    // One limit for the whole answer: a server that sends a byte now and then does not hold the caller.
    const timeout = setTimeout(() => request.destroy(new Error('no response in time')), RESPONSE_TIMEOUT_MS)
    const fail = (error: unknown) => {
      clearTimeout(timeout)
      reject(new OutgoingError('no-answer', error))
    }
    request.on('error', fail)
    request.on('response', (response) => {
      const chunks: Buffer[] = []
      let size = 0
      response.on('error', fail)
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        const { keepBytes } = outgoing
        if (keepBytes !== undefined && size >= keepBytes) {
          clearTimeout(timeout)
          const kept = Buffer.concat([...chunks, chunk]).subarray(0, keepBytes)
          resolve({ status: response.statusCode ?? 0, body: kept.toString('utf8') })
          request.destroy()
        } else if (size > BODY_MAX_BYTES) request.destroy(new Error('the answer is too large'))
        else chunks.push(chunk)
      })
      response.on('end', () => {
        clearTimeout(timeout)
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') })
      })
    })
    request.end(outgoing.body)
  })

const resolve = async (network: ProbeNetwork, address: string): Promise<{ url: URL; address: string }> => {
  const url = URL.canParse(address) ? new URL(address) : null
  if (!url || !['https:', 'http:'].includes(url.protocol) || url.username !== '' || url.password !== '')
    throw new OutgoingError('not-allowed')
  const target = await resolveAddress(network, url).catch((error: unknown) => {
    throw new OutgoingError('no-answer', error)
  })
  if (target === 'gone') throw new OutgoingError('unknown-host')
  if (target === null) throw new OutgoingError('not-allowed')
  return { url, address: target.address }
}

export const createOutgoing = (network: ProbeNetwork): Outgoing => ({
  send: async (outgoing) => {
    const { url, address } = await resolve(network, outgoing.url)
    return sendTo(url, address, outgoing)
  },
  check: async (address) => void (await resolve(network, address)),
})
