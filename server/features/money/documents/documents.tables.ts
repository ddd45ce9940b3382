import type { ColumnType, Generated } from 'kysely'
import type { DocumentKind } from '#contract/money/documents.ts'
import type { Language } from '#contract/languages.ts'
import type { DocumentContent } from './content.ts'

type Written<T> = ColumnType<T, T, never>

declare module '#server/core/db/tables.ts' {
  interface Tables {
    invoice_seller: {
      client_id: number
      legal_name: string
      address: string
      state: string | null
      gstin: string | null
      sac: string | null
      tax_percent: number
      prefix: string
      updated_at: Date
    }
    invoice_buyer: {
      client_id: number
      user_id: number
      legal_name: string
      address: string
      state: string | null
      gstin: string | null
    }
    document_series: { client_id: number; kind: DocumentKind; year: number; last: number }
    payment_document: {
      client_id: Written<number>
      id: Generated<number>
      kind: Written<DocumentKind>
      year: Written<number>
      sequence: Written<number>
      number: Written<string>
      transaction_id: Written<number>
      person_id: Written<number | null>
      refers_to: Written<number | null>
      issued_at: Written<Date>
      language: Written<Language>
      amount_minor: Written<number>
      content: ColumnType<DocumentContent, string, never>
    }
  }
}
