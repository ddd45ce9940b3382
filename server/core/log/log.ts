/** Structured logs without secrets (TRUST §8.8): what may be written is listed, what may not is cut out by name. */
import type { FastifyBaseLogger } from 'fastify'
import { pino, stdSerializers, type DestinationStream } from 'pino'
import type { LogLevel } from '../config.ts'

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

/** A logger that writes JSON lines to stdout (or to `destination`, for tests). */
export const createLog = (level: LogLevel, destination?: DestinationStream): FastifyBaseLogger =>
  pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: REDACTED, censor: '[hidden]' },
      serializers: { err: errorFacts },
    },
    ...(destination ? [destination] : []),
  )

/** Of an error only these: a database error also carries the row that it refused. */
const errorFacts = (error: unknown): unknown => {
  if (!(error instanceof Error)) return { type: typeof error }
  const { type, message, stack } = stdSerializers.err(error)
  const { code } = error as { code?: unknown }
  return { type, message, stack, ...(typeof code === 'string' ? { code } : {}) }
}
