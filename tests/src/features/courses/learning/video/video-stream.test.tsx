import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { VideoItem } from '#contract/courses/topic-page.ts'
import { useStream } from '#src/features/courses/learning/components/video/use-stream.ts'

const hls = vi.hoisted(() => ({ loaded: [] as string[], fail: null as (() => void) | null, made: 0 }))
vi.mock('hls.js/light', () => ({
  default: class {
    static isSupported = () => true
    static Events = { ERROR: 'error' }
    constructor() {
      hls.made += 1
    }
    on = (_name: string, listener: (event: string, data: { fatal: boolean }) => void) => {
      hls.fail = () => listener('error', { fatal: true })
    }
    loadSource = (url: string) => void hls.loaded.push(url)
    attachMedia = () => undefined
    destroy = () => undefined
  },
}))

const Video = ({ sources }: { sources: VideoItem['sources'] }) => {
  const video = useRef<HTMLVideoElement>(null)
  const played = useStream(video, sources)
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- nothing is played here */}
      <video ref={video}>
        {played.files.map(({ url, mime }) => (
          <source key={url} src={url} type={mime} />
        ))}
      </video>
      {played.failed && (
        <button type="button" onClick={() => played.retry?.()}>
          Try again
        </button>
      )}
    </>
  )
}
const open = (sources: VideoItem['sources']) => {
  render(<Video sources={sources} />)
  return { user: userEvent.setup() }
}
const stream = { url: 'https://video.example.test/a.m3u8', mime: 'application/vnd.apple.mpegurl' }

beforeEach(() => {
  Object.assign(hls, { loaded: [], fail: null, made: 0 })
  // jsdom plays no media and logs that on the console.
  vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockReturnValue('')
})

describe('HLS streams', () => {
  it('loads the HLS library without native support and retries after a failure', async () => {
    const { user } = open([stream])

    await waitFor(() => expect(hls.loaded).toEqual([stream.url]))
    expect(document.querySelector('source')).toBeNull()
    hls.fail?.()
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(hls.loaded).toEqual([stream.url, stream.url]))
  })

  it('plays the file and loads nothing when there is one', () => {
    open([{ url: '/files/7/a.mp4', mime: 'video/mp4' }, stream])

    expect(document.querySelector('source')).toHaveAttribute('src', '/files/7/a.mp4')
    expect(hls.made).toBe(0)
  })

  it('gives the stream URL to a browser with native support', () => {
    vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockReturnValue('maybe')
    open([stream])

    expect(document.querySelector('source')).toHaveAttribute('src', stream.url)
    expect(hls.made).toBe(0)
  })
})
