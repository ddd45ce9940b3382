import { stateOf, type Certificate } from '#contract/certificates/shapes.ts'
import type { CertificateRow } from './certificates.repository.ts'

/** Where no template was chosen. */
export const OWN_DESIGN = { design: 'classic', orientation: 'landscape' } as const

export const stateOfRow = (
  row: Pick<CertificateRow, 'replaced_at' | 'revoked_at' | 'expires_on' | 'today'>,
) =>
  stateOf(
    { replaced: row.replaced_at !== null, revoked: row.revoked_at !== null, expires_on: row.expires_on },
    row.today,
  )

export const toCertificate = (row: CertificateRow): Certificate => ({
  id: row.id,
  serial: row.serial,
  kind: row.kind,
  subject_id: row.course_id ?? row.assessment_id,
  title: row.title,
  recipient_name: row.recipient_name,
  issuer_name: row.issuer_name,
  language: row.language,
  issued_on: row.issued_on,
  expires_on: row.expires_on,
  state: stateOfRow(row),
  revoked_at: row.revoked_at?.toISOString() ?? null,
  revoked_reason: row.revoked_for === 'refund' ? null : row.revoked_reason,
  replaced_by: row.replaced_by,
  criteria: row.criteria,
  design: row.design ?? OWN_DESIGN.design,
  orientation: row.orientation ?? OWN_DESIGN.orientation,
  signatures: (row.signatures ?? []).map(({ name, role }) => ({ name, role })),
})
