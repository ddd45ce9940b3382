import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ICON_SIZES, TOUCH_ICON_SIZES } from '#contract/manifest.ts'
import type { PublicInfo } from '#contract/client-info.ts'
import { logoSvg, markPng, markSvg } from './mark.ts'

export interface BrandFile {
  bytes: Buffer
  type: 'image/svg+xml' | 'image/png'
  etag: string
}

/** The only names that exist: nothing of a request ever becomes part of a path but one of these. */
type Kind = { size: number; edgeToEdge: boolean } | 'logo' | 'icon'
const FILES: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['logo.svg', 'logo'],
  ['icon.svg', 'icon'],
  ...ICON_SIZES.map((size) => [`icon-${size}.png`, { size, edgeToEdge: false }] as const),
  // iOS rounds the corners itself and paints transparent ones black.
  ...TOUCH_ICON_SIZES.map((size) => [`icon-${size}.png`, { size, edgeToEdge: true }] as const),
  ...ICON_SIZES.map((size) => [`icon-${size}-maskable.png`, { size, edgeToEdge: true }] as const),
])

export const brandFileNames: readonly string[] = [...FILES.keys()]

const drawn = (name: string, info: PublicInfo): Buffer | null => {
  const kind = FILES.get(name)
  if (kind === undefined) return null
  const colour = info.theme_settings.default_primary
  if (kind === 'logo') return Buffer.from(logoSvg(colour, info.theme_settings.primary['500'], info.name))
  if (kind === 'icon') return Buffer.from(markSvg(colour))
  return markPng(colour, kind.size, kind.edgeToEdge)
}

/**
 * A client's logo or icon: its own file from the first of `folders` that has it, else the mark drawn from its colour.
 * Null for a name that is none.
 */
export const brandFile = async (
  folders: readonly string[],
  name: string,
  info: PublicInfo,
): Promise<BrandFile | null> => {
  if (!FILES.has(name)) return null
  let bytes: Buffer | null = null
  for (const folder of folders) {
    bytes ??= await readFile(join(folder, String(info.id), name)).catch(() => null)
  }
  bytes ??= drawn(name, info)
  if (!bytes) return null
  return {
    bytes,
    type: name.endsWith('.svg') ? 'image/svg+xml' : 'image/png',
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
  }
}
