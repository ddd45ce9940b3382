/** Payments that come by hand: noted by an admin, and above the client's limit approved by another one. */
import type {
  decidePayment,
  notePayment,
  PaymentLinkDocument,
  setNoteLimit,
} from '#contract/money/payment-links.ts'
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { dayIn } from '#server/core/days.ts'
import { AppError, invalidField, notFound } from '#server/core/http/errors.ts'
import type { AdminScope } from '#server/core/http/scope.ts'
import { freeAmount, moveLinkMoney } from './link-money.ts'
import * as links from './links.repository.ts'
import { clientMoney } from './list.repository.ts'
import { documentOf, lockedLink, record, type LinksContext } from './manage.service.ts'
import * as rows from './notes.repository.ts'
import { returnByReference } from './returns/returns.repository.ts'

type Body = BodyOf<typeof notePayment>

export const usedReference = () =>
  invalidField('reference', {
    code: 'taken',
    message: 'This reference has been used for another payment.',
  })

const postNote = (db: TenantDb, clientId: number, note: rows.NoteRow, at: Date): Promise<void> =>
  moveLinkMoney(db, clientId, note.link_id, {
    amountMinor: note.amount_minor,
    account: note.place,
    reference: `note:${note.id}`,
    at,
    madeBy: note.noted_by,
  })

/** True for a repeat of the same payment; another one with the reference is refused. */
const isKnown = async (db: TenantDb, clientId: number, linkId: number, body: Body): Promise<boolean> => {
  await rows.lockReference(db, clientId, body.reference)
  const known = await rows.noteByReference(db, clientId, body.reference)
  if (known) {
    const isSame =
      known.link_id === linkId && known.amount_minor === body.amount_minor && known.place === body.place
    if (!isSame) throw usedReference()
    return true
  }
  const isUsed =
    (await rows.isCourseReference(db, clientId, body.reference)) ||
    (await returnByReference(db, clientId, body.reference)) !== undefined
  if (isUsed) throw usedReference()
  return false
}

const requireAmount = async (
  db: TenantDb,
  link: links.LinkRow,
  amountMinor: number,
  now: Date,
): Promise<void> => {
  if (link.state === 'cancelled') throw new AppError('conflict', 'This link is cancelled.')
  const { open, free } = await freeAmount(db, link, now)
  if (amountMinor <= free) return
  throw invalidField('amount_minor', {
    code: 'too_large',
    message:
      amountMinor <= open
        ? 'Another payment for this link is under way. Try again when it is settled.'
        : 'This is more than is open.',
    params: { max: free },
  })
}

export const needsApproval = async (
  db: TenantDb,
  clientId: number,
  currency: string,
  amountMinor: number,
): Promise<boolean> => {
  const limit = (await rows.limitsOf(db, clientId)).find((each) => each.currency === currency)
  return limit !== undefined && amountMinor > limit.amount_minor
}

export const note = (
  context: LinksContext,
  scope: AdminScope,
  linkId: number,
  body: Body,
): Promise<PaymentLinkDocument> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const at = scope.clock.now()
    const link = await lockedLink(scope, db, linkId)
    if (await isKnown(db, clientId, linkId, body)) return documentOf(scope, db, linkId)
    if (body.received_on > dayIn((await clientMoney(db, clientId)).zone, at))
      throw invalidField('received_on', { code: 'too_large', message: 'Choose today or an earlier day.' })
    await requireAmount(db, link, body.amount_minor, at)
    const waits = await needsApproval(db, clientId, link.currency, body.amount_minor)
    const added = await rows.insertNote(db, clientId, {
      ...body,
      link_id: linkId,
      state: waits ? 'waiting' : 'posted',
      noted_by: scope.actor.userId,
      noted_at: at,
    })
    if (waits)
      await links.addEvent(db, clientId, linkId, {
        kind: 'noted',
        at,
        actorId: scope.actor.userId,
        amountMinor: body.amount_minor,
      })
    else await postNote(db, clientId, added, at)
    await record(context, scope, db, 'money.noted', {
      object: `payment_note:${added.id}`,
      detail: { amount_minor: body.amount_minor, currency: link.currency, waits },
    })
    return documentOf(scope, db, linkId)
  })

/** True while the decision is still to be written; false for a repeat of it. Nobody approves what they recorded. */
export const isDecisionOpen = (
  row: { state: string; noted_by: number },
  { approve, userId }: { approve: boolean; userId: number },
  refusals: { decided: string; own: string },
): boolean => {
  if (row.state === (approve ? 'posted' : 'refused')) return false
  if (row.state !== 'waiting') throw new AppError('conflict', refusals.decided)
  if (approve && row.noted_by === userId) throw new AppError('conflict', refusals.own)
  return true
}

export const decide = (
  context: LinksContext,
  scope: AdminScope,
  { linkId, noteId }: { linkId: number; noteId: number },
  { approve }: BodyOf<typeof decidePayment>,
): Promise<PaymentLinkDocument> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const { userId } = scope.actor
    const at = scope.clock.now()
    await lockedLink(scope, db, linkId)
    const found = await rows.noteById(db, clientId, { linkId, noteId })
    if (!found) throw notFound()
    const refusals = {
      decided: 'This payment has been decided already.',
      own: 'Somebody else has to approve a payment that you noted.',
    }
    if (!isDecisionOpen(found, { approve, userId }, refusals)) return documentOf(scope, db, linkId)
    await rows.writeDecision(db, 'payment_note', { clientId, id: noteId, approve, userId, at })
    await links.addEvent(db, clientId, linkId, {
      kind: approve ? 'approved' : 'refused',
      at,
      actorId: userId,
      amountMinor: found.amount_minor,
    })
    if (approve) await postNote(db, clientId, found, at)
    await record(context, scope, db, 'money.note_decided', {
      object: `payment_note:${noteId}`,
      detail: { approved: approve, amount_minor: found.amount_minor },
    })
    return documentOf(scope, db, linkId)
  })

export const saveLimit = (
  context: LinksContext,
  scope: AdminScope,
  { currency, amount_minor: amountMinor }: BodyOf<typeof setNoteLimit>,
): Promise<ResponseOf<typeof setNoteLimit>> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    await rows.writeLimit(db, clientId, { currency, amountMinor })
    await record(context, scope, db, 'money.note_limit', {
      object: `client:${clientId}`,
      detail: { currency, amount_minor: amountMinor },
    })
    return { limits: await rows.limitsOf(db, clientId) }
  })
