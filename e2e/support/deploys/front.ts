/**
 * A server in front of the product that can deploy builds, stop and start. The product's own code serves page, worker and
 * assets; everything else is proxied. While it is stopped, it refuses connections.
 */
import { createServer as createHttp, request as ask } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { readConfig } from '#server/core/config.ts'
import { keepBuild } from '#server/core/http/page/former-builds.ts'
import { createPage } from '#server/core/http/page/page.ts'
import { pagePolicy } from '#server/core/http/security-headers.ts'
import { createServer } from '#server/core/http/server.ts'
import { registerStatic } from '#server/core/http/page/static.ts'
import { createLog } from '#server/core/log/log.ts'
import type { PublicInfo } from '#contract/client-info/client-info.ts'
import { isBelow } from '#contract/path-below.ts'
import { SERVER_PATHS } from '#contract/server-paths.ts'
import { PRODUCT_PORT, PRODUCT_URL } from '#e2e/product.ts'
import { makeBuild, readBuild } from './build.ts'

export interface Front {
  readonly url: string
  /** Proxied calls so far as `method path`, without the app's files. */
  readonly calls: string[]
  /** Serves this build from now on; `forget` removes the files of all former builds. */
  readonly deploy: (tag: string, options?: { forget?: boolean; workerOff?: boolean }) => Promise<void>
  readonly stop: () => Promise<void>
  readonly start: () => Promise<void>
  readonly end: () => Promise<void>
}

const APP_FILES = /^\/(assets\/|sw-custom\.js$|index\.html$|health\.txt$)/
const NOT_PAGES = [...SERVER_PATHS, '/runtimes']

const servesItself = (request: IncomingMessage, path: string) =>
  APP_FILES.test(path) || (!isBelow(NOT_PAGES, path) && (request.headers.accept ?? '').includes('text/html'))

const proxy = (request: IncomingMessage, response: ServerResponse) => {
  const upstream = ask(
    {
      port: PRODUCT_PORT,
      host: '127.0.0.1',
      method: request.method,
      path: request.url,
      headers: request.headers,
    },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    },
  )
  upstream.on('error', () => response.destroy())
  response.on('close', () => upstream.destroy())
  request.pipe(upstream)
}

const publicInfo = () => {
  const cache = new Map<number, Promise<PublicInfo | null>>()
  return (id: number): Promise<PublicInfo | null> => {
    const found =
      cache.get(id) ??
      fetch(`${PRODUCT_URL}/api/clients/${id}/public-info/`).then(async (answer) =>
        answer.ok ? ((await answer.json()) as PublicInfo) : null,
      )
    cache.set(id, found)
    return found
  }
}

/** Starts with the unchanged build on its own port. */
export const startFront = async (port: number): Promise<Front> => {
  const folders: string[] = []
  const formerBuilds = mkdtempSync(join(tmpdir(), 'lms-front-'))
  folders.push(formerBuilds)
  const calls: string[] = []
  const sockets = new Set<Socket>()
  const info = publicInfo()
  let app: FastifyInstance
  let http: Server | null = null

  const built = readBuild()
  const folderByTag = new Map<string, string>()
  const folderOf = (tag: string) => {
    const folder = folderByTag.get(tag) ?? makeBuild(built, tag)
    if (!folderByTag.has(tag)) folders.push(folder)
    folderByTag.set(tag, folder)
    return folder
  }

  const deploy: Front['deploy'] = async (tag, { forget = false, workerOff = false } = {}) => {
    const folder = folderOf(tag)
    if (forget) rmSync(formerBuilds, { recursive: true, force: true })
    const page = createPage({
      folder,
      https: false,
      demo: false,
      hasDemoBanner: () => false,
      defaultClientId: 7,
      clientIdByHost: async () => null,
      publicInfo: info,
    })
    const next = await createServer({
      config: readConfig({ LOG_LEVEL: 'silent' }),
      log: createLog('silent'),
      sendPage: page.send,
    })
    page.register(next)
    registerStatic(next, folder, {
      policy: pagePolicy({ https: false, google: false }),
      formerAssets: keepBuild(folder, formerBuilds),
      workerOff: () => workerOff,
    })
    await next.ready()
    app = next
  }
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/'
    if (servesItself(request, path)) return app.routing(request, response)
    calls.push(`${request.method} ${path}`)
    proxy(request, response)
  }
  const start = () =>
    new Promise<void>((resolve) => {
      if (http) return resolve()
      http = createHttp(answer)
      http.on('connection', (socket) => {
        sockets.add(socket)
        socket.on('close', () => sockets.delete(socket))
      })
      http.listen(port, '127.0.0.1', resolve)
    })
  const stop = () =>
    new Promise<void>((resolve) => {
      if (!http) return resolve()
      http.close(() => resolve())
      for (const socket of sockets) socket.destroy()
      http = null
    })
  await deploy('')
  await start()
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    deploy,
    stop,
    start,
    end: async () => {
      await stop()
      for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    },
  }
}
