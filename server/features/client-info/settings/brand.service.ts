/** The brand that admins edit: a draft that is kept, versions that everybody sees, and pictures. */
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import {
  BRAND_PICTURE_MAX_BYTES,
  BRAND_VERSIONS_SHOWN,
  ICON_BOX,
  ICON_SIDE_MIN,
  LOGO_BOX,
  SIGN_IN_PICTURE_BOX,
  type BrandState,
  type PictureUse,
} from '#contract/client-info/brand-endpoints.ts'
import { brandSettings, themeOfBrand, type BrandSettings } from '#contract/client-info/brand.ts'
import type { AuditAction } from '#contract/security/audit-actions.ts'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, invalidField, notFound } from '#server/core/http/errors.ts'
import type { AdminScope } from '#server/core/http/scope.ts'
import { fieldIssue } from '#server/core/http/validate.ts'
import { fitPicture } from '#server/core/pictures/picture.ts'
import { brandOf } from '../clients.mapper.ts'
import { readClient } from '../clients.repository.ts'
import { edgeOf, sizeOf } from '../own-icon.ts'
import { auditOf } from './audit.ts'
import {
  addPicture,
  countPictures,
  insertVersion,
  lockClient,
  readDraft,
  readVersions,
  removeUnusedPictures,
  writeClientBrand,
  writeDraft,
} from './brand.repository.ts'

/** Uploaded and not kept in a draft. */
const UNUSED_PICTURES_KEPT_MS = 24 * 3_600_000

const conflict = () =>
  new AppError('conflict', 'Somebody else changed the brand meanwhile. Load the page again to see it.')

const requireClient = async (db: TenantDb, clientId: number) => {
  const row = await readClient(db, clientId)
  if (!row) throw notFound()
  return row
}

const read = async (db: TenantDb, clientId: number): Promise<BrandState> => {
  const row = await requireClient(db, clientId)
  const draft = await readDraft(db, clientId)
  const versions = await readVersions(db, clientId, { limit: BRAND_VERSIONS_SHOWN })
  return {
    published: brandOf(row),
    version: row.brand_version,
    draft: draft.settings === null ? null : brandSettings.parse(draft.settings),
    draft_number: draft.number,
    versions: versions.map((each) => ({
      ...each,
      settings: brandSettings.parse(each.settings),
      published_at: each.published_at.toISOString(),
    })),
  }
}

/** Only what derives from the brand by its own rules is left out: the scales. */
const storedThemeOf = (settings: BrandSettings) => {
  const { nav, font, font_family, background, course_cta } = themeOfBrand(settings)
  const { secondary, accent } = settings.colours
  return {
    ...(secondary !== null && { secondary }),
    ...(accent !== null && { accent }),
    settings: { nav, font, font_family, background, course_cta },
  }
}

const picturesOf = ({ logo, logo_dark, icon, sign_in }: BrandSettings) =>
  Object.entries({ logo, logo_dark, icon, 'sign_in.picture': sign_in.picture })

/** Pictures of a draft or a version exist as long as it names them. */
const requirePictures = async (db: TenantDb, clientId: number, settings: BrandSettings): Promise<void> => {
  for (const [field, id] of picturesOf(settings)) {
    if (id !== null && (await countPictures(db, clientId, [id])) === 0)
      throw invalidField(field, fieldIssue('invalid'), 'Upload this picture again.')
  }
}

/** SVG is a program's text; it would run for everybody who opens it. */
const isText = (bytes: Buffer) => /^[\uFEFF\s]*</u.test(bytes.subarray(0, 200).toString('utf8'))

const BOXES = { logo: LOGO_BOX, icon: ICON_BOX, sign_in: SIGN_IN_PICTURE_BOX } as const

const FORMATS = 'Choose a PNG, JPEG, WebP or GIF picture.'

