import i18next from 'i18next'
import LanguageDetector from 'i18next-browser-languagedetector'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { languages, type Language } from '#contract/languages.ts'
import { loadGuestTexts } from '#src/app/texts/load-texts.ts'
import { detectLanguage, isSafeLanguageCode } from '#src/core/i18n/detect-language.ts'
import { detection } from '#src/core/i18n/detection.ts'
import { lookup, type TextBundle, type TextTree } from '#src/core/i18n/texts.ts'

const keysOf = (tree: TextTree, prefix = ''): string[] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [prefix + key] : keysOf(value, `${prefix}${key}.`),
  )

const PLURAL = /_(zero|one|two|few|many|other)$/
const COUNTS = [0, 1, 2, 3, 7, 10, 11, 25, 99, 100, 101, 102, 111, 1000, 1.5]
const params = {
  name: 'Асха <b> {{x}} $1 $&',
  email: 'a@b.c',
  min: 12,
  fallback: 'Login failed',
  time: '1:05',
}

const i18nFor = async (language: Language, bundle: TextBundle) => {
  const instance = i18next.createInstance()
  await instance.init({
    lng: language,
    resources: { [language]: bundle },
    interpolation: { escapeValue: false },
    showSupportNotice: false,
  } as Parameters<typeof instance.init>[0])
  return instance
}

describe('the texts before sign-in', () => {
  it.each(languages)(
    'given %s, when every text is asked for, then i18next says the same',
    async (language) => {
      const bundle = await loadGuestTexts(language)
      const i18n = await i18nFor(language, bundle)
      let compared = 0
      for (const [namespace, tree] of Object.entries(bundle)) {
        for (const key of new Set(keysOf(tree).map((name) => name.replace(PLURAL, '')))) {
          for (const count of [undefined, ...COUNTS]) {
            const given = count === undefined ? params : { ...params, count }
            const mine = lookup(bundle, language, namespace, key, given) ?? key
            expect(mine, `${namespace}:${key} ${count}`).toBe(i18n.t(key, { ns: namespace, ...given }))
            compared += 1
          }
        }
      }
      expect(compared).toBeGreaterThan(1000)
    },
  )

  it('given a bundle with another plural, when compared, then the difference is seen', async () => {
    const i18n = await i18nFor('ar', { app: { n_zero: 'z', n_few: 'f', n_other: 'o' } })
    expect(lookup({ app: { n_few: 'wrong', n_other: 'o' } }, 'ar', 'app', 'n', { count: 3 })).not.toBe(
      i18n.t('n', { ns: 'app', count: 3 }),
    )
  })
})

const forget = () => {
  document.cookie = 'i18next=; Max-Age=0; Path=/'
  localStorage.clear()
  sessionStorage.clear()
  window.history.replaceState(null, '', '/')
}

/** What i18next itself makes of the page, with the same options as behind sign-in. */
const detectedByPackage = async (offered: readonly Language[], browser: readonly string[]) => {
  Object.defineProperty(navigator, 'languages', { value: browser, configurable: true })
  Object.defineProperty(navigator, 'language', { value: browser[0] ?? '', configurable: true })
  const instance = i18next.createInstance()
  await instance.use(LanguageDetector).init({
    detection,
    supportedLngs: [...offered],
    nonExplicitSupportedLngs: true,
    load: 'languageOnly',
    fallbackLng: 'en',
    resources: {},
    showSupportNotice: false,
  } as Parameters<typeof instance.init>[0])
  return instance.language.split('-')[0]
}

describe('language detection (spec 1)', () => {
  afterEach(forget)
  const code = fc.constantFrom(null, 'en', 'hi', 'ar', 'ar-EG', 'hi-IN', 'fr', 'de-AT', '"><script>', 'a b')

  it('given any mixture of sources, when a language is found, then the package finds the same', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({ query: code, cookie: code, local: code, session: code, html: code }),
        fc.array(fc.constantFrom('fr-FR', 'hi-IN', 'ar', 'en-US'), { minLength: 1, maxLength: 3 }),
        async (found, browser) => {
          forget()
          if (found.query)
            window.history.replaceState(null, '', `/?x=1&lng=${encodeURIComponent(found.query)}`)
          if (found.cookie) document.cookie = `i18next=${encodeURIComponent(found.cookie)}; Path=/`
          if (found.local) localStorage.setItem('i18nextLng', found.local)
          if (found.session) sessionStorage.setItem('i18nextLng', found.session)
          document.documentElement.lang = found.html ?? ''
          const mine = detectLanguage(
            {
              search: window.location.search,
              cookie: found.cookie,
              local: found.local,
              session: found.session,
              browser,
              html: found.html,
            },
            { offered: ['en', 'hi', 'ar'], detectBrowser: true },
          )
          expect(mine).toBe(await detectedByPackage(['en', 'hi', 'ar'], browser))
        },
      ),
      { numRuns: 200 },
    )
  })

  const none = { search: '', cookie: null, local: null, session: null, browser: [], html: null }
  it.each([
    ['the query', { ...none, search: '?a=1&lng=ar', cookie: 'hi', local: 'hi' }, 'ar'],
    ['the cookie', { ...none, cookie: 'ar', local: 'hi' }, 'ar'],
    ['local storage', { ...none, local: 'ar', session: 'hi' }, 'ar'],
    ['session storage', { ...none, session: 'ar', browser: ['hi'] }, 'ar'],
    ['the browser', { ...none, browser: ['xx', 'ar-EG', 'hi'], html: 'hi' }, 'ar'],
    ['the page', { ...none, html: 'ar' }, 'ar'],
    ['nothing', none, 'en'],
  ])('given %s says it first, when the language is found, then it wins', (_name, sources, language) => {
    expect(detectLanguage(sources, { offered: ['en', 'hi', 'ar'], detectBrowser: true })).toBe(language)
  })

  it('given a client that leaves the browser out, when the page says Arabic, then it is Arabic', () => {
    const sources = { ...none, browser: ['en-US'], html: 'ar' }
    expect(detectLanguage(sources, { offered: ['ar', 'en'], detectBrowser: false })).toBe('ar')
  })

  it('given a language that the client does not offer, when it is asked for, then the next source counts', () => {
    const sources = { ...none, search: '?lng=hi', cookie: 'ar' }
    expect(detectLanguage(sources, { offered: ['en', 'ar'], detectBrowser: true })).toBe('ar')
  })

  it.each([
    '<script>',
    'en"onload=',
    "en'",
    'javascript:en',
    '../en',
    'en/..',
    '__proto__',
    'en en',
    '%3Cb%3E',
    '',
  ])('given the value %s, when it is read, then it is discarded', (value) => {
    expect(isSafeLanguageCode(value)).toBe(false)
    const sources = { ...none, search: `?lng=${value}`, cookie: value, html: 'hi' }
    expect(detectLanguage(sources, { offered: ['en', 'hi'], detectBrowser: true })).toBe('hi')
  })
})
