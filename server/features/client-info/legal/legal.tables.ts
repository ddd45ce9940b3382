import type { LegalKind } from '#contract/client-info/legal.ts'

declare module '#server/core/db/tables.ts' {
  interface Tables {
    client_legal_text: {
      client_id: number
      kind: LegalKind
      version: number
      /** JSON text on the way in, an object on the way out. */
      texts: unknown
      published_at: Date
      published_by: number | null
    }
  }
}
