import fc from '#tests/support/property.ts'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { languages, type Language } from '#contract/languages.ts'
import { OfferedLanguageDetector, type DetectionRules } from '#src/core/i18n/detector.ts'

interface Sources {
  query?: string | null
  cookie?: string | null
  local?: string | null
  session?: string | null
  browser?: readonly string[]
  html?: string | null
}

const forget = () => {
  document.cookie = 'i18next=; Max-Age=0; Path=/'
  localStorage.clear()
  sessionStorage.clear()
  document.documentElement.lang = ''
  window.history.replaceState(null, '', '/')
}
afterEach(forget)

const setSources = ({ query, cookie, local, session, browser = [], html }: Sources) => {
  forget()
  if (query) window.history.replaceState(null, '', `/?x=1&lng=${encodeURIComponent(query)}`)
  if (cookie) document.cookie = `i18next=${encodeURIComponent(cookie)}; Path=/`
  if (local) localStorage.setItem('i18nextLng', local)
  if (session) sessionStorage.setItem('i18nextLng', session)
  Object.defineProperty(navigator, 'languages', { value: browser, configurable: true })
  Object.defineProperty(navigator, 'language', { value: browser[0] ?? '', configurable: true })
  document.documentElement.lang = html ?? ''
}

const detector = new OfferedLanguageDetector()
// i18next hands the detector what it needs.
await i18next.createInstance().use(detector).init({ resources: {}, initAsync: false })
const aDetector = (rules: Partial<DetectionRules> = {}) => {
  detector.rules = { offered: languages, detectBrowser: true, ...rules }
  return detector
}
const detect = (sources: Sources, rules: Partial<DetectionRules> = {}): Language | undefined => {
  setSources(sources)
  return aDetector(rules).detect()[0]
}

describe('language detection (spec 1)', () => {
  it.each([
    ['the query', { query: 'ar', cookie: 'hi', local: 'hi' }, 'ar'],
    ['the cookie', { cookie: 'ar', local: 'hi' }, 'ar'],
    ['local storage', { local: 'ar', session: 'hi' }, 'ar'],
    ['session storage', { session: 'ar', browser: ['hi'] }, 'ar'],
    ['the browser', { browser: ['fr', 'ar-EG', 'hi'], html: 'hi' }, 'ar'],
    ['the page', { html: 'ar' }, 'ar'],
    ['nothing', {}, 'en'],
  ] as const)('takes %s before all later sources', (_name, sources, language) => {
    expect(detect(sources)).toBe(language)
  })

  it('skips the browser where the client says so', () => {
    expect(detect({ browser: ['en-US'], html: 'ar' }, { offered: ['ar', 'en'], detectBrowser: false })).toBe(
      'ar',
    )
  })

  it('takes the next source when the client does not offer a language', () => {
    expect(detect({ query: 'hi', cookie: 'ar' }, { offered: ['en', 'ar'] })).toBe('ar')
  })

  it('falls back to the first language of a client without English', () => {
    expect(detect({ query: 'fr' }, { offered: ['hi', 'ar'] })).toBe('hi')
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
  ])('discards the value %s', (value) => {
    expect(detect({ query: value, cookie: value, local: value, html: 'hi' })).toBe('hi')
  })

  it('answers an offered language whatever the sources hold', () => {
    const value = fc.option(
      fc.oneof(fc.constantFrom('en', 'hi-IN', 'ar_EG', 'fr'), fc.string({ maxLength: 12 })),
    )
    fc.assert(
      fc.property(
        fc.record({ query: value, local: value, session: value }),
        fc.subarray([...languages], { minLength: 1 }),
        (sources, offered) => {
          expect(offered).toContain(detect(sources, { offered }))
        },
      ),
      { numRuns: 200 },
    )
  })
})

describe('remembering a language', () => {
  it('stores it in the cookie and in local storage', () => {
    forget()
    aDetector().remember('hi')
    expect(document.cookie).toContain('i18next=hi')
    expect(localStorage.getItem('i18nextLng')).toBe('hi')
  })

  describe('over https', () => {
    let cookies = ''
    const written: string[] = []
    beforeEach(() => {
      cookies = ''
      written.length = 0
      const property = {
        get: () => cookies,
        set: (text: string) => void written.push(text),
        configurable: true,
      }
      Object.defineProperty(document, 'cookie', property)
    })
    afterEach(() => {
      // What the document inherits comes back.
      Reflect.deleteProperty(document, 'cookie')
    })
    const overHttps = () => new OfferedLanguageDetector('https:')

    it('stores it in a secure cookie with the prefix __Host-, and in no other', () => {
      overHttps().remember('hi')
      expect(written).toHaveLength(1)
      expect(written[0]).toMatch(/^__Host-i18next=hi; Path=\/; Expires=[^;]+; Secure; SameSite=Lax$/)
    })

    it('reads the cookie with the prefix before the one without', () => {
      cookies = 'i18next=ar; __Host-i18next=hi'
      expect(overHttps().detect()[0]).toBe('hi')
      cookies = 'i18next=ar'
      expect(overHttps().detect()[0]).toBe('ar')
    })
  })

  it('reads only the address for the choice in it', () => {
    setSources({ cookie: 'hi', local: 'ar' })
    expect(aDetector().inAddress()).toBeUndefined()
    setSources({ query: 'ar', cookie: 'hi' })
    expect(aDetector().inAddress()).toBe('ar')
  })
})
