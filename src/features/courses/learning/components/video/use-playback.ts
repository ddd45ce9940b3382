/** What the player remembers and how it recovers: captions, the position, and a video that stopped loading. */
import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import { useSearchParams } from 'react-router-dom'
import { readDisplay } from '#src/core/theme/display.ts'
import type { VideoItem } from '#contract/courses/topic-page.ts'
import { usePlayerContext } from '../../context/player-context.ts'
import type { ProgrammaticSeek } from './questions/video-actions.ts'
import type { Media } from './use-media.ts'
import type { useStream } from './use-stream.ts'

/** Resuming this close to the end would show nothing. */
const NEAR_END_SECONDS = 2

/** The language of the captions, the reader's at first; null without captions. */
export const useCaptions = (item: VideoItem, language: string) => {
  const own = item.captions.find((caption) => caption.language === language)?.language ?? null
  const any = own ?? item.captions[0]?.language ?? null
  // What the person chose in the profile.
  const [captions, setCaptions] = useState<string | null>(
    () => ({ own, always: any, off: null })[readDisplay().captions],
  )
  const toggleCaptions = () => setCaptions(captions ? null : any)
  return { captions, setCaptions, toggleCaptions }
}

/** Moves to the requested time, or to where the video was left on any device. */
export const useResume = (
  video: RefObject<HTMLVideoElement | null>,
  item: VideoItem,
  programmaticSeek: ProgrammaticSeek,
) => {
  const { queue } = usePlayerContext()
  const requestedSecond = parseSecond(useSearchParams()[0].get('at'))
  const [resumedAt, setResumedAt] = useState<number | null>(null)
  /** Returns the second to show, 0 for the beginning; null when that was decided before. */
  const seek = async (): Promise<number | null> => {
    await queue().ready()
    const element = video.current
    if (!element || resumedAt !== null) return null
    // A requested time wins. Otherwise an unsent position on this device is newer than the server's.
    const position = requestedSecond ?? queue().latest('video', item.id)?.position ?? item.position_seconds
    if (position <= 0 || position >= element.duration - NEAR_END_SECONDS) return 0
    programmaticSeek.expect(position)
    moveTo(element, position)
    return position
  }
  const resume = () =>
    void seek().then((second) => {
      if (second !== null) setResumedAt(second)
    })
  const onMetadata = useEffectEvent(resume)
  useEffect(() => {
    // A cached video may have its metadata before the page mounts; then there is no event.
    if (video.current && video.current.readyState >= HTMLMediaElement.HAVE_METADATA) onMetadata()
  }, [video])
  return { resumedAt, resume }
}

/** A video that stopped loading continues at its position, as soon as the device is online. */
export const useRetry = (
  media: Media,
  stream: ReturnType<typeof useStream>,
  programmaticSeek: ProgrammaticSeek,
) => {
  const isBroken = media.broken || stream.failed
  const retry = () => {
    programmaticSeek.expect(media.time)
    media.actions.keepPosition()
    if (stream.retry) stream.retry()
    else media.actions.reload()
  }
  const retryOnline = useEffectEvent(retry)
  useEffect(() => {
    if (!isBroken) return
    // The error message and the retry button are below the picture.
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
    const online = () => retryOnline()
    window.addEventListener('online', online)
    return () => window.removeEventListener('online', online)
  }, [isBroken])
  return { isBroken, retry }
}

const moveTo = (element: HTMLVideoElement, second: number) => {
  element.currentTime = second
}

const parseSecond = (text: string | null): number | null =>
  text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null
