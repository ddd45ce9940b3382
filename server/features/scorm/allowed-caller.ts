/**
 * Who may load a package's file. The content security policy of the product's pages allows scripts of their own origin,
 * and without an origin of their own packages are served from it. There the browser itself says which document asks:
 * a package's document has no origin, so its requests are cross-site, and no page can change these headers.
 */
import type { IncomingHttpHeaders } from 'node:http'

/** Documents carry the sandbox in their own headers, whoever frames or opens them. */
const DOCUMENTS = new Set(['document', 'iframe', 'frame'])
/** What a page could run or be changed by. */
const ACTIVE_TYPES = new Set(['text/javascript', 'text/css', 'application/wasm', 'text/xml'])

export const VARY_BY_CALLER = 'sec-fetch-dest, sec-fetch-site'

export const isActive = (type: string | null): boolean => type !== null && ACTIVE_TYPES.has(type)

/** Whether the product's own origin may answer this request with a package's file of this type. */
export const isSandboxedCaller = (headers: IncomingHttpHeaders, type: string | null): boolean => {
  const site = headers['sec-fetch-site']
  // Old browsers, and addresses without HTTPS: the caller is unknown.
  if (site === undefined) return !isActive(type)
  return site === 'cross-site' || DOCUMENTS.has(String(headers['sec-fetch-dest']))
}
