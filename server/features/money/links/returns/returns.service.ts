/** Noted money goes back by hand: recorded by an admin, and above the client's limit approved by another one. */
import type { decideReturn, PaymentLinkDocument, returnPayment } from '#contract/money/payment-links.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { dayIn } from '#server/core/days.ts'
import { AppError, invalidField, notFound } from '#server/core/http/errors.ts'
import type { AdminScope } from '#server/core/http/scope.ts'
import { moveLinkMoney } from '../link-money.ts'
import { addEvent } from '../links.repository.ts'
import { clientMoney } from '../list.repository.ts'
import { documentOf, lockedLink, record, type LinksContext } from '../manage.service.ts'
import * as notes from '../notes.repository.ts'
import { isDecisionOpen, needsApproval, usedReference } from '../notes.service.ts'
import * as rows from './returns.repository.ts'

type Body = BodyOf<typeof returnPayment>

/** The credit note lowers the invoice of the payment, which is known by the payment's reference. */
const postReturn = (
  db: TenantDb,
  clientId: number,
  { payment, row, at }: { payment: notes.NoteRow; row: rows.ReturnRow; at: Date },
): Promise<void> =>
  moveLinkMoney(db, clientId, row.link_id, {
    amountMinor: -row.amount_minor,
    account: row.place,
    reference: `note-return:${row.id}`,
    refunds: payment.reference,
    at,
    madeBy: row.noted_by,
  })

/** True for a repeat of the same return; another one with the reference is refused. */
const isKnown = async (db: TenantDb, clientId: number, noteId: number, body: Body): Promise<boolean> => {
  const { reference } = body
  await notes.lockReference(db, clientId, reference)
  const known = await rows.returnByReference(db, clientId, reference)
  if (known) {
    const isSame =
      known.note_id === noteId && known.amount_minor === body.amount_minor && known.place === body.place
    if (!isSame) throw usedReference()
    return true
  }
  if (
    (await notes.noteByReference(db, clientId, reference)) ||
    (await notes.isCourseReference(db, clientId, reference))
  )
    throw usedReference()
  return false
}

const requireAmount = async (db: TenantDb, payment: notes.NoteRow, amountMinor: number): Promise<void> => {
  if (payment.state !== 'posted')
    throw new AppError('conflict', 'This payment does not count, so nothing of it can go back.')
  const max = payment.amount_minor - (await rows.returnedOf(db, payment.client_id, payment.id))
  if (max < 1) throw new AppError('conflict', 'All of this payment has been given back.')
  if (amountMinor > max)
    throw invalidField('amount_minor', {
      code: 'too_large',
      message: 'This is more than is left of the payment.',
      params: { max },
    })
}

/** Not before the money came, and not in the future. */
const requireDay = async (
  db: TenantDb,
  { client_id: clientId, received_on: receivedOn }: notes.NoteRow,
  day: string,
  now: Date,
): Promise<void> => {
  if (day > dayIn((await clientMoney(db, clientId)).zone, now))
    throw invalidField('returned_on', { code: 'too_large', message: 'Choose today or an earlier day.' })
  if (day < receivedOn)
    throw invalidField('returned_on', {
      code: 'too_small',
      message: 'Choose the day on which the money came, or a later one.',
    })
}

export const giveBack = (
  context: LinksContext,
  scope: AdminScope,
  { linkId, noteId }: { linkId: number; noteId: number },
  body: Body,
): Promise<PaymentLinkDocument> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const { userId } = scope.actor
    const at = scope.clock.now()
    const link = await lockedLink(scope, db, linkId)
    const payment = await notes.noteById(db, clientId, { linkId, noteId })
    if (!payment) throw notFound()
    if (await isKnown(db, clientId, noteId, body)) return documentOf(scope, db, linkId)
    await requireDay(db, payment, body.returned_on, at)
    await requireAmount(db, payment, body.amount_minor)
    const waits = await needsApproval(db, clientId, link.currency, body.amount_minor)
    const row = await rows.insertReturn(db, clientId, {
      ...body,
      note_id: noteId,
      link_id: linkId,
      state: waits ? 'waiting' : 'posted',
      noted_by: userId,
      noted_at: at,
    })
    if (waits)
      await addEvent(db, clientId, linkId, {
        kind: 'return_noted',
        at,
        actorId: userId,
        amountMinor: body.amount_minor,
      })
    else await postReturn(db, clientId, { payment, row, at })
    await record(context, scope, db, 'money.returned', {
      object: `payment_return:${row.id}`,
      detail: { amount_minor: body.amount_minor, currency: link.currency, waits },
    })
    return documentOf(scope, db, linkId)
  })

export const decide = (
  context: LinksContext,
  scope: AdminScope,
  { linkId, returnId }: { linkId: number; returnId: number },
  { approve }: BodyOf<typeof decideReturn>,
): Promise<PaymentLinkDocument> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const { userId } = scope.actor
    const at = scope.clock.now()
    await lockedLink(scope, db, linkId)
    const row = await rows.returnById(db, clientId, { linkId, returnId })
    const payment = row && (await notes.noteById(db, clientId, { linkId, noteId: row.note_id }))
    if (!payment) throw notFound()
    const refusals = {
      decided: 'This return has been decided already.',
      own: 'Somebody else has to approve a return that you recorded.',
    }
    if (!isDecisionOpen(row, { approve, userId }, refusals)) return documentOf(scope, db, linkId)
    await notes.writeDecision(db, 'payment_return', { clientId, id: returnId, approve, userId, at })
    await addEvent(db, clientId, linkId, {
      kind: approve ? 'return_approved' : 'return_refused',
      at,
      actorId: userId,
      amountMinor: row.amount_minor,
    })
    if (approve) await postReturn(db, clientId, { payment, row, at })
    await record(context, scope, db, 'money.return_decided', {
      object: `payment_return:${returnId}`,
      detail: { approved: approve, amount_minor: row.amount_minor },
    })
    return documentOf(scope, db, linkId)
  })
