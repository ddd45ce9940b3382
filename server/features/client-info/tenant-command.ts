import { parseArgs } from 'node:util'
import { isLanguage, type Language } from '#contract/common.ts'
import { shortNameOf } from '#contract/client-info/manifest.ts'
import { verifyAuditChain } from '#server/core/audit/verify.ts'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { insertClient, listClientIds, readClient, setClientActive } from './clients.repository.ts'
import { DEFAULT_CLIENT_ID } from './default-client.ts'
import { featureCatalogue } from './feature-catalogue.ts'

export const tenantUsage = `npm run tenant -- create --id N --name NAME --slug SLUG --admin-email ADDRESS
                         [--host HOST]… [--colour #rrggbb] [--languages en,hi,ar] [--time-zone ZONE] [--currency CUR]
npm run tenant -- list
npm run tenant -- on N
npm run tenant -- off N
npm run tenant -- audit N [--seq S --hash H]   (S and H: the end of the chain as told by an earlier call)`

/** Wrong use; the message is all that a person needs to read. */
export class UsageError extends Error {}

export interface TenantCommandTools {
  core: Core
  /** The accounts feature's deed: the first admin, without a password. */
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

const checked = (value: string, rule: RegExp, sentence: string): string => {
  if (!rule.test(value)) throw new UsageError(sentence)
  return value
}

const languagesFrom = (text: string): [Language, ...Language[]] => {
  const list = text.split(',').map((part) => part.trim())
  const known = [...new Set(list.filter(isLanguage))]
  const [first, ...rest] = known
  if (first === undefined || known.length !== list.length)
    throw new UsageError('--languages takes en, hi and ar, separated by commas, the first language first')
  return [first, ...rest]
}

const timeZoneFrom = (zone: string): string => {
  try {
    // As typed: the canonical names of some engines are the old ones (Asia/Calcutta).
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

const read = (args: readonly string[]) => {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

const create = async (tools: TenantCommandTools, args: readonly string[]): Promise<void> => {
  const { values } = read(args)
  const clientId = clientIdFrom(required(values.id, 'id'))
  const name = required(values.name, 'name')
  const slug = checked(
    required(values.slug, 'slug'),
    /^[a-z0-9]+(-[a-z0-9]+)*$/,
    '--slug takes small letters, digits and single hyphens',
  )
  const email = checked(
    required(values['admin-email'], 'admin-email'),
    /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
    '--admin-email is not an e-mail address',
  )
  const languages = languagesFrom(values.languages ?? 'en')
  const hosts = (values.host ?? []).map((host) =>
    checked(
      host.trim().toLowerCase(),
      /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/,
      '--host takes a host name without port, e.g. learn.example.org',
    ),
  )
  const { core, createAdmin, print } = tools
  if (hosts.length === 0 && clientId !== DEFAULT_CLIENT_ID && !core.config.demo)
    throw new UsageError(`--host is missing: unknown host names lead to client ${DEFAULT_CLIENT_ID}`)
  await core.db
    .withTenant(clientId, async (db) => {
      await insertClient(db, {
        clientId,
        name,
        shortName: shortNameOf(name),
        slug,
        isActive: true,
        brandColour: checked(
          (values.colour ?? '#3b5bdb').toLowerCase(),
          /^#[0-9a-f]{6}$/,
          '--colour takes a colour such as #3b5bdb',
        ),
        theme: {},
        languages,
        detectBrowserLanguage: true,
        supportEmail: email,
        timeZone: timeZoneFrom(values['time-zone'] ?? 'UTC'),
        currency: checked(
          values.currency ?? 'USD',
          /^[A-Z]{3}$/,
          '--currency takes three capitals, e.g. INR',
        ),
        hosts,
        features: featureCatalogue,
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
      if (isTaken(error)) throw new UsageError('this id, slug or host name is taken')
      throw error
    })
  print(`Client ${clientId} (${name}) is ready.`)
  print(
    `Its first admin sets a password once: open ${signInPage(core, clientId, hosts)}, choose “Forgot password”, ` +
      `enter ${email}, and type the code that arrives there.`,
  )
}

const signInPage = (core: Core, clientId: number, hosts: readonly string[]): string => {
  if (hosts[0]) return `https://${hosts[0]}/forgot-password`
  const origin = core.config.publicUrl ?? `http://${core.config.host}:${core.config.port}`
  return `${origin}/forgot-password${core.config.demo ? `?client=${clientId}` : ''}`
}

const isTaken = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === '23505'

const list = async ({ core, print }: TenantCommandTools): Promise<void> => {
  const ids = await core.db.withoutTenant(listClientIds)
  for (const id of ids) {
    const client = await core.db.withTenant(id, (db) => readClient(db, id))
    if (client) print(`${id}\t${client.is_active ? 'on' : 'off'}\t${client.slug}\t${client.name}`)
  }
  if (ids.length === 0) print('There are no clients yet.')
}

const turn = async (tools: TenantCommandTools, id: string | undefined, isActive: boolean): Promise<void> => {
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

/** Walks the chain of security events; a broken one is told as an error. */
const audit = async ({ core, print }: TenantCommandTools, args: readonly string[]): Promise<void> => {
  const { values, positionals } = read(args)
  const clientId = clientIdFrom(positionals[0])
  const anchor =
    values.seq === undefined && values.hash === undefined
      ? undefined
      : {
          seq: seqFrom(required(values.seq, 'seq')),
          hash: checked(
            required(values.hash, 'hash'),
            /^[0-9a-f]{64}$/,
            '--hash takes 64 hexadecimal digits',
          ),
        }
  const {
    fault,
    checked: events,
    head,
  } = await core.db.withTenant(clientId, (db) => verifyAuditChain(db, anchor))
  if (fault !== null) throw new UsageError(`The security events of client ${clientId} were changed: ${fault}`)
  print(`The ${events} security events of client ${clientId} are as they were written.`)
  if (head) print(`Keep this elsewhere for the next time: --seq ${head.seq} --hash ${head.hash}`)
}

/** `npm run tenant -- …`: makes clients, lists them, turns them on and off, checks their security events. Throws {@link UsageError} for wrong use. */
export const tenantCommand = async (tools: TenantCommandTools, args: readonly string[]): Promise<void> => {
  const [deed, ...rest] = args
  if (args.includes('--help')) return tools.print(tenantUsage)
  switch (deed) {
    case 'create':
      return create(tools, rest)
    case 'list':
      return list(tools)
    case 'on':
    case 'off':
      return turn(tools, rest[0], deed === 'on')
    case 'audit':
      return audit(tools, rest)
    default:
      throw new UsageError(tenantUsage)
  }
}
