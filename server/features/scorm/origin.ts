/**
 * Where packages play (docs/decisions/scorm/play-packages-on-their-own-origin.md): on an origin of their own when there is one, where
 * nothing else of the product is ever served; else in an opaque frame of the product's own address.
 */

export interface PackageKey {
  clientId: number
  /** 0 for a draft. */
  itemId: number
}

const LOOPBACK = /^http:\/\/(?:[a-z0-9-]+\.)*(?:localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/
const labelOf = ({ clientId, itemId }: PackageKey) => `scorm-${clientId}-${itemId}`
const LABEL = /^scorm-(\d{1,10})-(\d{1,10})$/

/** Browsers lead every name below `localhost` to the machine itself, so a product tried out there needs no setting. */
export const originFor = (
  key: PackageKey,
  { packagesUrl, asked }: { packagesUrl: string | null; asked: string | undefined },
): string | null => {
  if (packagesUrl !== null) return packagesUrl.replace('*', labelOf(key))
  const local = LOOPBACK.exec(asked ?? '')
  return local ? `http://${labelOf(key)}.localhost${local[1] ?? ''}` : null
}

/** What pages of the product may frame for it, beside their own origin. */
export const packageSources = (packagesUrl: string | null, https: boolean): readonly string[] =>
  packagesUrl === null ? (https ? [] : ['http://*.localhost:*']) : [packagesUrl]

/** Whose origin a host name is; `null` for names of the product itself, 'shared' for one that all packages have. */
export const packageOfHost = (host: string, packagesUrl: string | null): PackageKey | 'shared' | null => {
  const name = host.toLowerCase().replace(/:\d{1,5}$/, '')
  const own =
    packagesUrl === null ? '*.localhost' : (packagesUrl.split('//')[1] ?? '').replace(/:\d{1,5}$/, '')
  if (!own.startsWith('*.')) return name === own ? 'shared' : null
  if (!name.endsWith(own.slice(1))) return null
  const match = LABEL.exec(name.slice(0, -own.slice(1).length))
  return match ? { clientId: Number(match[1]), itemId: Number(match[2]) } : null
}
