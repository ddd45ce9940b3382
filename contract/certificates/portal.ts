/** Certificates for admins: everything that was issued, what it takes, and issuing in bulk. */
import * as z from 'zod/mini'
import { clientParams, id, idParam, pageOf, pageQuery, singleLine, timestamp } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { prose } from '../problems/problems.ts'
import {
  certificate,
  certificateKinds,
  certificateStates,
  criterionKinds,
  CERTIFICATE_NAME_MAX,
  REVOKE_REASON_MAX,
} from './shapes.ts'

const BASE = '/api/clients/{clientId}/admin/certificates/' as const
const certificateParams = z.object({ clientId: idParam, certificateId: idParam })
const subjectParams = z.object({
  clientId: idParam,
  kind: z.enum(certificateKinds),
  subjectId: idParam,
})
/** People of one bulk issue. */
export const BULK_MAX = 1000

const person = z.object({ id, name: z.string(), email: z.string() })

const issued = z.object({
  ...certificate.shape,
  person,
  issued_at: timestamp,
  /** Null where the criteria issued it. */
  issued_by: z.nullable(z.string()),
  revoked_by: z.nullable(z.string()),
  /** The serial in whose place this one came, and why. */
  replaces: z.nullable(z.string()),
  replaced_for: z.nullable(z.enum(['corrected', 'reissued', 'renewed'])),
})
export type IssuedCertificate = z.infer<typeof issued>

export const listIssued = endpoint({
  name: 'certificates.issued',
  method: 'GET',
  path: BASE,
  access: 'admin',
  feature: 'course',
  summary: 'List issued certificates, newest first',
  params: clientParams,
  query: z.object({
    ...pageQuery,
    /** Part of a name, an address, a title or a serial. */
    search: z.optional(z.string().check(z.maxLength(100))),
    state: z.optional(z.enum(certificateStates)),
    kind: z.optional(z.enum(certificateKinds)),
    subject_id: z.optional(idParam),
  }),
  response: pageOf(issued),
})

export const getCertificateNumbers = endpoint({
  name: 'certificates.numbers',
  method: 'GET',
  path: `${BASE}numbers/`,
  access: 'admin',
  feature: 'course',
  summary: 'Count certificates by state',
  params: clientParams,
  response: z.object({
    valid: z.int(),
    expired: z.int(),
    replaced: z.int(),
    revoked: z.int(),
    /** Issued within the last 30 days. */
    recent: z.int(),
    /** Fulfilled, but the learner has not confirmed the name. */
    waiting: z.int(),
  }),
})
export type CertificateNumbers = z.infer<(typeof getCertificateNumbers)['response']>

export const revokeCertificate = endpoint({
  name: 'certificates.revoke',
  method: 'POST',
  path: `${BASE}{certificateId}/revoke/`,
  access: 'admin',
  feature: 'course',
  stepUp: true,
  idempotency: 'natural',
  summary: 'Revoke a certificate. The reason is shown to everybody who verifies it',
  params: certificateParams,
  body: z.object({ reason: prose(1, REVOKE_REASON_MAX) }),
  response: issued,
  alsoFails: [409],
})

export const restoreCertificate = endpoint({
  name: 'certificates.restore',
  method: 'POST',
  path: `${BASE}{certificateId}/restore/`,
  access: 'admin',
  feature: 'course',
  stepUp: true,
  idempotency: 'natural',
  summary: 'Take the revocation of a certificate back',
  params: certificateParams,
  body: z.object({ reason: prose(1, REVOKE_REASON_MAX) }),
  response: issued,
  alsoFails: [409],
})

export const reissueCertificate = endpoint({
  name: 'certificates.reissue',
  method: 'POST',
  path: `${BASE}{certificateId}/reissue/`,
  access: 'admin',
  feature: 'course',
  stepUp: true,
  idempotency: 'natural',
  summary: 'Replace a certificate by a new one with today’s date, template and validity',
  params: certificateParams,
  body: z.object({
    /** As it is printed from now on. */
    name: singleLine(1, CERTIFICATE_NAME_MAX),
    reason: prose(1, REVOKE_REASON_MAX),
  }),
  response: issued,
  alsoFails: [409],
})

