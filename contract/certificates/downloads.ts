/** Many certificates as one ZIP file, which a job makes. */
import * as z from 'zod/mini'
import { clientParams, id, idParam } from '../common.ts'
import { endpoint, perHour } from '../endpoint.ts'
import { certificateKinds, COUNTING_STATES } from './shapes.ts'

const BASE = '/api/clients/{clientId}/admin/certificates/downloads/' as const
/** The server makes the newest ones. */
export const DOWNLOAD_MAX = 1000

const download = z.object({
  id: z.uuid(),
  state: z.enum(['waiting', 'ready', 'failed']),
  total: z.int(),
  done: z.int(),
  /** For five minutes, once it is ready. */
  url: z.nullable(z.string()),
})
export type CertificateDownload = z.infer<typeof download>

export const startDownload = endpoint({
  name: 'certificates.startDownload',
  method: 'POST',
  path: BASE,
  access: 'admin',
  feature: 'course',
  stepUp: true,
  hasSecrets: true,
  idempotency: 'key',
  status: 202,
  rateLimit: perHour(30),
  summary: 'Make a ZIP file of the valid and expired certificates that are found, the newest thousand',
  params: clientParams,
  body: z.object({
    idempotency_key: z.uuid(),
    /** As in the list. */
    search: z.optional(z.string().check(z.maxLength(100))),
    /** Without it both; the others have no PDF any more. */
    state: z.optional(z.enum(COUNTING_STATES)),
    kind: z.optional(z.enum(certificateKinds)),
    subject_id: z.optional(id),
  }),
  response: download,
  alsoFails: [409],
})

export const getDownload = endpoint({
  name: 'certificates.download',
  method: 'GET',
  path: `${BASE}{downloadId}/`,
  access: 'admin',
  feature: 'course',
  hasSecrets: true,
  summary: 'How far a ZIP file of certificates is, for whoever asked for it',
  params: z.object({ clientId: idParam, downloadId: z.uuid() }),
  response: download,
})
