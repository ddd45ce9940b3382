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
  ] as const)('given %s on a dark system (%s), when asked, then %s', (appearance, systemDark, expected) => {
    expect(modeOf(appearance, systemDark)).toBe(expected)
  })

  it('given no choice, when the system turns dark, then the page follows', () => {
    const system = aSystem(false)
    startTheme(null)
    expect(root.dataset['mode']).toBe('light')
    system.become(true)
    expect(root.dataset['mode']).toBe('dark')
  })

  it('given a choice, when the system turns, then the choice stays and is remembered', () => {
    const system = aSystem(false)
    startTheme(null)
    setAppearance('light')
    system.become(true)
    expect(root.dataset['mode']).toBe('light')
    expect(localStorage.getItem(keys.appearance)).toBe('light')
  })

  it('given rubbish in storage, when read, then the system decides', () => {
    localStorage.setItem(keys.appearance, '<script>')
    expect(storedAppearance()).toBe('system')
  })

  it('given a new theme, when started again, then it is painted and the system is heard once', () => {
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
