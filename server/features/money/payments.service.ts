/** Payments, revenue and statements for admins. Every number comes from the ledger. */
import { inLanguage } from '#contract/assessments/shapes.ts'
import type { Language } from '#contract/languages.ts'
import {
  listPayments,
  PAYMENT_COUNT_MAX,
  REFUNDS_DUE_MAX,
  type DueRefund,
  type getRevenue,
  type Payment,
  type PaymentPage,
  type Revenue,
  type Statement,
} from '#contract/money/payments.ts'
import { pathFor, type QueryOf } from '#contract/endpoint.ts'
import type { ProgrammeSlug } from '#contract/money/programme-slugs.ts'
import { shownDeclined } from '#contract/courses/refund-requests.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { dayIn } from '#server/core/days.ts'
import { notFound } from '#server/core/http/errors.ts'
import { languageFor } from '#server/core/http/language.ts'
import { pageLinks } from '#server/core/http/page-links.ts'
import type { AdminScope } from '#server/core/http/scope.ts'
import { placeOf } from './chart.ts'
import { documentsFor } from './documents/documents.repository.ts'
import type { MoneyDependencies } from './dependencies.ts'
import { balancesOf } from './ledger.repository.ts'
import * as rows from './payments.repository.ts'
import { programmeBySlug } from './programmes/programmes.repository.ts'
import { isGuaranteed } from './refunds/guarantee.ts'
import { openRequests } from './refunds/requests.repository.ts'
import { monthsUntil, revenueTable } from './revenue.ts'

const checkoutOf = (
  { checkout }: rows.PaymentRow,
  { zone, now }: { zone: string; now: Date },
): Payment['checkout'] => {
  if (checkout === null) return null
  const { since, ...shown } = checkout
  return { ...shown, needs_reason: !isGuaranteed(zone, new Date(since), now) }
}

const toPayment = (
  row: rows.PaymentRow,
  at: { zone: string; now: Date },
  language: Language,
  documents: Payment['documents'],
): Payment => ({
  id: row.id,
  at: row.at.toISOString(),
  kind: row.kind,
  place: placeOf(row.account) ?? 'online',
  amount_minor: row.amount_minor,
  currency: row.currency,
  person:
    row.person_id === null
      ? null
      : { id: row.person_id, name: row.person_name ?? '', email: row.person_email ?? '' },
  course: row.course_id === null ? null : { id: row.course_id, title: row.course_title ?? '' },
  programme: row.programme_title && (inLanguage(row.programme_title, language, 'en') ?? ''),
  payment_link: row.link_id === null ? null : { id: row.link_id, title: row.link_title ?? '' },
  purchase_id: row.purchase_id,
  reference: row.reference,
  noted_by: row.made_by === null ? null : { id: row.made_by, name: row.made_by_name ?? '' },
  reversible: row.reversible,
  by_exception: row.by_exception,
  documents,
  checkout: checkoutOf(row, at),
})

/** That the list is narrowed to. */
const programmeOf = async (
  scope: AdminScope,
  db: TenantDb,
  slug: ProgrammeSlug | undefined,
): Promise<PaymentPage['programme']> => {
  const found = slug && (await programmeBySlug(db, scope.tenant.clientId, slug))
  return found ? { slug: found.slug, title: inLanguage(found.title, languageFor(scope), 'en') ?? '' } : null
}

/** Sums of a broad search would read every payment, so it is only counted, and not to the end. */
const sumsOf = async (
  db: TenantDb,
  clientId: number,
  zone: string,
  filters: rows.FoundFilters,
): Promise<{ count: number; totals: rows.PaymentTotal[] }> => {
  if (filters.isBroad) {
    const count = await rows.countPayments(db, clientId, zone, filters, PAYMENT_COUNT_MAX)
    if (count === PAYMENT_COUNT_MAX) return { count, totals: [] }
  }
  const totals = await rows.paymentTotals(db, clientId, zone, filters)
  return { count: totals.reduce((sum, { n }) => sum + n, 0), totals }
}