const rule = z.object({
  is_active: z.boolean(),
  completion: z.boolean(),
  min_score: z.nullable(z.int().check(z.minimum(1), z.maximum(100))),
  score_assessment_id: z.nullable(id),
  min_minutes: z.nullable(z.int().check(z.minimum(1), z.maximum(100_000))),
  min_attendance: z.nullable(z.int().check(z.minimum(1), z.maximum(100))),
  payment: z.boolean(),
  valid_months: z.nullable(z.int().check(z.minimum(1), z.maximum(120))),
  template_id: z.nullable(id),
})
export type CertificateRule = z.infer<typeof rule>

const ruledSubject = z.object({
  kind: z.enum(certificateKinds),
  subject_id: id,
  title: z.string(),
  rule,
  /** Rises with every change; 0 for the rule that holds without one. */
  version: z.int(),
  /** Certificates that count. */
  issued: z.int(),
  /** Courses alone: what the criteria can look at. */
  has_quiz: z.boolean(),
  has_sessions: z.boolean(),
  is_premium: z.boolean(),
})
export type RuledSubject = z.infer<typeof ruledSubject>

export const listRules = endpoint({
  name: 'certificates.rules',
  method: 'GET',
  path: `${BASE}rules/`,
  access: 'admin',
  feature: 'course',
  summary: 'List courses and assessments with what their certificates take',
  params: clientParams,
  response: z.object({
    subjects: z.array(ruledSubject),
    templates: z.array(z.object({ id, name: z.string() })),
  }),
})
export type CertificateRules = z.infer<(typeof listRules)['response']>

export const saveRule = endpoint({
  name: 'certificates.saveRule',
  method: 'PUT',
  path: `${BASE}rules/{kind}/{subjectId}/`,
  access: 'admin',
  feature: 'course',
  summary: 'Set what the certificate of a course or an assessment takes; issued certificates stay',
  params: subjectParams,
  body: z.object({ rule, version: z.int().check(z.minimum(0)) }),
  response: ruledSubject,
  alsoFails: [409],
})

/** `gets`: all fulfilled. `has`: a certificate that counts. `expired`: it can be renewed. `revoked`: nothing is issued. */
export const verdicts = ['gets', 'renews', 'has', 'revoked', 'missing'] as const
export type Verdict = (typeof verdicts)[number]

const bulkRow = z.object({
  person,
  verdict: z.enum(verdicts),
  /** As it will be printed. */
  name: z.string(),
  is_name_confirmed: z.boolean(),
  missing: z.array(z.enum(criterionKinds)),
})
export type BulkRow = z.infer<typeof bulkRow>

export const previewBulk = endpoint({
  name: 'certificates.previewBulk',
  method: 'GET',
  path: `${BASE}bulk/{kind}/{subjectId}/`,
  access: 'admin',
  feature: 'course',
  summary: 'Dry run of a bulk issue: who gets a certificate, who does not, and why',
  params: subjectParams,
  response: z.object({ rows: z.array(bulkRow) }),
})

export const issueBulk = endpoint({
  name: 'certificates.issueBulk',
  method: 'POST',
  path: `${BASE}bulk/{kind}/{subjectId}/`,
  access: 'admin',
  feature: 'course',
  stepUp: true,
  idempotency: 'natural',
  summary:
    'Issue certificates to those of these people who fulfil the criteria and have none. Without a confirmed name the account’s is printed',
  params: subjectParams,
  body: z.object({ user_ids: z.array(id).check(z.minLength(1), z.maxLength(BULK_MAX)) }),
  response: z.object({ issued: z.int(), skipped: z.int() }),
})
