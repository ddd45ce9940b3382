/** Coupons as admins make and watch them. */
import {
  COUPON_USES_MAX,
  listCoupons,
  type Coupon,
  type createCoupons as createCall,
  type exportCoupons,
  type listCouponUses,
} from '#contract/money/coupons.ts'
import { pathFor, type BodyOf, type QueryOf, type ResponseOf } from '#contract/endpoint.ts'
import type { Core } from '#server/core/core.ts'
import { dayIn } from '#server/core/days.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, invalidField, notFound } from '#server/core/http/errors.ts'
import { pageLinks } from '#server/core/http/page-links.ts'
import type { AdminScope } from '#server/core/http/scope.ts'
import { csvTable } from '#server/core/question-import/csv-cell.ts'
import { decimalOf } from '../amount-text.ts'
import { newCode } from '../new-code.ts'
import { zoneOf } from '../payments.repository.ts'
import * as rows from './coupons.repository.ts'

/** 31^12 codes: nobody guesses one. */
const CODE_LENGTH = 12
const EXPORT_MAX = 10_000

type Context = Pick<Core, 'audit'>

const record = (
  { audit }: Context,
  scope: AdminScope,
  db: TenantDb,
  action: 'money.coupon' | 'money.coupon_switch' | 'money.export',
  object: string,
  detail: Record<string, number | string | boolean>,
): Promise<void> =>
  audit.record(db, {
    action,
    result: 'ok',
    actorId: scope.actor.userId,
    sessionId: scope.actor.sessionId,
    object,
    detail,
    requestId: scope.request.id,
    ip: scope.request.ip,
  })

const toCoupon = ({ client_id: _client, created_by: _by, ...row }: rows.ListedCoupon): Coupon => ({
  ...row,
  created_at: row.created_at.toISOString(),
})

export const coupons = (
  scope: AdminScope,
  query: QueryOf<typeof listCoupons>,
): Promise<ResponseOf<typeof listCoupons>> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const { page, page_size: limit, search } = query
    const count = await rows.countCoupons(db, clientId, { search })
    const place = { limit, offset: (page - 1) * limit, now: scope.clock.now() }
    const found = await rows.listedCoupons(db, clientId, { search }, place)
    return {
      ...pageLinks(pathFor(listCoupons, { clientId }), query, count),
      results: found.map(toCoupon),
      currency: await rows.currencyOf(db, clientId),
    }
  })

const nothingChosen = () =>
  invalidField('programmes', { code: 'required', message: 'Choose what the coupon is for.' })

const checkTerms = ({
  percent,
  amount_minor,
  starts_on,
  ends_on,
  programmes,
  courses: courseIds,
}: BodyOf<typeof createCall>): void => {
  if (programmes?.length === 0 && courseIds?.length === 0) throw nothingChosen()
  if ((percent === null) === (amount_minor === null))
    throw invalidField('percent', { code: 'required', message: 'Give a percentage or an amount.' })
  if (starts_on !== null && ends_on !== null && ends_on < starts_on)
    throw invalidField('ends_on', { code: 'too_small', message: 'The end is before the start.' })
}

/** A repeat of the call finds what it made. */
export const createCoupons = (
  context: Context,
  scope: AdminScope,
  body: BodyOf<typeof createCall>,
): Promise<ResponseOf<typeof createCall>> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const { idempotency_key: batch, code, count: wanted, ...terms } = body
    checkTerms(body)
    const known = await rows.countBatch(db, clientId, batch)
    if (known > 0) return { batch, created: known }
    const courseIds = [...new Set(terms.courses)]
    if ((await rows.countCourses(db, clientId, courseIds)) < courseIds.length)
      throw invalidField('courses', { code: 'incorrect', message: 'One of these courses does not exist.' })
    const codes =
      code === null ? [...new Set(Array.from({ length: wanted }, () => newCode(CODE_LENGTH)))] : [code]
    const currency = terms.amount_minor === null ? null : await rows.currencyOf(db, clientId)
    const created = await rows.insertCoupons(
      db,
      codes.map((each) => ({
        client_id: clientId,
        code: each,
        ...terms,
        currency,
        batch,
        created_by: scope.actor.userId,
        created_at: scope.clock.now(),
      })),
    )
    if (created < codes.length) throw new AppError('conflict', 'There is a coupon with this code already.')
    await record(context, scope, db, 'money.coupon', `coupons:${batch}`, { coupons: created })
    return { batch, created }
  })

const couponFor = async (scope: AdminScope, db: TenantDb, id: number): Promise<rows.ListedCoupon> => {
  const place = { limit: 1, offset: 0, now: scope.clock.now() }
  const [coupon] = await rows.listedCoupons(db, scope.tenant.clientId, { id }, place)
  if (!coupon) throw notFound()
  return coupon
}

export const setCouponActive = (
  context: Context,
  scope: AdminScope,
  id: number,
  isActive: boolean,
): Promise<Coupon> =>
  scope.tx(async (db) => {
    const coupon = await couponFor(scope, db, id)
    if (coupon.is_active !== isActive) {
      await rows.writeActive(db, scope.tenant.clientId, id, isActive)
      await record(context, scope, db, 'money.coupon_switch', `coupon:${id}`, { is_active: isActive })
    }
    return toCoupon({ ...coupon, is_active: isActive })
  })

export const couponUses = (scope: AdminScope, couponId: number): Promise<ResponseOf<typeof listCouponUses>> =>
  scope.tx(async (db) => {
    await couponFor(scope, db, couponId)
    const found = await rows.listedUses(db, scope.tenant.clientId, {
      couponId,
      now: scope.clock.now(),
      limit: COUPON_USES_MAX,
    })
    return {
      results: found.map(({ user_id, name, email, at, course_id, course_title, ...use }) => ({
        ...use,
        course: course_id === null ? null : { id: course_id, title: course_title ?? '' },
        person: { id: user_id, name, email },
        at: at.toISOString(),
      })),
    }
  })

const HEADER = ['code', 'title', 'discount', 'currency', 'uses', 'uses_max', 'starts_on', 'ends_on', 'active']

const cellsOf = (row: rows.ListedCoupon): string[] =>
  [
    row.code,
    row.title,
    row.amount_minor === null ? `${row.percent}%` : decimalOf(row.amount_minor, row.currency ?? ''),
    row.currency,
    row.used,
    row.uses_max,
    row.starts_on,
    row.ends_on,
    row.is_active ? 'yes' : 'no',
  ].map((cell) => String(cell ?? ''))

export const couponsFile = (
  context: Context,
  scope: AdminScope,
  { search, batch }: QueryOf<typeof exportCoupons>,
): Promise<ResponseOf<typeof exportCoupons>> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const now = scope.clock.now()
    const place = { limit: EXPORT_MAX, offset: 0, now }
    const found = await rows.listedCoupons(db, clientId, { search, batch }, place)
    await record(context, scope, db, 'money.export', 'coupons', { rows: found.length })
    return {
      file_name: `coupons-${dayIn(await zoneOf(db, clientId), now)}.csv`,
      rows: found.length,
      csv: csvTable([HEADER, ...found.map(cellsOf)]),
    }
  })
