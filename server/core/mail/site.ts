import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { TenantDb } from '../db/database.ts'

export interface Site {
  readonly name: string
  /** The address of a path on this client's host; null if the installation has no public address. */
  readonly urlOf: (path: string) => string | null
}

/** Where people reach the installation: its public address, else the one it listens on, which its own machine opens. */
export const originOf = ({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): string =>
  publicUrl ?? `http://${nameOf(host)}:${port}`

/** A server that listens on all addresses is opened by name. */
const nameOf = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/**
 * The client's name and links for mails. Links use the client's own host name, otherwise readers would reach another
 * client. In demo mode clients share one origin, so the address contains the client.
 */
export const siteOf = async (
  db: TenantDb,
  { publicUrl, demo }: { readonly publicUrl: string | null; readonly demo: boolean },
  clientId: number,
): Promise<Site> => {
  const { rows } = await sql<{ name: string; hosts: string[] }>`
    select c.name, array(
      select h.host from client_host h where h.client_id = c.client_id and h.in_links order by h.host) as hosts
    from client c where c.client_id = ${clientId}`.execute(db)
  const { name = '', hosts = [] } = rows[0] ?? {}
  if (publicUrl === null) return { name, urlOf: () => null }
  const base = new URL(publicUrl)
  const [firstHost] = hosts
  if (!demo && firstHost !== undefined && !hosts.includes(base.hostname)) base.hostname = firstHost
  return {
    name,
    urlOf: (path) => {
      const url = new URL(path, base)
      if (demo) url.searchParams.set('client', String(clientId))
      return url.href
    },
  }
}
