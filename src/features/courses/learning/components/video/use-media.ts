import { useEffect, useState, type RefObject } from 'react'
import { fromTimeRanges, totalSeconds } from '../../model/ranges.ts'
import { mediaActions, showCaptions } from './media-actions.ts'

const EVENTS = [
  'play',
  'pause',
  'timeupdate',
  'durationchange',
  'loadedmetadata',
  'volumechange',
  'ratechange',
  'seeking',
  'seeked',
  'ended',
  'waiting',
  'playing',
  'enterpictureinpicture',
  'leavepictureinpicture',
] as const

const read = (element: HTMLVideoElement) => ({
  playing: !element.paused && !element.ended,
  /** Wants to play and has nothing to show yet. */
  waiting: !element.paused && !element.ended && element.readyState < HTMLMediaElement.HAVE_FUTURE_DATA,
  time: element.currentTime,
  duration: Number.isFinite(element.duration) ? element.duration : 0,
  muted: element.muted,
  isPictureInPicture: document.pictureInPictureElement === element,
  rate: element.playbackRate,
  /** Distinct seconds played since the page was opened. */
  played: totalSeconds(fromTimeRanges(element.played)),
})
const atRest = {
  playing: false,
  waiting: false,
  time: 0,
  duration: 0,
  muted: false,
  isPictureInPicture: false,
  rate: 1,
  played: 0,
}

/** The media element as state and deeds. */
export const useMedia = (video: RefObject<HTMLVideoElement | null>, captions: string | null) => {
  const [state, setState] = useState<ReturnType<typeof read>>(atRest)
  const [broken, setBroken] = useState(false)

  useEffect(() => {
    const element = video.current
    if (!element) return
    const update = () => setState(read(element))
    const failed = () => setBroken(true)
    const works = () => setBroken(false)
    for (const name of EVENTS) element.addEventListener(name, update)
    // What happened before the page stood is told by no event.
    const first = requestAnimationFrame(update)
    // A source that cannot be loaded reports on the <source>, and that does not bubble.
    const sources = element.querySelectorAll('source')
    const last = sources[sources.length - 1]
    element.addEventListener('error', failed)
    last?.addEventListener('error', failed)
    element.addEventListener('loadstart', works)
    return () => {
      cancelAnimationFrame(first)
      for (const name of EVENTS) element.removeEventListener(name, update)
      element.removeEventListener('error', failed)
      last?.removeEventListener('error', failed)
      element.removeEventListener('loadstart', works)
    }
  }, [video])

  useEffect(() => {
    const element = video.current
    if (!element) return
    const show = () => showCaptions(element, captions)
    // Browsers switch captions on by themselves when a track arrives; two at once are never wanted.
    const tidy = () => {
      if ([...element.textTracks].filter((track) => track.mode === 'showing').length > 1) show()
    }
    show()
    element.addEventListener('loadedmetadata', show)
    element.textTracks.addEventListener('change', tidy)
    return () => {
      element.removeEventListener('loadedmetadata', show)
      element.textTracks.removeEventListener('change', tidy)
    }
  }, [video, captions])

  const [actions] = useState(() => mediaActions(() => video.current))
  return { ...state, broken, actions }
}
export type Media = ReturnType<typeof useMedia>
