/**
 * The documents of a payment or refund. The transaction that posts it numbers them, so that none is without them
 * (docs/decisions/money/number-documents-with-the-payment.md). Callers have locked the purchase or order.
 */
import { financialYearOf } from '#contract/money/gst.ts'
import { dayIn } from '#server/core/days.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { placeOf } from '../chart.ts'
import {
  allocate,
  creditNoteOf,
  invoiceAgainOf,
  invoiceOf,
  receiptOf,
  type DocumentContent,
  type Sale,
} from './content.ts'
import * as rows from './documents.repository.ts'

/** The client's own name stands in for a seller whom no admin has described. */
const sellerFor = (seller: rows.MovementRow['seller'], clientName: string): Sale['seller'] =>
  seller
    ? {
        name: seller.legal_name,
        address: seller.address,
        state: seller.state,
        gstin: seller.gstin,
        sac: seller.sac,
        taxPercent: seller.tax_percent,
      }
    : { name: clientName, address: '', state: null, gstin: null, sac: null, taxPercent: 0 }

const buyerFor = (buyer: rows.MovementRow['buyer'], personName: string | null): Sale['buyer'] => ({
  name: buyer?.legal_name || personName || '',
  address: buyer?.address ?? '',
  state: buyer?.state ?? null,
  gstin: buyer?.gstin ?? null,
})

interface Moved {
  readonly sale: Sale
  readonly movement: rows.MovementRow
}
interface Written {
  readonly content: DocumentContent
  readonly refersTo?: number
}

/** A refund lowers the invoice of the payment that goes back, then the others of what was bought, the newest first. */
const creditNotesFor = async (
  db: TenantDb,
  clientId: number,
  { sale, movement }: Moved,
  refunds: string | undefined,
): Promise<Written[]> => {
  const documents = await rows.documentsAbout(db, clientId, movement)
  const invoices = documents
    .filter(({ kind }) => kind === 'invoice')
    .map((invoice) => {
      const notes = documents.filter(
        ({ kind, refers_to: about }) => kind === 'credit_note' && about === invoice.id,
      )
      const credited = notes.reduce((sum, note) => sum + note.amount_minor, 0)
      return { invoice: { ...invoice, notes }, leftMinor: invoice.amount_minor - credited }
    })
  const isMeant = ({ invoice }: (typeof invoices)[number]) => invoice.content.reference === refunds
  const ordered = [...invoices.filter(isMeant), ...invoices.filter((each) => !isMeant(each))]
  return allocate(sale.amountMinor, ordered).map(({ invoice, amountMinor }) => {
    const earlier = invoice.notes.map(({ content }) => content)
    return { content: creditNoteOf(invoice, earlier, amountMinor, sale), refersTo: invoice.id }
  })
}

/** An invoice for money that came in; for a refund that came back, over what its credit notes took away. */
const invoicesFor = async (db: TenantDb, clientId: number, { sale, movement }: Moved): Promise<Written[]> => {
  if (movement.reverses === null) {
    const invoice = invoiceOf(sale)
    return invoice ? [{ content: invoice }] : []
  }
  const notes = await rows.creditNotesOf(db, clientId, movement.reverses)
  return notes.map((note) => ({ content: invoiceAgainOf(note, sale), refersTo: note.id }))
}

/** The receipt comes first, so that all payments lock the series of numbers in one order. */
export const documentsOf = async (
  db: TenantDb,
  clientId: number,
  { transactionId, movement }: { transactionId: number; movement: rows.MovementRow },
  refunds?: string,
): Promise<rows.NewDocument[]> => {
  const { person_id: personId, seller, buyer } = movement
  const issuedOn = dayIn(movement.time_zone, movement.at)
  const sale: Sale = {
    movement: movement.amount_minor > 0 ? 'in' : 'out',
    issuedOn,
    seller: sellerFor(seller, movement.client_name),
    buyer: buyerFor(buyer, movement.person_name),
    title: movement.title,
    currency: movement.currency,
    amountMinor: Math.abs(movement.amount_minor),
    place: placeOf(movement.account) ?? 'online',
    reference: movement.reference,
    colour: movement.colour,
  }
  const others =
    sale.movement === 'in'
      ? await invoicesFor(db, clientId, { sale, movement })
      : await creditNotesFor(db, clientId, { sale, movement }, refunds)
  return [{ content: receiptOf(sale) }, ...others].map(({ content, refersTo }: Written) => ({
    content,
    refersTo: refersTo ?? null,
    year: financialYearOf(issuedOn),
    prefix: seller?.prefix ?? '',
    transactionId,
    personId,
    at: movement.at,
    language: movement.language,
  }))
}
