import type { Generated } from 'kysely'
import type { PaymentProviderName } from '#contract/money/providers.ts'

declare module '#server/core/db/tables.ts' {
  interface Tables {
    payment_provider: {
      client_id: number
      provider: PaymentProviderName
      key_id: string | null
      secret_enc: Buffer
      webhook_enc: Buffer
      is_test: boolean
      checked_at: Date | null
      updated_at: Date
      is_chosen: Generated<boolean>
    }
  }
}
