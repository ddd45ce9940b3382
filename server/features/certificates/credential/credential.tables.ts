declare module '#server/core/db/tables.ts' {
  interface Tables {
    credential_key: {
      client_id: number
      n: number
      /** The raw 32 bytes. */
      public_key: Buffer
      private_enc: Buffer
      created_at: Date
    }
    credential_status: {
      client_id: number
      certificate_id: number
      list: number
      position: number
    }
  }
}
export {}
