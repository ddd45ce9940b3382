import { act, fireEvent, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  canGoFullscreen,
  mediaActions,
} from '#src/features/courses/learning/components/video/media-actions.ts'
import { useMedia } from '#src/features/courses/learning/components/video/use-media.ts'

/** jsdom plays nothing: what a film would be doing is said by hand. */
const state = (element: HTMLVideoElement, facts: Partial<Record<keyof HTMLVideoElement, unknown>>) => {
  for (const [name, value] of Object.entries(facts))
    Object.defineProperty(element, name, { value, writable: true, configurable: true })
}
const aVideo = () => {
  const element = document.createElement('video')
  state(element, { currentTime: 0 })
  return element
}

describe('a film that is loaded anew', () => {
  it('given a film broken at second 42, when it is tried again, then it goes on at second 42', () => {
    const element = aVideo()
    element.currentTime = 42
    mediaActions(() => element).keepPosition()
    // What loading does.
    element.currentTime = 0
    fireEvent(element, new Event('loadedmetadata'))
    expect(element.currentTime).toBe(42)
    // Only this once: another loading begins where it begins.
    element.currentTime = 0
    fireEvent(element, new Event('loadedmetadata'))
    expect(element.currentTime).toBe(0)
  })

  it('control: given a film that never began, when it is tried again, then the place that was kept elsewhere is left alone', () => {
    const element = aVideo()
    mediaActions(() => element).keepPosition()
    element.currentTime = 17
    fireEvent(element, new Event('loadedmetadata'))
    expect(element.currentTime).toBe(17)
  })
})

describe('the whole screen', () => {
  it('given a phone that fills it with the film alone, when asked for, then it does so in its own way', () => {
    expect(canGoFullscreen()).toBe(false)
    const enter = vi.fn<() => void>()
    const element = aVideo()
    state(element, { ['webkitEnterFullscreen' as keyof HTMLVideoElement]: enter })
    Object.assign(HTMLVideoElement.prototype, { webkitEnterFullscreen: enter })
    try {
      expect(canGoFullscreen()).toBe(true)
      mediaActions(() => element).toggleFullscreen(null)
      expect(enter).toHaveBeenCalledTimes(1)
    } finally {
      Reflect.deleteProperty(HTMLVideoElement.prototype, 'webkitEnterFullscreen')
    }
  })
})

const Video = () => {
  const video = useRef<HTMLVideoElement>(null)
  const media = useMedia(video, null)
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- nothing is played here */}
      <video ref={video} data-testid="film" />
      <output>{media.waiting ? 'waiting' : media.playing ? 'playing' : 'still'}</output>
    </>
  )
}

describe('a slow connection', () => {
  beforeEach(() => {
    // jsdom knows no text tracks.
    const none = Object.assign([], {
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    })
    Object.defineProperty(HTMLMediaElement.prototype, 'textTracks', { value: none, configurable: true })
  })

  it('given a film that should play and has nothing yet, when it waits and when it comes, then both show', () => {
    render(<Video />)
    const element = screen.getByTestId<HTMLVideoElement>('film')
    const tell = (name: string, facts: Partial<Record<keyof HTMLVideoElement, unknown>>) =>
      act(() => {
        state(element, { played: { length: 0 }, ...facts })
        fireEvent(element, new Event(name))
      })
    tell('waiting', { paused: false, readyState: 2 })
    expect(screen.getByText('waiting')).toBeInTheDocument()
    tell('playing', { readyState: 4 })
    expect(screen.getByText('playing')).toBeInTheDocument()
    tell('pause', { paused: true, readyState: 1 })
    expect(screen.getByText('still')).toBeInTheDocument()
  })
})
