/** Own domains of a client: added, proved by a DNS record, used in links, removed. */
import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import {
  DOMAIN_RECORD_LABEL,
  DOMAIN_RECORD_START,
  DOMAINS_MAX,
  domainIn,
  type AddressFailure,
  type ClientDomains,
  type RecordFailure,
} from '#contract/client-info/domains.ts'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, invalidField, notFound } from '#server/core/http/errors.ts'
import type { AdminScope } from '#server/core/http/scope.ts'
import { fieldIssue } from '#server/core/http/validate.ts'
import { siteOf } from '#server/core/mail/site.ts'
import type { DnsRecords } from '#server/core/security/dns-records.ts'
import { OutgoingError, type Outgoing } from '#server/core/security/outgoing.ts'
import { findClientIdByHost } from '../clients.repository.ts'
import { auditOf } from '../settings/audit.ts'
import { lockClient } from '../settings/brand.repository.ts'
import {
  claimHost,
  insertDomain,
  readDomain,
  readDomains,
  readHosts,
  removeDomain,
  writeCheck,
  writeLinkHost,
  type DomainRow,
} from './domains.repository.ts'

export interface DomainTools {
  readonly records: DnsRecords
  readonly outgoing: Outgoing
}

const recordOf = ({ host, token }: Pick<DomainRow, 'host' | 'token'>) => ({
  record_name: `${DOMAIN_RECORD_LABEL}.${host}`,
  record_value: `${DOMAIN_RECORD_START}${token}`,
})

const taken = () =>
  invalidField('host', fieldIssue('taken'), 'This domain already leads to another organisation.')

/** What the page of another server would say there is of no interest. */
const runtimeOf = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
const runtimeClient = z.object({ client_id: z.int() })

