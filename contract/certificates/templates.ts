/** How certificates look: designs with signatures, published in versions. */
import * as z from 'zod/mini'
import { clientParams, id, idParam, singleLine, timestamp } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { designIds, orientations } from './shapes.ts'

const BASE = '/api/clients/{clientId}/admin/certificate-templates/' as const
export const TEMPLATE_NAME_MAX = 80
export const TEMPLATES_MAX = 50
export const SIGNATURES_MAX = 3

const look = {
  design: z.enum(designIds),
  orientation: z.enum(orientations),
  show_seal: z.boolean(),
  show_criteria: z.boolean(),
  signatures: z
    .array(z.object({ name: singleLine(1, 80), role: singleLine(0, 80) }))
    .check(z.maxLength(SIGNATURES_MAX)),
}

const template = z.object({
  id,
  name: z.string(),
  version: z.int(),
  is_default: z.boolean(),
  published_at: timestamp,
  /** Certificates issued with any version of it. */
  issued: z.int(),
  ...look,
})
export type CertificateTemplate = z.infer<typeof template>

const list = z.object({
  templates: z.array(template),
  /** For the preview. */
  issuer_name: z.string(),
})

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

const wanted = z.object({
  name: singleLine(1, TEMPLATE_NAME_MAX),
  is_default: z.boolean(),
  ...look,
})
export type WantedTemplate = z.infer<typeof wanted>

export const createTemplate = endpoint({
  name: 'certificates.createTemplate',
  method: 'POST',
  path: BASE,
  access: 'admin',
  feature: 'course',
  idempotency: 'key',
  status: 201,
  summary: 'Publish a new certificate template',
  params: clientParams,
  body: z.object({ idempotency_key: z.uuid(), ...wanted.shape }),
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
  params: z.object({ clientId: idParam, templateId: idParam }),
  body: z.object({ version: z.int().check(z.minimum(1)), ...wanted.shape }),
  response: template,
  alsoFails: [409],
})
