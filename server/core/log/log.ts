/** Structured logs without secrets (trust 8.8): fields with secret names are redacted. */
import type { FastifyBaseLogger } from 'fastify'
import { pino, stdSerializers, type DestinationStream, type Logger, type LoggerOptions } from 'pino'
import type { LogLevel } from '../config.ts'
import { noteJobError } from '../jobs/job-state.ts'

const SECRET_NAMES = [
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'new_password',
  'old_password',
  'current_password',
  'otp',
  'one_time_code',
  'token',
  'access_token',
  'refresh_token',
  'id_token',
  'credential',
  'secret',
  'masterKey',
  'databaseUrl',
]
const REDACTED = ['', '*.', '*.*.', '*.*.*.'].flatMap((depth) =>
  SECRET_NAMES.map((name) =>
    name.includes('-') ? `${depth.replace(/\.$/, '')}["${name}"]` : `${depth}${name}`,
  ),
)

/** A logger that writes JSON lines to stdout, or to `destination` in tests. */
export const createLog = (level: LogLevel, destination?: DestinationStream): FastifyBaseLogger =>
  pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: REDACTED, censor: '[hidden]' },
      serializers: { err: serializeError },
      hooks: { logMethod: noteErrors },
    },
    ...(destination ? [destination] : []),
  )

const ERROR_LEVEL = 50

/** A job's errors are seen by superadmins as well. */
const noteErrors = function (
  this: Logger,
  ...[args, method, level]: Parameters<NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>>
): void {
  const [fields, text] = args as unknown[]
  if (level >= ERROR_LEVEL && typeof fields === 'object' && fields !== null) {
    const { err, clientId } = fields as { err?: unknown; clientId?: unknown }
    noteJobError(err, clientId, typeof text === 'string' ? text : '')
  }
  method.apply(this, args)
}

/** Only these fields of an error: a database error also contains the rejected row. */
const serializeError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return { type: typeof error }
  const { type, message, stack } = stdSerializers.err(error)
  const { code } = error as { code?: unknown }
  return { type, message, stack, ...(typeof code === 'string' ? { code } : {}) }
}
