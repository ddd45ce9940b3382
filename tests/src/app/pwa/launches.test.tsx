import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { createLaunches, startLaunches, type LaunchParts } from '#src/app/pwa/launches.tsx'
import { registerBusy } from '#src/core/session/busy.ts'
import { aPage } from '#tests/support/server/client.ts'
import { startTexts } from '#tests/support/web/texts.ts'

const ORIGIN = 'https://kite.test'

const aWindow = (given: Partial<LaunchParts> = {}) => {
  const went: string[] = []
  const asked: string[] = []
  const launched = createLaunches({
    here: () => `${ORIGIN}/courses`,
    loadedWith: `${ORIGIN}/courses`,
    reloaded: false,
    busy: () => false,
    go: (address) => went.push(address),
    ask: (address) => asked.push(address),
    ...given,
  })
  return { launched, went, asked }
}

describe('the installed app is opened again', () => {
  it('opens the page of a shortcut when no work is open', () => {
    const { launched, went } = aWindow()
    launched(`${ORIGIN}/community?client=7`, false)
    expect(went).toEqual([`${ORIGIN}/community?client=7`])
  })

  it('asks before it leaves an exam or unsaved text', () => {
    const { launched, went, asked } = aWindow({ busy: () => true })
    launched(`${ORIGIN}/community/share?text=x`, false)
    expect(went).toEqual([])
    expect(asked).toEqual([`${ORIGIN}/community/share?text=x`])
  })

  it('stays on the page when the icon of the app is pressed', () => {
    const { launched, went, asked } = aWindow()
    launched(`${ORIGIN}/login?client=7`, false)
    expect([...went, ...asked]).toEqual([])
  })

  it.each([['https://evil.test/community'], ['javascript:alert(1)'], ['nowhere'], [undefined]])(
    'ignores a launch with the address %s',
    (target) => {
      const { launched, went, asked } = aWindow()
      launched(target, false)
      expect([...went, ...asked]).toEqual([])
    },
  )

  it('ignores the launch that loaded the page, and follows later ones', () => {
    const share = `${ORIGIN}/community/share?text=x`
    const { launched, went } = aWindow({ loadedWith: share })
    launched(share, true)
    expect(went).toEqual([])
    launched(share, false)
    expect(went).toEqual([share])
  })

  it('ignores an old launch that the browser repeats after a reload', () => {
    const { launched, went } = aWindow({ reloaded: true })
    launched(`${ORIGIN}/community`, true)
    expect(went).toEqual([])
  })
})

describe('in a browser', () => {
  it('starts in a browser without a launch queue', () => {
    expect(() => startLaunches()).not.toThrow()
  })

  it('shows a card during open work, which "Stay here" closes', async () => {
    aPage()
    await startTexts()
    const consumers: ((launch: { targetURL?: string }) => void)[] = []
    startLaunches({ setConsumer: (given) => consumers.push(given) })
    const done = registerBusy('a thread')
    act(() => consumers[0]?.({ targetURL: `${window.location.origin}/community` }))
    expect(await screen.findByRole('region', { name: 'Open it now?' })).toBeVisible()
    const stays = vi.fn<() => void>()
    window.addEventListener('pagehide', stays)
    await userEvent.setup().click(screen.getByRole('button', { name: 'Stay here' }))
    expect(screen.queryByRole('region', { name: 'Open it now?' })).not.toBeInTheDocument()
    expect(stays).not.toHaveBeenCalled()
    window.removeEventListener('pagehide', stays)
    done()
  })
})