export const createDomainsService = (core: Core, { records, outgoing }: DomainTools) => {
  const { publicUrl, packagesUrl } = core.config
  const ownName = publicUrl === null ? null : new URL(publicUrl).hostname

  const read = async (db: TenantDb, clientId: number): Promise<ClientDomains> => {
    const rows = await readDomains(db, clientId)
    const hosts = await readHosts(db, clientId)
    const address = (await siteOf(db, core.config, clientId)).urlOf('/')
    const linked = address === null ? null : new URL(address).hostname
    return {
      domains: rows.map((row) => ({
        id: row.id,
        host: row.host,
        ...recordOf(row),
        verified_at: row.verified_at?.toISOString() ?? null,
        checked_at: row.checked_at?.toISOString() ?? null,
        is_main: hosts.some(({ host, in_links: isLinked }) => host === row.host && isLinked),
      })),
      fixed: hosts
        .filter(({ host }) => !rows.some((row) => row.host === host))
        .map(({ host }) => ({ host, is_main: host === linked })),
      target: ownName,
    }
  }

  const requireDomain = async (db: TenantDb, clientId: number, id: number): Promise<DomainRow> => {
    const row = await readDomain(db, clientId, id)
    if (!row) throw notFound()
    return row
  }

  /** The installation's own names belong to whoever runs it, whatever the DNS says. */
  const isOwnName = (host: string): boolean => {
    const packages = packagesUrl === null ? null : new URL(packagesUrl.replace('*.', '')).hostname
    return host === ownName || (packages !== null && (host === packages || host.endsWith(`.${packages}`)))
  }

  /** Whom the name leads to; a question that is asked without a client. */
  const ownerOf = (host: string) => core.db.withoutTenant((db) => findClientIdByHost(db, host))

  const findRecord = async (row: DomainRow): Promise<RecordFailure | null> => {
    const { record_name: name, record_value: value } = recordOf(row)
    const found = await records.txt(name).catch(() => null)
    if (found === null) return 'no_answer'
    if (found.some((text) => text.trim() === value)) return null
    return found.some((text) => text.startsWith(DOMAIN_RECORD_START)) ? 'other_record' : 'no_record'
  }

  /** Whether the client's pages open there, as people will open them. */
  const findPages = async (host: string, clientId: number): Promise<AddressFailure | null> => {
    try {
      const { status, body } = await outgoing.send({
        url: `https://${host}/runtime-config.json`,
        method: 'GET',
      })
      const page = runtimeClient.safeParse(runtimeOf(body))
      return status === 200 && page.success && page.data.client_id === clientId ? null : 'elsewhere'
    } catch (error) {
      if (!(error instanceof OutgoingError)) throw error
      const failures = {
        'unknown-host': 'unknown_host',
        'not-allowed': 'not_public',
        'no-answer': 'no_answer',
      } as const
      return failures[error.failure]
    }
  }

  /** One admin at a time; requests find the client anew from the commit on. */
  const change = (scope: AdminScope, work: (db: TenantDb) => Promise<void>): Promise<ClientDomains> =>
    scope.tx(async (db) => {
      const { clientId } = scope.tenant
      await lockClient(db, clientId)
      await work(db)
      await core.changes.announce(db, { kind: 'client', clientId })
      return read(db, clientId)
    })

  const audited = (
    db: TenantDb,
    scope: AdminScope,
    action: 'clients.domain_main' | 'clients.domain_removed' | 'clients.domain_verified',
    host: string,
  ) => core.audit.record(db, auditOf(scope, action, { domain: host }))

  return {
    list: (scope: AdminScope) => scope.tx((db) => read(db, scope.tenant.clientId)),

    add: async (scope: AdminScope, typed: string): Promise<ClientDomains> => {
      const { clientId } = scope.tenant
      const host = domainIn(typed)
      if (host === null) throw invalidField('host', fieldIssue('invalid'))
      const owner = await ownerOf(host)
      if (isOwnName(host) || (owner !== null && owner !== clientId)) throw taken()
      return scope.tx(async (db) => {
        await lockClient(db, clientId)
        const rows = await readDomains(db, clientId)
        const isThere = owner === clientId || rows.some((row) => row.host === host)
        if (!isThere && rows.length >= DOMAINS_MAX)
          throw new AppError('conflict', `There is room for ${DOMAINS_MAX} domains. Remove one first.`)
        if (!isThere)
          await insertDomain(db, clientId, {
            host,
            token: randomBytes(16).toString('hex'),
            now: scope.clock.now(),
          })
        return read(db, clientId)
      })
    },

    check: async (
      scope: AdminScope,
      id: number,
    ): Promise<{ failure: RecordFailure | null; state: ClientDomains }> => {
      const { clientId } = scope.tenant
      const asked = await scope.tx((db) => requireDomain(db, clientId, id))
      // The DNS takes its time: nothing is locked meanwhile.
      let failure = await findRecord(asked)
      const state = await change(scope, async (db) => {
        const row = await requireDomain(db, clientId, id)
        const isNew = failure === null && row.verified_at === null
        if (isNew && !(await claimHost(db, clientId, row.host))) failure = 'taken'
        const isVerified = isNew && failure === null
        await writeCheck(db, clientId, { id, now: scope.clock.now(), isVerified })
        if (isVerified) await audited(db, scope, 'clients.domain_verified', row.host)
      })
      return { failure, state }
    },

    setMain: async (
      scope: AdminScope,
      id: number,
    ): Promise<{ failure: AddressFailure | null; state: ClientDomains }> => {
      const { clientId } = scope.tenant
      const asked = await scope.tx((db) => requireDomain(db, clientId, id))
      if (asked.verified_at === null)
        throw new AppError('conflict', 'Show that the domain is yours first, by its DNS record.')
      const failure = await findPages(asked.host, clientId)
      if (failure !== null) return { failure, state: await scope.tx((db) => read(db, clientId)) }
      const state = await change(scope, async (db) => {
        const row = await requireDomain(db, clientId, id)
        await writeLinkHost(db, clientId, row.host)
        await audited(db, scope, 'clients.domain_main', row.host)
      })
      return { failure, state }
    },

    remove: (scope: AdminScope, id: number): Promise<ClientDomains> =>
      change(scope, async (db) => {
        const { clientId } = scope.tenant
        const row = await requireDomain(db, clientId, id)
        const hosts = await readHosts(db, clientId)
        const wasMain = hosts.some(({ host, in_links: isLinked }) => host === row.host && isLinked)
        await removeDomain(db, clientId, row)
        if (wasMain) await writeLinkHost(db, clientId, null)
        await audited(db, scope, 'clients.domain_removed', row.host)
      }),
  }
}
