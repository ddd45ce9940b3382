/** The public page of a payment link. Whoever pays chooses how much of what is open; every amount is the server's. */
import { randomUUID } from 'node:crypto'
import type { DocumentFile } from '#contract/money/documents.ts'
import type { PayLink, openPayLink, sendPayPass, startPayment } from '#contract/money/pay.ts'
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, invalidField, notFound } from '#server/core/http/errors.ts'
import { languageFor } from '#server/core/http/language.ts'
import type { PublicScope } from '#server/core/http/scope.ts'
import { minorDigits } from '../amount-text.ts'
import * as checkouts from '../checkout/checkouts.repository.ts'
import type { PaymentProvider } from '../checkout/provider.ts'
import type { FindProvider } from '../checkout/providers.ts'
import { startAtProvider } from '../checkout/start.ts'
import type { MoneyDependencies } from '../dependencies.ts'
import { documentsOfCheckout } from '../documents/documents.repository.ts'
import { fileOf } from '../documents/documents.service.ts'
import { isPassOf } from './link-codes.ts'
import { mailLink, mayMail, type LinkMailContext } from './link-mails.ts'
import { freeAmount, isOpen } from './link-money.ts'
import * as rows from './links.repository.ts'

export interface PayContext extends LinkMailContext, Pick<MoneyDependencies, 'paymentInstructions'> {
  readonly findProvider: FindProvider
}

type Payable = PayLink['payable']

/** The first payment is at least the minimum; the rest may be paid in any whole amount. */
const payableOf = (link: rows.LinkRow, { paid, free }: { paid: number; free: number }): Payable => {
  if (free === 0) return null
  const { part_minor: part, currency } = link
  const least = part === null ? free : paid === 0 ? part : 10 ** minorDigits(currency)
  return { min_minor: Math.min(least, free), max_minor: free }
}

/** A payment of this link that the payer names; nobody guesses its id. */
const returnedCheckout = async (
  db: TenantDb,
  link: rows.LinkRow,
  checkoutId: string | null,
): Promise<checkouts.CheckoutRow | undefined> => {
  const found = checkoutId === null ? undefined : await checkouts.checkoutById(db, link.client_id, checkoutId)
  return found?.link_id === link.id ? found : undefined
}

/**
 * A link that can be paid or is paid. One that is unknown, another client's, expired or cancelled is not found; only who
 * started a payment with it still sees what became of that.
 */
const visibleLink = async (
  scope: PublicScope,
  db: TenantDb,
  code: string,
  checkoutId: string | null,
): Promise<{ link: rows.LinkRow; checkout: checkouts.CheckoutRow | undefined }> => {
  const link = await rows.linkByCode(db, scope.tenant.clientId, code)
  const checkout = link && (await returnedCheckout(db, link, checkoutId))
  if (!link || (!isOpen(link, scope.clock.now()) && link.state !== 'paid' && !checkout)) throw notFound()
  return { link, checkout }
}

const noteFirstVisit = async (db: TenantDb, link: rows.LinkRow, at: Date): Promise<void> => {
  const { client_id: clientId, id } = link
  const times = await rows.eventTimes(db, clientId, id, { kinds: ['opened'], since: new Date(0) })
  if (times.length === 0) await rows.addEvent(db, clientId, id, { kind: 'opened', at })
}

const shownCheckout = async (
  db: TenantDb,
  { client_id: clientId, id, state, amount_minor }: checkouts.CheckoutRow,
): Promise<NonNullable<PayLink['checkout']>> => ({
  id,
  state,
  amount_minor,
  documents: (await documentsOfCheckout(db, clientId, id)).map((row) => ({
    id: row.id,
    kind: row.kind,
    number: row.number,
  })),
})

const pageOf = async (
  context: PayContext,
  scope: PublicScope,
  db: TenantDb,
  { link, checkout }: { link: rows.LinkRow; checkout: checkouts.CheckoutRow | undefined },
): Promise<PayLink> => {
  const { clientId, languages } = scope.tenant
  const now = scope.clock.now()
  const canPay = isOpen(link, now)
  const amounts = await freeAmount(db, link, now)
  const provider = canPay ? await context.findProvider(db, clientId) : null
  const started = canPay ? amounts.started.find(({ url }) => url !== null) : undefined
  return {
    title: link.title,
    amount_minor: link.amount_minor,
    currency: link.currency,
    paid_minor: amounts.paid,
    open_minor: amounts.open,
    is_closed: !canPay,
    expires_at: link.expires_at.toISOString(),
    payable: canPay ? payableOf(link, amounts) : null,
    started: started ? { url: started.url ?? '', amount_minor: started.amount_minor } : null,
    provider: provider && { is_test: provider.isTest },
    payment_instructions:
      provider || !canPay
        ? null
        : await context.paymentInstructions(db, clientId, [languageFor(scope), ...languages]),
    checkout: checkout ? await shownCheckout(db, checkout) : null,
  }
}