export const createBrandService = (core: Core) => {
  const publish = async (
    db: TenantDb,
    scope: AdminScope,
    next: { settings: BrandSettings; restoredFrom: number | null; action: AuditAction },
  ): Promise<void> => {
    const { clientId } = scope.tenant
    const row = await requireClient(db, clientId)
    const now = scope.clock.now()
    const isFirst = row.brand_version === 0
    // What was there before can be brought back as well.
    if (isFirst)
      await insertVersion(db, clientId, {
        version: 1,
        settings: brandOf(row),
        now,
        by: null,
        restoredFrom: null,
      })
    const version = isFirst ? 2 : row.brand_version + 1
    const { settings, restoredFrom, action } = next
    await insertVersion(db, clientId, { version, settings, now, by: scope.actor.userId, restoredFrom })
    await writeClientBrand(db, clientId, { version, settings, theme: storedThemeOf(settings) })
    await core.audit.record(
      db,
      auditOf(scope, action, { version, ...(restoredFrom !== null && { restored: restoredFrom }) }),
    )
    await core.changes.announce(db, { kind: 'client', clientId })
  }

  return {
    read: (scope: AdminScope) => scope.tx((db) => read(db, scope.tenant.clientId)),

    saveDraft: (
      scope: AdminScope,
      wanted: { draft_number: number; settings: BrandSettings | null },
    ): Promise<{ draft_number: number }> =>
      scope.tx(async (db) => {
        const { clientId } = scope.tenant
        await lockClient(db, clientId)
        const draft = await readDraft(db, clientId)
        // A repeat whose answer was lost is no conflict.
        const isRepeat = draft.number === wanted.draft_number + 1 && isSame(draft.settings, wanted.settings)
        if (isRepeat) return { draft_number: draft.number }
        if (draft.number !== wanted.draft_number) throw conflict()
        if (wanted.settings) await requirePictures(db, clientId, wanted.settings)
        const number = draft.number + 1
        await writeDraft(db, clientId, { settings: wanted.settings, number, now: scope.clock.now() })
        return { draft_number: number }
      }),

    publishDraft: (scope: AdminScope, draftNumber: number): Promise<BrandState> =>
      scope.tx(async (db) => {
        const { clientId } = scope.tenant
        await lockClient(db, clientId)
        const draft = await readDraft(db, clientId)
        if (draft.number !== draftNumber || draft.settings === null) throw conflict()
        const settings = brandSettings.parse(draft.settings)
        await requirePictures(db, clientId, settings)
        await publish(db, scope, { settings, restoredFrom: null, action: 'clients.brand_published' })
        await writeDraft(db, clientId, {
          settings: null,
          number: draft.number + 1,
          now: scope.clock.now(),
        })
        return read(db, clientId)
      }),

    restore: (scope: AdminScope, { version, current }: { version: number; current: number }) =>
      scope.tx(async (db) => {
        const { clientId } = scope.tenant
        await lockClient(db, clientId)
        if ((await requireClient(db, clientId)).brand_version !== current) throw conflict()
        const [former] = await readVersions(db, clientId, { limit: 1, only: version })
        if (!former) throw notFound()
        const settings = brandSettings.parse(former.settings)
        await publish(db, scope, { settings, restoredFrom: version, action: 'clients.brand_restored' })
        return read(db, clientId)
      }),

    /** Only the pixels are kept: what hides in a file stays behind (C6). */
    upload: async (scope: AdminScope, { use, picture: base64 }: { use: PictureUse; picture: string }) => {
      const bytes = Buffer.from(base64, 'base64')
      if (bytes.length > BRAND_PICTURE_MAX_BYTES)
        throw invalidField('picture', fieldIssue('too_large', { max: BRAND_PICTURE_MAX_BYTES }))
      if (isText(bytes))
        throw invalidField(
          'picture',
          fieldIssue('active_file'),
          `An SVG file can contain programs, so it can't be used here. ${FORMATS}`,
        )
      const picture = await fitPicture(bytes, BOXES[use], use === 'sign_in' ? 'webp' : 'png')
      if (!picture) throw invalidField('picture', fieldIssue('invalid'), FORMATS)
      const { content } = picture
      const size = await sizeOf(content)
      if (use === 'icon' && Math.max(size.width, size.height) < ICON_SIDE_MIN)
        throw invalidField('picture', fieldIssue('too_small', { min: ICON_SIDE_MIN }))
      const id = createHash('sha256').update(content).digest('hex').slice(0, 32)
      const now = scope.clock.now()
      await scope.tx(async (db) => {
        const { clientId } = scope.tenant
        // A draft that names a picture again waits until it is known whether the picture stays.
        await lockClient(db, clientId)
        await removeUnusedPictures(db, clientId, new Date(now.getTime() - UNUSED_PICTURES_KEPT_MS))
        await addPicture(db, clientId, { id, content, now })
        // A process may remember that there was no such picture.
        await core.changes.announce(db, { kind: 'client', clientId })
      })
      return { id, ...size, edge: await edgeOf(content) }
    },
  }
}

const isSame = (stored: unknown, wanted: BrandSettings | null): boolean => {
  if (stored === null || wanted === null) return stored === wanted
  return isDeepStrictEqual(brandSettings.parse(stored), wanted)
}
