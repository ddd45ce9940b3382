/**
 * Spec 1. The package finds the candidates and discards values with markup, quotes or
 * prototype keys; what the client does not offer is dropped here.
 */
import LanguageDetector, { type CustomDetector, type DetectorOptions } from 'i18next-browser-languagedetector'
import { HOST_COOKIE_PREFIX, LANGUAGE_COOKIE } from '#contract/cookies.ts'
import { languages, type Language } from '#contract/languages.ts'
import { keys } from '#src/core/storage/keys.ts'

const REMEMBER_MINUTES = 365 * 24 * 60
/** Chooses the language in a link: `?lng=ar`. */
export const LANGUAGE_PARAMETER = 'lng'
/** The server reads the cookie for the first paint. */
const REMEMBER_IN = ['cookie', 'localStorage']

export interface DetectionRules {
  /** Languages of the client, its first language first. */
  offered: readonly Language[]
  /** False skips the browser's own languages. */
  detectBrowser: boolean
}

const ORDER = [
  'querystring',
  'cookie',
  'plainCookie',
  'localStorage',
  'sessionStorage',
  'navigator',
  'htmlTag',
]

const optionsFor = (isHttps: boolean): DetectorOptions => ({
  order: ORDER,
  lookupQuerystring: LANGUAGE_PARAMETER,
  lookupCookie: isHttps ? HOST_COOKIE_PREFIX + LANGUAGE_COOKIE : LANGUAGE_COOKIE,
  lookupLocalStorage: keys.language,
  lookupSessionStorage: keys.language,
  // i18next would store every language it shows; only what a person chose is stored (`remember`).
  caches: [],
  cookieMinutes: REMEMBER_MINUTES,
  cookieOptions: { path: '/', sameSite: 'lax', secure: isHttps },
})

export class OfferedLanguageDetector extends LanguageDetector {
  rules: DetectionRules = { offered: languages, detectBrowser: true }

  constructor(protocol: string = window.location.protocol) {
    super(null, optionsFor(protocol === 'https:'))
    const { cookie } = this.detectors as Record<string, CustomDetector | undefined>
    // Over https, too, the specification's name is read; the app itself stores the name with the prefix.
    this.addDetector({
      name: 'plainCookie',
      lookup: (own) => cookie?.lookup({ ...own, lookupCookie: LANGUAGE_COOKIE }),
    })
  }

  /** At least one: English, or the client's first language where English is not offered. */
  override detect(): Language[] {
    const { offered, detectBrowser } = this.rules
    const order = detectBrowser ? ORDER : ORDER.filter((source) => source !== 'navigator')
    return [...this.offeredFrom(order), offered.includes('en') ? 'en' : (offered[0] ?? 'en')]
  }

  /** The language in the address, which counts as a person's choice. */
  inAddress(): Language | undefined {
    return this.offeredFrom(['querystring'])[0]
  }

  remember(language: Language): void {
    try {
      this.cacheUserLanguage(language, REMEMBER_IN)
    } catch {
      // Storage is full or refused: the choice lasts as long as the page.
    }
  }

  private offeredFrom(order: string[]): Language[] {
    const codes = [super.detect(order) ?? []].flat()
    return codes.flatMap((code) => {
      const part = code.split(/[-_]/)[0]?.toLowerCase()
      return this.rules.offered.find((language) => language === part) ?? []
    })
  }
}
