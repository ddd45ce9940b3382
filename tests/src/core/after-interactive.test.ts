import { beforeEach, describe, expect, it, vi } from 'vitest'
import { isInteractive } from '#src/core/after-interactive.ts'

const fresh = async () => {
  vi.resetModules()
  return (await import('#src/core/after-interactive.ts')).afterInteractive
}
const page = (html: string) => {
  document.body.innerHTML = html
}

describe('what waits for a useful page', () => {
  beforeEach(() => page(''))

  it('is interactive with a heading and nothing that loads', () => {
    page('<main><h1>Hello</h1></main>')
    expect(isInteractive(document.body)).toBe(true)
  })

  it('is not interactive while React hides the page', () => {
    page('<main><h1>Hello</h1></main>')
    const heading = document.querySelector('h1') as HTMLElement
    heading.checkVisibility = () => false
    expect(isInteractive(document.body)).toBe(false)
  })

  it.each(['<main></main>', '<main><h1>Hello</h1><div aria-busy="true"></div></main>'])(
    'is not interactive with %s',
    (html) => {
      page(html)
      expect(isInteractive(document.body)).toBe(false)
    },
  )

  it('waits until the loader is removed', async () => {
    vi.useFakeTimers()
    page('<div id="loader"></div><main><h1>Hello</h1></main>')
    let useful = false
    void (await fresh())().then(() => (useful = true))
    await vi.advanceTimersByTimeAsync(2000)
    expect(useful).toBe(false)
    document.getElementById('loader')?.remove()
    await vi.advanceTimersByTimeAsync(2000)
    expect(useful).toBe(true)
    vi.useRealTimers()
  })

  it('waits until the page has loaded', async () => {
    vi.useFakeTimers()
    page('<main><div aria-busy="true"></div></main>')
    const afterInteractive = await fresh()
    let went = false
    void afterInteractive().then(() => (went = true))
    await vi.advanceTimersByTimeAsync(1000)
    expect(went).toBe(false)
    page('<main><h1>Hello</h1></main>')
    await vi.advanceTimersByTimeAsync(200)
    expect(went).toBe(true)
    vi.useRealTimers()
  })

  it('does not wait for a frame in a hidden tab', async () => {
    vi.useFakeTimers()
    const frames = vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(0)
    page('<main><h1>Hello</h1></main>')
    const afterInteractive = await fresh()
    let went = false
    void afterInteractive().then(() => (went = true))
    await vi.advanceTimersByTimeAsync(900)
    expect(went).toBe(false)
    await vi.advanceTimersByTimeAsync(200)
    expect(went).toBe(true)
    frames.mockRestore()
    vi.useRealTimers()
  })

  it('stops waiting for a page that never loads', async () => {
    vi.useFakeTimers()
    const afterInteractive = await fresh()
    let went = false
    void afterInteractive().then(() => (went = true))
    await vi.advanceTimersByTimeAsync(6000)
    expect(went).toBe(true)
    vi.useRealTimers()
  })
})
