/** A support view in the browser: how its tab begins, what it keeps, and what it says on every page. */
import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { SupportViewStarted } from '#contract/auth/support.ts'
import { openSupportTab } from '#src/features/students/model/open-support-tab.ts'
import { isSupportTab } from '#src/core/session/support-tab.ts'
import { keepInTab } from '#src/core/storage/keep-in-tab.ts'
import { safeLocal } from '#src/core/storage/safe-storage.ts'
import { SupportBar } from '#src/features/support/components/SupportBar.tsx'
import { aSignedIn } from '#tests/support/server/client.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const started = (): SupportViewStarted => ({
  ...aSignedIn({ id: 9, full_name: 'Asha Verma' }),
  view_id: '6f1f2f0e-3b1a-4c55-9d3e-0a6d1f1a7c01',
  expires_at: inMinutes(30),
})

describe('TE11: a support view in the browser', () => {
  it('hands the learner’s session to the new tab alone', () => {
    let handed: string | null = null
    vi.spyOn(window, 'open').mockImplementation(() => {
      handed = sessionStorage.getItem('user')
      return window
    })
    expect(openSupportTab(started())).toBe(true)
    expect(handed).toContain('Asha Verma')
    expect(sessionStorage.length).toBe(0)
    expect(localStorage.getItem('user')).toBeNull()
    vi.mocked(window.open).mockReturnValue(null)
    expect(openSupportTab(started())).toBe(false)
  })

  it('says whose eyes these are and how long, and leads out', async () => {
    sessionStorage.setItem('support_until', inMinutes(12))
    await renderPage(<SupportBar />, { person: aSignedIn({ full_name: 'Asha Verma' }) })
    const bar = await screen.findByRole('complementary', { name: 'Support view' })
    expect(bar).toHaveTextContent(/as .?Asha Verma.? does/)
    expect(bar).toHaveTextContent('12 minutes left')
    expect(screen.getByRole('button', { name: 'End' })).toBeEnabled()
  })

  it('keeps what is written in the tab, and nothing on the device', () => {
    const device = window.localStorage
    device.setItem('i18nextLng', 'hi')
    safeLocal.set('control', 'on the device')
    expect(device.getItem('control')).toBe('on the device')
    const before = JSON.stringify(Object.entries(device))
    expect(isSupportTab()).toBe(false)
    window.name = 'support-view:one'
    expect(isSupportTab()).toBe(true)
    keepInTab()
    safeLocal.set('user', 'somebody')
    expect(safeLocal.get('i18nextLng')).toBe('hi')
    expect(safeLocal.get('control')).toBeNull()
    expect(JSON.stringify(Object.entries(device))).toBe(before)
    expect('indexedDB' in window || 'caches' in window || 'serviceWorker' in navigator).toBe(false)
  })
})
