/** Parses the environment by the table of settings. A wrong value stops the start with one clear line. */
import { isAbsolute, resolve } from 'node:path'
import * as z from 'zod/mini'
import { isReachableByOthers } from './reach.ts'
import { settings, type Setting } from './settings.ts'

type SettingName = (typeof settings)[number]['name']
export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'

export interface MailConfig {
  readonly host: string
  readonly port: number
  /** TLS from the first byte; STARTTLS or nothing; STARTTLS when offered. */
  readonly tls: 'always' | 'starttls' | 'offered'
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
  /** Empty, or ends with a slash. */
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
  /** Without a trailing slash; null if not set. */
  readonly publicUrl: string | null
  /** A mailto: or https: address for reports of weaknesses (RFC 9116). */
  readonly securityContact: string | null
  readonly trustProxy: boolean | number | readonly string[]
  /** Multiplies every limit; Infinity turns limits off. */
  readonly rateLimitFactor: number
  readonly logLevel: LogLevel
  /** Names, or `*.` and a name, that users' addresses may lead to; null: every public host. */
  readonly outgoingHosts: readonly string[] | null
  /** Answers with the hashes that begin with five digits; null if not set. */
  readonly passwordRangeUrl: string | null
  /** False removes the service worker from browsers at their next visit. */
  readonly appWorker: boolean
  readonly demo: boolean
  /** DEMO=true, not only the default. */
  readonly isDemoRequested: boolean
  /** Absolute. */
  readonly dataDir: string
  readonly databaseUrl: string | null
  readonly databasePool: number
  readonly masterKey: string | null
  /** Still decrypts, until a rotation is complete. */
  readonly formerMasterKey: string | null
  /** Null: files are stored in the data folder. */
  readonly bucket: BucketConfig | null
  /** Origins of video streams that pages may load. */
  readonly videoHosts: readonly string[]
  /** Origin that serves packages, with at most one `*` as its first label; null if not set. */
  readonly packagesUrl: string | null
  readonly mail: MailConfig | null
  readonly sms: SmsConfig | null
  readonly google: GoogleConfig
}

/** A wrong setting; its message is shown to the operator without a stack trace. */
export class ConfigError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ConfigError'
  }
}

