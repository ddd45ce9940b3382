import type { Generated } from 'kysely'

declare module '../db/tables.ts' {
  interface Tables {
    audit_event: {
      client_id: number
      id: Generated<number>
      at: Date
      action: string
      result: 'ok' | 'refused' | 'failed'
      actor_id: number | null
      session_id: string | null
      object: string | null
      /** JSON text when writing. */
      detail: string
      request_id: string | null
      network: string | null
    }
  }
}
