/** The Fastify server with everything that every route shares; it knows no feature. */
import cookie from '@fastify/cookie'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { randomBytes, randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { BODY_LIMIT_BYTES } from '#contract/limits.ts'
import type { Config } from '../config.ts'
import { compressAnswer } from './page/compress.ts'
import { answerError, errorBodyOf, pathOf } from './error-answer.ts'
import { plainLog, requestLog } from '../log/request-log.ts'
import { AppError } from './errors.ts'
import { readJsonOnly } from './body/json-body.ts'
import { answerUnknown, isNavigation, knowRoutes, readableParent } from './not-found.ts'
import { rawHeaders, setSecurityHeaders } from './security-headers.ts'

const REQUEST_WITHIN_MS = 60_000
const KEEP_ALIVE_MS = 72_000
/** Log levels at which each request is a line. */
const WRITES_REQUESTS = new Set(['trace', 'debug', 'info'])
/** Answers that would only fill the log. */
const QUIET = /^\/(healthz|readyz|assets\/)/

export interface ServerOptions {
  readonly config: Pick<Config, 'trustProxy' | 'publicUrl'>
  readonly log: FastifyBaseLogger
  /** Sends the app's page; null while there is none (API only). */
  readonly sendPage: ((request: FastifyRequest, reply: FastifyReply) => unknown) | null
}

/** Makes the server; routes are mounted on it by the caller. */
export const createServer = async (options: ServerOptions): Promise<FastifyInstance> => {
  const https = options.config.publicUrl?.startsWith('https:') ?? false
  const secure = setSecurityHeaders({ https })
  const app = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: requestLog,
    trustProxy: trustedHops(options.config.trustProxy),
    bodyLimit: BODY_LIMIT_BYTES,
    // Our own, never the caller's: a request id that others choose proves nothing.
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    requestTimeout: REQUEST_WITHIN_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    routerOptions: { caseSensitive: true, ignoreTrailingSlash: false, maxParamLength: 256 },
    frameworkErrors: (error, request, reply) => {
      secure(request, reply)
      // Raised before routing, mostly for a broken escape: a person goes on with what is readable of the address.
      if (error.code === 'FST_ERR_BAD_URL' && options.sendPage && isNavigation(request))
        void reply.redirect(readableParent(request.url))
      else void answerError(error, request, reply)
    },
    clientErrorHandler: (_, socket) => answerBroken(socket, https),
  })
  const methodsOf = knowRoutes(app)
  await app.register(cookie)
  readJsonOnly(app)
  app.addHook('onRequest', (request, reply, done) => {
    secure(request, reply)
    done(hasOneHost(request) ? undefined : severalHosts())
  })
  app.addHook('onSend', compressAnswer)
  const lines = plainLog(options.log)
  if (WRITES_REQUESTS.has(lines.level))
    app.addHook('onResponse', (request, reply, done) => {
      if (!QUIET.test(request.url)) lines.info(factsOf(request, reply), 'request')
      done()
    })
  app.setErrorHandler(answerError)
  app.setNotFoundHandler(answerUnknown(methodsOf, options.sendPage))
  return app
}

// Fastify reads a bare number as "nobody"; a count of proxies is the address that many steps from the socket.
const trustedHops = (setting: Config['trustProxy']) =>
  typeof setting === 'number'
    ? (_address: string, hop: number) => hop < setting
    : typeof setting === 'object'
      ? [...setting]
      : setting

// Every field is of our own making; the path comes without its query.
const factsOf = (request: FastifyRequest, reply: FastifyReply) => ({
  reqId: request.id,
  method: request.method,
  path: pathOf(request.url),
  status: reply.statusCode,
  ms: Math.round(reply.elapsedTime * 10) / 10,
})

/** Node keeps the first of several Host headers; a proxy before us may have chosen another tenant by the last. */
const hasOneHost = (request: FastifyRequest): boolean => {
  const { raw } = request
  let count = 0
  for (let index = 0; index < raw.rawHeaders.length; index += 2) {
    const name = raw.rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count <= 1 && HOST.test(request.host) && isSameHost(raw.url ?? '', raw.headers.host)
}
/** A name or an address with a port; anything else another server may read as another host. HTTP/1.0 may name none. */
const HOST = /^(?:[\w.-]*|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i
/** A proxy may judge by the host of a whole address in the request line, we judge by the header. */
const isSameHost = (target: string, host: string | undefined): boolean =>
  !/^[a-z][a-z0-9+.-]*:/i.test(target) ||
  (URL.canParse(target) && new URL(target).host === host?.toLowerCase().replace(/:80$/, ''))
const severalHosts = () => new AppError('malformed_request', 'The request names more than one host.')

/** Bytes that are no HTTP request: answered by hand, in the same form as every other error. */
const answerBroken = (socket: Socket, https: boolean) => {
  if (!socket.writable) return socket.destroy()
  const error = new AppError('malformed_request', 'The request could not be read.')
  const body = JSON.stringify(errorBodyOf(error, randomBytes(9).toString('base64url')))
  const headers = Object.entries({
    ...rawHeaders({ https }),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  })
  socket.end(
    `HTTP/1.1 400 Bad Request\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
  )
}
