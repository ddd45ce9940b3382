/** The caller's own résumé, which applications are sent with. */
import * as z from 'zod/mini'
import { clientParams, empty, timestamp } from '../common.ts'
import { endpoint, perHour } from '../endpoint.ts'

export const RESUME_MAX_BYTES = 5 * 1024 * 1024
/** A file that is too large still gets an answer of its own up to this size. */
const RESUME_READ_MAX_BYTES = 10 * 1024 * 1024
const base64Length = (bytes: number) => Math.ceil(bytes / 3) * 4
const RESUME = '/api/clients/{clientId}/user/resume/'

export const resume = z.object({
  name: z.string(),
  size: z.int(),
  uploaded_at: timestamp,
  /** Address that only this session can open. */
  url: z.string(),
})
export type Resume = z.infer<typeof resume>

export const getResume = endpoint({
  name: 'jobApplications.resume',
  method: 'GET',
  path: RESUME,
  access: 'member',
  feature: 'job_portal',
  inSupportView: 'refused',
  opensFiles: true,
  summary: "Get the caller's résumé",
  params: clientParams,
  response: z.object({ resume: z.nullable(resume) }),
})

export const putResume = endpoint({
  name: 'jobApplications.putResume',
  method: 'PUT',
  path: RESUME,
  access: 'member',
  feature: 'job_portal',
  opensFiles: true,
  rateLimit: perHour(20),
  summary: "Store or replace the caller's résumé: a PDF of at most 5 MB without password and scripts",
  params: clientParams,
  body: z.object({
    name: z.string().check(z.minLength(1), z.maxLength(255), z.regex(/^\P{Cc}*$/u)),
    /** Base64. */
    data: z
      .string()
      .check(
        z.minLength(1),
        z.maxLength(base64Length(RESUME_READ_MAX_BYTES)),
        z.regex(/^[A-Za-z0-9+/]+={0,2}$/),
      ),
  }),
  response: z.object({ resume }),
  alsoFails: [413, 503],
  bodyLimitBytes: base64Length(RESUME_READ_MAX_BYTES) + 2048,
})

export const deleteResume = endpoint({
  name: 'jobApplications.deleteResume',
  method: 'DELETE',
  path: RESUME,
  access: 'member',
  feature: 'job_portal',
  summary: "Remove the caller's résumé; applications keep the one that they were sent with",
  params: clientParams,
  response: empty,
  status: 204,
})
