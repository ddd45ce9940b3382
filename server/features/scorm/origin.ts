/**
 * Where packages run (docs/decisions/scorm/play-packages-on-their-own-origin.md): on an origin of their own, if configured, which
 * serves nothing else of the product; otherwise in an opaque frame of the product's own address.
 */

export interface PackageKey {
  clientId: number
  /** 0 for a draft. */
  itemId: number
}

const LOOPBACK = /^http:\/\/(?:[a-z0-9-]+\.)*(?:localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/
const labelOf = ({ clientId, itemId }: PackageKey) => `scorm-${clientId}-${itemId}`
const LABEL = /^scorm-(\d{1,10})-(\d{1,10})$/

/** Browsers resolve every name below `localhost` to the machine itself, so a local installation needs no setting. */
export const originFor = (
  key: PackageKey,
  { packagesUrl, productOrigin }: { packagesUrl: string | null; productOrigin: string | undefined },
): string | null => {
  if (packagesUrl !== null) return packagesUrl.replace('*', labelOf(key))
  const local = LOOPBACK.exec(productOrigin ?? '')
  return local ? `http://${labelOf(key)}.localhost${local[1] ?? ''}` : null
}

/** Frame sources that the product's pages allow for packages, beside their own origin. */
export const packageSources = (packagesUrl: string | null, https: boolean): readonly string[] =>
  packagesUrl === null ? (https ? [] : ['http://*.localhost:*']) : [packagesUrl]

/**
 * The package whose origin a host name is; 'shared' for an origin of all packages; null for the product's own names.
 */
export const packageOfHost = (host: string, packagesUrl: string | null): PackageKey | 'shared' | null => {
  const name = host.toLowerCase().replace(/:\d{1,5}$/, '')
  const pattern =
    packagesUrl === null ? '*.localhost' : (packagesUrl.split('//')[1] ?? '').replace(/:\d{1,5}$/, '')
  if (!pattern.startsWith('*.')) return name === pattern ? 'shared' : null
  if (!name.endsWith(pattern.slice(1))) return null
  const match = LABEL.exec(name.slice(0, -pattern.slice(1).length))
  return match ? { clientId: Number(match[1]), itemId: Number(match[2]) } : null
}
