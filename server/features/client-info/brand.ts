import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BrandSettings } from '#contract/client-info/brand.ts'
import type { PublicInfo } from '#contract/client-info/client-info.ts'
import { languages } from '#contract/languages.ts'
import { installShots, shotName } from '#contract/client-info/install-screenshots.ts'
import { ICON_SIZES, TOUCH_ICON_SIZES } from '#contract/client-info/manifest.ts'
import { themeRoles } from '#contract/client-info/theme-roles.ts'
import type { Config } from '#server/core/config.ts'
import { logoSvg, markPng, markSvg } from './default-logo.ts'
import { drawShot, unpackShot } from './install-screenshots.ts'
import { drawOwnIcon } from './own-icon.ts'

const demoBrands = fileURLToPath(new URL('../../demo/brand', import.meta.url))
/** Where clients' own logos and icons are. */
export const brandFolders = ({ dataDir, demo }: Pick<Config, 'dataDir' | 'demo'>): string[] => [
  join(dataDir, 'brand'),
  ...(demo ? [demoBrands] : []),
]

export interface BrandFile {
  bytes: Buffer
  type: 'image/svg+xml' | 'image/png' | 'image/webp'
  etag: string
}

/** Where pictures are: the operator's files, and what admins uploaded. */
export interface BrandSource {
  readonly folders: readonly string[]
  /** Null for one that does not exist. */
  readonly picture: (clientId: number, id: string) => Promise<Buffer | null>
}

/** Whose pictures, and which of the uploaded ones the published brand names. */
export interface BrandOwner {
  readonly publicInfo: PublicInfo
  readonly brand: Pick<BrandSettings, 'logo' | 'logo_dark' | 'icon' | 'icon_background'>
}

/** The only valid names: no other part of a request ever becomes part of a path. */
type IconKind = { size: number; edgeToEdge: boolean; maskable?: true }
type BrandFileKind = IconKind | 'logo' | 'logoDark' | 'icon'
const FILES: ReadonlyMap<string, BrandFileKind> = new Map<string, BrandFileKind>([
  ['logo.svg', 'logo'],
  ['logo-dark.svg', 'logoDark'],
  ['icon.svg', 'icon'],
  ...ICON_SIZES.map((size) => [`icon-${size}.png`, { size, edgeToEdge: false }] as const),
  // iOS rounds corners itself and paints transparent ones black.
  ...TOUCH_ICON_SIZES.map((size) => [`icon-${size}.png`, { size, edgeToEdge: true }] as const),
  ...ICON_SIZES.map(
    (size) => [`icon-${size}-maskable.png`, { size, edgeToEdge: true, maskable: true }] as const,
  ),
])

export const brandFileNames: readonly string[] = [...FILES.keys()]

/** Screenshots for the install dialog. They are drawn on request, because few people open the dialog. */
const SHOTS: ReadonlyMap<string, URL> = new Map(
  installShots.flatMap(({ page, form }) =>
    languages.map((language) => {
      const name = shotName(page, form, language)
      return [`shot-${name}.png`, new URL(`shots/${name}.shot`, import.meta.url)] as const
    }),
  ),
)
export const isShot = (name: string): boolean => SHOTS.has(name)

const drawBrandFile = async (name: string, info: PublicInfo): Promise<Buffer | null> => {
  const kind = FILES.get(name)
  if (kind === undefined) return null
  const colour = info.theme_settings.default_primary
  const { primary } = info.theme_settings
  if (kind === 'logo') return Buffer.from(logoSvg(colour, primary['500'], info.name))
  if (kind === 'logoDark') return Buffer.from(logoSvg(colour, primary['200'], info.name))
  if (kind === 'icon') return Buffer.from(markSvg(colour))
  return markPng(colour, kind.size, kind.edgeToEdge)
}

/** Null unless the client uploaded such a picture. */
const uploadedFile = async (
  source: BrandSource,
  name: string,
  { publicInfo, brand }: BrandOwner,
): Promise<Buffer | null> => {
  const kind = FILES.get(name)
  if (kind === undefined) return null
  const read = async (id: string | null) => (id === null ? null : source.picture(publicInfo.id, id))
  if (kind === 'logo') return read(brand.logo)
  if (kind === 'logoDark') return read(brand.logo_dark ?? brand.logo)
  const icon = await read(brand.icon)
  return icon === null || kind === 'icon' ? icon : drawOwnIcon(icon, brand.icon_background, kind)
}

/**
 * A client's logo or icon: the uploaded one, else its own file from the first of `folders` that contains it, otherwise the mark drawn in its
 * colour. A client with a logo but without a dark one has the same on dark backgrounds. Null for an unknown name.
 */
export const brandFile = async (
  source: BrandSource,
  name: string,
  owner: BrandOwner,
): Promise<BrandFile | null> => {
  if (!FILES.has(name) && !SHOTS.has(name)) return null
  const { publicInfo: info } = owner
  let bytes = await uploadedFile(source, name, owner)
  for (const file of name === 'logo-dark.svg' ? [name, 'logo.svg'] : [name])
    for (const folder of source.folders)
      bytes ??= await readFile(join(folder, String(info.id), file)).catch(() => null)
  bytes ??= isShot(name) ? await drawShotFile(source, name, owner) : await drawBrandFile(name, info)
  return bytes && asBrandFile(bytes)
}

/** An uploaded logo is a PNG, whatever its address was before. */
const typeOf = (bytes: Buffer): BrandFile['type'] => {
  const start = bytes.toString('latin1', 0, 12)
  if (start.startsWith('\x89PNG')) return 'image/png'
  return /^RIFF.{4}WEBP$/s.test(start) ? 'image/webp' : 'image/svg+xml'
}

const asBrandFile = (bytes: Buffer): BrandFile => ({
  bytes,
  type: typeOf(bytes),
  etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
})

/** An uploaded picture as it is stored, for drafts as well; null for an unknown one. */
export const uploadedPicture = async (
  source: BrandSource,
  clientId: number,
  id: string,
): Promise<BrandFile | null> => {
  const bytes = await source.picture(clientId, id)
  return bytes && asBrandFile(bytes)
}

/** For documents, which draw shapes only: a logo whose name is text gives way to the icon. */
export const drawableLogo = async (source: BrandSource, owner: BrandOwner): Promise<Buffer | null> => {
  const logo = await brandFile(source, 'logo.svg', owner)
  if (logo && !logo.bytes.includes('<text')) return logo.bytes
  return (await brandFile(source, 'icon.svg', owner))?.bytes ?? null
}

/** One at a time: each drawing takes about 30 MB. */
let lastDrawing: Promise<unknown> = Promise.resolve()

const drawShotFile = (source: BrandSource, name: string, owner: BrandOwner): Promise<Buffer | null> => {
  const drawing = lastDrawing.then(async () => {
    const file = SHOTS.get(name)
    const icon = await brandFile(source, `icon-${ICON_SIZES[0]}.png`, owner)
    if (!file || !icon) return null
    const shot = await unpackShot(await readFile(file))
    return drawShot(shot, themeRoles(owner.publicInfo.theme_settings, 'light'), icon.bytes)
  })
  lastDrawing = drawing.catch(() => undefined)
  return drawing
}
