/** Certificate templates for admins. */
import {
  TEMPLATES_MAX,
  type CertificateTemplate,
  type CertificateTemplates,
  type WantedTemplate,
} from '#contract/certificates/templates.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import type { AdminScope } from '#server/core/http/scope.ts'
import type { IssueContext } from '../issue.service.ts'
import { addNextVersion, addTemplate, listTemplateRows, type TemplateRow } from '../templates.repository.ts'
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
    issuer_name: scope.tenant.name,
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
