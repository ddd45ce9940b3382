/** Certificate templates for admins: drafts, versions and pictures. What they look like is drawn by previews.service.ts. */
import {
  TEMPLATE_PICTURE_MAX_BYTES,
  TEMPLATES_MAX,
  type CertificateTemplate,
  type CertificateTemplates,
  type TemplateVersion,
  type WantedTemplate,
} from '#contract/certificates/templates.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, invalidField, notFound } from '#server/core/http/errors.ts'
import type { AdminScope } from '#server/core/http/scope.ts'
import { fieldIssue } from '#server/core/http/validate.ts'
import { reencodePicture } from '#server/core/pictures/picture.ts'
import type { IssueContext } from '../issue.service.ts'
import {
  addNextVersion,
  addTemplate,
  listTemplateRows,
  listVersionRows,
  lookOf,
  putDraft,
  type TemplateRow,
} from '../templates.repository.ts'
import { auditOf } from './context.ts'
import { addPicture, holdPictures } from './pictures.repository.ts'

/** Pictures of templates; provided by the files feature through app.ts. */
export interface TemplateFiles {
  readonly store: (
    clientId: number,
    file: { words: string; ending: string; content: Buffer },
  ) => Promise<string>
  readonly exists: (clientId: number, path: string) => Promise<boolean>
  /** Null for one that is gone. */
  readonly read: (clientId: number, path: string) => Promise<Uint8Array | null>
}

export interface TemplateContext extends IssueContext {
  readonly logo: (clientId: number) => Promise<Uint8Array | null>
  readonly files: TemplateFiles
}

const publishedLook = ({ design, orientation, options, signatures }: TemplateRow) =>
  design && orientation && options && signatures ? lookOf({ design, orientation, options, signatures }) : null

const toTemplate = (row: TemplateRow): CertificateTemplate => {
  const { id, name, version, is_default, issued, draft, draft_number, published_at: at } = row
  const look = publishedLook(row) ?? draft
  if (!look) throw new Error(`the template ${id} has neither a version nor a draft`)
  return {
    ...look,
    id,
    name,
    version,
    is_default,
    issued,
    draft,
    draft_number,
    published_at: at?.toISOString() ?? null,
  }
}

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

/** Only this client's own uploads: no other stored file may appear on a certificate. */
const requirePictures = async (
  { files }: TemplateContext,
  db: TenantDb,
  scope: AdminScope,
  look: WantedTemplate,
) => {
  const paths = [look.background, ...look.signatures.map(({ picture }) => picture)].filter(
    (path) => path !== null,
  )
  if (paths.length === 0) return
  await holdPictures(db, paths)
  for (const path of paths)
    if (!(await files.exists(scope.tenant.clientId, path)))
      throw invalidField(
        path === look.background ? 'background' : 'signatures',
        fieldIssue('invalid'),
        'Upload this picture again.',
      )
}

export const createTemplate = async (
  context: TemplateContext,
  scope: AdminScope,
  {
    idempotency_key: createKey,
    publish,
    ...look
  }: WantedTemplate & { idempotency_key: string; publish: boolean },
): Promise<CertificateTemplate> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const known = await listTemplateRows(db, clientId, { createKey })
    if (known[0]) return toTemplate(known[0])
    await requirePictures(context, db, scope, look)
    if ((await listTemplateRows(db, clientId)).length >= TEMPLATES_MAX)
      throw new AppError('conflict', 'You have as many templates as possible. Change one of them.')
    const write = { look, now: scope.clock.now(), by: scope.actor.userId, isDraft: !publish }
    const id = await addTemplate(db, clientId, createKey, write)
    const template = await one(db, scope, { createKey })
    if (id !== null && publish) await record(context, db, scope, template)
    return template
  })

export const publishTemplate = async (
  context: TemplateContext,
  scope: AdminScope,
  id: number,
  { version, ...look }: WantedTemplate & { version: number },
): Promise<CertificateTemplate> =>
  scope.tx(async (db) => {
    await one(db, scope, { id })
    await requirePictures(context, db, scope, look)
    const write = { look, now: scope.clock.now(), by: scope.actor.userId }
    if (!(await addNextVersion(db, scope.tenant.clientId, { id, version }, write)))
      throw new AppError('conflict', 'Somebody published another version meanwhile. Look at it first.')
    const template = await one(db, scope, { id })
    await record(context, db, scope, template)
    return template
  })

export const saveDraft = async (
  context: TemplateContext,
  scope: AdminScope,
  id: number,
  { draft_number: draftNumber, ...look }: WantedTemplate & { draft_number: number },
): Promise<CertificateTemplate> =>
  scope.tx(async (db) => {
    await one(db, scope, { id })
    await requirePictures(context, db, scope, look)
    const write = { look, now: scope.clock.now(), by: scope.actor.userId }
    if (!(await putDraft(db, scope.tenant.clientId, { id, draftNumber }, write)))
      throw new AppError('conflict', 'Somebody changed this template meanwhile. Look at it first.')
    return one(db, scope, { id })
  })

export const versions = (scope: AdminScope, id: number): Promise<{ versions: TemplateVersion[] }> =>
  scope.tx(async (db) => {
    await one(db, scope, { id })
    return { versions: await listVersionRows(db, scope.tenant.clientId, id) }
  })

/** Only the pixels are kept: what hides in a file stays behind (C6). */
export const uploadPicture = async (
  { files }: TemplateContext,
  scope: AdminScope,
  base64: string,
): Promise<{ path: string }> => {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length > TEMPLATE_PICTURE_MAX_BYTES)
    throw invalidField('picture', fieldIssue('too_large', { max: TEMPLATE_PICTURE_MAX_BYTES }))
  const picture = await reencodePicture(bytes)
  if (!picture || (picture.ending !== 'png' && picture.ending !== 'jpg'))
    throw invalidField('picture', fieldIssue('invalid'), 'Choose a PNG or JPEG picture.')
  const { ending, content } = picture
  const store = () => files.store(scope.tenant.clientId, { words: 'certificate-picture', ending, content })
  const path = await store()
  await scope.tx(async (db) => {
    await addPicture(db, path, scope.clock.now())
    // The sweep may have had the same picture in its hands; from here on it leaves it alone.
    await store()
  })
  return { path }
}
