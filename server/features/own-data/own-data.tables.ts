import type { Generated } from 'kysely'

declare module '#server/core/db/tables.ts' {
  interface Tables {
    data_export: {
      client_id: number
      user_id: number
      id: string
      state: 'waiting' | 'ready' | 'failed'
      requested_at: Date
      next_try_at: Date
      tries: Generated<number>
      file_url: Generated<string | null>
      bytes: Generated<number | null>
      expires_at: Generated<Date | null>
    }
    account_deletion: {
      client_id: number
      user_id: number
      requested_at: Date
      due_at: Date
      erased_at: Generated<Date | null>
      files: Generated<string[]>
    }
  }
}
