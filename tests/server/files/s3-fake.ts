/**
 * A small S3 for tests. It keeps objects in memory and checks, with its own implementation of AWS Signature Version
 * 4, the signature, the body's hash and the age of every call.
 */
import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BucketConfig } from '#server/core/config.ts'

const MAX_AGE_MS = 15 * 60_000
const LIST_PAGE = 2
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest()

/** The S3 error code for an invalid signed call; null for a valid one. */
const signatureError = (request: IncomingMessage, body: Buffer, keys: BucketConfig): string | null => {
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    )
  if (!match) return 'AccessDenied'
  const [, id, day = '', region = '', names = '', signature] = match
  if (id !== keys.accessKeyId || region !== keys.region) return 'InvalidAccessKeyId'
  const date = String(request.headers['x-amz-date'])
  const sentAt = Date.parse(
    date.replace(/^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/, '$1-$2-$3T$4:$5:$6Z'),
  )
  if (!(Math.abs(Date.now() - sentAt) < MAX_AGE_MS) || !date.startsWith(day)) return 'RequestTimeTooSkewed'
  const bodyHash = String(request.headers['x-amz-content-sha256'])
  if (bodyHash !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const url = new URL(request.url ?? '', 'http://store.test')
  const canonical = [
    request.method,
    url.pathname,
    url.search.slice(1),
    ...names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}`),
    '',
    names,
    bodyHash,
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(
    (secret, part) => hmac(secret, part),
    `AWS4${keys.secretAccessKey}`,
  )
  const expected = hmac(key, ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n'))
  return expected.toString('hex') === signature ? null : 'SignatureDoesNotMatch'
}

export interface S3Fake {
  config: BucketConfig
  /** By path within the server: `/bucket/key`. */
  objects: Map<string, { bytes: Buffer; type: string }>
  /** `METHOD path`, in order. */
  calls: string[]
  /** Answers this many of the next calls with 503. */
  failNext: (calls: number) => void
  close: () => Promise<void>
}

export const startS3 = async (overrides: Partial<BucketConfig> = {}): Promise<S3Fake> => {
  const objects: S3Fake['objects'] = new Map()
  const calls: string[] = []
  let callsToFail = 0
  const config = {
    endpoint: '',
    region: 'eu-central-1',
    bucket: 'lessons',
    accessKeyId: 'AKIDEXAMPLE',
    secretAccessKey: 'a-secret/with+signs',
    prefix: '',
    ...overrides,
  }
  /** ListObjectsV2 with few keys on a page, so that every list has several. */
  const listPage = (path: string): string => {
    const query = new URL(path, 'http://store.test').searchParams
    const after = Number(query.get('continuation-token')?.replace('after ', '') ?? 0)
    const keys = [...objects.keys()]
      .map((key) => key.slice(config.bucket.length + 2))
      .filter((key) => key.startsWith(query.get('prefix') ?? ''))
      .toSorted()
    const end = after + LIST_PAGE
    const more = end < keys.length ? `<NextContinuationToken>after ${end}</NextContinuationToken>` : ''
    const contents = keys.slice(after, end).map((key) => `<Contents><Key>${key}</Key></Contents>`)
    return `<ListBucketResult>${contents.join('')}${more}</ListBucketResult>`
  }
  const handle = (request: IncomingMessage, body: Buffer, response: ServerResponse) => {
    const path = request.url ?? ''
    calls.push(`${request.method} ${path}`)
    if (callsToFail > 0) {
      callsToFail -= 1
      return response.writeHead(503).end('SlowDown')
    }
    const error = signatureError(request, body, config)
    if (error) return response.writeHead(403).end(error)
    if (request.method === 'GET' && path.startsWith(`/${config.bucket}?`))
      return response.writeHead(200).end(listPage(path))
    if (!path.startsWith(`/${config.bucket}/`)) return response.writeHead(404).end('NoSuchBucket')
    if (request.method === 'PUT') {
      if (request.headers['content-length'] === undefined)
        return response.writeHead(411).end('MissingContentLength')
      objects.set(path, { bytes: body, type: String(request.headers['content-type']) })
      return response.writeHead(200).end()
    }
    const stored = objects.get(path)
    if (request.method === 'DELETE') {
      objects.delete(path)
      return response.writeHead(204).end()
    }
    if (!stored) return response.writeHead(404).end('NoSuchKey')
    const { length } = stored.bytes
    if (request.method === 'HEAD') return response.writeHead(200, { 'content-length': length }).end()
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
    if (!range) return response.writeHead(200, { 'content-length': length }).end(stored.bytes)
    const part = stored.bytes.subarray(Number(range[1]), Number(range[2]) + 1)
    return response.writeHead(206, { 'content-length': part.length }).end(part)
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => handle(request, Buffer.concat(chunks), response))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  config.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    config,
    objects,
    calls,
    failNext: (count) => {
      callsToFail = count
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
