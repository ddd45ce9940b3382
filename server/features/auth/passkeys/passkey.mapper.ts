import type { Passkey } from '#contract/auth/two-step.ts'
import type { PasskeyRow } from './passkeys.repository.ts'

export const toPasskey = (row: Omit<PasskeyRow, 'client_id'>): Passkey => ({
  id: row.credential_id.toString('base64url'),
  name: row.name,
  host: row.rp_id,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
})
