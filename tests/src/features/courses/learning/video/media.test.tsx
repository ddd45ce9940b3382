import { act, fireEvent, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  canGoFullscreen,
  mediaActions,
} from '#src/features/courses/learning/components/video/media-actions.ts'
import { useMedia } from '#src/features/courses/learning/components/video/use-media.ts'

/** jsdom plays no media, so tests set the element's state. */
const setState = (
  element: HTMLVideoElement,
  properties: Partial<Record<keyof HTMLVideoElement, unknown>>,
) => {
  for (const [name, value] of Object.entries(properties))
    Object.defineProperty(element, name, { value, writable: true, configurable: true })
}
const aVideo = () => {
  const element = document.createElement('video')
  setState(element, { currentTime: 0 })
  return element
}

describe('keepPosition', () => {
  it('resumes at the position where the video failed', () => {
    const element = aVideo()
    element.currentTime = 42
    mediaActions(() => element).keepPosition()
    // Loading resets the position.
    element.currentTime = 0
    fireEvent(element, new Event('loadedmetadata'))
    expect(element.currentTime).toBe(42)
    // Only once: the next load starts at its own position.
    element.currentTime = 0
    fireEvent(element, new Event('loadedmetadata'))
    expect(element.currentTime).toBe(0)
  })

  it('control: leaves the position of a video that never started alone', () => {
    const element = aVideo()
    mediaActions(() => element).keepPosition()
    element.currentTime = 17
    fireEvent(element, new Event('loadedmetadata'))
    expect(element.currentTime).toBe(17)
  })
})

describe('playing on', () => {
  it('plays a refused file as soon as its new address has loaded', () => {
    const element = aVideo()
    const play = vi.fn<() => Promise<void>>(async () => undefined)
    setState(element, { play, error: null, networkState: HTMLMediaElement.NETWORK_NO_SOURCE })
    mediaActions(() => element).toggle()
    // Playing now would be forgotten: loading pauses.
    expect(play).not.toHaveBeenCalled()
    fireEvent(element, new Event('loadedmetadata'))
    expect(play).toHaveBeenCalledTimes(1)
  })

  it('plays on after a reload only if the video was playing', () => {
    for (const [paused, currentTime] of [
      [true, 42],
      [false, 42],
      [false, 0],
    ]) {
      const element = aVideo()
      const play = vi.fn<() => Promise<void>>(async () => undefined)
      setState(element, { currentTime, paused, play })
      mediaActions(() => element).keepPosition()
      fireEvent(element, new Event('loadedmetadata'))
      expect(play).toHaveBeenCalledTimes(paused ? 0 : 1)
    }
  })
})

describe('full screen', () => {
  it('uses the phone API that supports full screen only for the video element', () => {
    expect(canGoFullscreen()).toBe(false)
    const enter = vi.fn<() => void>()
    const element = aVideo()
    setState(element, { ['webkitEnterFullscreen' as keyof HTMLVideoElement]: enter })
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
  const media = useMedia(video, null, () => false)
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- nothing is played here */}
      <video ref={video} data-testid="video" />
      <output>{media.waiting ? 'waiting' : media.playing ? 'playing' : 'still'}</output>
    </>
  )
}

describe('a slow connection', () => {
  beforeEach(() => {
    // jsdom has no text tracks.
    const none = Object.assign([], {
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    })
    Object.defineProperty(HTMLMediaElement.prototype, 'textTracks', { value: none, configurable: true })
  })

  it('shows waiting and playing as the data arrives', () => {
    render(<Video />)
    const element = screen.getByTestId<HTMLVideoElement>('video')
    const fireWith = (name: string, properties: Partial<Record<keyof HTMLVideoElement, unknown>>) =>
      act(() => {
        setState(element, { played: { length: 0 }, ...properties })
        fireEvent(element, new Event(name))
      })
    fireWith('waiting', { paused: false, readyState: 2 })
    expect(screen.getByText('waiting')).toBeInTheDocument()
    fireWith('playing', { readyState: 4 })
    expect(screen.getByText('playing')).toBeInTheDocument()
    fireWith('pause', { paused: true, readyState: 1 })
    expect(screen.getByText('still')).toBeInTheDocument()
  })
})
