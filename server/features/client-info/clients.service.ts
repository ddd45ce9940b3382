import { createHash } from 'node:crypto'
import type { Language } from '#contract/languages.ts'
import type { BrandSettings } from '#contract/client-info/brand.ts'
import type { PublicInfo } from '#contract/client-info/client-info.ts'
import { buildManifest } from '#contract/client-info/manifest.ts'
import { createFreshCache } from '#server/core/changes/fresh-cache.ts'
import type { Core } from '#server/core/core.ts'
import { CachedJson } from '#server/core/http/pipeline.ts'
import type { MailIdentity } from '#server/core/mail/identity.ts'
import type { Tenant } from '#server/core/http/scope.ts'
import { brandOf, toClientInfo, toPublicInfo } from './clients.mapper.ts'
import { findClientIdByHost, listClientIds, readClient, readFeatures } from './clients.repository.ts'
import { featuresNamed, isAvailable } from './feature-catalogue.ts'

/** Everything about one client that requests need often, built once after each change. */
export interface ClientRecord {
  tenant: Tenant
  publicInfo: PublicInfo
  /** As published. */
  brand: BrandSettings
  mail: MailIdentity
  publicJson: CachedJson
  clientJson: CachedJson
  /** One for each of the client's languages. */
  manifests: ReadonlyMap<Language, CachedJson>
}

/** More clients than one process serves at a time; hosts include unknown ones. */
const CLIENTS_CACHED_MAX = 2000
const HOSTS_CACHED_MAX = 2000

const cachedJson = (value: unknown): CachedJson => {
  const bytes = Buffer.from(JSON.stringify(value))
  return new CachedJson(bytes, `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`)
}

/** `Learn.Example.org:4100` → `learn.example.org` */
const hostName = (host: string) => host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')

/** Reads clients through caches that the change feed keeps up to date. */
export const createClientsService = (core: Core) => {
  const records = createFreshCache<number, ClientRecord | null>({
    feed: core.changes,
    affects: (change) => (change.kind === 'client' ? (clientId) => clientId === change.clientId : false),
    maxEntries: CLIENTS_CACHED_MAX,
  })
  const hosts = createFreshCache<string, number | null>({
    feed: core.changes,
    affects: (change) => (change.kind === 'client' ? () => true : false),
    maxEntries: HOSTS_CACHED_MAX,
  })

  const load = (clientId: number): Promise<ClientRecord | null> =>
    core.db.withTenant(clientId, async (db) => {
      const row = await readClient(db, clientId)
      if (!row) return null
      const features = await readFeatures(db, clientId)
      const switchedOn = featuresNamed(features.map(({ slug }) => slug))
      const info = toPublicInfo(row, {
        googleClientId: core.config.google.clientId,
        features: switchedOn,
      })
      const available = features.map(({ slug }) => slug).filter(isAvailable)
      return {
        tenant: {
          clientId: row.client_id,
          name: row.name,
          isActive: row.is_active,
          languages: row.languages as [Language, ...Language[]],
          features: switchedOn,
        },
        publicInfo: info,
        brand: brandOf(row),
        mail: { senderName: row.mail_sender ?? row.name, replyTo: row.mail_reply_to },
        publicJson: cachedJson(info),
        clientJson: cachedJson(toClientInfo(info, features)),
        manifests: new Map(
          info.languages.map((language) => [
            language,
            cachedJson(
              buildManifest(info, {
                shortName: row.short_name,
                namesClientInUrl: core.config.demo,
                language,
                features: available,
              }),
            ),
          ]),
        ),
      }
    })

  const record = (clientId: number): Promise<ClientRecord | null> =>
    records.get(clientId, () => load(clientId))
  const findTenant = async (clientId: number): Promise<Tenant | null> =>
    (await record(clientId))?.tenant ?? null

  return {
    record,
    findTenant,
    findTenantByHost: async (host: string): Promise<Tenant | null> => {
      const name = hostName(host)
      const clientId = await hosts.get(name, () =>
        core.db.withoutTenant((db) => findClientIdByHost(db, name)),
      )
      return clientId === null ? null : findTenant(clientId)
    },
    mailIdentity: async (clientId: number): Promise<MailIdentity | null> =>
      (await record(clientId))?.mail ?? null,
    publicInfo: async (clientId: number): Promise<PublicInfo | null> =>
      (await record(clientId))?.publicInfo ?? null,
    list: async (): Promise<{ id: number; name: string }[]> => {
      const tenants = await Promise.all((await core.db.withoutTenant(listClientIds)).map(findTenant))
      return tenants
        .flatMap((tenant) => (tenant ? [{ id: tenant.clientId, name: tenant.name }] : []))
        .toSorted((a, b) => a.id - b.id)
    },
  }
}
export type ClientsService = ReturnType<typeof createClientsService>
