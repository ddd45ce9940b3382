/** Payment links of the demo, with payments of the past. */
import { randomUUID } from 'node:crypto'
import type { TenantDb } from '#server/core/db/database.ts'
import type { ManualPlace } from '../chart.ts'
import { insertCheckout, writeCheckoutState } from '../checkout/checkouts.repository.ts'
import { TEST_PROVIDER } from '../checkout/test-provider.ts'
import { moveLinkMoney } from './link-money.ts'
import { addEvent, insertLink, writeLink, type NewLink } from './links.repository.ts'
import { insertNote } from './notes.repository.ts'

export interface PastLink {
  readonly link: NewLink
  /** Oldest first; by the test checkout. */
  readonly payments?: readonly { at: Date; amountMinor: number }[]
  readonly notes?: readonly {
    at: Date
    amountMinor: number
    place: ManualPlace
    reference: string
    waits: boolean
    notedBy: number
  }[]
  readonly cancelledAt?: Date
  readonly expiredAt?: Date
}

type Payment = NonNullable<PastLink['payments']>[number]

const payOnline = async (
  db: TenantDb,
  clientId: number,
  { id: linkId, currency }: { id: number; currency: string },
  { at, amountMinor }: Payment,
): Promise<void> => {
  const { id } = await insertCheckout(db, clientId, {
    id: randomUUID(),
    link_id: linkId,
    idempotency_key: randomUUID(),
    provider: TEST_PROVIDER,
    amount_minor: amountMinor,
    currency,
    created_at: at,
  })
  await addEvent(db, clientId, linkId, { kind: 'started', at, amountMinor })
  await writeCheckoutState(db, clientId, id, { state: 'paid', settled_at: at })
  const account = `clearing:${TEST_PROVIDER}` as const
  const reference = `checkout:${id}`
  await moveLinkMoney(db, clientId, linkId, { amountMinor, account, reference, at, madeBy: null })
}

export const addPastLink = async (db: TenantDb, clientId: number, past: PastLink): Promise<void> => {
  const link = await insertLink(db, clientId, past.link)
  if (!link) return
  const { id, created_by: by } = link
  await addEvent(db, clientId, id, { kind: 'created', at: link.created_at, actorId: by })
  for (const payment of past.payments ?? []) await payOnline(db, clientId, link, payment)
  for (const { at, amountMinor, place, reference, waits, notedBy } of past.notes ?? []) {
    const note = await insertNote(db, clientId, {
      link_id: id,
      amount_minor: amountMinor,
      place,
      reference,
      received_on: at.toISOString().slice(0, 10),
      state: waits ? 'waiting' : 'posted',
      noted_by: notedBy,
      noted_at: at,
    })
    if (waits) await addEvent(db, clientId, id, { kind: 'noted', at, actorId: notedBy, amountMinor })
    else
      await moveLinkMoney(db, clientId, id, {
        amountMinor,
        account: place,
        reference: `note:${note.id}`,
        at,
        madeBy: notedBy,
      })
  }
  const end = past.cancelledAt ? 'cancelled' : past.expiredAt ? 'expired' : null
  const at = past.cancelledAt ?? past.expiredAt
  if (!end || !at) return
  await writeLink(db, clientId, id, { state: end })
  await addEvent(db, clientId, id, { kind: end, at, ...(end === 'cancelled' && { actorId: by }) })
}
