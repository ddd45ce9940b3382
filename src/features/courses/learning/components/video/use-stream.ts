import { useEffect, useState, type RefObject } from 'react'
import type { VideoItem } from '#contract/courses/topic-page.ts'

const STREAM = 'application/vnd.apple.mpegurl'
type Source = VideoItem['sources'][number]

const isStream = ({ url, mime }: Source) => mime === STREAM || /\.m3u8(?:$|[?#])/i.test(url)
const supportsStreams = () => document.createElement('video').canPlayType(STREAM) !== ''

/**
 * Plays HLS streams in browsers without native support; the library loads only then. The setting VIDEO_HOSTS must list
 * the hosts of the streams.
 */
export const useStream = (video: RefObject<HTMLVideoElement | null>, sources: readonly Source[]) => {
  const [isNative] = useState(supportsStreams)
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const stream = isNative ? undefined : sources.find(isStream)?.url
  // A video that also has a file source needs no stream.
  const streamUrl = stream !== undefined && sources.every(isStream) ? stream : null
  useEffect(() => {
    const element = video.current
    if (!element || streamUrl === null) return
    let isUnmounted = false
    let destroy: (() => void) | null = null
    const fail = () => {
      if (!isUnmounted) setFailed(true)
    }
    void import('hls.js/light')
      .then(({ default: Hls }) => {
        if (isUnmounted) return
        if (!Hls.isSupported()) return fail()
        // The library would create its worker from a string, which our CSP forbids.
        const hls = new Hls({ enableWorker: false })
        hls.on(Hls.Events.ERROR, (_event, { fatal }) => {
          if (fatal) fail()
        })
        hls.loadSource(streamUrl)
        hls.attachMedia(element)
        destroy = () => hls.destroy()
      })
      .catch(fail)
    return () => {
      isUnmounted = true
      destroy?.()
    }
  }, [video, streamUrl, attempt])
  return {
    /** The sources for the video element itself. */
    files: isNative ? sources : sources.filter((source) => !isStream(source)),
    failed,
    /** Null when no stream is played. */
    retry:
      streamUrl === null
        ? null
        : () => {
            setFailed(false)
            setAttempt((count) => count + 1)
          },
  }
}
