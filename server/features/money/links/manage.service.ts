/** Payment links as admins manage them. */
import {
  linkStates,
  listPaymentLinks,
  type createPaymentLink,
  type PaymentLink,
  type PaymentLinkDocument,
  type PaymentLinkPage,
} from '#contract/money/payment-links.ts'
import { pathFor, type BodyOf, type QueryOf } from '#contract/endpoint.ts'
import type { AuditAction } from '#contract/security/audit-actions.ts'
import type { Audit } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { dayIn } from '#server/core/days.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import { pageLinks } from '#server/core/http/page-links.ts'
import type { AdminScope } from '#server/core/http/scope.ts'
import { isOpen } from './link-money.ts'
import { mailLink, mayMail, type LinkMailContext } from './link-mails.ts'
import { standingOf } from './link-postings.ts'
import * as rows from './links.repository.ts'
import * as list from './list.repository.ts'
import { draftIssues, newLinkOf } from './new-link.ts'
import { limitsOf } from './notes.repository.ts'
import { shownNotes } from './returns/shown-notes.ts'

export interface LinksContext extends LinkMailContext {
  readonly audit: Audit
}

export const record = (
  { audit }: Pick<LinksContext, 'audit'>,
  scope: AdminScope,
  db: TenantDb,
  action: AuditAction,
  entry: { object: string; detail?: Record<string, string | number | boolean | null>; result?: 'refused' },
): Promise<void> =>
  audit.record(db, {
    action,
    result: entry.result ?? 'ok',
    actorId: scope.actor.userId,
    sessionId: scope.actor.sessionId,
    object: entry.object,
    ...(entry.detail && { detail: entry.detail }),
    requestId: scope.request.id,
    ip: scope.request.ip,
  })

const toLink = ({ received_minor, returned_minor, ...row }: list.ListedLink): PaymentLink => {
  const { counted, credit } = standingOf(row.amount_minor, {
    received: received_minor,
    returned: returned_minor,
  })
  return {
    ...row,
    paid_minor: counted,
    extra_minor: credit,
    refunded_minor: returned_minor,
    expires_at: row.expires_at.toISOString(),
    created_at: row.created_at.toISOString(),
  }
}

export const paymentLinks = (
  scope: AdminScope,
  query: QueryOf<typeof listPaymentLinks>,
): Promise<PaymentLinkPage> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const now = scope.clock.now()
    const { page, page_size: size, ...filters } = query
    const { state, currency, ...others } = filters
    const totals = await list.linkTotals(db, clientId, now, others)
    const count = totals
      .filter((total) => (!state || total.state === state) && (!currency || total.currency === currency))
      .reduce((sum, total) => sum + total.count, 0)
    const found = await list.listedLinks(db, clientId, now, filters, {
      limit: size,
      offset: (page - 1) * size,
    })
    const { currency: preset, zone } = await list.clientMoney(db, clientId)
    return {
      ...pageLinks(pathFor(listPaymentLinks, { clientId }), query, count),
      results: found.map(toLink),
      totals: totals.toSorted(
        (one, other) =>
          one.currency.localeCompare(other.currency) ||
          linkStates.indexOf(one.state) - linkStates.indexOf(other.state),
      ),
      waiting_count: await list.countWaiting(db, clientId),
      limits: await limitsOf(db, clientId),
      currency: preset,
      today: dayIn(zone, now),
    }
  })

export const documentOf = async (
  scope: AdminScope,
  db: TenantDb,
  id: number,
): Promise<PaymentLinkDocument> => {
  const { clientId } = scope.tenant
  const link = await list.listedLink(db, clientId, scope.clock.now(), id)
  if (!link) throw notFound()
  const notes = await shownNotes(db, clientId, { linkId: id, userId: scope.actor.userId })
  const events = await rows.eventsOf(db, clientId, id)
  return {
    link: toLink(link),
    notes,
    events: events.map((event) => ({ ...event, at: event.at.toISOString() })),
  }
}

export const paymentLink = (scope: AdminScope, id: number): Promise<PaymentLinkDocument> =>
  scope.tx((db) => documentOf(scope, db, id))

/** The link with a lock; 404 for one of another client. */
export const lockedLink = async (scope: AdminScope, db: TenantDb, id: number): Promise<rows.LinkRow> => {
  const link = await rows.lockLink(db, scope.tenant.clientId, id)
  if (!link) throw notFound()
  return link
}

const requireFields = (draft: BodyOf<typeof createPaymentLink>, today: string): void => {
  const fields = draftIssues(draft, today)
  if (Object.keys(fields).length > 0)
    throw new AppError('invalid_fields', 'Please check the fields of the form.', { fields })
}

export const createLink = (
  context: LinksContext,
  scope: AdminScope,
  { idempotency_key: key, mails, ...draft }: BodyOf<typeof createPaymentLink>,
): Promise<PaymentLinkDocument> =>
  scope.tx(async (db) => {
    const { clientId, languages } = scope.tenant
    const known = await rows.linkByKey(db, clientId, key)
    if (known) return documentOf(scope, db, known.id)
    const now = scope.clock.now()
    const { zone } = await list.clientMoney(db, clientId)
    requireFields({ ...draft, mails, idempotency_key: key }, dayIn(zone, now))
    const added = await rows.insertLink(
      db,
      clientId,
      await newLinkOf(db, clientId, draft, {
        now,
        zone,
        language: languages[0],
        createdBy: scope.actor.userId,
        key,
      }),
    )
    const link = added ?? (await rows.linkByKey(db, clientId, key))
    if (!link) throw new Error('the payment link vanished within its own transaction')
    if (!added) return documentOf(scope, db, link.id)
    await rows.addEvent(db, clientId, link.id, { kind: 'created', at: now, actorId: scope.actor.userId })
    if (mails) await mailLink(context, db, link, { mail: 'link', at: now, actorId: scope.actor.userId })
    await record(context, scope, db, 'money.link', {
      object: `payment_link:${link.id}`,
      detail: { amount_minor: link.amount_minor, currency: link.currency },
    })
    return documentOf(scope, db, link.id)
  })

export const cancelLink = (
  context: LinksContext,
  scope: AdminScope,
  id: number,
): Promise<PaymentLinkDocument> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const link = await lockedLink(scope, db, id)
    if (link.state === 'cancelled') return documentOf(scope, db, id)
    if (!isOpen(link, scope.clock.now()))
      throw new AppError('conflict', 'This link cannot be cancelled any more.')
    await rows.writeLink(db, clientId, id, { state: 'cancelled', remind_at: null })
    await rows.addEvent(db, clientId, id, {
      kind: 'cancelled',
      at: scope.clock.now(),
      actorId: scope.actor.userId,
    })
    await record(context, scope, db, 'money.link_cancelled', { object: `payment_link:${id}` })
    return documentOf(scope, db, id)
  })

export const mailToPerson = (
  context: LinksContext,
  scope: AdminScope,
  id: number,
): Promise<PaymentLinkDocument> =>
  scope.tx(async (db) => {
    const at = scope.clock.now()
    const link = await lockedLink(scope, db, id)
    if (link.email === null) throw new AppError('conflict', 'This link is not for one person.')
    if (!isOpen(link, at)) throw new AppError('conflict', 'Nobody can pay with this link any more.')
    if (!(await mayMail(db, link, at)))
      throw new AppError('conflict', 'This person got a mail a moment ago, or five today. Try again later.')
    await mailLink(context, db, link, { mail: 'link', at, actorId: scope.actor.userId })
    return documentOf(scope, db, id)
  })
