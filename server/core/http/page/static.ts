/**
 * The built app's files, all held in memory with their compressed forms: what is not on the list does not exist,
 * so no path can lead out of the folder, and a missing asset is a 404 and never the app's page.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { acceptedEncoding } from './compress.ts'
import { RUNTIME_POLICY } from '../security-headers.ts'
import { WORKER_OFF_SCRIPT, WORKER_URL } from './worker-switch.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
  '.vtt': 'text/vtt; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
}
/** Names of hashed files never come back with other bytes. */
const IMMUTABLE = 'public, max-age=31536000, immutable'
/** Page, worker and the like: kept, but asked for again each time. */
const REVALIDATE = 'no-cache'

interface StaticFile {
  readonly plain: Buffer
  readonly br: Buffer | null
  readonly gzip: Buffer | null
  readonly type: string
  readonly caching: string
  /** Null for the page's policy. */
  readonly policy: string | null
  readonly etag: string
}

/** Adds what the folder has and the list lacks; `index.html` is left out because it is a template (page.ts), dot folders are build notes. */
const readFiles = (folder: string, files: Map<string, StaticFile>, below = ''): void => {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const url = `${below}/${relative(folder, path).split(sep).join('/')}`
    if (!entry.isFile() || files.has(url) || /\/\.|\.(br|gz|map|part)$|^\/index\.html$/.test(url)) continue
    files.set(url, readOne(path, url))
  }
}

const readOne = (path: string, url: string): StaticFile => {
  const plain = readFileSync(path)
  const beside = (ending: string) => (existsSync(path + ending) ? readFileSync(path + ending) : null)
  return {
    plain,
    br: beside('.br'),
    gzip: beside('.gz'),
    type: TYPES[extname(path)] ?? 'application/octet-stream',
    caching: /^\/(?:assets|runtimes)\//.test(url) ? IMMUTABLE : REVALIDATE,
    policy: url.startsWith('/runtimes/') ? RUNTIME_POLICY : null,
    etag: etagOf(plain),
  }
}

export interface StaticOptions {
  readonly policy: string
  /** Assets of this and former builds (former-builds.ts); null serves only those of `folder`. */
  readonly formerAssets?: string | null
  /** While true the worker's file is one that removes itself. */
  readonly workerOff?: () => boolean
}

/** Mounts every file of the built app under its own path. */
export const registerStatic = (app: FastifyInstance, folder: string, options: StaticOptions): void => {
  const files = new Map<string, StaticFile>()
  readFiles(folder, files)
  const { policy, formerAssets = null, workerOff = () => false } = options
  if (formerAssets !== null) readFiles(formerAssets, files, '/assets')
  const off = staticText(WORKER_OFF_SCRIPT, '.js')
  for (const [url, file] of files) {
    const served = url === WORKER_URL ? () => (workerOff() ? off : file) : () => file
    app.get(url, (request, reply) => sendFile(request, reply, served(), policy))
  }
}

const staticText = (text: string, ending: string): StaticFile => {
  const plain = Buffer.from(text)
  const type = TYPES[ending] ?? 'application/octet-stream'
  return { plain, br: null, gzip: null, type, caching: REVALIDATE, policy: null, etag: etagOf(plain) }
}

const etagOf = (plain: Buffer) => createHash('sha256').update(plain).digest('base64url').slice(0, 22)

const sendFile = (request: FastifyRequest, reply: FastifyReply, file: StaticFile, policy: string) => {
  const wanted = acceptedEncoding(request.headers['accept-encoding'])
  const encoding = wanted === 'br' && file.br ? 'br' : wanted && file.gzip ? 'gzip' : null
  const etag = encoding ? `"${file.etag}-${encoding}"` : `"${file.etag}"`
  // A worker is bound by the policy of its own script, hence the page's policy and not the one of data.
  void reply.headers({
    'cache-control': file.caching,
    'content-security-policy': file.policy ?? policy,
    etag,
  })
  if (file.br || file.gzip) void reply.header('vary', 'Accept-Encoding')
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  if (encoding) void reply.header('content-encoding', encoding)
  return reply
    .type(file.type)
    .send(encoding === 'br' ? file.br : encoding === 'gzip' ? file.gzip : file.plain)
}
