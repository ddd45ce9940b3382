/**
 * Nearly no request writes to its own log, so that log is made when somebody does: a child logger that cuts secrets out
 * costs more than everything else that a cached answer needs.
 */
import type { FastifyBaseLogger } from 'fastify'

type Bindings = Parameters<FastifyBaseLogger['child']>[0]
type Options = Parameters<FastifyBaseLogger['child']>[1]

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** The request's logger: the parent's child as soon as it is used, with the same bindings and the same secrecy. */
class RequestLog {
  readonly #parent: FastifyBaseLogger
  readonly #bindings: Bindings
  readonly #options: Options
  #made: FastifyBaseLogger | null = null

  constructor(parent: FastifyBaseLogger, bindings: Bindings, options: Options) {
    this.#parent = parent
    this.#bindings = bindings
    this.#options = options
  }

  made(): FastifyBaseLogger {
    return (this.#made ??= this.#parent.child(this.#bindings, this.#options))
  }

  get level() {
    return this.made().level
  }
  set level(level) {
    this.made().level = level
  }

  child(...given: Parameters<FastifyBaseLogger['child']>) {
    return this.made().child(...given)
  }
}

// Methods and not getters: Fastify looks at each of them once per request.
for (const name of LEVELS)
  Object.defineProperty(RequestLog.prototype, name, {
    value(this: RequestLog, ...given: unknown[]) {
      const log = this.made() as unknown as Record<string, (...all: unknown[]) => void>
      log[name]?.(...given)
    },
  })

/** For Fastify's `childLoggerFactory`. */
export const requestLog = (
  parent: FastifyBaseLogger,
  bindings: Bindings,
  options: Options = {},
): FastifyBaseLogger => new RequestLog(parent, bindings, options) as unknown as FastifyBaseLogger

/** For lines whose fields are all written by us and hold no secret: the same log without the search for secrets. */
export const plainLog = (log: FastifyBaseLogger): FastifyBaseLogger => log.child({}, { redact: [] })
