import { beforeEach, describe, expect, it, vi } from 'vitest'

/** A fresh start of the app: what is in browser storage stays. */
const start = async () => {
  vi.resetModules()
  const { captureInstallOffer } = await import('#src/core/pwa/install-offer.ts')
  captureInstallOffer()
  return import('#src/core/pwa/install.ts')
}

const offer = (outcome: 'accepted' | 'dismissed', prompt = () => Promise.resolve()) => {
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt: vi.fn<() => Promise<void>>(prompt),
    userChoice: Promise.resolve({ outcome }),
  })
  window.dispatchEvent(event)
  return event
}

beforeEach(() => {
  localStorage.clear()
  vi.spyOn(console, 'info').mockImplementation(() => undefined)
})

describe('the offer to install (spec 4: available, dismissed, accepted)', () => {
  it('keeps an early offer available and silences the browser’s own prompt', async () => {
    const { watchInstall, installState } = await start()
    const event = offer('accepted')
    expect(event.defaultPrevented).toBe(true)
    expect(installState()).toBe('unavailable')
    watchInstall()
    expect(installState()).toBe('available')
  })

  it('goes from installing to accepted and uses an offer once', async () => {
    const { watchInstall, install, installState, canInstall } = await start()
    watchInstall()
    const event = offer('accepted')
    const states: string[] = []
    const done = install()
    states.push(installState())
    await install()
    await done
    expect([...states, installState()]).toEqual(['installing', 'accepted'])
    await install()
    expect(event.prompt).toHaveBeenCalledTimes(1)
    expect(canInstall()).toBe(false)
  })

  it('stays dismissed for a month and no longer', async () => {
    const first = await start()
    first.watchInstall()
    offer('accepted')
    first.dismissInstall()
    expect(first.installState()).toBe('dismissed')
    expect(first.canInstall()).toBe(true)
    const soon = await start()
    offer('accepted')
    soon.watchInstall()
    expect(soon.installState()).toBe('dismissed')
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 30 * 86_400_000)
    const later = await start()
    offer('accepted')
    later.watchInstall()
    expect(later.installState()).toBe('available')
    clock.mockRestore()
  })

  it('counts a no to the browser’s own prompt as dismissed', async () => {
    const { watchInstall, install, installState } = await start()
    watchInstall()
    offer('dismissed')
    await install()
    expect(installState()).toBe('dismissed')
  })

  it('drops the offer when the browser refuses to prompt', async () => {
    const { watchInstall, install, installState } = await start()
    watchInstall()
    offer('accepted', () => Promise.reject(new Error('no gesture')))
    await install()
    expect(installState()).toBe('unavailable')
  })
})
