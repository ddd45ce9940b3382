/** Programmes of the demo, with payments of the past. */
import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import { programmePath, type ProgrammeSlug } from '#contract/money/programme-slugs.ts'
import type { PaymentPlan } from '#contract/money/programmes.ts'
import { priceOf } from '#contract/money/schedule.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Tables } from '#server/core/db/tables.ts'
import { insertCheckout, writeCheckoutState, writeProviderAnswer } from '../checkout/checkouts.repository.ts'
import { insertTestCheckout, writeTestCheckout } from '../checkout/test-checkout.repository.ts'
import { TEST_PROVIDER } from '../checkout/test-provider.ts'
import { moveMoney } from './book.ts'
import { claimOrder, programmeBySlug } from './programmes.repository.ts'

export const addProgramme = async (
  db: TenantDb,
  programme: Insertable<Tables['programme']>,
  courseIds: readonly number[],
): Promise<void> => {
  const { client_id, slug } = programme
  await db.insertInto('programme').values(programme).execute()
  for (const [position, course_id] of courseIds.entries())
    await db
      .insertInto('programme_course')
      .values({ client_id, programme: slug, course_id, position })
      .execute()
}

export const addCoupon = async (db: TenantDb, coupon: Insertable<Tables['coupon']>): Promise<void> => {
  await db.insertInto('coupon').values(coupon).execute()
}

/** A person's payments, each by a checkout, oldest first. The person is enrolled in the courses already. */
export const addPastPayments = async (
  db: TenantDb,
  clientId: number,
  order: {
    userId: number
    slug: ProgrammeSlug
    plan: PaymentPlan
    scholarshipPercent: number
    payments: readonly { at: Date; amountMinor: number }[]
  },
): Promise<void> => {
  const { userId, slug, plan, scholarshipPercent, payments } = order
  const programme = await programmeBySlug(db, clientId, slug)
  const [first] = payments
  if (!programme || !first) return
  const { owedMinor } = priceOf({ totalMinor: programme.total_minor, scholarshipPercent, coupon: null })
  const { id: orderId } = await claimOrder(
    db,
    clientId,
    { userId, slug, at: first.at },
    {
      plan,
      total_minor: programme.total_minor,
      scholarship_percent: scholarshipPercent,
      owed_minor: owedMinor,
      currency: programme.currency,
      grace_days: programme.grace_days,
      minimum_minor: programme.minimum_minor,
      coupon_id: null,
      coupon_minor: 0,
    },
  )
  const nothing = () => Promise.resolve()
  const grants = {
    openCourses: nothing,
    closeCourse: nothing,
    courseRefunded: nothing,
    sellCourse: () => Promise.reject(new Error('a programme sells no course by itself')),
    revokeCertificates: nothing,
    setReadOnly: nothing,
    notify: () => Promise.resolve({ mailTo: [] }),
  }
  for (const { at, amountMinor } of payments) {
    const { id } = await insertCheckout(db, clientId, {
      id: randomUUID(),
      order_id: orderId,
      user_id: userId,
      idempotency_key: randomUUID(),
      provider: TEST_PROVIDER,
      amount_minor: amountMinor,
      currency: programme.currency,
      created_at: at,
    })
    const ref = await insertTestCheckout(db, clientId, {
      id: randomUUID(),
      checkout_id: id,
      return_path: programmePath(slug),
    })
    await writeTestCheckout(db, clientId, ref, { state: 'paid' })
    await writeProviderAnswer(db, clientId, id, { ref, url: `/test-checkout/${id}` })
    await writeCheckoutState(db, clientId, id, { state: 'paid', settled_at: at })
    const account = `clearing:${TEST_PROVIDER}` as const
    await moveMoney(grants, db, clientId, orderId, { amountMinor, account, reference: `checkout:${id}`, at })
  }
}
