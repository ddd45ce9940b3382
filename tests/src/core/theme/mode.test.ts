import { afterEach, describe, expect, it, vi } from 'vitest'
import { themeFromBrand } from '#contract/client-info/theme.ts'
import { keys } from '#src/core/storage/keys.ts'
import { themeVariables } from '#src/core/theme/apply-theme.ts'
import { modeOf, setAppearance, startTheme, storedAppearance } from '#src/core/theme/mode.ts'

const root = document.documentElement

/** A system whose preference can change while the page is open. */
const aSystem = (dark: boolean) => {
  const listeners = new Set<() => void>()
  const query = {
    matches: dark,
    addEventListener: (_type: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_type: string, listener: () => void) => listeners.delete(listener),
  }
  vi.spyOn(window, 'matchMedia').mockImplementation(() => query as unknown as MediaQueryList)
  return {
    become: (next: boolean) => {
      query.matches = next
      for (const listener of listeners) listener()
    },
    listeners,
  }
}

afterEach(() => {
  root.removeAttribute('style')
  delete root.dataset['mode']
})

describe('appearance', () => {
  it.each([
    ['system', true, 'dark'],
    ['system', false, 'light'],
    ['light', true, 'light'],
    ['dark', false, 'dark'],
  ] as const)('resolves %s on a dark system (%s) to %s', (appearance, systemDark, expected) => {
    expect(modeOf(appearance, systemDark)).toBe(expected)
  })

  it('follows the system without a choice', () => {
    const system = aSystem(false)
    startTheme(null)
    expect(root.dataset['mode']).toBe('light')
    system.become(true)
    expect(root.dataset['mode']).toBe('dark')
  })

  it('keeps and stores a choice when the system changes', () => {
    const system = aSystem(false)
    startTheme(null)
    setAppearance('light')
    system.become(true)
    expect(root.dataset['mode']).toBe('light')
    expect(localStorage.getItem(keys.appearance)).toBe('light')
  })

  it('follows the system when storage holds an unknown value', () => {
    localStorage.setItem(keys.appearance, '<script>')
    expect(storedAppearance()).toBe('system')
  })

  it('applies a new theme and listens to the system once when started again', () => {
    const system = aSystem(false)
    startTheme(null)
    const theme = themeFromBrand('#0b7a5b')
    startTheme(theme)
    expect(root.style.getPropertyValue('--tenant-primary-600')).toBe(theme.primary['600'])
    expect(root.style.getPropertyValue('--primary')).toBe(themeVariables(theme, 'light')['--primary'])
    expect(document.querySelector('meta[name="theme-color"]')).toHaveAttribute(
      'content',
      root.style.getPropertyValue('--surface-raised'),
    )
    expect(system.listeners.size).toBe(1)
  })
})
