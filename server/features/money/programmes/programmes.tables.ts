import type { ColumnType, Generated } from 'kysely'
import type { ProgrammeSlug } from '#contract/money/programme-slugs.ts'
import type { CheckoutState } from '#contract/money/checkout-states.ts'
import type { orderStates, PaymentPlan } from '#contract/money/programmes.ts'
import type { DeclinedRequest } from '#contract/courses/refund-requests.ts'
import type { findingKinds } from '#contract/money/comparison.ts'
import type { providerRefundStates, TestRefundOutcome } from '#contract/money/refunds.ts'
import type { Language } from '#contract/languages.ts'
import type { ReminderMoment } from './reminders.ts'
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
      is_published: Generated<boolean>
      revision: Generated<number>
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
      minimum_minor: number
      coupon_id: number | null
      coupon_minor: Generated<number>
      state: Generated<(typeof orderStates)[number]>
      created_at: Date
      booked_at: Nullable<Date>
      paid_at: Nullable<Date>
      ended_at: Nullable<Date>
    }
    programme_order_course: { client_id: number; order_id: number; course_id: number; position: number }
    programme_part: {
      client_id: number
      order_id: number
      position: number
      due_on: string
      amount_minor: number
    }
    programme_reminder: {
      client_id: number
      order_id: number
      position: number
      moment: ReminderMoment
      sent_at: Date
    }
    programme_refund_request: {
      client_id: number
      order_id: number
      user_id: number
      reason: string
      asked_at: Date
      state: Generated<'asked' | 'refunded' | 'declined'>
      note: Generated<string>
      settled_at: Nullable<Date>
      settled_by: Nullable<number>
      /** Kept by a trigger. */
      declined_before: Generated<DeclinedRequest[]>
    }
    payment_checkout: {
      client_id: number
      id: string
      /** One of the order, the link and the course. */
      order_id: Nullable<number>
      link_id: Nullable<number>
      course_id: Nullable<number>
      /** What the course cost when the payment was started. */
      price_minor: Nullable<number>
      /** Null for who pays a link. */
      user_id: Nullable<number>
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
      refund_id: Nullable<string>
      send_at: Date
      sent_at: Nullable<Date>
    }
    payment_comparison: {
      client_id: number
      provider: string
      compared_at: Date
      is_complete: boolean
    }
    payment_finding: {
      client_id: number
      id: Generated<number>
      provider: string
      kind: (typeof findingKinds)[number]
      ref: string
      checkout_id: string | null
      payment_ref: string | null
      currency: string
      theirs_minor: number
      ours_minor: number
      found_at: Date
      state: Generated<'open' | 'repaired' | 'gone'>
      settled_at: Nullable<Date>
      repaired_by: Nullable<number>
    }
    payment_refund: {
      client_id: number
      id: string
      checkout_id: string
      idempotency_key: string
      amount_minor: number
      currency: string
      ends_order: boolean
      reason: string
      state: Generated<(typeof providerRefundStates)[number]>
      provider_ref: Nullable<string>
      /** Null: it goes back by itself. */
      requested_by: number | null
      requested_at: Date
      tried_at: Date
      settled_at: Nullable<Date>
      test_outcome: TestRefundOutcome | null
    }
  }
}
