/** Certificate templates for admins. */
import {
  TEMPLATES_MAX,
  type CertificateTemplate,
  type CertificateTemplates,
  type previewTemplate,
  type WantedTemplate,
} from '#contract/certificates/templates.ts'
import { showSerial } from '#contract/certificates/serial.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import { languageFor } from '#server/core/http/language.ts'
import type { AdminScope } from '#server/core/http/scope.ts'
import { todayOf } from '../certificates.repository.ts'
import { criteriaTexts } from '../criteria-texts.ts'
import { renderCertificatePng } from '../drawing/drawing.ts'
import type { IssueContext } from '../issue.service.ts'
import {
  addNextVersion,
  addTemplate,
  brandColourOf,
  listTemplateRows,
  type TemplateRow,
} from '../templates.repository.ts'
import { auditOf } from './context.ts'

const toTemplate = ({ options, signatures, published_at: at, ...row }: TemplateRow): CertificateTemplate => ({
  ...row,
  ...options,
  published_at: at.toISOString(),
  signatures: signatures.map(({ name, role }) => ({ name, role })),
})

export const templates = (scope: AdminScope): Promise<CertificateTemplates> =>
  scope.tx(async (db) => ({
    templates: (await listTemplateRows(db, scope.tenant.clientId)).map(toTemplate),
  }))

const one = async (
  db: TenantDb,
  scope: AdminScope,
  only: { id?: number; createKey?: string },
): Promise<CertificateTemplate> => {
  const [row] = await listTemplateRows(db, scope.tenant.clientId, only)
  if (!row) throw notFound()
  return toTemplate(row)
}

const record = ({ audit }: IssueContext, db: TenantDb, scope: AdminScope, template: CertificateTemplate) =>
  audit.record(
    db,
    auditOf(scope, {
      action: 'certificates.publishTemplate',
      object: `certificate_template:${template.id}`,
      detail: { version: template.version, design: template.design },
    }),
  )

export const createTemplate = (
  context: IssueContext,
  scope: AdminScope,
  { idempotency_key: createKey, ...look }: WantedTemplate & { idempotency_key: string },
): Promise<CertificateTemplate> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const known = await listTemplateRows(db, clientId, { createKey })
    if (known[0]) return toTemplate(known[0])
    if ((await listTemplateRows(db, clientId)).length >= TEMPLATES_MAX)
      throw new AppError('conflict', 'You have as many templates as possible. Change one of them.')
    const by = scope.actor.userId
    const id = await addTemplate(db, clientId, createKey, { look, now: scope.clock.now(), by })
    const template = await one(db, scope, { createKey })
    if (id !== null) await record(context, db, scope, template)
    return template
  })

export const publishTemplate = (
  context: IssueContext,
  scope: AdminScope,
  id: number,
  { version, ...look }: WantedTemplate & { version: number },
): Promise<CertificateTemplate> =>
  scope.tx(async (db) => {
    await one(db, scope, { id })
    const write = { look, now: scope.clock.now(), by: scope.actor.userId }
    if (!(await addNextVersion(db, scope.tenant.clientId, { id, version }, write)))
      throw new AppError('conflict', 'Somebody published another version meanwhile. Look at it first.')
    const template = await one(db, scope, { id })
    await record(context, db, scope, template)
    return template
  })

const PREVIEW_PX = 1000
const SAMPLE_SERIAL = '23456789ABCDEFGH'
const SAMPLE_CRITERIA = [
  { kind: 'completion', met: true, value: 100, target: 100, assessment: null },
] as const

export type Logo = (clientId: number) => Promise<Uint8Array | null>

/** Draws what learners will get, with sample words. Nothing is stored. */
export const drawPreview = async (
  logo: Logo,
  scope: AdminScope,
  { recipient_name: recipientName, title, ...look }: BodyOf<typeof previewTemplate>,
): Promise<{ picture: string }> => {
  const { clientId, name } = scope.tenant
  const language = languageFor(scope)
  const { issuedOn, brandColor } = await scope.tx(async (db) => ({
    issuedOn: await todayOf(db, scope.clock.now()),
    brandColor: await brandColourOf(db, clientId),
  }))
  const png = await renderCertificatePng(
    {
      serial: showSerial(SAMPLE_SERIAL),
      language,
      recipientName,
      title,
      kind: 'course',
      issuedOn,
      expiresOn: null,
      issuerName: name,
      brandColor,
      logo: await logo(clientId),
      verifyUrl: `${scope.request.origin ?? ''}/verify/`,
      signatures: look.signatures.map((each) => ({ ...each, picture: null })),
      criteria: criteriaTexts(SAMPLE_CRITERIA, 'course', language),
      template: {
        design: look.design,
        orientation: look.orientation,
        options: { showSeal: look.show_seal, showCriteria: look.show_criteria },
      },
    },
    PREVIEW_PX,
  )
  return { picture: `data:image/png;base64,${Buffer.from(png).toString('base64')}` }
}
