import type { ColumnType, Generated } from 'kysely'
import type { LinkEvent, LinkState, NoteState } from '#contract/money/payment-links.ts'
import type { Language } from '#contract/languages.ts'
import type { ManualPlace } from '../chart.ts'

type Written<T> = ColumnType<T, T, never>
type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>

declare module '#server/core/db/tables.ts' {
  interface Tables {
    payment_link: {
      client_id: Written<number>
      id: Generated<number>
      code: Written<string>
      title: Written<string>
      amount_minor: Written<number>
      currency: Written<string>
      part_minor: Written<number | null>
      email: Written<string | null>
      email_key: Written<string | null>
      language: Written<Language>
      expires_at: Written<Date>
      remind_at: Nullable<Date>
      state: Generated<LinkState>
      created_by: Written<number>
      created_at: Written<Date>
      idempotency_key: Written<string | null>
      import_key: Written<string | null>
    }
    payment_link_event: {
      client_id: Written<number>
      id: Generated<number>
      link_id: Written<number>
      kind: Written<LinkEvent>
      at: Written<Date>
      actor_id: Written<number | null>
      amount_minor: Written<number | null>
    }
    payment_note: {
      client_id: Written<number>
      id: Generated<number>
      link_id: Written<number>
      amount_minor: Written<number>
      place: Written<ManualPlace>
      reference: Written<string>
      received_on: Written<string>
      state: NoteState
      noted_by: Written<number>
      noted_at: Written<Date>
      decided_by: Nullable<number>
      decided_at: Nullable<Date>
    }
    payment_return: {
      client_id: Written<number>
      id: Generated<number>
      note_id: Written<number>
      link_id: Written<number>
      amount_minor: Written<number>
      place: Written<ManualPlace>
      reference: Written<string>
      reason: Written<string>
      returned_on: Written<string>
      state: NoteState
      noted_by: Written<number>
      noted_at: Written<Date>
      decided_by: Nullable<number>
      decided_at: Nullable<Date>
    }
    payment_note_limit: { client_id: number; currency: string; amount_minor: number }
  }
}
