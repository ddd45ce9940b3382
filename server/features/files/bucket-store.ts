/**
 * Stored files in an S3-compatible bucket, with the bucket name in the path. Files keep their addresses on
 * this server, which streams their bytes: sandbox, media types and tenant isolation stay the same.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { AwsV4Signer } from 'aws4fetch'
import type { BucketConfig } from '#server/core/config.ts'
import { typeOfName } from './file-name.ts'
import type { FileSource, FileStore } from './file-store.ts'

/** A call fails when no byte arrives for so long. */
const SILENCE_TIMEOUT_MS = 30_000
const MAX_TRIES = 3
const RETRY_PAUSE_MS = 200
/** Sizes are cached: the content behind a name never changes. */
const MAX_CACHED_SIZES = 20_000
const EMPTY_SHA256 = createHash('sha256').digest('hex')

interface BucketCall {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  headers?: Record<string, string>
  /** Called again for each try. */
  body?: () => Readable | Buffer
  sha256?: string
}

/** The bucket refused or failed; its message is for the log. */
class BucketError extends Error {
  readonly status: number | null
  constructor(message: string, status: number | null, options?: ErrorOptions) {
    super(message, options)
    this.name = 'BucketError'
    this.status = status
  }
}

const isTransient = (error: unknown) =>
  error instanceof BucketError && (error.status === null || error.status >= 500 || error.status === 429)

const MAX_MESSAGE_CHARS = 500
const messageOf = async (response: IncomingMessage): Promise<string> => {
  let message = ''
  for await (const chunk of response) if (message.length < MAX_MESSAGE_CHARS) message += String(chunk)
  return message.slice(0, MAX_MESSAGE_CHARS)
}

/** ListObjectsV2; the parameters are in the order in which they are signed. */
const listUrl = ({ endpoint, bucket, prefix }: BucketConfig, token: string): string => {
  const parameters = { ...(token ? { 'continuation-token': token } : {}), 'list-type': '2' }
  const query = Object.entries({ ...parameters, prefix: `${prefix}files/` })
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
  return `${endpoint}/${bucket}?${query}`
}

/** Keys of stored files need no parser: their characters are never escaped. Other keys are not ours. */
const readListPage = (xml: string, folder: string) => ({
  files: [...xml.matchAll(/<Key>([^<]*)<\/Key>/g)].flatMap((match) => {
    const key = match[1] ?? ''
    const [client = '', name = '', ...rest] = key.startsWith(folder)
      ? key.slice(folder.length).split('/')
      : []
    const isOurs = /^[1-9]\d{0,9}$/.test(client) && rest.length === 0 && typeOfName(name) !== null
    return isOurs ? [{ clientId: Number(client), name }] : []
  }),
  nextToken: /<NextContinuationToken>([^<]+)<\/NextContinuationToken>/.exec(xml)?.[1] ?? null,
})

