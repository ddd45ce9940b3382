import type { ColumnType, Generated } from 'kysely'
import type { ProgrammeSlug } from '#contract/money/programme-slugs.ts'
import type { CheckoutState, orderStates, PaymentPlan } from '#contract/money/programmes.ts'
import type { Language } from '#contract/languages.ts'
import type { MessageKind, MessageOutcome } from '../checkout/provider.ts'

type Texts = Partial<Record<Language, string>>
type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>

declare module '#server/core/db/tables.ts' {
  interface Tables {
    programme: {
      client_id: number
      slug: ProgrammeSlug
      title: Texts
      summary: Texts
      total_minor: number
      currency: string
      assessment_id: number | null
      booking_percent: Generated<number>
      once_days: Generated<number>
      instalment_days: Generated<number[]>
      instalment_percents: Generated<number[]>
      grace_days: Generated<number>
      minimum_minor: number
    }
    programme_course: { client_id: number; programme: ProgrammeSlug; course_id: number; position: number }
    programme_order: {
      client_id: number
      id: Generated<number>
      user_id: number
      programme: ProgrammeSlug
      plan: PaymentPlan
      total_minor: number
      scholarship_percent: number
      owed_minor: number
      currency: string
      grace_days: number
      coupon_id: number | null
      coupon_minor: Generated<number>
      state: Generated<(typeof orderStates)[number]>
      created_at: Date
      booked_at: Nullable<Date>
      paid_at: Nullable<Date>
    }
    programme_part: {
      client_id: number
      order_id: number
      position: number
      due_on: string
      amount_minor: number
    }
    payment_checkout: {
      client_id: number
      id: string
      order_id: number
      user_id: number
      idempotency_key: string
      provider: string
      provider_ref: Nullable<string>
      url: Nullable<string>
      amount_minor: number
      currency: string
      state: Generated<CheckoutState>
      refunded_minor: Generated<number>
      created_at: Date
      settled_at: Nullable<Date>
      payment_ref: Nullable<string>
      checked_at: Nullable<Date>
    }
    payment_message: {
      client_id: number
      provider: string
      event_id: string
      kind: MessageKind
      about: string
      amount_minor: number
      currency: string
      received_at: Date
      outcome: MessageOutcome
    }
    test_checkout: {
      client_id: number
      id: string
      checkout_id: string
      return_path: string
      state: Generated<'open' | 'failed' | 'expired' | 'paid'>
    }
    test_message: {
      client_id: number
      id: Generated<number>
      test_checkout_id: string
      event_id: string
      kind: MessageKind
      amount_minor: number
      send_at: Date
      sent_at: Nullable<Date>
    }
  }
}
