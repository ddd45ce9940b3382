/** Turns the environment into typed values by the table of settings; a wrong value stops the start with one clear line. */
import { isAbsolute, resolve } from 'node:path'
import * as z from 'zod/mini'
import { settings, type Setting } from './settings.ts'

type SettingName = (typeof settings)[number]['name']
export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'

export interface MailConfig {
  readonly host: string
  readonly port: number
  readonly secure: boolean
  readonly user: string | null
  readonly password: string | null
  readonly from: string
}
export interface BucketConfig {
  /** Without a trailing slash. */
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Empty, or with a slash at its end. */
  readonly prefix: string
}
export interface SmsConfig {
  readonly url: string
  readonly token: string | null
  readonly from: string | null
}
export interface GoogleConfig {
  readonly clientId: string | null
  /** A URL, or a JSON key set. */
  readonly jwks: string
}

export interface Config {
  readonly port: number
  readonly host: string
  /** Without a trailing slash; null when not set. */
  readonly publicUrl: string | null
  readonly trustProxy: boolean | number | readonly string[]
  /** Factor on every limit; Infinity when limits are off. */
  readonly rateLimitFactor: number
  readonly logLevel: LogLevel
  /** False removes the app's worker from browsers at their next visit. */
  readonly appWorker: boolean
  readonly demo: boolean
  /** Absolute. */
  readonly dataDir: string
  readonly databaseUrl: string | null
  readonly databasePool: number
  readonly masterKey: string | null
  /** Where files are stored; null: in the data folder. */
  readonly bucket: BucketConfig | null
  /** Origins whose video streams pages may load. */
  readonly videoHosts: readonly string[]
  /** Origin on which packages play, with at most one `*` as its first label; null when not set. */
  readonly packagesUrl: string | null
  readonly mail: MailConfig | null
  readonly sms: SmsConfig | null
  readonly google: GoogleConfig
}

/** A wrong setting; its message is all that a person needs to read. */
export class ConfigError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ConfigError'
  }
}

const whole = (min: number, max: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/, `must be a whole number from ${min} to ${max}`)),
    z.pipe(
      z.transform(Number),
      z
        .number()
        .check(
          z.minimum(min, `must be a whole number from ${min} to ${max}`),
          z.maximum(max, `must be a whole number from ${min} to ${max}`),
        ),
    ),
  )