const wholeNumber = (min: number, max: number) =>
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
const booleanText = z.pipe(
  z.enum(['true', 'false', '1', '0'], 'must be true or false'),
  z.transform((text) => text === 'true' || text === '1'),
)
const urlWith = (protocols: readonly string[]) =>
  z.string().check(
    z.refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
      message: `must be an address starting with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    }),
  )
const origin = z.pipe(
  urlWith(['http:', 'https:']).check(
    z.refine(
      (text) => URL.canParse(text) && ['', '/'].includes(new URL(text).pathname + new URL(text).search),
      {
        message: 'must be an origin without a path, e.g. https://learn.example.org',
      },
    ),
  ),
  z.transform((text) => new URL(text).origin),
)
const originList = z.pipe(
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
const hostList = z.pipe(
  z
    .string()
    .check(
      z.regex(
        /^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*(?:,(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*)*$/i,
        'must be host names separated by commas, e.g. meet.example.org,*.example.com',
      ),
    ),
  z.transform((text) => text.toLowerCase().split(',')),
)
const mailTls = z.pipe(
  z.enum(['true', 'false', '1', '0', 'starttls'], 'must be true, starttls or false'),
  z.transform((text): MailConfig['tls'] => {
    if (text === 'starttls') return 'starttls'
    return text === 'true' || text === '1' ? 'always' : 'offered'
  }),
)
const packagesOrigin = z.pipe(
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
const proxyList = z.pipe(
  z.string().check(
    z.regex(
      /^(true|false|\d{1,2}|[0-9a-fA-F.:]+(\/\d{1,3})?(,[0-9a-fA-F.:]+(\/\d{1,3})?)*)$/,
      'must be false, the number of proxies, or their addresses separated by commas',
    ),
    // With `true`, anyone could choose the address that limits and audit see (trust 8.6).
    z.refine((text) => text !== 'true', 'must be the exact number of proxies or their addresses, not true'),
  ),
  z.transform((text): boolean | number | readonly string[] =>
    text === 'false' || text === '0' ? false : /^\d+$/.test(text) ? Number(text) : text.split(','),
  ),
)
const limitFactor = z.pipe(
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
const jwksSource = z.string().check(
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
const anyText = z.string()
/** A bare e-mail address becomes a mailto: one. */
const securityContact = z.pipe(
  z
    .string()
    .check(
      z.regex(
        /^(?:https:\/\/[^\s/]\S*|(?:mailto:)?[^\s@<>:/]+@[^\s@<>:/]+)$/,
        'must be an e-mail address or an https address, e.g. security@example.org',
      ),
    ),
  z.transform((text: string) => (/^(?:https|mailto):/.test(text) ? text : `mailto:${text}`)),
)

const schemas = {
  PORT: wholeNumber(0, 65_535),
  HOST: anyText,
  PUBLIC_URL: origin,
  SECURITY_CONTACT: securityContact,
  TRUST_PROXY: proxyList,
  RATE_LIMITS: limitFactor,
  OUTGOING_HOSTS: hostList,
  PASSWORD_RANGE_URL: urlWith(['http:', 'https:']),
  LOG_LEVEL: z.enum(
    ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    'must be fatal, error, warn, info, debug, trace or silent',
  ),
  APP_WORKER: booleanText,
  DEMO: booleanText,
  DATA_DIR: anyText,
  DATABASE_URL: urlWith(['postgres:', 'postgresql:']),
  DATABASE_POOL: wholeNumber(2, 200),
  MASTER_KEY: masterKey,
  MASTER_KEY_FORMER: masterKey,
  S3_BUCKET: z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')),
  S3_ENDPOINT: urlWith(['http:', 'https:']),
  S3_REGION: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/, 'must be a region such as eu-central-1')),
  S3_ACCESS_KEY_ID: anyText,
  S3_SECRET_ACCESS_KEY: anyText,
  S3_PREFIX: z
    .string()
    .check(z.regex(/^[A-Za-z0-9][A-Za-z0-9_/-]{0,200}$/, 'must be letters, digits, - and _ with / between')),
  VIDEO_HOSTS: originList,
  PACKAGES_URL: packagesOrigin,
  MAIL_HOST: anyText,
  MAIL_PORT: wholeNumber(1, 65_535),
  MAIL_SECURE: mailTls,
  MAIL_USER: anyText,
  MAIL_PASSWORD: anyText,
  MAIL_FROM: mailAddress,
  SMS_URL: urlWith(['http:', 'https:']),
  SMS_TOKEN: anyText,
  SMS_FROM: anyText,
  GOOGLE_CLIENT_ID: anyText,
  GOOGLE_JWKS: jwksSource,
} as const satisfies Record<SettingName, z.ZodMiniType>

type SettingValues = { [Name in SettingName]: z.output<(typeof schemas)[Name]> | null }

const parseSetting = (
  setting: Setting,
  environment: NodeJS.ProcessEnv,
): { value: unknown; problem: string | null } => {
  const raw = environment[setting.name]?.trim()
  const input = raw === undefined || raw === '' ? setting.defaultValue : raw
  if (input === null) return { value: null, problem: null }
  const result = (schemas[setting.name as SettingName] as z.ZodMiniType).safeParse(input)
  if (result.success) return { value: result.data, problem: null }
  const shownValue = setting.secret ? '' : `, not ${JSON.stringify(input)}`
  return {
    value: null,
    problem: `${setting.name} ${result.error.issues[0]?.message ?? 'is wrong'}${shownValue}`,
  }
}

const parseSettings = (environment: NodeJS.ProcessEnv): SettingValues => {
  const values: Record<string, unknown> = {}
  const problems: string[] = []
  for (const setting of settings) {
    const { value, problem } = parseSetting(setting, environment)
    values[setting.name] = value
    if (problem) problems.push(problem)
  }
  const parsed = values as SettingValues
  if (parsed.MAIL_HOST && !environment['MAIL_FROM']) problems.push('MAIL_FROM must be set when MAIL_HOST is')
  if (parsed.S3_BUCKET && !(parsed.S3_ACCESS_KEY_ID && parsed.S3_SECRET_ACCESS_KEY))
    problems.push('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set when S3_BUCKET is')
  if (parsed.MASTER_KEY_FORMER && !parsed.MASTER_KEY)
    problems.push('MASTER_KEY must be set when MASTER_KEY_FORMER is')
  if (parsed.PACKAGES_URL) problems.push(...packagesUrlProblems(parsed.PACKAGES_URL, parsed.PUBLIC_URL))
  if (problems.length > 0) throw new ConfigError(`Wrong setting: ${problems.join('; ')}`)
  return parsed
}

/** Finds combinations with which packages stay empty or the product cannot be reached. */
const packagesUrlProblems = (packagesUrl: string, publicUrl: string | null): string[] => {
  if (publicUrl === null) return []
  const [packagesOrigin, product] = [new URL(packagesUrl.replace('*', 'scorm')), new URL(publicUrl)]
  const problems: string[] = []
  // The packages' host serves nothing but package files, on any port.
  if (packagesOrigin.hostname === product.hostname)
    problems.push('PACKAGES_URL must have another host than PUBLIC_URL, e.g. https://*.packages.example.org')
  if (
    product.protocol === 'https:' &&
    packagesOrigin.protocol !== 'https:' &&
    !packagesOrigin.hostname.endsWith('localhost')
  )
    problems.push('PACKAGES_URL must start with https:// if PUBLIC_URL does: browsers block anything else')
  return problems
}

/** Reads and checks all settings. Throws one {@link ConfigError} that lists every wrong one. */
export const readConfig = (environment: NodeJS.ProcessEnv = process.env, cwd = process.cwd()): Config => {
  const values = parseSettings(environment)
  const dataDir = values.DATA_DIR ?? '.data'
  const reach = reachOf(values)
  return {
    port: values.PORT ?? 4100,
    ...reach,
    securityContact: values.SECURITY_CONTACT,
    rateLimitFactor: values.RATE_LIMITS ?? 1,
    logLevel: values.LOG_LEVEL ?? 'info',
    outgoingHosts: values.OUTGOING_HOSTS,
    passwordRangeUrl: values.PASSWORD_RANGE_URL,
    appWorker: values.APP_WORKER ?? true,
    demo: values.DEMO ?? (values.DATABASE_URL === null && !isReachableByOthers(reach)),
    isDemoRequested: values.DEMO === true,
    dataDir: isAbsolute(dataDir) ? dataDir : resolve(cwd, dataDir),
    databaseUrl: values.DATABASE_URL,
    databasePool: values.DATABASE_POOL ?? 10,
    masterKey: values.MASTER_KEY,
    formerMasterKey: values.MASTER_KEY_FORMER,
    bucket: bucketOf(values),
    videoHosts: values.VIDEO_HOSTS ?? [],
    packagesUrl: values.PACKAGES_URL,
    mail: mailOf(values),
    sms: smsOf(values),
    google: { clientId: values.GOOGLE_CLIENT_ID, jwks: values.GOOGLE_JWKS ?? '' },
  }
}

const reachOf = (values: SettingValues) => ({
  host: values.HOST ?? '127.0.0.1',
  publicUrl: values.PUBLIC_URL,
  trustProxy: values.TRUST_PROXY ?? false,
})

const smsOf = (values: SettingValues): Config['sms'] =>
  values.SMS_URL ? { url: values.SMS_URL, token: values.SMS_TOKEN, from: values.SMS_FROM } : null

const bucketOf = (values: SettingValues): BucketConfig | null => {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret } = values
  if (bucket === null || id === null || secret === null) return null
  const region = values.S3_REGION ?? 'us-east-1'
  return {
    endpoint: (values.S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`).replace(/\/+$/, ''),
    region,
    bucket,
    accessKeyId: id,
    secretAccessKey: secret,
    prefix: values.S3_PREFIX === null ? '' : `${values.S3_PREFIX.replace(/\/+$/, '')}/`,
  }
}

const mailOf = (values: SettingValues): MailConfig | null =>
  values.MAIL_HOST === null
    ? null
    : {
        host: values.MAIL_HOST,
        port: values.MAIL_PORT ?? 587,
        tls: values.MAIL_SECURE ?? 'offered',
        user: values.MAIL_USER,
        password: values.MAIL_PASSWORD,
        from: values.MAIL_FROM ?? '',
      }
