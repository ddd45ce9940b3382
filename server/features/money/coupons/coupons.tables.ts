import type { Generated } from 'kysely'
import type { ProgrammeSlug } from '#contract/money/programme-slugs.ts'

declare module '#server/core/db/tables.ts' {
  interface Tables {
    coupon: {
      client_id: number
      id: Generated<number>
      code: string
      title: string
      percent: number | null
      amount_minor: number | null
      currency: string | null
      uses_max: number | null
      person_max: number
      starts_on: string | null
      ends_on: string | null
      programmes: ProgrammeSlug[] | null
      courses: number[] | null
      first_purchase_only: boolean
      is_active: Generated<boolean>
      batch: string
      created_by: number
      created_at: Date
    }
    coupon_use: {
      client_id: number
      order_id: number
      coupon_id: number
      user_id: number
      state: 'held' | 'released' | 'used'
      discount_minor: number
      at: Date
    }
    course_coupon: {
      client_id: number
      user_id: number
      course_id: number
      coupon_id: number
      entered_at: Date
    }
    course_coupon_use: {
      client_id: number
      id: Generated<number>
      coupon_id: number
      user_id: number
      course_id: number
      checkout_id: string | null
      purchase_id: number | null
      state: 'held' | 'released' | 'used'
      discount_minor: number
      at: Date
    }
  }
}