const isAllowed = ({ passKey }: PayContext, link: rows.LinkRow, pass: string | null, now: Date): boolean =>
  link.email_key === null || isPassOf(passKey, link, pass, now)

export const openLink = (
  context: PayContext,
  scope: PublicScope,
  code: string,
  { pass, checkout: checkoutId }: BodyOf<typeof openPayLink>,
): Promise<ResponseOf<typeof openPayLink>> =>
  scope.tx(async (db) => {
    const now = scope.clock.now()
    const found = await visibleLink(scope, db, code, checkoutId)
    if (!isAllowed(context, found.link, pass, now)) return { link: null }
    if (isOpen(found.link, now)) await noteFirstVisit(db, found.link, now)
    return { link: await pageOf(context, scope, db, found) }
  })

/** A document of a payment, for whoever started it: nobody else knows the checkout. */
export const openDocument = async (
  context: PayContext,
  scope: PublicScope,
  { payCode, checkoutId, documentId }: { payCode: string; checkoutId: string; documentId: number },
  pass: string | null,
): Promise<DocumentFile> => {
  const row = await scope.tx(async (db) => {
    const { link, checkout } = await visibleLink(scope, db, payCode, checkoutId)
    if (!checkout || !isAllowed(context, link, pass, scope.clock.now())) throw notFound()
    const documents = await documentsOfCheckout(db, link.client_id, checkout.id)
    return documents.find(({ id }) => id === documentId)
  })
  if (!row) throw notFound()
  return fileOf(row)
}

/** The same answer whether the address is right or not, and whether there is such a link. */
export const sendPass = (
  context: PayContext,
  scope: PublicScope,
  code: string,
  { email }: BodyOf<typeof sendPayPass>,
): Promise<undefined> =>
  scope.tx(async (db): Promise<undefined> => {
    const now = scope.clock.now()
    const found = await rows.linkByCode(db, scope.tenant.clientId, code)
    if (!found || found.email_key !== rows.emailKeyOf(email)) return
    const link = await rows.lockLink(db, scope.tenant.clientId, found.id)
    if (!link || (!isOpen(link, now) && link.state !== 'paid') || !(await mayMail(db, link, now))) return
    await mailLink(context, db, link, { mail: 'access', at: now, language: languageFor(scope) })
  })

const requireAmount = (amountMinor: number, payable: Payable): void => {
  if (!payable) throw new AppError('conflict', 'Nothing can be paid with this link right now.')
  const { min_minor: min, max_minor: max } = payable
  if (amountMinor < min)
    throw invalidField('amount_minor', { code: 'too_small', message: 'This is too little.', params: { min } })
  if (amountMinor > max)
    throw invalidField('amount_minor', {
      code: 'too_large',
      message: 'This is more than is open.',
      params: { max },
    })
}

type StartBody = BodyOf<typeof startPayment>

/** The checkout of this call; a repeat of its key finds the same one. Callers with one link wait for each other. */
const claimCheckout = async (
  scope: PublicScope,
  db: TenantDb,
  link: rows.LinkRow,
  { body, provider }: { body: StartBody; provider: PaymentProvider },
): Promise<checkouts.CheckoutRow> => {
  const { clientId } = scope.tenant
  const now = scope.clock.now()
  const key = body.idempotency_key
  const known = await checkouts.checkoutOfLink(db, clientId, { linkId: link.id, key })
  if (known && known.amount_minor !== body.amount_minor)
    throw new AppError('conflict', 'This payment has been started with another amount.')
  if (known) return known
  requireAmount(body.amount_minor, payableOf(link, await freeAmount(db, link, now)))
  await rows.addEvent(db, clientId, link.id, { kind: 'started', at: now, amountMinor: body.amount_minor })
  return checkouts.insertCheckout(db, clientId, {
    id: randomUUID(),
    link_id: link.id,
    idempotency_key: key,
    provider: provider.name,
    amount_minor: body.amount_minor,
    currency: link.currency,
    created_at: now,
  })
}

const lockedLink = async (
  context: PayContext,
  scope: PublicScope,
  db: TenantDb,
  code: string,
  pass: string | null,
): Promise<rows.LinkRow> => {
  const { clientId } = scope.tenant
  const now = scope.clock.now()
  const { link: found } = await visibleLink(scope, db, code, null)
  const link = await rows.lockLink(db, clientId, found.id)
  if (!link || !isAllowed(context, link, pass, now)) throw notFound()
  if (!isOpen(link, now)) throw new AppError('conflict', 'Nothing can be paid with this link right now.')
  return link
}

export const startLinkPayment = (
  context: PayContext,
  scope: PublicScope,
  code: string,
  body: StartBody,
): Promise<ResponseOf<typeof startPayment>> =>
  startAtProvider(scope, {
    findProvider: context.findProvider,
    claim: async (db, chosen) => {
      const link = await lockedLink(context, scope, db, code, body.pass)
      const provider = await chosen()
      return { checkout: await claimCheckout(scope, db, link, { body, provider }), title: link.title }
    },
    path: `/pay/${code}`,
  })
