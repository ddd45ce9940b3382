import { sql } from 'kysely'
import type { TenantDb } from '../db/database.ts'

export interface Site {
  readonly name: string
  /** Where a path of the app opens as this client's; null where the installation does not say how it is reached. */
  readonly urlOf: (path: string) => string | null
}

/**
 * The client as mails name it. Its links lead to its own host name, else readers would land at another client's door.
 * In demo mode clients share one origin and the address says which one is meant.
 */
export const siteOf = async (
  db: TenantDb,
  { publicUrl, demo }: { readonly publicUrl: string | null; readonly demo: boolean },
  clientId: number,
): Promise<Site> => {
  const { rows } = await sql<{ name: string; hosts: string[] }>`
    select c.name, array(select h.host from client_host h where h.client_id = c.client_id order by h.host) as hosts
    from client c where c.client_id = ${clientId}`.execute(db)
  const { name = '', hosts = [] } = rows[0] ?? {}
  if (publicUrl === null) return { name, urlOf: () => null }
  const base = new URL(publicUrl)
  const [first] = hosts
  if (!demo && first !== undefined && !hosts.includes(base.hostname)) base.hostname = first
  return {
    name,
    urlOf: (path) => {
      const url = new URL(path, base)
      if (demo) url.searchParams.set('client', String(clientId))
      return url.href
    },
  }
}
