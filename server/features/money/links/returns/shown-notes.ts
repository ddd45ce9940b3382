/** Payments by hand with what went back of each, as admins see them. */
import type { PaymentNote, PaymentReturn } from '#contract/money/payment-links.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { notesOf } from '../notes.repository.ts'
import { returnsOf, type ShownReturn } from './returns.repository.ts'

const shownReturn = (row: ShownReturn, userId: number): PaymentReturn => ({
  id: row.id,
  amount_minor: row.amount_minor,
  place: row.place,
  reference: row.reference,
  reason: row.reason,
  returned_on: row.returned_on,
  state: row.state,
  noted_by: row.noted_by_name,
  noted_at: row.noted_at.toISOString(),
  decided_by: row.decided_by_name,
  can_approve: row.state === 'waiting' && row.noted_by !== userId,
})

export const shownNotes = async (
  db: TenantDb,
  clientId: number,
  { linkId, userId }: { linkId: number; userId: number },
): Promise<PaymentNote[]> => {
  const notes = await notesOf(db, clientId, linkId)
  const returns = await returnsOf(db, clientId, linkId)
  return notes.map((note) => {
    const own = returns.filter((each) => each.note_id === note.id)
    const held = own.filter(({ state }) => state !== 'refused')
    return {
      id: note.id,
      amount_minor: note.amount_minor,
      place: note.place,
      reference: note.reference,
      received_on: note.received_on,
      state: note.state,
      noted_by: note.noted_by_name,
      noted_at: note.noted_at.toISOString(),
      decided_by: note.decided_by_name,
      can_approve: note.state === 'waiting' && note.noted_by !== userId,
      left_minor:
        note.state === 'posted'
          ? held.reduce((left, { amount_minor: amount }) => left - amount, note.amount_minor)
          : 0,
      returns: own.map((each) => shownReturn(each, userId)),
    }
  })
}
