/**
 * Stored files in a bucket of any store that speaks S3 (addresses with the bucket in the path). Files keep their
 * addresses on this server, which hands their bytes on: the sandbox, the types and the tenant's walls stay the same.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { request as overHttp, type IncomingMessage } from 'node:http'
import { request as overHttps } from 'node:https'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AwsV4Signer } from 'aws4fetch'
import type { BucketConfig } from '#server/core/config.ts'
import { typeOfName } from './file-name.ts'
import type { FileSource, FileStore } from './file-store.ts'

/** Nothing comes for so long: the store does not answer. */
const SILENT_MS = 30_000
const TRIES = 3
const PAUSE_MS = 200
/** A name's content never changes, so neither does its size. */
const SIZES_MAX = 20_000
const NO_BYTES_SHA256 = createHash('sha256').digest('hex')

interface Call {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  headers?: Record<string, string>
  /** Made anew for each try. */
  body?: () => Readable | Buffer
  sha256?: string
}

/** The store refused or failed; what it said is for the log. */
class BucketError extends Error {
  readonly status: number | null
  constructor(message: string, status: number | null, options?: ErrorOptions) {
    super(message, options)
    this.name = 'BucketError'
    this.status = status
  }
}

const isPassing = (error: unknown) =>
  error instanceof BucketError && (error.status === null || error.status >= 500 || error.status === 429)

const SAID_MAX = 500
const saidBy = async (answer: IncomingMessage): Promise<string> => {
  let said = ''
  for await (const part of answer) if (said.length < SAID_MAX) said += String(part)
  return said.slice(0, SAID_MAX)
}

export const bucketStore = (config: BucketConfig): FileStore => {
  const sizes = new Map<string, number>()
  const urlOf = (clientId: number, name: string) =>
    `${config.endpoint}/${config.bucket}/${config.prefix}files/${clientId}/${name}`

  const once = async (
    url: string,
    { method, headers = {}, body, sha256 }: Call,
  ): Promise<IncomingMessage> => {
    const signed = await new AwsV4Signer({
      method,
      url,
      headers: { ...headers, 'x-amz-content-sha256': sha256 ?? NO_BYTES_SHA256 },
      accessKeyId: config.accessKeyId,
      secretAccessKey: config.secretAccessKey,
      service: 's3',
      region: config.region,
    }).sign()
    const send = signed.url.protocol === 'https:' ? overHttps : overHttp
    return new Promise((resolve, reject) => {
      const failed = (error: Error) =>
        reject(new BucketError(`${method} ${url}: ${error.message}`, null, { cause: error }))
      const call = send(signed.url, { method, headers: Object.fromEntries(signed.headers) })
      call.setTimeout(SILENT_MS, () => call.destroy(new Error('the store does not answer')))
      call.on('response', resolve)
      call.on('error', failed)
      const bytes = body?.()
      if (bytes === undefined || Buffer.isBuffer(bytes)) call.end(bytes)
      else pipeline(bytes, call).catch(failed)
    })
  }

  /** Answers of success and 404; throws for everything else after a few tries. */
  const ask = async (clientId: number, name: string, call: Call): Promise<IncomingMessage> => {
    const url = urlOf(clientId, name)
    for (let turn = 1; ; turn += 1) {
      try {
        const answer = await once(url, call)
        const status = answer.statusCode ?? 0
        if ((status >= 200 && status < 300) || status === 404) return answer
        throw new BucketError(`${call.method} ${url}: ${status} ${await saidBy(answer)}`, status)
      } catch (error) {
        if (turn >= TRIES || !isPassing(error)) throw error
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * 2 ** (turn - 1)))
      }
    }
  }
  const done = async (clientId: number, name: string, call: Call): Promise<IncomingMessage> => {
    const answer = await ask(clientId, name, call)
    answer.resume()
    return answer
  }

  const size = async (clientId: number, name: string): Promise<number | null> => {
    if (typeOfName(name) === null) return null
    const key = `${clientId}/${name}`
    const known = sizes.get(key)
    if (known !== undefined) return known
    const answer = await done(clientId, name, { method: 'HEAD' })
    if (answer.statusCode === 404) return null
    const found = Number(answer.headers['content-length'])
    if (!Number.isSafeInteger(found)) throw new BucketError(`HEAD of ${key} told no length`, null)
    if (sizes.size >= SIZES_MAX) sizes.clear()
    sizes.set(key, found)
    return found
  }
  const wholeOf = async (source: FileSource) =>
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
      const found = type === null ? null : await size(clientId, name)
      if (type === null || found === null) return null
      return {
        size: found,
        type,
        read: async (start, end) => {
          const range = `bytes=${start}-${end}`
          const answer = await ask(clientId, name, { method: 'GET', headers: { range } })
          if (answer.statusCode === 206) return answer
          answer.destroy()
          sizes.delete(`${clientId}/${name}`)
          throw new BucketError(`GET ${range} of ${name}: ${answer.statusCode}`, answer.statusCode ?? null)
        },
        close: () => Promise.resolve(),
      }
    },
    // One call with the content's own hash: the store takes exactly these bytes or none.
    put: async (clientId, name, source) => {
      const { length, sha256, body } = await wholeOf(source)
      if ((await size(clientId, name)) === length) return
      const headers = { 'content-length': String(length), 'content-type': typeOfName(name) ?? '' }
      const answer = await done(clientId, name, { method: 'PUT', headers, body, sha256 })
      if (answer.statusCode === 404) throw new BucketError(`there is no bucket ${config.bucket}`, 404)
      sizes.delete(`${clientId}/${name}`)
    },
    drop: async (clientId, name) => {
      sizes.delete(`${clientId}/${name}`)
      if (typeOfName(name) !== null) await done(clientId, name, { method: 'DELETE' })
    },
  }
}
