import type { ColumnType, Generated } from 'kysely'

type Written<T> = ColumnType<T, T, never>

declare module '#server/core/db/tables.ts' {
  interface Tables {
    ledger_transaction: {
      client_id: Written<number>
      id: Generated<number>
      kind: Written<'sale' | 'payment' | 'refund' | 'reversal' | 'reward' | 'payout'>
      at: Written<Date>
      reference: Written<string>
      purchase_id: Written<number | null>
      order_id: Written<number | null>
      link_id: Written<number | null>
      referral_id: Written<number | null>
      made_by: Written<number | null>
      reverses: Written<number | null>
      entries: Written<number>
    }
    ledger_entry: {
      client_id: Written<number>
      id: Generated<number>
      transaction_id: Written<number>
      account: Written<string>
      amount_minor: Written<number>
      currency: Written<string>
      person_id: Written<number | null>
      course_id: Written<number | null>
    }
  }
}
