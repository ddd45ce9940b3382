import i18next from 'i18next'
import { afterEach, describe, expect, it } from 'vitest'
import type { Language } from '#contract/languages.ts'
import { texts } from '#src/app/texts/load-area.ts'
import { changeLanguage, currentLanguage, loadTexts, startLanguage } from '#src/core/i18n/language.ts'
import { aClient } from '#tests/support/server/client.ts'

const start = (address: string, offered: Language[] = ['en', 'hi', 'ar']) => {
  window.history.replaceState(null, '', address)
  return startLanguage(aClient({ languages: offered }), texts)
}

describe('the language of the page', () => {
  afterEach(() => {
    localStorage.clear()
    document.cookie = 'i18next=; Max-Age=0; Path=/'
    window.history.replaceState(null, '', '/')
  })

  it('shows and remembers the language of the address', async () => {
    await start('/login?lng=ar')
    expect(currentLanguage()).toBe('ar')
    expect(document.documentElement).toHaveAttribute('dir', 'rtl')
    expect(i18next.t('app:startup.loading')).toMatch(/\p{Script=Arabic}/u)
    await start('/login')
    expect(currentLanguage()).toBe('ar')
    expect(document.cookie).toContain('i18next=ar')
  })

  it('remembers nothing that nobody chose', async () => {
    await start('/')
    expect(localStorage.getItem('i18nextLng')).toBeNull()
    expect(document.cookie).not.toContain('i18next')
  })

  it('ignores a language that the client does not offer', async () => {
    await start('/?lng=hi', ['en', 'ar'])
    expect(currentLanguage()).toBe('en')
    await changeLanguage('hi')
    expect(currentLanguage()).toBe('en')
    expect(localStorage.getItem('i18nextLng')).toBeNull()
  })

  it('brings the loaded namespaces along when the language changes', async () => {
    await start('/')
    await loadTexts('courses')
    await changeLanguage('hi')
    expect(i18next.t('courses:list.title')).toMatch(/\p{Script=Devanagari}/u)
  })
})
