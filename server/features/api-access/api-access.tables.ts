import type { ApiScope } from '#contract/api-access/scopes.ts'

interface ApiTokenTable {
  client_id: number
  id: string
  name: string
  prefix: string
  hash: Buffer
  scopes: ApiScope[]
  made_by: number | null
  made_at: Date
  expires_at: Date
  last_used_at: Date | null
  revoked_at: Date | null
  revoked_for: 'person' | 'maker' | null
}

declare module '#server/core/db/tables.ts' {
  interface Tables {
    api_token: ApiTokenTable
  }
}
