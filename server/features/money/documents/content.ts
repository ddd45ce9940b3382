/** What a document says, stored when it gets its number. Pure. */
import type { DocumentKind } from '#contract/money/documents.ts'
import { splitTax } from '#contract/money/gst.ts'
import type { MoneyPlace } from '../chart.ts'

export interface Party {
  readonly name: string
  readonly address: string
  /** The code of the state by the GST law; null if nobody has given one. */
  readonly state: string | null
  readonly gstin: string | null
}

export interface Tax {
  readonly percent: number
  /** The state whose tax it is. */
  readonly place_of_supply: string
  readonly taxable_minor: number
  readonly cgst_minor: number
  readonly sgst_minor: number
  readonly igst_minor: number
}

export interface DocumentContent {
  readonly kind: DocumentKind
  /** Whether the money came in or went back. */
  readonly movement: 'in' | 'out'
  /** In the client's time zone. */
  readonly issued_on: string
  readonly seller: Party & { readonly sac: string | null }
  readonly buyer: Party
  /** The course or programme. */
  readonly title: string
  readonly currency: string
  readonly amount_minor: number
  readonly tax: Tax | null
  readonly place: MoneyPlace
  readonly reference: string
  /** The invoice that a credit note lowers, or the credit note that an invoice takes back. */
  readonly about: { readonly number: string; readonly issued_on: string } | null
  readonly colour: string
}

/** Tax invoices are in rupees (docs/decisions/money). */
const TAX_CURRENCY = 'INR'

export interface Sale {
  readonly movement: DocumentContent['movement']
  readonly issuedOn: string
  readonly seller: DocumentContent['seller'] & { readonly taxPercent: number }
  readonly buyer: Party
  readonly title: string
  readonly currency: string
  readonly amountMinor: number
  readonly place: MoneyPlace
  readonly reference: string
  readonly colour: string
}

const contentOf = (sale: Sale, kind: DocumentKind, tax: Tax | null): DocumentContent => {
  const { taxPercent: _percent, ...seller } = sale.seller
  return {
    kind,
    movement: sale.movement,
    issued_on: sale.issuedOn,
    seller,
    buyer: sale.buyer,
    title: sale.title,
    currency: sale.currency,
    amount_minor: sale.amountMinor,
    tax,
    place: sale.place,
    reference: sale.reference,
    about: null,
    colour: sale.colour,
  }
}

export const receiptOf = (sale: Sale): DocumentContent => contentOf(sale, 'receipt', null)

/** Null where the law asks for no tax invoice: a seller without a GSTIN, or another currency. */
export const invoiceOf = (sale: Sale): DocumentContent | null => {
  const { seller, buyer, amountMinor, currency } = sale
  if (seller.gstin === null || seller.state === null || currency !== TAX_CURRENCY) return null
  // The supplier's state counts for a buyer whose state nobody knows.
  const place = buyer.state ?? seller.state
  const split = splitTax(amountMinor, seller.taxPercent, place === seller.state)
  return contentOf(sale, 'invoice', {
    percent: seller.taxPercent,
    place_of_supply: place,
    taxable_minor: split.taxableMinor,
    cgst_minor: split.cgstMinor,
    sgst_minor: split.sgstMinor,
    igst_minor: split.igstMinor,
  })
}

/** A document that others lower or take back. */
export interface Issued {
  readonly number: string
  readonly content: DocumentContent
}

type Movement = Pick<Sale, 'issuedOn' | 'place' | 'reference'>

const about = ({ number, content }: Issued) => ({ number, issued_on: content.issued_on })

type TaxSum = 'taxable_minor' | 'cgst_minor' | 'sgst_minor' | 'igst_minor'

/** What the tax of an invoice is for a part of its amount; for all of it, exactly the invoice's. */
const taxFor = ({ amount_minor: whole, tax, seller }: DocumentContent, amountMinor: number): Tax | null => {
  if (tax === null || amountMinor === whole) return tax
  const split = splitTax(amountMinor, tax.percent, tax.place_of_supply === seller.state)
  return {
    ...tax,
    taxable_minor: split.taxableMinor,
    cgst_minor: split.cgstMinor,
    sgst_minor: split.sgstMinor,
    igst_minor: split.igstMinor,
  }
}

/**
 * Lowers an invoice. Its tax is what the tax of all that is credited grows by, so that the credit notes of a whole
 * invoice add up to its tax, however many they are.
 */
export const creditNoteOf = (
  invoice: Issued,
  earlier: readonly Pick<DocumentContent, 'amount_minor' | 'tax'>[],
  amountMinor: number,
  { issuedOn, place, reference }: Movement,
): DocumentContent => {
  const { content } = invoice
  const credited = earlier.reduce((sum, note) => sum + note.amount_minor, 0)
  const after = taxFor(content, credited + amountMinor)
  const grown = (field: TaxSum): number =>
    earlier.reduce((rest, { tax }) => rest - (tax?.[field] ?? 0), after?.[field] ?? 0)
  return {
    ...content,
    kind: 'credit_note',
    movement: 'out',
    issued_on: issuedOn,
    amount_minor: amountMinor,
    tax: after && {
      ...after,
      taxable_minor: grown('taxable_minor'),
      cgst_minor: grown('cgst_minor'),
      sgst_minor: grown('sgst_minor'),
      igst_minor: grown('igst_minor'),
    },
    place,
    reference,
    about: about(invoice),
  }
}

/** The money of a refund came back: an invoice over what its credit note took away. */
export const invoiceAgainOf = (note: Issued, { issuedOn, place, reference }: Movement): DocumentContent => ({
  ...note.content,
  kind: 'invoice',
  movement: 'in',
  issued_on: issuedOn,
  place,
  reference,
  about: about(note),
})

export interface Open<T> {
  readonly invoice: T
  readonly leftMinor: number
}

/** Which invoices a refund lowers: the ones given first, as far as they reach. What no invoice covers is left out. */
export const allocate = <T>(
  amountMinor: number,
  invoices: readonly Open<T>[],
): { invoice: T; amountMinor: number }[] => {
  let rest = amountMinor
  return invoices.flatMap(({ invoice, leftMinor }) => {
    const part = Math.min(rest, leftMinor)
    rest -= part
    return part > 0 ? [{ invoice, amountMinor: part }] : []
  })
}

const LETTERS = { receipt: 'R', invoice: 'I', credit_note: 'C' } as const satisfies Record<
  DocumentKind,
  string
>

/** What stands before the number, as in `ACM/I2627/15`: at most 16 characters up to 999,999, as GST rules ask of an invoice. */
export const numberStart = (kind: DocumentKind, year: number, prefix: string): string => {
  const two = (value: number) => String(value % 100).padStart(2, '0')
  return `${prefix === '' ? '' : `${prefix}/`}${LETTERS[kind]}${two(year)}${two(year + 1)}/`
}
