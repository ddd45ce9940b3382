/**
 * Spec 1: query string (lng), cookie i18next, local storage, session storage,
 * browser, html lang. Says the same as i18next-browser-languagedetector with i18next's own matching (a test
 * holds the two equal); written out here because the sign-in page loads neither.
 */
import type { Language } from '#contract/languages.ts'

export interface LanguageSources {
  /** `location.search` as it stands. */
  search: string
  cookie: string | null
  local: string | null
  session: string | null
  browser: readonly string[]
  html: string | null
}

export interface LanguageRules {
  /** Languages that the client offers, its first language first. */
  offered: readonly Language[]
  /** False skips the browser's own languages. */
  detectBrowser: boolean
}

/** Markup, quotes, spaces, slashes, `=` and prototype keys never pass: such a value is discarded (spec 1). */
export const isSafeLanguageCode = (code: string): boolean =>
  /^[A-Za-z0-9_@.-]{1,128}$/.test(code) &&
  !code.includes('..') &&
  !['__proto__', 'constructor', 'prototype'].includes(code)

/** The last `lng` of the query wins and is not decoded, as the detector does it. */
const fromQuery = (search: string): string | null => {
  const values = search
    .replace(/^\?/, '')
    .split('&')
    .filter((part) => part.startsWith('lng='))
  return values.at(-1)?.slice('lng='.length) ?? null
}

export const detectLanguage = (sources: LanguageSources, rules: LanguageRules): Language => {
  const found = [
    fromQuery(sources.search),
    sources.cookie,
    sources.local,
    sources.session,
    ...(rules.detectBrowser ? sources.browser : []),
    sources.html,
  ]
  for (const code of found) {
    if (!code || !isSafeLanguageCode(code)) continue
    const part = code.replaceAll('_', '-').split('-')[0]?.toLowerCase()
    const match = rules.offered.find((language) => language === part)
    if (match) return match
  }
  return rules.offered.includes('en') ? 'en' : (rules.offered[0] ?? 'en')
}
