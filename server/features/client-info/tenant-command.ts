import { parseArgs } from 'node:util'
import { alwaysOn, featureSlugs } from '#contract/client-info/feature-slugs.ts'
import { isLanguage, type Language, languages } from '#contract/languages.ts'
import { shortNameOf } from '#contract/client-info/manifest.ts'
import { verifyAuditChain } from '#server/core/audit/verify.ts'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import {
  BRAND_COLOUR_DEFAULT,
  insertClient,
  listClientIds,
  readClient,
  setClientActive,
  setFeature,
} from './clients.repository.ts'
import { DEFAULT_CLIENT_ID } from './default-client.ts'
import { featureCatalogue } from './feature-catalogue.ts'

export const tenantUsage = `npm run tenant -- create --id N --name NAME --slug SLUG --admin-email ADDRESS
                         [--host HOST]… [--colour #rrggbb] [--languages ${languages.join(',')}] [--time-zone ZONE] [--currency CUR]
npm run tenant -- list
npm run tenant -- on N
npm run tenant -- off N
npm run tenant -- feature N FEATURE on|off
npm run tenant -- audit N [--seq S --hash H]   (S and H: the anchor printed by an earlier call)`

/** Wrong usage; the message contains everything that the operator needs. */
export class UsageError extends Error {}

export interface TenantCommandTools {
  core: Core
  /** Creates the first admin, without a password; provided by the accounts feature. */
  createAdmin: (db: TenantDb, admin: { clientId: number; email: string; language: Language }) => Promise<void>
  print: (line: string) => void
}

const clientIdFrom = (text: string | undefined): number => {
  const id = Number(text)
  if (!text || !/^[1-9]\d{0,9}$/.test(text) || id > 2_147_483_647)
    throw new UsageError('the client id must be a whole number from 1')
  return id
}

const seqFrom = (text: string): number => {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new UsageError('--seq takes a whole number from 1')
  return Number(text)
}

const required = (value: string | undefined, name: string): string => {
  if (value === undefined || value.trim() === '') throw new UsageError(`--${name} is missing`)
  return value.trim()
}

const requireMatch = (value: string, pattern: RegExp, message: string): string => {
  if (!pattern.test(value)) throw new UsageError(message)
  return value
}

const languagesFrom = (text: string): [Language, ...Language[]] => {
  const list = text.split(',').map((part) => part.trim())
  const valid = [...new Set(list.filter(isLanguage))]
  const [first, ...rest] = valid
  if (first === undefined || valid.length !== list.length)
    throw new UsageError(
      `--languages takes ${new Intl.ListFormat('en').format(languages)}, separated by commas, the first language first`,
    )
  return [first, ...rest]
}

const timeZoneFrom = (zone: string): string => {
  try {
    // Keep the zone as typed: some engines canonicalize to outdated names (Asia/Calcutta).
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return zone
  } catch {
    throw new UsageError(`${zone} is not a time zone such as Asia/Kolkata`)
  }
}

const options = {
  id: { type: 'string' },
  name: { type: 'string' },
  slug: { type: 'string' },
  host: { type: 'string', multiple: true },
  colour: { type: 'string' },
  languages: { type: 'string' },
  'time-zone': { type: 'string' },
  currency: { type: 'string' },
  'admin-email': { type: 'string' },
  seq: { type: 'string' },
  hash: { type: 'string' },
} as const

