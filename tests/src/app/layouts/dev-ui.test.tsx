import { render, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { DevUiPage } from '#src/app/pages/DevUiPage.tsx'
import { aPage } from '#tests/support/server/client.ts'

describe('DevUiPage', () => {
  it('frames each mode and direction in its own theme', () => {
    aPage()
    render(<DevUiPage />)
    const frames = ['light, ltr', 'dark, ltr', 'light, rtl', 'dark, rtl'].map((name) =>
      screen.getByRole('region', { name }),
    )
    expect(frames.map((frame) => frame.dataset['mode'])).toEqual(['light', 'dark', 'light', 'dark'])
    expect(frames.map((frame) => frame.getAttribute('dir'))).toEqual(['ltr', 'ltr', 'rtl', 'rtl'])
    const surfaces = frames.map((frame) => frame.style.getPropertyValue('--surface'))
    expect(surfaces[0]).toBe(surfaces[2])
    expect(surfaces[0]).not.toBe(surfaces[1])
    for (const frame of frames) expect(within(frame).getAllByRole('button').length).toBeGreaterThan(15)
  })
})