const yesNo = z.pipe(
  z.enum(['true', 'false', '1', '0'], 'must be true or false'),
  z.transform((text) => text === 'true' || text === '1'),
)
const url = (protocols: readonly string[]) =>
  z.string().check(
    z.refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
      message: `must be an address starting with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    }),
  )
const origin = z.pipe(
  url(['http:', 'https:']).check(
    z.refine(
      (text) => URL.canParse(text) && ['', '/'].includes(new URL(text).pathname + new URL(text).search),
      {
        message: 'must be an origin without a path, e.g. https://learn.example.org',
      },
    ),
  ),
  z.transform((text) => new URL(text).origin),
)
const origins = z.pipe(
  z
    .string()
    .check(
      z.regex(
        /^https:\/\/[a-z0-9.-]+(?::\d{1,5})?(?:,https:\/\/[a-z0-9.-]+(?::\d{1,5})?)*$/i,
        'must be origins starting with https://, separated by commas',
      ),
    ),
  z.transform((text) => text.split(',').map((part) => new URL(part).origin)),
)
const packages = z.pipe(
  z
    .string()
    .check(
      z.regex(
        /^https?:\/\/(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?\/?$/i,
        'must be an origin, e.g. https://*.packages.example.org',
      ),
    ),
  z.transform((text) => text.toLowerCase().replace(/\/$/, '')),
)
const proxy = z.pipe(
  z.string().check(
    z.regex(
      /^(true|false|\d{1,2}|[0-9a-fA-F.:]+(\/\d{1,3})?(,[0-9a-fA-F.:]+(\/\d{1,3})?)*)$/,
      'must be false, the number of proxies, or their addresses separated by commas',
    ),
    // Trusting everybody lets anyone choose the address that limits and audit see (TRUST §8.6).
    z.refine((text) => text !== 'true', 'must be the exact number of proxies or their addresses, not true'),
  ),
  z.transform((text): boolean | number | readonly string[] =>
    text === 'false' || text === '0' ? false : /^\d+$/.test(text) ? Number(text) : text.split(','),
  ),
)
const factor = z.pipe(
  z.string().check(
    z.regex(/^(off|\d{1,6}(\.\d{1,3})?)$/, 'must be off or a number such as 1 or 10'),
    z.refine((text) => text === 'off' || Number(text) > 0, 'must be more than 0'),
  ),
  z.transform((text) => (text === 'off' ? Infinity : Number(text))),
)
const masterKey = z.string().check(
  z.refine((text) => /^[A-Za-z0-9+/_-]+={0,2}$/.test(text) && Buffer.from(text, 'base64').length === 32, {
    message: 'must be 32 bytes in base64 (openssl rand -base64 32)',
  }),
)
const keySet = z.string().check(
  z.refine(
    (text) => {
      if (!text.trimStart().startsWith('{'))
        return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)
      try {
        return Array.isArray((JSON.parse(text) as { keys?: unknown }).keys)
      } catch {
        return false
      }
    },
    { message: 'must be an address, or a JSON key set {"keys":[…]}' },
  ),
)
const mailAddress = z
  .string()
  .check(
    z.regex(/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/, 'must be an e-mail address, e.g. Academy <hello@example.org>'),
  )
const text = z.string()

const shape = {
  PORT: whole(0, 65_535),
  HOST: text,
  PUBLIC_URL: origin,
  TRUST_PROXY: proxy,
  RATE_LIMITS: factor,
  LOG_LEVEL: z.enum(
    ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    'must be fatal, error, warn, info, debug, trace or silent',
  ),
  APP_WORKER: yesNo,
  DEMO: yesNo,
  DATA_DIR: text,
  DATABASE_URL: url(['postgres:', 'postgresql:']),
  DATABASE_POOL: whole(2, 200),
  MASTER_KEY: masterKey,
  S3_BUCKET: z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')),
  S3_ENDPOINT: url(['http:', 'https:']),
  S3_REGION: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/, 'must be a region such as eu-central-1')),
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
  S3_PREFIX: z
    .string()
    .check(z.regex(/^[A-Za-z0-9][A-Za-z0-9_/-]{0,200}$/, 'must be letters, digits, - and _ with / between')),
  VIDEO_HOSTS: origins,
  PACKAGES_URL: packages,
  MAIL_HOST: text,
  MAIL_PORT: whole(1, 65_535),
  MAIL_SECURE: yesNo,
  MAIL_USER: text,
  MAIL_PASSWORD: text,
  MAIL_FROM: mailAddress,
  SMS_URL: url(['http:', 'https:']),
  SMS_TOKEN: text,
  SMS_FROM: text,
  GOOGLE_CLIENT_ID: text,
  GOOGLE_JWKS: keySet,
} as const satisfies Record<SettingName, z.ZodMiniType>

type Values = { [Name in SettingName]: z.output<(typeof shape)[Name]> | null }

const readOne = (
  setting: Setting,
  environment: NodeJS.ProcessEnv,
): { value: unknown; problem: string | null } => {
  const given = environment[setting.name]?.trim()
  const used = given === undefined || given === '' ? setting.standard : given
  if (used === null) return { value: null, problem: null }
  const result = (shape[setting.name as SettingName] as z.ZodMiniType).safeParse(used)
  if (result.success) return { value: result.data, problem: null }
  const shown = setting.secret ? '' : `, not ${JSON.stringify(used)}`
  return { value: null, problem: `${setting.name} ${result.error.issues[0]?.message ?? 'is wrong'}${shown}` }
}

const readAll = (environment: NodeJS.ProcessEnv): Values => {
  const values: Record<string, unknown> = {}
  const problems: string[] = []
  for (const setting of settings) {
    const { value, problem } = readOne(setting, environment)
    values[setting.name] = value
    if (problem) problems.push(problem)
  }
  const read = values as Values
  if (read.MAIL_HOST && !environment['MAIL_FROM']) problems.push('MAIL_FROM must be set when MAIL_HOST is')
  if (read.S3_BUCKET && !(read.S3_ACCESS_KEY_ID && read.S3_SECRET_ACCESS_KEY))
    problems.push('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set when S3_BUCKET is')
  if (read.PACKAGES_URL) problems.push(...packagesProblems(read.PACKAGES_URL, read.PUBLIC_URL))
  if (problems.length > 0) throw new ConfigError(`Wrong setting: ${problems.join('; ')}`)
  return read
}

/** What would leave people before an empty frame, or before no product at all. */
const packagesProblems = (packagesUrl: string, publicUrl: string | null): string[] => {
  if (publicUrl === null) return []
  const [own, product] = [new URL(packagesUrl.replace('*', 'scorm')), new URL(publicUrl)]
  const problems: string[] = []
  // On the packages' host nothing but their files is answered, whatever the port.
  if (own.hostname === product.hostname)
    problems.push('PACKAGES_URL must name another host than PUBLIC_URL, e.g. https://*.packages.example.org')
  if (product.protocol === 'https:' && own.protocol !== 'https:' && !own.hostname.endsWith('localhost'))
    problems.push(
      'PACKAGES_URL must start with https:// when PUBLIC_URL does: browsers load nothing else there',
    )
  return problems
}

/** Reads and checks all settings. Throws a {@link ConfigError} that names each wrong one in a single line. */
export const readConfig = (environment: NodeJS.ProcessEnv = process.env, cwd = process.cwd()): Config => {
  const read = readAll(environment)
  const dataDir = read.DATA_DIR ?? '.data'
  return {
    port: read.PORT ?? 4100,
    host: read.HOST ?? '127.0.0.1',
    publicUrl: read.PUBLIC_URL,
    trustProxy: read.TRUST_PROXY ?? false,
    rateLimitFactor: read.RATE_LIMITS ?? 1,
    logLevel: read.LOG_LEVEL ?? 'info',
    appWorker: read.APP_WORKER ?? true,
    demo: read.DEMO ?? read.DATABASE_URL === null,
    dataDir: isAbsolute(dataDir) ? dataDir : resolve(cwd, dataDir),
    databaseUrl: read.DATABASE_URL,
    databasePool: read.DATABASE_POOL ?? 10,
    masterKey: read.MASTER_KEY,
    bucket: bucketOf(read),
    videoHosts: read.VIDEO_HOSTS ?? [],
    packagesUrl: read.PACKAGES_URL,
    mail: mailOf(read),
    sms: read.SMS_URL ? { url: read.SMS_URL, token: read.SMS_TOKEN, from: read.SMS_FROM } : null,
    google: { clientId: read.GOOGLE_CLIENT_ID, jwks: read.GOOGLE_JWKS ?? '' },
  }
}

const bucketOf = (read: Values): BucketConfig | null => {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret } = read
  if (bucket === null || id === null || secret === null) return null
  const region = read.S3_REGION ?? 'us-east-1'
  return {
    endpoint: (read.S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`).replace(/\/+$/, ''),
    region,
    bucket,
    accessKeyId: id,
    secretAccessKey: secret,
    prefix: read.S3_PREFIX === null ? '' : `${read.S3_PREFIX.replace(/\/+$/, '')}/`,
  }
}

const mailOf = (read: Values): MailConfig | null =>
  read.MAIL_HOST === null
    ? null
    : {
        host: read.MAIL_HOST,
        port: read.MAIL_PORT ?? 587,
        secure: read.MAIL_SECURE ?? false,
        user: read.MAIL_USER,
        password: read.MAIL_PASSWORD,
        from: read.MAIL_FROM ?? '',
      }