const parse = (args: readonly string[]) => {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

const create = async (tools: TenantCommandTools, args: readonly string[]): Promise<void> => {
  const { values } = parse(args)
  const clientId = clientIdFrom(required(values.id, 'id'))
  const name = required(values.name, 'name')
  const slug = requireMatch(
    required(values.slug, 'slug'),
    /^[a-z0-9]+(-[a-z0-9]+)*$/,
    '--slug takes lowercase letters, digits and single hyphens',
  )
  const email = requireMatch(
    required(values['admin-email'], 'admin-email'),
    /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
    '--admin-email is not an e-mail address',
  )
  const languages = languagesFrom(values.languages ?? 'en')
  const hosts = (values.host ?? []).map((host) =>
    requireMatch(
      host.trim().toLowerCase(),
      /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/,
      '--host takes a host name without port, e.g. learn.example.org',
    ),
  )
  const { core, createAdmin, print } = tools
  if (hosts.length === 0 && clientId !== DEFAULT_CLIENT_ID && !core.config.demo)
    throw new UsageError(`--host is missing: unknown host names use client ${DEFAULT_CLIENT_ID}`)
  await core.db
    .withTenant(clientId, async (db) => {
      await insertClient(db, {
        clientId,
        name,
        shortName: shortNameOf(name),
        slug,
        isActive: true,
        brandColour: requireMatch(
          (values.colour ?? BRAND_COLOUR_DEFAULT).toLowerCase(),
          /^#[0-9a-f]{6}$/,
          '--colour takes a colour such as #3b5bdb',
        ),
        theme: {},
        languages,
        detectBrowserLanguage: true,
        supportEmail: email,
        timeZone: timeZoneFrom(values['time-zone'] ?? 'UTC'),
        currency: requireMatch(
          values.currency ?? 'USD',
          /^[A-Z]{3}$/,
          '--currency takes three capital letters, e.g. INR',
        ),
        hosts,
        features: featureCatalogue,
        staffSecondStep: true,
      })
      await createAdmin(db, { clientId, email, language: languages[0] })
      await core.audit.record(db, {
        action: 'clients.create',
        result: 'ok',
        actorId: null,
        object: `client:${clientId}`,
        detail: { slug },
      })
      await core.changes.announce(db, { kind: 'client', clientId })
    })
    .catch((error: unknown) => {
      if (isUniqueViolation(error)) throw new UsageError('this id, slug or host name is taken')
      throw error
    })
  print(`Client ${clientId} (${name}) is ready.`)
  print(
    `The first admin sets a password: open ${signInPage(core, clientId, hosts)}, choose “Forgot password”, ` +
      `enter ${email}, and type the code from the mail.`,
  )
}

const signInPage = (core: Core, clientId: number, hosts: readonly string[]): string => {
  if (hosts[0]) return `https://${hosts[0]}/forgot-password`
  const origin = core.config.publicUrl ?? `http://${core.config.host}:${core.config.port}`
  return `${origin}/forgot-password${core.config.demo ? `?client=${clientId}` : ''}`
}

const isUniqueViolation = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === '23505'

const list = async ({ core, print }: TenantCommandTools): Promise<void> => {
  const ids = await core.db.withoutTenant(listClientIds)
  for (const id of ids) {
    const client = await core.db.withTenant(id, (db) => readClient(db, id))
    if (client) print(`${id}\t${client.is_active ? 'on' : 'off'}\t${client.slug}\t${client.name}`)
  }
  if (ids.length === 0) print('There are no clients yet.')
}

const setActive = async (
  tools: TenantCommandTools,
  id: string | undefined,
  isActive: boolean,
): Promise<void> => {
  const clientId = clientIdFrom(id)
  const { core, print } = tools
  await core.db.withTenant(clientId, async (db) => {
    if (!(await setClientActive(db, clientId, isActive)))
      throw new UsageError(`there is no client ${clientId}`)
    await core.audit.record(db, {
      action: isActive ? 'clients.activate' : 'clients.deactivate',
      result: 'ok',
      actorId: null,
      object: `client:${clientId}`,
    })
    await core.changes.announce(db, { kind: 'client', clientId })
  })
  print(`Client ${clientId} is ${isActive ? 'on' : 'off'}.`)
}

/** Running processes hear of it on commit; nothing of the feature is deleted. */
const switchFeature = async (
  { core, print }: TenantCommandTools,
  [id, name, state]: readonly string[],
): Promise<void> => {
  const clientId = clientIdFrom(id)
  const switchable = featureSlugs.filter((slug) => !alwaysOn.some((fixed) => fixed === slug))
  const slug = switchable.find((one) => one === name)
  if (!slug)
    throw new UsageError(`the feature must be one of ${new Intl.ListFormat('en').format(switchable)}`)
  if (state !== 'on' && state !== 'off') throw new UsageError('say on or off after the feature')
  await core.db.withTenant(clientId, async (db) => {
    if (!(await readClient(db, clientId))) throw new UsageError(`there is no client ${clientId}`)
    await setFeature(db, clientId, { slug, enabled: state === 'on' })
    await core.audit.record(db, {
      action: state === 'on' ? 'clients.feature_on' : 'clients.feature_off',
      result: 'ok',
      actorId: null,
      object: `client:${clientId}`,
      detail: { feature: slug },
    })
    await core.changes.announce(db, { kind: 'client', clientId })
  })
  print(`${slug} is ${state} for client ${clientId}.`)
}

/** Verifies the chain of security events and throws when it is broken. */
const audit = async ({ core, print }: TenantCommandTools, args: readonly string[]): Promise<void> => {
  const { values, positionals } = parse(args)
  const clientId = clientIdFrom(positionals[0])
  const anchor =
    values.seq === undefined && values.hash === undefined
      ? undefined
      : {
          seq: seqFrom(required(values.seq, 'seq')),
          hash: requireMatch(
            required(values.hash, 'hash'),
            /^[0-9a-f]{64}$/,
            '--hash takes 64 hexadecimal digits',
          ),
        }
  const {
    fault,
    checked: eventCount,
    head,
  } = await core.db.withTenant(clientId, (db) => verifyAuditChain(db, anchor))
  if (fault !== null) throw new UsageError(`The security events of client ${clientId} were changed: ${fault}`)
  print(`The ${eventCount} security events of client ${clientId} are unchanged.`)
  if (head) print(`Store this anchor elsewhere for the next check: --seq ${head.seq} --hash ${head.hash}`)
}

/**
 * `npm run tenant -- …`: creates clients, lists them, switches them and their features on and off, verifies their security events. Throws
 * {@link UsageError} for wrong usage.
 */
export const tenantCommand = async (tools: TenantCommandTools, args: readonly string[]): Promise<void> => {
  const [command, ...rest] = args
  if (args.includes('--help')) return tools.print(tenantUsage)
  switch (command) {
    case 'create':
      return create(tools, rest)
    case 'list':
      return list(tools)
    case 'on':
    case 'off':
      return setActive(tools, rest[0], command === 'on')
    case 'feature':
      return switchFeature(tools, rest)
    case 'audit':
      return audit(tools, rest)
    default:
      throw new UsageError(tenantUsage)
  }
}