export const payments = (scope: AdminScope, query: QueryOf<typeof listPayments>): Promise<PaymentPage> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const { page, page_size: size, ...asked } = query
    const filters = await rows.withPeople(db, clientId, asked)
    const zone = await rows.zoneOf(db, clientId)
    const { count, totals } = await sumsOf(db, clientId, zone, filters)
    const offset = (page - 1) * size
    const limit = filters.isBroad ? Math.min(size, Math.max(0, PAYMENT_COUNT_MAX - offset)) : size
    const found = await rows.paymentRows(db, clientId, zone, filters, { limit, offset })
    const documents = await documentsFor(
      db,
      clientId,
      found.map(({ id }) => id),
    )
    const at = { zone, now: scope.clock.now() }
    return {
      ...pageLinks(pathFor(listPayments, { clientId }), query, count),
      results: found.map((row) => toPayment(row, at, languageFor(scope), documents.get(row.id) ?? [])),
      is_counted_out: count === PAYMENT_COUNT_MAX && totals.length === 0,
      totals: totals.map(({ n: _count, ...total }) => total),
      course: (filters.course && (await rows.courseById(db, clientId, filters.course))) || null,
      programme: await programmeOf(scope, db, filters.programme),
      person: (filters.person && (await rows.personById(db, clientId, filters.person))) || null,
    }
  })

export const revenue = (scope: AdminScope, { until }: QueryOf<typeof getRevenue>): Promise<Revenue> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const zone = await rows.zoneOf(db, clientId)
    const thisMonth = dayIn(zone, scope.clock.now()).slice(0, 7)
    const months = monthsUntil(until ?? thisMonth)
    const first = await rows.firstTransactionAt(db, clientId)
    const found = await rows.revenueRows(db, clientId, {
      since: months[0] ?? thisMonth,
      until: months.at(-1) ?? thisMonth,
    })
    return {
      months,
      this_month: thisMonth,
      first_month: first && dayIn(zone, first).slice(0, 7),
      ...revenueTable(months, found, languageFor(scope)),
    }
  })

const ofProgrammes = async (scope: AdminScope, db: TenantDb): Promise<DueRefund[]> =>
  (await openRequests(db, scope.tenant.clientId, REFUNDS_DUE_MAX)).map((row) => ({
    purchase_id: null,
    order_id: row.order_id,
    person: { id: row.user_id, name: row.name, email: row.email },
    course: null,
    programme: { slug: row.programme, title: inLanguage(row.title, languageFor(scope), 'en') ?? '' },
    amount_minor: row.amount_minor,
    currency: row.currency,
    reference: '',
    paid_at: row.paid_at.toISOString(),
    asked_at: row.asked_at.toISOString(),
    reason: row.reason,
    declined_before: shownDeclined(row.declined_before),
  }))

export const dueRefunds = (
  openRefunds: MoneyDependencies['openRefunds'],
  scope: AdminScope,
): Promise<{ results: DueRefund[] }> =>
  scope.tx(async (db) => {
    const all = [...(await openRefunds(db, scope.tenant.clientId)), ...(await ofProgrammes(scope, db))]
    return {
      results: all
        .toSorted((a, b) => Date.parse(a.asked_at) - Date.parse(b.asked_at))
        .slice(0, REFUNDS_DUE_MAX),
    }
  })

export const statement = (scope: AdminScope, userId: number): Promise<Statement> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const person = await rows.personById(db, clientId, userId)
    if (!person) throw notFound()
    const balances = await balancesOf(db, clientId, { personId: userId })
    const groups = Map.groupBy(balances, ({ currency }) => currency)
    return {
      person,
      balances: [...groups].map(([currency, accounts]) => {
        const sumOf = (isWanted: (account: string) => boolean) =>
          accounts.filter(({ account }) => isWanted(account)).reduce((sum, { balance }) => sum + balance, 0)
        const sold = -sumOf((account) => account === 'revenue' || account === 'discount')
        const open = sumOf((account) => account === 'receivable' || account === 'credit')
        const refunded = sumOf((account) => account === 'refunds')
        // A reward adds as much to the one as to the other; only a payout is left.
        const paidOut = sumOf((account) => account === 'rewards' || account === 'rewards_payable')
        return {
          currency,
          sold_minor: sold,
          paid_minor: sumOf((account) => placeOf(account) !== null) + refunded + paidOut,
          refunded_minor: refunded,
          open_minor: open,
        }
      }),
    }
  })
