import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Prompts } from '#src/app/pwa/Prompts.tsx'
import { captureInstallOffer, kept } from '#src/core/pwa/install-offer.ts'
import { watchInstall } from '#src/core/pwa/install.ts'
import type { Device } from '#src/core/pwa/ios-prompt.ts'
import { registerBusy } from '#src/core/session/busy.ts'
import { renderPage } from '#tests/support/web/render.tsx'
import { startTexts } from '#tests/support/web/texts.ts'

const iphone: Device = {
  userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1)',
  touchPoints: 5,
  standalone: false,
}
const phone: Device = {
  userAgent: 'Mozilla/5.0 (Linux; Android 15) Mobile',
  touchPoints: 5,
  standalone: false,
}
const laptop: Device = { userAgent: 'Mozilla/5.0 (X11; Linux x86_64)', touchPoints: 0, standalone: false }

let answer: (outcome: 'accepted' | 'dismissed') => void = () => {}
const offer = () => {
  const prompt = vi.fn<() => Promise<void>>(() => Promise.resolve())
  const userChoice = new Promise<{ outcome: 'accepted' | 'dismissed' }>((resolve) => {
    answer = (outcome) => resolve({ outcome })
  })
  act(() => {
    window.dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt, userChoice }))
  })
  return prompt
}

captureInstallOffer()
watchInstall()

beforeEach(async () => {
  await startTexts('ar', 'pwa')
  await startTexts('en', 'pwa')
  vi.useFakeTimers({ shouldAdvanceTime: true })
  localStorage.clear()
  sessionStorage.clear()
  kept.offer = null
})
afterEach(() => void vi.useRealTimers())

const render = (device: Device, language: 'en' | 'ar' = 'en') =>
  renderPage(<Prompts device={device} />, { person: null, language })
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const card = () => screen.queryByRole('region', { name: /^Install \W?Kite Academy\W?$/u })

describe('the install prompt (spec 2)', () => {
  it('shows that the browser is asking after Install, then closes', async () => {
    const { user } = await render(phone)
    await wait(0)
    expect(card()).not.toBeInTheDocument()
    const prompt = offer()
    expect(card()).toHaveTextContent(
      'Install our app for a better experience! Quick access from your home screen.',
    )
    await user.click(screen.getByRole('button', { name: 'Install' }))
    expect(prompt).toHaveBeenCalledTimes(1)
    expect(screen.getByRole('button', { name: 'Installing...' })).toBeInTheDocument()
    await act(async () => answer('accepted'))
    expect(card()).not.toBeInTheDocument()
  })

  it('ignores further offers after it was dismissed', async () => {
    const { user } = await render(phone)
    await wait(0)
    offer()
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(card()).not.toBeInTheDocument()
    offer()
    expect(card()).not.toBeInTheDocument()
  })

  it.each([
    ['a laptop', laptop],
    ['the installed app', { ...phone, standalone: true }],
  ])('shows nothing on %s', async (_name, device) => {
    await render(device)
    await wait(2000)
    offer()
    expect(screen.queryByRole('region')).not.toBeInTheDocument()
  })
})

describe('the iOS steps (spec 2, 4, 9)', () => {
  it('shows three steps and four reasons on an iPhone after a second', async () => {
    await render(iphone)
    await wait(900)
    expect(card()).not.toBeInTheDocument()
    await wait(200)
    const [steps, reasons] = within(card() as HTMLElement).getAllByRole('list') as [HTMLElement, HTMLElement]
    expect(
      within(steps)
        .getAllByRole('listitem')
        .map((step) => step.textContent),
    ).toEqual([
      expect.stringMatching(/^Tap Share/),
      expect.stringMatching(/^Select Add to Home Screen/),
      expect.stringMatching(/^Tap Add/),
    ])
    expect(screen.getByRole('heading', { name: 'Why install?' })).toBeInTheDocument()
    expect(within(reasons).getAllByRole('listitem')).toHaveLength(4)
  })

  it.each([
    ['Got it!', 1],
    ["Don't show again", 0],
  ] as const)('%s closes the steps; a new page session shows them %i times', async (name, again) => {
    const { user, unmount } = await render(iphone)
    await wait(1100)
    await user.click(screen.getByRole('button', { name }))
    expect(card()).not.toBeInTheDocument()
    unmount()
    const second = await render(iphone)
    await wait(1100)
    expect(screen.queryAllByRole('region')).toHaveLength(0)
    second.unmount()
    sessionStorage.clear()
    await render(iphone)
    await wait(1100)
    expect(screen.queryAllByRole('region')).toHaveLength(again)
  })

  it('waits until an exam is over', async () => {
    const release = registerBusy('exam')
    await render(iphone)
    await wait(10_000)
    expect(card()).not.toBeInTheDocument()
    release()
    await wait(15_000)
    expect(card()).toBeInTheDocument()
  })

  it('hides the steps while a field has the focus, and shows them again later', async () => {
    const field = document.body.appendChild(document.createElement('input'))
    await render(iphone)
    await wait(1100)
    expect(card()).toBeInTheDocument()
    act(() => field.focus())
    expect(card()).not.toBeInTheDocument()
    await wait(60_000)
    expect(card()).not.toBeInTheDocument()
    act(() => field.blur())
    // Not under the finger that goes on to a button.
    await wait(0)
    expect(card()).not.toBeInTheDocument()
    await wait(15_000)
    expect(card()).toBeInTheDocument()
    field.remove()
  })

  it('shows the steps in Arabic', async () => {
    await render(iphone, 'ar')
    await wait(1100)
    expect(screen.getByRole('button', { name: 'فهمت!' })).toBeInTheDocument()
  })
})
