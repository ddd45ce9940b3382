import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { showSplash, splashMessage } from '#src/app/pwa/splash.ts'
import { aClient } from '#tests/support/server/client.ts'
import { startTexts } from '#tests/support/web/texts.ts'

const motion = (reduced: boolean) =>
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: reduced && /reduced-motion/.test(query) }))

beforeEach(async () => {
  await startTexts('en', 'pwa')
  sessionStorage.clear()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  motion(false)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  document.querySelector('.splash')?.remove()
})

const splash = () => document.querySelector('.splash')
const begin = async () => {
  void showSplash(aClient())
  await vi.advanceTimersByTimeAsync(0)
}
const words = () => splash()?.querySelector('[role="status"]')?.textContent

describe('the splash of the installed app (spec 2, 9)', () => {
  it.each([
    [0, 'initializing'],
    [29.9, 'initializing'],
    [30, 'loading'],
    [60, 'almost'],
    [89.9, 'almost'],
    [90, 'welcome'],
    [100, 'welcome'],
  ] as const)('shows at %s percent the message %s', (percent, message) => {
    expect(splashMessage(percent)).toBe(message)
  })

  it('shows its four messages and disappears after three seconds', async () => {
    await begin()
    const heard = new Set<string | null | undefined>([words()])
    for (let step = 0; step < 29; step += 1) {
      await vi.advanceTimersByTimeAsync(100)
      heard.add(words())
    }
    expect([...heard]).toEqual([
      'Initializing...',
      'Loading components...',
      'Almost ready...',
      'Welcome to Kite Academy!',
    ])
    await vi.advanceTimersByTimeAsync(200)
    expect(splash()).toBeNull()
  })

  it.each([
    ['a click', () => splash()?.dispatchEvent(new MouseEvent('click', { bubbles: true }))],
    ['Enter', () => window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }))],
    ['space', () => window.dispatchEvent(new KeyboardEvent('keydown', { key: ' ' }))],
  ])('%s closes it after 300 ms and not earlier', async (_name, action) => {
    await begin()
    action()
    await vi.advanceTimersByTimeAsync(250)
    expect(splash()).not.toBeNull()
    await vi.advanceTimersByTimeAsync(100)
    expect(splash()).toBeNull()
  })

  it('ignores other keys', async () => {
    await begin()
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }))
    await vi.advanceTimersByTimeAsync(1000)
    expect(splash()).not.toBeNull()
  })

  it('does not show a second time in a window, nor with reduced motion', async () => {
    await begin()
    await vi.advanceTimersByTimeAsync(3200)
    await begin()
    expect(splash()).toBeNull()
    sessionStorage.clear()
    motion(true)
    await begin()
    expect(splash()).toBeNull()
  })
})
