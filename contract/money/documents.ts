/** Receipts, tax invoices and credit notes (rules: Money), and what stands on them. */
import * as z from 'zod/mini'
import { clientParams, id, idParam, singleLine, timestamp } from '../common.ts'
import { endpoint, perHour } from '../endpoint.ts'
import { foldGstin, gstStateCodes, isGstin } from './gst.ts'

const MINE = '/api/clients/{clientId}/payments/' as const
const forMembers = { access: 'member', feature: 'course' } as const

export const documentKinds = ['receipt', 'invoice', 'credit_note'] as const
export type DocumentKind = (typeof documentKinds)[number]

/** A document of a payment or refund; its file is fetched by its id. */
export const paymentDocument = z.object({ id, kind: z.enum(documentKinds), number: z.string() })
export type PaymentDocument = z.infer<typeof paymentDocument>

const ownPayment = z.object({
  id,
  at: timestamp,
  /** Negative for what went back. */
  amount_minor: z.int(),
  currency: z.string(),
  /** The course or programme. */
  title: z.string(),
  documents: z.array(paymentDocument),
})
export type OwnPayment = z.infer<typeof ownPayment>
/** More than anybody has. */
export const OWN_PAYMENTS_MAX = 500

const ADDRESS_MAX = 300
const address = z.pipe(
  z.string().check(z.maxLength(ADDRESS_MAX)),
  z.transform((text: string) => text.normalize('NFC').trim()),
)
const state = z.nullable(z.enum(gstStateCodes))
const gstin = z.nullable(
  z.pipe(
    z.pipe(z.string().check(z.maxLength(40)), z.transform(foldGstin)),
    z.string().check(z.refine(isGstin, { error: 'This is not a GSTIN.' })),
  ),
)

/** What a person gave for their invoices; empty texts where they gave nothing. */
const buyer = z.object({
  legal_name: z.string(),
  address: z.string(),
  state: z.nullable(z.string()),
  gstin: z.nullable(z.string()),
})
export type InvoiceBuyer = z.infer<typeof buyer>

export const listOwnPayments = endpoint({
  name: 'money.ownPayments',
  method: 'GET',
  path: MINE,
  ...forMembers,
  summary: "List the caller's payments with their receipts and invoices, newest first",
  params: clientParams,
  response: z.object({
    results: z.array(ownPayment),
    /** What stands on the caller's tax invoices; null where there are none. */
    buyer: z.nullable(buyer),
  }),
})
export type OwnPayments = z.infer<(typeof listOwnPayments)['response']>

export const saveBuyer = endpoint({
  name: 'money.saveBuyer',
  method: 'PUT',
  path: `${MINE}buyer/`,
  ...forMembers,
  rateLimit: perHour(60),
  summary: "Save what stands on the caller's next tax invoices; those that exist stay as they are",
  params: clientParams,
  body: z.object({
    legal_name: singleLine(0, 120),
    address,
    state,
    gstin,
  }),
  response: buyer,
})

export const documentFile = z.object({
  file_name: z.string(),
  /** Base64. */
  pdf: z.string(),
})
export type DocumentFile = z.infer<typeof documentFile>

export const getDocument = endpoint({
  name: 'money.document',
  method: 'GET',
  path: `${MINE}documents/{documentId}/`,
  ...forMembers,
  rateLimit: perHour(300),
  summary: 'Get a receipt, tax invoice or credit note as PDF, for the payer and for admins',
  params: z.object({ clientId: idParam, documentId: idParam }),
  response: documentFile,
})

/* ---- the seller, for admins ---- */

const SELLER = '/api/clients/{clientId}/admin/payments/seller/' as const
const adminOnly = { access: 'admin', feature: 'course' } as const
export const TAX_PERCENT_MAX = 50

const seller = z.object({
  legal_name: z.string(),
  address: z.string(),
  state: z.nullable(z.string()),
  gstin: z.nullable(z.string()),
  sac: z.nullable(z.string()),
  tax_percent: z.int(),
  prefix: z.string(),
})
export type InvoiceSeller = z.infer<typeof seller>

export const getSeller = endpoint({
  name: 'money.seller',
  method: 'GET',
  path: SELLER,
  ...adminOnly,
  summary: 'Get who sells, as receipts and tax invoices name it; null before an admin has said so',
  params: clientParams,
  response: z.object({ seller: z.nullable(seller) }),
})

export const saveSeller = endpoint({
  name: 'money.saveSeller',
  method: 'PUT',
  path: SELLER,
  ...adminOnly,
  stepUp: true,
  summary: 'Save who sells. With a GSTIN every later payment in rupees gets a tax invoice',
  params: clientParams,
  body: z.object({
    legal_name: singleLine(1, 120),
    address: z.pipe(address, z.string().check(z.minLength(1))),
    state,
    gstin,
    sac: z.nullable(z.string().check(z.regex(/^\d{4,8}$/))),
    tax_percent: z.int().check(z.minimum(0), z.maximum(TAX_PERCENT_MAX)),
    prefix: z.string().check(z.regex(/^[A-Z0-9]{0,3}$/)),
  }),
  response: z.object({ seller }),
})

export const exportTaxDocuments = endpoint({
  name: 'money.exportTaxDocuments',
  method: 'GET',
  path: '/api/clients/{clientId}/admin/payments/tax-documents/',
  ...adminOnly,
  stepUp: true,
  rateLimit: perHour(30),
  summary:
    'Export tax invoices and credit notes of a month or of all time as CSV with their taxes; 409 if they are too many for one file',
  params: clientParams,
  query: z.object({
    /** The calendar month of the documents, YYYY-MM. */
    month: z.optional(z.string().check(z.regex(/^(19|20)\d\d-(0[1-9]|1[0-2])$/))),
  }),
  response: z.object({ file_name: z.string(), rows: z.int(), csv: z.string() }),
  alsoFails: [409],
})
