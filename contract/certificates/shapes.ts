/** What learners and admins see of certificates. */
import * as z from 'zod/mini'
import { day, id, language, timestamp } from '../common.ts'

export const CERTIFICATE_NAME_MAX = 120
export const REVOKE_REASON_MAX = 500
/** After the first certificate a learner may correct the name once within this time (CE7). */
export const CORRECTION_DAYS = 7
/** Learners are told this long before a certificate expires. */
export const EXPIRY_NOTICE_DAYS = 30

export const criterionKinds = ['completion', 'score', 'time', 'attendance', 'payment'] as const

/** One thing that a certificate asks for, with its state. */
export const criterion = z.object({
  kind: z.enum(criterionKinds),
  met: z.boolean(),
  /** Percent, or minutes for `time`; null before there is anything to measure. */
  value: z.nullable(z.int()),
  target: z.nullable(z.int()),
  /** The assessment of a score; null for a course's last quiz. */
  assessment: z.nullable(z.object({ id, title: z.string() })),
})
export type Criterion = z.infer<typeof criterion>

export const certificateKinds = ['course', 'assessment'] as const
export type CertificateKind = (typeof certificateKinds)[number]

export const certificateStates = ['valid', 'expired', 'replaced', 'revoked'] as const
export type CertificateState = (typeof certificateStates)[number]

/** States in which a certificate has a PDF: the others do not count any more. */
export const COUNTING_STATES = ['valid', 'expired'] as const satisfies readonly CertificateState[]

export const designIds = ['classic', 'modern', 'minimal', 'bold', 'frame', 'portrait'] as const
export const orientations = ['landscape', 'portrait'] as const

/** Replaced comes before revoked and expired: the newest certificate says what counts. */
export const stateOf = (
  row: { replaced: boolean; revoked: boolean; expires_on: string | null },
  today: string,
): CertificateState => {
  if (row.replaced) return 'replaced'
  if (row.revoked) return 'revoked'
  return row.expires_on !== null && row.expires_on < today ? 'expired' : 'valid'
}

const signature = z.object({ name: z.string(), role: z.string() })

export const certificate = z.object({
  id,
  serial: z.string(),
  kind: z.enum(certificateKinds),
  /** Null after the course or assessment was deleted. */
  subject_id: z.nullable(id),
  title: z.string(),
  recipient_name: z.string(),
  issuer_name: z.string(),
  language,
  issued_on: day,
  expires_on: z.nullable(day),
  state: z.enum(certificateStates),
  revoked_at: z.nullable(timestamp),
  revoked_reason: z.nullable(z.string()),
  /** The serial of the certificate that took its place. */
  replaced_by: z.nullable(z.string()),
  criteria: z.array(criterion),
  design: z.enum(designIds),
  orientation: z.enum(orientations),
  signatures: z.array(signature),
})
export type Certificate = z.infer<typeof certificate>