export const bucketStore = (config: BucketConfig): FileStore => {
  const sizes = new Map<string, number>()
  const urlOf = (clientId: number, name: string) =>
    `${config.endpoint}/${config.bucket}/${config.prefix}files/${clientId}/${name}`

  const sendOnce = async (
    url: string,
    { method, headers = {}, body, sha256 }: BucketCall,
  ): Promise<IncomingMessage> => {
    const signed = await new AwsV4Signer({
      method,
      url,
      headers: { ...headers, 'x-amz-content-sha256': sha256 ?? EMPTY_SHA256 },
      accessKeyId: config.accessKeyId,
      secretAccessKey: config.secretAccessKey,
      service: 's3',
      region: config.region,
    }).sign()
    const createRequest = signed.url.protocol === 'https:' ? httpsRequest : httpRequest
    return new Promise((resolve, reject) => {
      const fail = (error: Error) =>
        reject(new BucketError(`${method} ${url}: ${error.message}`, null, { cause: error }))
      const request = createRequest(signed.url, { method, headers: Object.fromEntries(signed.headers) })
      request.setTimeout(SILENCE_TIMEOUT_MS, () => request.destroy(new Error('the store does not answer')))
      request.on('response', resolve)
      request.on('error', fail)
      const bytes = body?.()
      if (bytes === undefined || Buffer.isBuffer(bytes)) request.end(bytes)
      else pipeline(bytes, request).catch(fail)
    })
  }

  /** Returns success and 404 responses. Throws anything else after a few tries. */
  const sendTo = async (url: string, call: BucketCall): Promise<IncomingMessage> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const response = await sendOnce(url, call)
        const status = response.statusCode ?? 0
        if ((status >= 200 && status < 300) || status === 404) return response
        throw new BucketError(`${call.method} ${url}: ${status} ${await messageOf(response)}`, status)
      } catch (error) {
        if (attempt >= MAX_TRIES || !isTransient(error)) throw error
        await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS * 2 ** (attempt - 1)))
      }
    }
  }
  const send = (clientId: number, name: string, call: BucketCall) => sendTo(urlOf(clientId, name), call)
  const sendAndDiscard = async (
    clientId: number,
    name: string,
    call: BucketCall,
  ): Promise<IncomingMessage> => {
    const response = await send(clientId, name, call)
    response.resume()
    return response
  }

  const size = async (clientId: number, name: string): Promise<number | null> => {
    if (typeOfName(name) === null) return null
    const key = `${clientId}/${name}`
    const cached = sizes.get(key)
    if (cached !== undefined) return cached
    const response = await sendAndDiscard(clientId, name, { method: 'HEAD' })
    if (response.statusCode === 404) return null
    const bytes = Number(response.headers['content-length'])
    if (!Number.isSafeInteger(bytes)) throw new BucketError(`HEAD of ${key} has no content length`, null)
    if (sizes.size >= MAX_CACHED_SIZES) sizes.clear()
    sizes.set(key, bytes)
    return bytes
  }
  const payloadOf = async (source: FileSource) =>
    'content' in source
      ? {
          length: source.content.length,
          sha256: createHash('sha256').update(source.content).digest('hex'),
          body: () => source.content,
        }
      : {
          length: (await stat(source.path)).size,
          sha256: source.sha256,
          body: () => createReadStream(source.path),
        }

  return {
    size,
    open: async (clientId, name) => {
      const type = typeOfName(name)
      const bytes = type === null ? null : await size(clientId, name)
      if (type === null || bytes === null) return null
      return {
        size: bytes,
        type,
        read: async (start, end) => {
          const range = `bytes=${start}-${end}`
          const response = await send(clientId, name, { method: 'GET', headers: { range } })
          if (response.statusCode === 206) return response
          response.destroy()
          sizes.delete(`${clientId}/${name}`)
          throw new BucketError(
            `GET ${range} of ${name}: ${response.statusCode}`,
            response.statusCode ?? null,
          )
        },
        close: () => Promise.resolve(),
      }
    },
    // The content's own hash goes with the call: the bucket takes exactly these bytes or none.
    put: async (clientId, name, source) => {
      const { length, sha256, body } = await payloadOf(source)
      if ((await size(clientId, name)) === length) return
      const headers = { 'content-length': String(length), 'content-type': typeOfName(name) ?? '' }
      const response = await sendAndDiscard(clientId, name, { method: 'PUT', headers, body, sha256 })
      if (response.statusCode === 404) throw new BucketError(`there is no bucket ${config.bucket}`, 404)
      sizes.delete(`${clientId}/${name}`)
    },
    drop: async (clientId, name) => {
      sizes.delete(`${clientId}/${name}`)
      if (typeOfName(name) !== null) await sendAndDiscard(clientId, name, { method: 'DELETE' })
    },
    list: async function* () {
      for (let token: string | null = ''; token !== null;) {
        const response = await sendTo(listUrl(config, token), { method: 'GET' })
        if (response.statusCode === 404) throw new BucketError(`there is no bucket ${config.bucket}`, 404)
        const page = readListPage(await text(response), `${config.prefix}files/`)
        yield* page.files
        token = page.nextToken
      }
    },
  }
}
