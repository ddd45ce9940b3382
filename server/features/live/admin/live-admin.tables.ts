import type { ManagedProvider } from '#contract/live/admin/providers.ts'

interface LiveProviderTable {
  client_id: number
  provider: ManagedProvider
  url: string
  app_id: string | null
  secret_enc: Buffer
  checked_at: Date | null
  updated_at: Date
}

declare module '#server/core/db/tables.ts' {
  interface Tables {
    live_provider: LiveProviderTable
  }
}
