import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { followLanguage } from '#src/core/i18n/follow-language.ts'
import { currentLanguage, showLanguage } from '#src/core/i18n/language.ts'
import { startTexts } from '#tests/support/web/texts.ts'

const chosenElsewhere = (language: string) => {
  localStorage.setItem('i18nextLng', language)
  window.dispatchEvent(new StorageEvent('storage', { key: 'i18nextLng', newValue: language }))
}

describe('a language chosen while the page is open', () => {
  beforeEach(() => startTexts())
  afterEach(async () => {
    localStorage.clear()
    document.cookie = 'i18next=; Max-Age=0; Path=/'
    await showLanguage('en')
  })

  it('follows another tab to Arabic without storing the choice itself', async () => {
    const stop = followLanguage()
    chosenElsewhere('ar')
    await waitFor(() => expect(document.documentElement.dir).toBe('rtl'))
    expect(currentLanguage()).toBe('ar')
    expect(document.cookie).not.toContain('i18next')
    stop()
  })

  it('ignores a language that the client does not offer', async () => {
    const stop = followLanguage()
    chosenElsewhere('xx')
    chosenElsewhere('hi')
    await waitFor(() => expect(currentLanguage()).toBe('hi'))
    chosenElsewhere('xx')
    await new Promise((resolve) => setTimeout(resolve, 0))
    expect(currentLanguage()).toBe('hi')
    stop()
  })

  it('ignores changes after it was stopped', async () => {
    followLanguage()()
    chosenElsewhere('ar')
    await new Promise((resolve) => setTimeout(resolve, 0))
    expect(currentLanguage()).toBe('en')
  })
})
