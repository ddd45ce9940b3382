/**
 * A small S3 for tests: keeps objects in memory and checks every signature by its own reckoning of AWS Signature
 * Version 4, the hash of what was sent, and that a call is not old.
 */
import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BucketConfig } from '#server/core/config.ts'

const OLD_MS = 15 * 60_000
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest()

/** What is wrong with a signed call; null when nothing is. */
const wrongWith = (request: IncomingMessage, body: Buffer, keys: BucketConfig): string | null => {
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    )
  if (!given) return 'AccessDenied'
  const [, id, day = '', region = '', names = '', signature] = given
  if (id !== keys.accessKeyId || region !== keys.region) return 'InvalidAccessKeyId'
  const date = String(request.headers['x-amz-date'])
  const at = Date.parse(date.replace(/^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (!(Math.abs(Date.now() - at) < OLD_MS) || !date.startsWith(day)) return 'RequestTimeTooSkewed'
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
  /** So many of the next calls are answered with 503. */
  failNext: (calls: number) => void
  close: () => Promise<void>
}

export const startS3 = async (given: Partial<BucketConfig> = {}): Promise<S3Fake> => {
  const objects: S3Fake['objects'] = new Map()
  const calls: string[] = []
  let failing = 0
  const config = {
    endpoint: '',
    region: 'eu-central-1',
    bucket: 'lessons',
    accessKeyId: 'AKIDEXAMPLE',
    secretAccessKey: 'a-secret/with+signs',
    prefix: '',
    ...given,
  }
  const handle = (request: IncomingMessage, body: Buffer, answer: ServerResponse) => {
    const path = request.url ?? ''
    calls.push(`${request.method} ${path}`)
    if (failing > 0) {
      failing -= 1
      return answer.writeHead(503).end('SlowDown')
    }
    const wrong = wrongWith(request, body, config)
    if (wrong) return answer.writeHead(403).end(wrong)
    if (!path.startsWith(`/${config.bucket}/`)) return answer.writeHead(404).end('NoSuchBucket')
    if (request.method === 'PUT') {
      if (request.headers['content-length'] === undefined)
        return answer.writeHead(411).end('MissingContentLength')
      objects.set(path, { bytes: body, type: String(request.headers['content-type']) })
      return answer.writeHead(200).end()
    }
    const found = objects.get(path)
    if (request.method === 'DELETE') {
      objects.delete(path)
      return answer.writeHead(204).end()
    }
    if (!found) return answer.writeHead(404).end('NoSuchKey')
    const { length } = found.bytes
    if (request.method === 'HEAD') return answer.writeHead(200, { 'content-length': length }).end()
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
    if (!range) return answer.writeHead(200, { 'content-length': length }).end(found.bytes)
    const part = found.bytes.subarray(Number(range[1]), Number(range[2]) + 1)
    return answer.writeHead(206, { 'content-length': part.length }).end(part)
  }
  const server = createServer((request, answer) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => handle(request, Buffer.concat(parts), answer))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  config.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    config,
    objects,
    calls,
    failNext: (count) => {
      failing = count
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
