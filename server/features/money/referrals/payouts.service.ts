/** Rewards that are paid out outside of the product: noted here with their reference, and exported. */
import { sql } from 'kysely'
import type { exportReferralPayouts, payOutReferrals } from '#contract/money/referrals.ts'
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts'
import { dayIn } from '#server/core/days.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, invalidField } from '#server/core/http/errors.ts'
import type { AdminScope } from '#server/core/http/scope.ts'
import { csvTable } from '#server/core/question-import/csv-cell.ts'
import { decimalOf } from '../amount-text.ts'
import { post } from '../ledger.repository.ts'
import { record } from '../links/manage.service.ts'
import { zoneOf } from '../payments.repository.ts'
import type { ReferralContext } from './admin-referrals.service.ts'
import { duesOf } from './list.repository.ts'
import * as payouts from './payouts.repository.ts'
import { payoutOf } from './referral-postings.ts'

type Body = BodyOf<typeof payOutReferrals>

const dueOf = async (db: TenantDb, clientId: number, userId: number) =>
  (await duesOf(db, clientId, [userId])).map(({ amount_minor, currency }) => ({ amount_minor, currency }))

const requireDue = async (db: TenantDb, clientId: number, body: Body): Promise<void> => {
  const due = (await dueOf(db, clientId, body.user_id)).find(({ currency }) => currency === body.currency)
  const max = Math.max(0, due?.amount_minor ?? 0)
  if (max === 0) throw new AppError('conflict', 'There is nothing to pay out to this person.')
  if (body.amount_minor > max)
    throw invalidField('amount_minor', {
      code: 'too_large',
      message: 'This is more than is due.',
      params: { max },
    })
}

/** A repeat of the call finds what it noted. */
export const payOut = (
  context: ReferralContext,
  scope: AdminScope,
  body: Body,
): Promise<ResponseOf<typeof payOutReferrals>> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const { userId } = scope.actor
    const { user_id: personId, amount_minor: amountMinor, currency, reference } = body
    await sql`select pg_advisory_xact_lock(hashtextextended(${`referral-payout:${clientId}:${personId}`}, 0))`.execute(
      db,
    )
    const known = await payouts.payoutByKey(db, clientId, { userId, key: body.idempotency_key })
    if (known) {
      if (known.user_id !== personId || known.amount_minor !== amountMinor || known.reference !== reference)
        throw new AppError('conflict', 'This payout has been noted with other details.')
      return { due: await dueOf(db, clientId, personId) }
    }
    await requireDue(db, clientId, body)
    const now = scope.clock.now()
    const payoutId = await payouts.insertPayout(db, {
      client_id: clientId,
      user_id: personId,
      amount_minor: amountMinor,
      currency,
      reference,
      paid_by: userId,
      paid_at: now,
      idempotency_key: body.idempotency_key,
    })
    if (payoutId === undefined)
      throw new AppError('conflict', 'This reference has been used for another payout.')
    await post(db, clientId, payoutOf({ payoutId, personId, amountMinor, currency, at: now, madeBy: userId }))
    await record(context, scope, db, 'money.referral_payout', {
      object: `user:${personId}`,
      detail: { amount_minor: amountMinor, currency, reference },
    })
    return { due: await dueOf(db, clientId, personId) }
  })

const EXPORT_MAX = 10_000
const HEADER = ['kind', 'person_id', 'name', 'email', 'amount', 'currency', 'reference', 'paid_at', 'paid_by']

const cellsOf = (row: payouts.ExportRow): string[] =>
  [
    row.kind,
    row.person_id,
    row.name,
    row.email,
    decimalOf(row.amount_minor, row.currency),
    row.currency,
    row.reference,
    row.paid_at?.toISOString(),
    row.paid_by,
  ].map((cell) => String(cell ?? ''))

/** What is due first, then what was paid out, the newest first. */
export const payoutsFile = (
  context: ReferralContext,
  scope: AdminScope,
): Promise<ResponseOf<typeof exportReferralPayouts>> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const found = await payouts.exportRows(db, clientId, EXPORT_MAX)
    await record(context, scope, db, 'money.export', {
      object: 'referral-payouts',
      detail: { rows: found.length },
    })
    return {
      file_name: `referral-payouts-${dayIn(await zoneOf(db, clientId), scope.clock.now())}.csv`,
      rows: found.length,
      csv: csvTable([HEADER, ...found.map(cellsOf)]),
    }
  })
