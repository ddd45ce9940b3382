import type { GeneratedAlways } from 'kysely'

declare module '#server/core/db/tables.ts' {
  interface Tables {
    client_domain: {
      client_id: number
      id: GeneratedAlways<number>
      host: string
      token: string
      added_at: Date
      checked_at: Date | null
      verified_at: Date | null
    }
  }
}
