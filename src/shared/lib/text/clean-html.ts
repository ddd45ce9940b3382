/** HTML cleaned before it is shown: at once where the cleaner is here already, and ahead of time for what comes next. */
import type { HtmlKind } from '#contract/text/html.ts'

/** A lesson or two read ahead. */
const KEPT_MAX = 8

type Cleaner = (html: string, kind: HtmlKind) => TrustedHTML
let cleaner: Cleaner | null = null
const kept = new Map<string, TrustedHTML>()

/** Null while the cleaner has not been fetched. */
export const cleanNow = (html: string, kind: HtmlKind): TrustedHTML | null => {
  const name = `${kind} ${html}`
  const known = kept.get(name)
  if (known !== undefined || !cleaner) return known ?? null
  const clean = cleaner(html, kind)
  kept.set(name, clean)
  const [oldest] = kept.keys()
  if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest)
  return clean
}

/** Fetches the cleaner if need be. */
export const cleanHtml = async (html: string, kind: HtmlKind): Promise<TrustedHTML | null> => {
  cleaner ??= (await import('./sanitize.ts')).sanitize
  return cleanNow(html, kind)
}
