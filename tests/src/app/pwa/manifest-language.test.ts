import { languages } from '#contract/languages.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keepManifestInLanguage } from '#src/app/pwa/manifest-language.ts'
import { texts } from '#src/app/texts/load-area.ts'
import { changeLanguage, startLanguage } from '#src/core/i18n/language.ts'
import { aClient, aPage } from '#tests/support/server/client.ts'

let stop = () => {}
const link = document.createElement('link')
const address = () => link.getAttribute('href')?.replace(/^.*\/manifest/, '/manifest')

beforeEach(async () => {
  const client = aClient({ id: 7, languages: [...languages] })
  aPage(client)
  await startLanguage(client, texts)
  await changeLanguage('en')
  link.rel = 'manifest'
  link.setAttribute('href', '/manifest.webmanifest?client=7')
  document.head.append(link)
})
afterEach(() => {
  stop()
  link.remove()
})

describe('the manifest’s language', () => {
  it('keeps the address of the server in the client’s own language', () => {
    stop = keepManifestInLanguage()
    expect(address()).toBe('/manifest.webmanifest?client=7')
  })

  it('requests the manifest in Hindi when a first visitor’s browser prefers Hindi', async () => {
    await changeLanguage('hi')
    stop = keepManifestInLanguage()
    expect(address()).toBe('/manifest.webmanifest?client=7&lang=hi')
  })

  it('follows each later choice of a language', async () => {
    stop = keepManifestInLanguage()
    await changeLanguage('ar')
    expect(address()).toBe('/manifest.webmanifest?client=7&lang=ar')
    await changeLanguage('en')
    expect(address()).toBe('/manifest.webmanifest?client=7&lang=en')
  })
})
