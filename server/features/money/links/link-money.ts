/** What each payment changes of a payment link. */
import type { LinkState } from '#contract/money/payment-links.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Account } from '../chart.ts'
import { post } from '../ledger.repository.ts'
import { linkMovementOf, standingOf } from './link-postings.ts'
import * as rows from './links.repository.ts'

export const isOpen = ({ state, expires_at: expiresAt }: rows.LinkRow, now: Date): boolean =>
  (state === 'created' || state === 'part_paid') && expiresAt > now

/** The state as people see it: the job that writes it down comes later. */
export const stateNow = (link: rows.LinkRow, now: Date): LinkState =>
  (link.state === 'created' || link.state === 'part_paid') && link.expires_at <= now ? 'expired' : link.state

/** What can be paid now: the amount less what was paid, what awaits approval, and what somebody is paying. */
export const freeAmount = async (
  db: TenantDb,
  link: rows.LinkRow,
  now: Date,
): Promise<{ paid: number; open: number; free: number; started: rows.StartedRow[] }> => {
  const { client_id: clientId, id, amount_minor: amountMinor } = link
  const { counted } = standingOf(amountMinor, await rows.sumsOf(db, clientId, id))
  const started = await rows.startedCheckouts(db, clientId, id, now)
  const taken = started.reduce((sum, checkout) => sum + checkout.amount_minor, 0)
  const waiting = await rows.waitingFor(db, clientId, id)
  const open = amountMinor - counted
  return { paid: counted, open, free: Math.max(0, open - taken - waiting), started }
}

const writeState = async (db: TenantDb, link: rows.LinkRow, counted: number): Promise<void> => {
  const { client_id: clientId, id, state } = link
  if (counted === link.amount_minor && state !== 'paid')
    await rows.writeLink(db, clientId, id, { state: 'paid', remind_at: null })
  else if (counted > 0 && state === 'created') await rows.writeLink(db, clientId, id, { state: 'part_paid' })
}

/** Money that came in, or went back with a negative amount. It is never refused: what is too much is credit. */
export const moveLinkMoney = async (
  db: TenantDb,
  clientId: number,
  linkId: number,
  movement: {
    amountMinor: number
    account: Account
    reference: string
    /** The reference of the payment that goes back. */
    refunds?: string
    at: Date
    madeBy: number | null
  },
): Promise<void> => {
  const link = await rows.lockLink(db, clientId, linkId)
  if (!link) throw new Error(`there is no payment link ${linkId}`)
  const { amountMinor, at, madeBy: actorId } = movement
  const before = await rows.sumsOf(db, clientId, linkId)
  const person = await rows.memberOf(db, clientId, link.email_key)
  const money = {
    linkId,
    personId: person?.id ?? null,
    amountMinor: link.amount_minor,
    currency: link.currency,
  }
  await post(db, clientId, linkMovementOf(money, { ...movement, before }))
  const log = (kind: 'paid' | 'paid_late' | 'overpaid' | 'refunded', minor: number) =>
    rows.addEvent(db, clientId, linkId, { kind, at, actorId, amountMinor: minor })
  if (amountMinor < 0) return log('refunded', -amountMinor)
  const received = before.received + amountMinor
  const extra = Math.max(0, received - link.amount_minor) - Math.max(0, before.received - link.amount_minor)
  const isLate = link.state === 'cancelled' || stateNow(link, at) === 'expired'
  await log(isLate ? 'paid_late' : 'paid', amountMinor)
  if (extra > 0) await log('overpaid', extra)
  await writeState(db, link, standingOf(link.amount_minor, { ...before, received }).counted)
}
