import type { ColumnType, Generated } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type { DeclinedRequest } from '#contract/courses/refund-requests.ts'
import type { purchaseSources, refundStates, seatStates } from '#contract/courses/enrolment.ts'

type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>

declare module '#server/core/db/tables.ts' {
  interface Tables {
    course_offer: {
      client_id: number
      course_id: number
      capacity: number | null
      opens_at: Nullable<Date>
      price_minor: number | null
      booking_minor: number | null
      currency: string | null
    }
    course_seat: {
      client_id: number
      course_id: number
      user_id: number
      state: (typeof seatStates)[number]
      since: Date
      until: Nullable<Date>
    }
    course_purchase: {
      client_id: number
      id: Generated<number>
      course_id: number
      user_id: number
      purchased_at: Date
      source: (typeof purchaseSources)[number]
      amount_minor: number
      currency: string
      reference: string
      granted_by: Nullable<number>
      refund_state: Nullable<(typeof refundStates)[number]>
      refund_reason: Generated<string>
      refund_asked_at: Nullable<Date>
      refund_settled_at: Nullable<Date>
      refund_settled_by: Nullable<number>
      refund_note: Generated<string>
      /** Kept by a trigger. */
      refund_declined_before: Generated<DeclinedRequest[]>
      price_minor: Nullable<number>
    }
    payment_instructions: { client_id: number; language: Language; text: string }
    course_notice: {
      client_id: number
      course_id: number
      user_id: number
      asked_at: Date
      told_at: Nullable<Date>
    }
  }
}
