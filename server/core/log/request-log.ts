/**
 * Creates a request's child logger on first use. Almost no request logs, and creating a logger that redacts secrets
 * costs more than everything else in a cached response.
 */
import type { FastifyBaseLogger } from 'fastify'

type Bindings = Parameters<FastifyBaseLogger['child']>[0]
type Options = Parameters<FastifyBaseLogger['child']>[1]

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** The request's logger: becomes the parent's child on first use, with the same bindings and redaction. */
class RequestLog {
  readonly #parent: FastifyBaseLogger
  readonly #bindings: Bindings
  readonly #options: Options
  #child: FastifyBaseLogger | null = null

  constructor(parent: FastifyBaseLogger, bindings: Bindings, options: Options) {
    this.#parent = parent
    this.#bindings = bindings
    this.#options = options
  }

  childLogger(): FastifyBaseLogger {
    return (this.#child ??= this.#parent.child(this.#bindings, this.#options))
  }

  get level() {
    return this.childLogger().level
  }
  set level(level) {
    this.childLogger().level = level
  }

  child(...args: Parameters<FastifyBaseLogger['child']>) {
    return this.childLogger().child(...args)
  }
}

// Methods and not getters, because Fastify reads each of them once per request.
for (const name of LEVELS)
  Object.defineProperty(RequestLog.prototype, name, {
    value(this: RequestLog, ...args: unknown[]) {
      const log = this.childLogger() as unknown as Record<string, (...args: unknown[]) => void>
      log[name]?.(...args)
    },
  })

/** For Fastify's `childLoggerFactory`. */
export const requestLog = (
  parent: FastifyBaseLogger,
  bindings: Bindings,
  options: Options = {},
): FastifyBaseLogger => new RequestLog(parent, bindings, options) as unknown as FastifyBaseLogger

/** Without redaction, for lines with fields that we write ourselves and that contain no secret. */
export const plainLog = (log: FastifyBaseLogger): FastifyBaseLogger => log.child({}, { redact: [] })
