/** Links by which people outside of the client read the applications to one job. Read-only, without an account. */
import * as z from 'zod/mini'
import { clientParams, day, empty, id, idParam, pageOf, pageQuery, singleLine, timestamp } from '../common.ts'
import { endpoint, perHour, perMinute } from '../endpoint.ts'
import { closedReasons } from '../jobs/shapes.ts'
import { givenAnswer, proof } from './applications.ts'

export const PARTNER_NAME_MAX_CHARS = 120
export const PARTNER_DAYS_MAX = 90
/** Of one job, expired and revoked ones included. */
export const PARTNER_LINKS_MAX = 50

const jobParams = z.object({ clientId: idParam, jobId: idParam })
const LINKS = '/api/clients/{clientId}/admin/jobs/{jobId}/partner-links/'

export const partnerLink = z.object({
  id,
  name: z.string(),
  code: z.string(),
  expires_at: timestamp,
  revoked_at: z.nullable(timestamp),
  views: z.int(),
  viewed_at: z.nullable(timestamp),
  created_at: timestamp,
})
export type PartnerLink = z.infer<typeof partnerLink>
const links = z.object({ results: z.array(partnerLink) })

export const listPartnerLinks = endpoint({
  name: 'recruiting.partnerLinks',
  method: 'GET',
  path: LINKS,
  access: 'staff',
  feature: 'job_portal',
  hasSecrets: true,
  summary: 'List the links of a job for people outside, newest first',
  params: jobParams,
  response: links,
})

export const createPartnerLink = endpoint({
  name: 'recruiting.createPartnerLink',
  method: 'POST',
  path: LINKS,
  access: 'staff',
  feature: 'job_portal',
  hasSecrets: true,
  rateLimit: perHour(60),
  idempotency: 'key',
  status: 201,
  summary: 'Make a link of a job for somebody outside, for at most 90 days',
  params: jobParams,
  body: z.object({
    idempotency_key: z.uuid(),
    name: singleLine(1, PARTNER_NAME_MAX_CHARS),
    days: z.int().check(z.minimum(1), z.maximum(PARTNER_DAYS_MAX)),
  }),
  response: links,
  alsoFails: [409],
})

export const revokePartnerLink = endpoint({
  name: 'recruiting.revokePartnerLink',
  method: 'DELETE',
  path: `${LINKS}{linkId}/`,
  access: 'staff',
  feature: 'job_portal',
  summary: 'Revoke a link at once; safe to repeat',
  params: z.object({ clientId: idParam, jobId: idParam, linkId: idParam }),
  status: 204,
  response: empty,
})

/** What the learner chose to send, and nothing that staff wrote. */
export const partnerApplication = z.object({
  id,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  /** The address works for ten minutes. */
  resume: z.object({ name: z.string(), url: z.string() }),
  cover_note: z.string(),
  answers: z.array(givenAnswer),
  proofs: z.array(proof),
  applied_at: timestamp,
})
export type PartnerApplication = z.infer<typeof partnerApplication>

/** Reading is a POST: the code stays out of the API's addresses, and so out of logs. */
export const openPartnerLink = endpoint({
  name: 'jobPartner.open',
  method: 'POST',
  path: '/api/clients/{clientId}/job-partner/',
  access: 'public',
  feature: 'job_portal',
  hasSecrets: true,
  rateLimit: perMinute(60),
  idempotency: 'natural',
  summary: 'Read the applications to a job by a link; the same 404 for unknown, expired and revoked ones',
  params: clientParams,
  query: z.object(pageQuery),
  body: z.object({ code: z.string().check(z.maxLength(100)) }),
  response: z.object({
    job: z.object({
      title: z.string(),
      company: z.string(),
      location: z.string(),
      deadline: day,
      closed: z.nullable(z.enum(closedReasons)),
    }),
    /** Whom the link is for. */
    name: z.string(),
    expires_at: timestamp,
    applications: pageOf(partnerApplication),
  }),
})
export type PartnerView = z.infer<(typeof openPartnerLink)['response']>
