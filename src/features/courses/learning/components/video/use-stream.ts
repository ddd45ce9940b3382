import { useEffect, useState, type RefObject } from 'react'
import type { VideoItem } from '#contract/courses/topic-page.ts'

const STREAM = 'application/vnd.apple.mpegurl'
type Source = VideoItem['sources'][number]

const isStream = ({ url, mime }: Source) => mime === STREAM || /\.m3u8(?:$|[?#])/i.test(url)
const playsStreams = () => document.createElement('video').canPlayType(STREAM) !== ''

/**
 * Streams (HLS) where the browser does not play them by itself: what plays them is fetched only then. Their hosts must
 * be named by the setting VIDEO_HOSTS.
 */
export const useStream = (video: RefObject<HTMLVideoElement | null>, sources: readonly Source[]) => {
  const [byItself] = useState(playsStreams)
  const [failed, setFailed] = useState(false)
  const [turn, setTurn] = useState(0)
  const stream = byItself ? undefined : sources.find(isStream)?.url
  // A film that comes as a file as well needs no stream.
  const needed = stream !== undefined && sources.every(isStream) ? stream : null
  useEffect(() => {
    const element = video.current
    if (!element || needed === null) return
    let left = false
    let leave: (() => void) | null = null
    const fail = () => {
      if (!left) setFailed(true)
    }
    void import('hls.js/light')
      .then(({ default: Hls }) => {
        if (left) return
        if (!Hls.isSupported()) return fail()
        // Its worker would be made of a text, which no page of ours may run.
        const hls = new Hls({ enableWorker: false })
        hls.on(Hls.Events.ERROR, (_event, { fatal }) => {
          if (fatal) fail()
        })
        hls.loadSource(needed)
        hls.attachMedia(element)
        leave = () => hls.destroy()
      })
      .catch(fail)
    return () => {
      left = true
      leave?.()
    }
  }, [video, needed, turn])
  return {
    /** What the element itself is given. */
    files: byItself ? sources : sources.filter((source) => !isStream(source)),
    failed,
    /** Null where no stream is played. */
    retry:
      needed === null
        ? null
        : () => {
            setFailed(false)
            setTurn((now) => now + 1)
          },
  }
}
