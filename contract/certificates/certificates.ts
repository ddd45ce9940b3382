/** A learner's certificates: earned, and what is missing for the others (rules: Certificates). */
import * as z from 'zod/mini'
import { clientParams, id, idParam, singleLine, timestamp } from '../common.ts'
import { endpoint, perMinute } from '../endpoint.ts'
import { certificate, certificateKinds, criterion, CERTIFICATE_NAME_MAX } from './shapes.ts'

const BASE = '/api/clients/{clientId}/student/certificates/' as const

/** `ready`: everything is fulfilled, and the name must be confirmed. */
export const progressStates = ['open', 'ready'] as const

const inProgress = z.object({
  kind: z.enum(certificateKinds),
  subject_id: id,
  title: z.string(),
  state: z.enum(progressStates),
  criteria: z.array(criterion),
})
export type InProgress = z.infer<typeof inProgress>

const printedName = z.object({
  /** The confirmed name, else that of the account. */
  value: z.string(),
  is_confirmed: z.boolean(),
  /** Null before the first certificate, and when the one correction is used or too late. */
  correct_until: z.nullable(timestamp),
  /** Only an admin can change it now. */
  is_locked: z.boolean(),
})
export type PrintedName = z.infer<typeof printedName>

const own = z.object({
  name: printedName,
  earned: z.array(certificate),
  in_progress: z.array(inProgress),
})
export type OwnCertificates = z.infer<typeof own>

export const getCertificates = endpoint({
  name: 'certificates.own',
  method: 'GET',
  path: BASE,
  access: 'member',
  feature: 'course',
  summary: "List the caller's certificates and what is missing for the others; issues those that are due",
  params: clientParams,
  response: own,
})

export const confirmName = endpoint({
  name: 'certificates.name',
  method: 'PUT',
  path: `${BASE}name/`,
  access: 'member',
  feature: 'course',
  rateLimit: perMinute(10),
  summary:
    'Confirm the name for certificates. After the first certificate it can be corrected once within seven days: valid certificates are replaced',
  params: clientParams,
  body: z.object({ name: singleLine(1, CERTIFICATE_NAME_MAX) }),
  response: own,
  alsoFails: [409],
})

export const getCourseCertificate = endpoint({
  name: 'certificates.course',
  method: 'GET',
  path: `${BASE}courses/{courseId}/`,
  access: 'member',
  feature: 'course',
  summary: "Get the state of the caller's certificate of a course",
  params: z.object({ clientId: idParam, courseId: idParam }),
  response: z.object({
    /** Whether this course has a certificate at all. */
    has_certificate: z.boolean(),
    /** What it takes, with the caller's state where they are enrolled. */
    criteria: z.array(criterion),
    is_ready: z.boolean(),
    certificate: z.nullable(certificate),
  }),
})
export type CourseCertificate = z.infer<(typeof getCourseCertificate)['response']>
