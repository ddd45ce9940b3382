import { act, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { currentLogoUrl, useLogoUrl } from '#src/core/theme/logo-url.ts'
import { defaultTheme } from '#src/core/theme/default-theme.ts'
import { setAppearance, startTheme } from '#src/core/theme/mode.ts'
import { showLoaderLogo } from '#src/app/startup/page-head.ts'
import { aClient } from '#tests/support/server/client.ts'

const client = aClient({ app_logo_dark_url: '/brand/7/logo-dark.svg' })
const old = aClient()
const [light, dark] = [client.app_logo_url, client.app_logo_dark_url]

afterEach(() => {
  document.body.replaceChildren()
  document.documentElement.removeAttribute('style')
  delete document.documentElement.dataset['mode']
})

describe('the logo of a client', () => {
  it('follows the appearance', () => {
    startTheme(null)
    setAppearance('light')
    const { result } = renderHook(() => useLogoUrl(client))
    expect(result.current).toBe(light)
    act(() => setAppearance('dark'))
    expect(result.current).toBe(dark)
    expect(currentLogoUrl(client)).toBe(dark)
  })

  it('is the same in dark for a client without a dark one, and empty without a client', () => {
    setAppearance('dark')
    expect(currentLogoUrl(old)).toBe(old.app_logo_url)
    expect(currentLogoUrl(null)).toBe('')
  })

  it('is the dark one on a dark navigation, also in light', () => {
    setAppearance('light')
    const nav = { ...defaultTheme.nav, background: '#102a43' }
    const ofTheme = { ...client, theme_settings: { ...defaultTheme, nav } }
    expect(renderHook(() => useLogoUrl(ofTheme, 'nav')).result.current).toBe(dark)
    expect(renderHook(() => useLogoUrl(client, 'nav')).result.current).toBe(light)
  })

  it('shows the logo of the chosen appearance in the loader', () => {
    setAppearance('dark')
    const image = document.createElement('img')
    const picture = document.createElement('picture')
    picture.append(image)
    const loader = document.createElement('div')
    loader.className = 'loader'
    loader.append(picture)
    document.body.append(loader)
    showLoaderLogo(client)
    expect([...loader.querySelectorAll('img')].map((shown) => shown.getAttribute('src'))).toEqual([dark])
    expect(loader.querySelector('picture')).toBeNull()
  })
})
