/** Dynamic answers, compressed: cheap settings, only where it pays, and never twice for the same cached bytes. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Below one network packet compression saves nothing. */
const WORTH_IT_BYTES = 1_024
const BROTLI_QUALITY = 4
const GZIP_LEVEL = 5
const COMPRESSIBLE =
  /^(application\/(json|manifest\+json)|text\/(html|css|javascript|plain|vtt)|image\/svg\+xml)/

type Encoding = 'br' | 'gzip'
const compressed: Record<Encoding, WeakMap<Buffer, Promise<Buffer>>> = {
  br: new WeakMap(),
  gzip: new WeakMap(),
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of the endpoint (contract/endpoint.ts). */
    hasSecrets?: boolean
  }
}

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

const compress = (bytes: Buffer, encoding: Encoding): Promise<Buffer> =>
  encoding === 'br'
    ? brotli(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      })
    : gzipped(bytes, { level: GZIP_LEVEL })

/** The better encoding that the client takes; null for none. `q=0` is a refusal. */
export const acceptedEncoding = (header: string | undefined): Encoding | null => {
  if (!header) return null
  const taken = new Set(
    header
      .split(',')
      .map((part) =>
        part
          .trim()
          .toLowerCase()
          .split(/\s*;\s*/),
      )
      .filter(([, quality]) => !quality || Number(quality.replace(/^q=/, '')) > 0)
      .map(([name]) => name),
  )
  return taken.has('br') ? 'br' : taken.has('gzip') ? 'gzip' : null
}

/** Whether compressing pays: long text that is not compressed yet and carries no tokens. */
const isWorthIt = (
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): payload is string | Buffer => {
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return false
  if (payload.length < WORTH_IT_BYTES || reply.hasHeader('content-encoding')) return false
  if (request.routeOptions.config.hasSecrets) return false
  return COMPRESSIBLE.test(String(reply.getHeader('content-type') ?? ''))
}

/** An onSend hook that runs on every answer: calls back at once where there is nothing to compress, else a promise. */
export const compressAnswer = (
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: Error | null, payload?: unknown) => void,
): Promise<Buffer> | void => {
  if (!isWorthIt(request, reply, payload)) return done(null, payload)
  const vary = reply.getHeader('vary')
  void reply.header('vary', vary ? `${String(vary)}, Accept-Encoding` : 'Accept-Encoding')
  const encoding = acceptedEncoding(request.headers['accept-encoding'])
  if (!encoding) return done(null, payload)
  return pack(reply, payload, encoding)
}

const pack = async (reply: FastifyReply, payload: string | Buffer, encoding: Encoding): Promise<Buffer> => {
  const bytes = await (typeof payload === 'string'
    ? compress(Buffer.from(payload), encoding)
    : once(payload, encoding))
  const etag = reply.getHeader('etag')
  // The bytes differ by encoding, the meaning does not: that is what a weak validator says.
  if (typeof etag === 'string' && !etag.startsWith('W/')) void reply.header('etag', `W/${etag}`)
  void reply.header('content-encoding', encoding).header('content-length', bytes.length)
  return bytes
}

const once = (bytes: Buffer, encoding: Encoding): Promise<Buffer> => {
  const known = compressed[encoding].get(bytes)
  if (known) return known
  const made = compress(bytes, encoding)
  compressed[encoding].set(bytes, made)
  return made
}
