/**
 * Sanitizes HTML before it is shown: synchronously once the sanitizer is loaded, and ahead of time for the
 * next lesson.
 */
import type { HtmlKind } from '#contract/text/html.ts'

/** The current lesson and a few that were read ahead. */
const CACHE_MAX = 8

type Sanitizer = (html: string, kind: HtmlKind) => TrustedHTML
let sanitizer: Sanitizer | null = null
const cache = new Map<string, TrustedHTML>()

/** Null until the sanitizer is loaded. */
export const cleanNow = (html: string, kind: HtmlKind): TrustedHTML | null => {
  const key = `${kind} ${html}`
  const cached = cache.get(key)
  if (cached !== undefined || !sanitizer) return cached ?? null
  const clean = sanitizer(html, kind)
  cache.set(key, clean)
  const [oldest] = cache.keys()
  if (cache.size > CACHE_MAX && oldest !== undefined) cache.delete(oldest)
  return clean
}

/** Loads the sanitizer if needed. */
export const cleanHtml = async (html: string, kind: HtmlKind): Promise<TrustedHTML | null> => {
  sanitizer ??= (await import('./sanitize.ts')).sanitize
  return cleanNow(html, kind)
}
