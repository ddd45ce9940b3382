/** A video whose address has expired gets a new one from its topic and continues where it was. */
import { act, fireEvent, render, screen } from '@testing-library/react'
import { useRef, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TopicPage } from '#contract/courses/topic-page.ts'
import { serverNow } from '#src/core/session/server-clock.ts'
import {
  RenewalProvider,
  useTimelyRenewal,
} from '#src/features/courses/learning/components/address-renewal.ts'
import { createProgrammaticSeek } from '#src/features/courses/learning/components/video/questions/video-actions.ts'
import { useMedia } from '#src/features/courses/learning/components/video/use-media.ts'
import { useRenewedSource } from '#src/features/courses/learning/components/video/use-renewed-source.ts'
import { RENEW_BEFORE_MS } from '#src/features/courses/learning/model/address-expiry.ts'

const HOUR_MS = 3_600_000
const FILM = 'film.0123456789abcdef0123.webm'
const addressUntil = (hours: number) => `/files/7/signed/${hours.toString(36)}.sig/${FILM}`

const Film = ({ url }: { url: string }) => {
  const video = useRef<HTMLVideoElement>(null)
  const [seek] = useState(createProgrammaticSeek)
  const item = { sources: [{ url, mime: 'video/webm' }] } as never
  const media = useMedia(video, null, useRenewedSource(video, item, seek))
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- nothing is played here */}
      <video ref={video} data-testid="video">
        <source key={url} src={url} type="video/webm" />
      </video>
      <output>{media.broken ? 'broken' : 'fine'}</output>
    </>
  )
}

let load: ReturnType<typeof vi.fn<() => void>>
beforeEach(() => {
  const none = Object.assign([], { addEventListener: () => undefined, removeEventListener: () => undefined })
  Object.defineProperty(HTMLMediaElement.prototype, 'textTracks', { value: none, configurable: true })
  // jsdom has no such property.
  Object.defineProperty(HTMLMediaElement.prototype, 'error', { value: null, configurable: true })
  load = vi.fn<() => void>()
  HTMLMediaElement.prototype.load = load
})
afterEach(() => vi.useRealTimers())

const failAt = (element: HTMLVideoElement, second: number, isPaused: boolean) => {
  for (const [name, value] of Object.entries({ error: { code: 2 }, currentTime: second, paused: isPaused }))
    Object.defineProperty(element, name, { value, writable: true, configurable: true })
  fireEvent(element, new Event('error'))
}

describe('a video whose address was refused', () => {
  it('gets a new address also when it was refused before the player listened', async () => {
    const renew = vi.fn<() => Promise<unknown>>(async () => undefined)
    const film = (networkState: number) => {
      Object.defineProperty(HTMLMediaElement.prototype, 'networkState', {
        value: networkState,
        configurable: true,
      })
      return render(
        <RenewalProvider value={renew}>
          <Film url={addressUntil(1)} />
        </RenewalProvider>,
      )
    }
    const frames = () => act(() => new Promise((resolve) => void setTimeout(resolve, 50)))
    // The control: one that still loads asks for nothing.
    const { unmount } = film(HTMLMediaElement.NETWORK_LOADING)
    await frames()
    expect(renew).not.toHaveBeenCalled()
    unmount()
    film(HTMLMediaElement.NETWORK_NO_SOURCE)
    await frames()
    expect(renew).toHaveBeenCalledTimes(1)
    Reflect.deleteProperty(HTMLMediaElement.prototype, 'networkState')
  })

  it('gets a new address, keeps its position and plays on', async () => {
    const renew = vi.fn<() => Promise<unknown>>(async () => undefined)
    const film = (url: string) => (
      <RenewalProvider value={renew}>
        <Film url={url} />
      </RenewalProvider>
    )
    const { rerender } = render(film(addressUntil(1)))
    const element = screen.getByTestId<HTMLVideoElement>('video')
    const play = vi.fn<() => Promise<void>>(async () => undefined)
    element.play = play
    await act(async () => failAt(element, 42, false))
    expect(renew).toHaveBeenCalledTimes(1)
    expect(screen.getByText('fine')).toBeInTheDocument()
    rerender(film(addressUntil(7)))
    expect(load).toHaveBeenCalled()
    element.currentTime = 0
    fireEvent(element, new Event('loadedmetadata'))
    expect(element.currentTime).toBe(42)
    expect(play).toHaveBeenCalled()
  })

  it('is broken when the new address fails at once, and asks no further', async () => {
    const renew = vi.fn<() => Promise<unknown>>(async () => undefined)
    render(
      <RenewalProvider value={renew}>
        <Film url={addressUntil(1)} />
      </RenewalProvider>,
    )
    const element = screen.getByTestId<HTMLVideoElement>('video')
    await act(async () => failAt(element, 3, true))
    await act(async () => failAt(element, 3, true))
    expect(screen.getByText('broken')).toBeInTheDocument()
    expect(renew).toHaveBeenCalledTimes(1)
  })

  it('leaves a video of another host alone', async () => {
    const renew = vi.fn<() => Promise<unknown>>(async () => undefined)
    render(
      <RenewalProvider value={renew}>
        <Film url="https://films.example.org/a.webm" />
      </RenewalProvider>,
    )
    await act(async () => failAt(screen.getByTestId<HTMLVideoElement>('video'), 3, true))
    expect(screen.getByText('broken')).toBeInTheDocument()
    expect(renew).not.toHaveBeenCalled()
  })

  it('does not show failed captions as an error of the video', () => {
    render(<Film url={addressUntil(1)} />)
    const element = screen.getByTestId<HTMLVideoElement>('video')
    const track = document.createElement('track')
    element.append(track)
    act(() => void fireEvent(track, new Event('error')))
    expect(screen.getByText('fine')).toBeInTheDocument()
  })
})

const Page = ({ page, renew }: { page: Pick<TopicPage, 'items'>; renew: () => Promise<unknown> }) => {
  useTimelyRenewal(page as TopicPage, renew)
  return null
}
const article = (html: string) => ({
  items: [{ id: 1, type: 'article', html }] as unknown as TopicPage['items'],
})

describe('renewal in time', () => {
  it('asks for new addresses before the first one expires, once', () => {
    vi.useFakeTimers()
    const renew = vi.fn<() => Promise<unknown>>(async () => undefined)
    const hours = Math.floor(serverNow() / HOUR_MS) + 6
    render(<Page page={article(`<img src="${addressUntil(hours)}">`)} renew={renew} />)
    const left = hours * HOUR_MS - serverNow() - RENEW_BEFORE_MS
    vi.advanceTimersByTime(left - 2000)
    expect(renew).not.toHaveBeenCalled()
    vi.advanceTimersByTime(4000)
    expect(renew).toHaveBeenCalledTimes(1)
    // Offline, the same page comes back: no loop.
    vi.advanceTimersByTime(HOUR_MS)
    expect(renew).toHaveBeenCalledTimes(1)
    window.dispatchEvent(new Event('online'))
    expect(renew).toHaveBeenCalledTimes(2)
  })

  it('asks for nothing without signed addresses', () => {
    vi.useFakeTimers()
    const renew = vi.fn<() => Promise<unknown>>(async () => undefined)
    render(<Page page={article(`<img src="/files/7/${FILM}">`)} renew={renew} />)
    vi.advanceTimersByTime(24 * HOUR_MS)
    window.dispatchEvent(new Event('online'))
    expect(renew).not.toHaveBeenCalled()
  })
})
