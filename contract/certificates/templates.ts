/** How certificates look: designs with signatures, published in versions. */
import * as z from 'zod/mini'
import { clientParams, id, idParam, language, singleLine, timestamp } from '../common.ts'
import { endpoint, perHour, perMinute } from '../endpoint.ts'
import { look } from './look.ts'
import { CERTIFICATE_NAME_MAX } from './shapes.ts'

const BASE = '/api/clients/{clientId}/admin/certificate-templates/' as const
const templateParams = z.object({ clientId: idParam, templateId: idParam })
export const TEMPLATE_NAME_MAX = 80
export const TEMPLATES_MAX = 50
/** Of a signature or a background, after the browser made it smaller. */
export const TEMPLATE_PICTURE_MAX_BYTES = 700_000

const wanted = z.object({
  name: singleLine(1, TEMPLATE_NAME_MAX),
  is_default: z.boolean(),
  ...look,
})
export type WantedTemplate = z.infer<typeof wanted>

const template = z.object({
  id,
  /** 0: never published. */
  version: z.int(),
  published_at: z.nullable(timestamp),
  /** Certificates issued with any version of it. */
  issued: z.int(),
  /** As it is published; before that, as in the draft. */
  ...wanted.shape,
  /** Changes that nobody gets yet. */
  draft: z.nullable(wanted),
  /** Rises with every draft and every publication. */
  draft_number: z.int(),
})
export type CertificateTemplate = z.infer<typeof template>

const list = z.object({ templates: z.array(template) })

export const listTemplates = endpoint({
  name: 'certificates.templates',
  method: 'GET',
  path: BASE,
  access: 'admin',
  feature: 'course',
  summary: 'List certificate templates with their newest version',
  params: clientParams,
  response: list,
})
export type CertificateTemplates = z.infer<typeof list>

export const createTemplate = endpoint({
  name: 'certificates.createTemplate',
  method: 'POST',
  path: BASE,
  access: 'admin',
  feature: 'course',
  idempotency: 'key',
  status: 201,
  summary: 'Create a certificate template, published or as a draft',
  params: clientParams,
  body: z.object({
    idempotency_key: z.uuid(),
    publish: z._default(z.boolean(), true),
    ...wanted.shape,
  }),
  response: template,
  alsoFails: [409],
})

export const publishTemplate = endpoint({
  name: 'certificates.publishTemplate',
  method: 'PUT',
  path: `${BASE}{templateId}/`,
  access: 'admin',
  feature: 'course',
  summary: 'Publish the next version of a certificate template; issued certificates keep theirs',
  params: templateParams,
  body: z.object({ version: z.int().check(z.minimum(0)), ...wanted.shape }),
  response: template,
  alsoFails: [409],
})

export const saveDraft = endpoint({
  name: 'certificates.saveDraft',
  method: 'PUT',
  path: `${BASE}{templateId}/draft/`,
  access: 'admin',
  feature: 'course',
  summary: 'Keep changes of a certificate template without publishing them',
  params: templateParams,
  body: z.object({ draft_number: z.int().check(z.minimum(0)), ...wanted.shape }),
  response: template,
  alsoFails: [409],
})

const version = z.object({ version: z.int(), published_at: timestamp, issued: z.int(), ...look })
export type TemplateVersion = z.infer<typeof version>

export const listVersions = endpoint({
  name: 'certificates.versions',
  method: 'GET',
  path: `${BASE}{templateId}/versions/`,
  access: 'admin',
  feature: 'course',
  summary: 'List the published versions of a certificate template, newest first',
  params: templateParams,
  response: z.object({ versions: z.array(version) }),
})

export const uploadTemplatePicture = endpoint({
  name: 'certificates.uploadPicture',
  method: 'POST',
  path: `${BASE}pictures/`,
  access: 'admin',
  feature: 'course',
  // The same picture is stored once.
  idempotency: 'natural',
  rateLimit: perHour(60),
  summary: 'Upload a signature or a background, PNG or JPEG; it is encoded again',
  params: clientParams,
  /** Base64. */
  body: z.object({ picture: z.string().check(z.minLength(1), z.maxLength(960_000)) }),
  response: z.object({ path: z.string() }),
})

export const previewTemplate = endpoint({
  name: 'certificates.previewTemplate',
  method: 'POST',
  path: `${BASE}preview/`,
  access: 'admin',
  feature: 'course',
  // A gallery asks for seven, an editor after each change.
  rateLimit: perMinute(120),
  idempotency: 'natural',
  summary: 'Draw a certificate with this look, as learners will get it',
  params: clientParams,
  body: z.object({
    ...look,
    recipient_name: singleLine(1, CERTIFICATE_NAME_MAX),
    title: singleLine(1, 300),
    /** Without it, the caller's. */
    language: z.optional(language),
    as: z._default(z.enum(['picture', 'pdf']), 'picture'),
  }),
  response: z.object({
    /** A PNG or a PDF as a data address. */
    file: z.string(),
    /** What the colours of fields are with this brand. */
    colours: z.object({ ink: z.string(), muted: z.string(), accent: z.string(), onSolid: z.string() }),
  }),
})
