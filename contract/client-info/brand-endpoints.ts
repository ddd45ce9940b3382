/** The brand under /admin/settings: a draft, publishing, former versions, pictures (rules: Tenants). */
import * as z from 'zod/mini'
import { clientParams, idParam, timestamp } from '../common.ts'
import { endpoint, perHour } from '../endpoint.ts'
import { brandSettings, pictureId } from './brand.ts'

const BASE = '/api/clients/{clientId}/admin/settings/brand/' as const

/** Of an uploaded picture, before it is encoded again. */
export const BRAND_PICTURE_MAX_BYTES = 2_000_000
const BASE64_MAX = Math.ceil(BRAND_PICTURE_MAX_BYTES / 3) * 4
/** The size into which an uploaded picture is fitted; the smallest side of an icon. */
export const LOGO_BOX = { width: 960, height: 240 } as const
export const ICON_BOX = { width: 512, height: 512 } as const
export const ICON_SIDE_MIN = 192
/** Sharp beside the form of a wide screen, and light enough to travel there. */
export const SIGN_IN_PICTURE_BOX = { width: 1280, height: 1280 } as const
/** Of the list; older ones are kept. */
export const BRAND_VERSIONS_SHOWN = 50

const version = z.object({
  version: z.int(),
  published_at: timestamp,
  /** Null: before this page existed, or by somebody who is gone. */
  published_by: z.nullable(z.string()),
  /** The version that was brought back. */
  restored_from: z.nullable(z.int()),
  settings: brandSettings,
})
export type BrandVersion = z.infer<typeof version>

const state = z.object({
  /** As everybody sees it. */
  published: brandSettings,
  /** 0: never published from this page. */
  version: z.int(),
  /** Changes that nobody sees yet. */
  draft: z.nullable(brandSettings),
  /** Rises with every change of the draft and every publication. */
  draft_number: z.int(),
  /** Newest first. */
  versions: z.array(version),
})
export type BrandState = z.infer<typeof state>

export const getBrand = endpoint({
  name: 'clients.brand',
  method: 'GET',
  path: BASE,
  access: 'admin',
  feature: null,
  summary: "Get the client's brand as published, its draft and its former versions",
  params: clientParams,
  response: state,
})

export const saveBrandDraft = endpoint({
  name: 'clients.saveBrandDraft',
  method: 'PUT',
  path: `${BASE}draft/`,
  access: 'admin',
  feature: null,
  summary: 'Keep changes of the brand without publishing them; null throws the draft away',
  params: clientParams,
  body: z.object({ draft_number: z.int().check(z.minimum(0)), settings: z.nullable(brandSettings) }),
  response: z.object({ draft_number: z.int() }),
  alsoFails: [409],
})

export const publishBrand = endpoint({
  name: 'clients.publishBrand',
  method: 'POST',
  path: `${BASE}publish/`,
  access: 'admin',
  feature: null,
  stepUp: true,
  // The draft is gone after the first call: a repeat is refused.
  idempotency: 'natural',
  summary: 'Publish the draft of the brand: every page shows it from its next load on',
  params: clientParams,
  body: z.object({ draft_number: z.int().check(z.minimum(0)) }),
  response: state,
  alsoFails: [409],
})

export const restoreBrand = endpoint({
  name: 'clients.restoreBrand',
  method: 'POST',
  path: `${BASE}versions/{versionId}/restore/`,
  access: 'admin',
  feature: null,
  stepUp: true,
  // The version has risen after the first call: a repeat is refused.
  idempotency: 'natural',
  summary: 'Publish a former version of the brand again, as the newest one; a draft stays',
  params: z.object({ clientId: idParam, versionId: idParam }),
  body: z.object({ current: z.int().check(z.minimum(1)) }),
  response: state,
  alsoFails: [409],
})

const pictureUses = ['logo', 'icon', 'sign_in'] as const
export type PictureUse = (typeof pictureUses)[number]

export const uploadBrandPicture = endpoint({
  name: 'clients.uploadBrandPicture',
  method: 'POST',
  path: `${BASE}pictures/`,
  access: 'admin',
  feature: null,
  // The same picture is stored once.
  idempotency: 'natural',
  rateLimit: perHour(60),
  bodyLimitBytes: BASE64_MAX + 1024,
  summary:
    'Upload a logo, an icon or the picture of the sign-in page; it is encoded again, and SVG is refused',
  params: clientParams,
  body: z.object({
    use: z.enum(pictureUses),
    /** Base64. */
    picture: z.string().check(z.minLength(4), z.maxLength(BASE64_MAX), z.regex(/^[A-Za-z0-9+/]+={0,2}$/)),
  }),
  response: z.object({
    id: pictureId,
    width: z.int(),
    height: z.int(),
    /** The colour of the corner of a picture without transparent edges. */
    edge: z.nullable(z.string()),
  }),
})

/** Where a stored picture is. The address of another picture is another one, so browsers keep it for good. */
export const brandPicturePath = (clientId: number, id: string): string =>
  `/brand/${clientId}/picture-${id}.png`

/** A photo: WebP is a tenth of its PNG. */
export const signInPicturePath = (clientId: number, id: string): string =>
  `/brand/${clientId}/picture-${id}.webp`
