import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import { fromTimeRanges, totalSeconds } from '../../model/ranges.ts'
import { hasFailed, mediaActions, showCaptions } from './media-actions.ts'

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

const readState = (element: HTMLVideoElement) => ({
  playing: !element.paused && !element.ended,
  /** Playing, but without data to show yet. */
  waiting: !element.paused && !element.ended && element.readyState < HTMLMediaElement.HAVE_FUTURE_DATA,
  time: element.currentTime,
  duration: Number.isFinite(element.duration) ? element.duration : 0,
  muted: element.muted,
  isPictureInPicture: document.pictureInPictureElement === element,
  rate: element.playbackRate,
  /** Distinct seconds played since the page was opened. */
  played: totalSeconds(fromTimeRanges(element.played)),
})
const initialState = {
  playing: false,
  waiting: false,
  time: 0,
  duration: 0,
  muted: false,
  isPictureInPicture: false,
  rate: 1,
  played: 0,
}

/** Whether an error event means that nothing can be played: the last source failed, or what was playing. */
const isFatal = ({ target }: Event, element: HTMLVideoElement): boolean =>
  target === element ||
  (target instanceof HTMLSourceElement && !(target.nextElementSibling instanceof HTMLSourceElement))

/** State and actions of the media element. `recover` may take care of an error; then it is none to show. */
export const useMedia = (
  video: RefObject<HTMLVideoElement | null>,
  captions: string | null,
  recover: () => boolean,
) => {
  const [state, setState] = useState<ReturnType<typeof readState>>(initialState)
  const [isBroken, setIsBroken] = useState(false)

  const tryToRecover = useEffectEvent(() => recover())
  useEffect(() => {
    const element = video.current
    if (!element) return
    const update = () => setState(readState(element))
    let hasSeenError = false
    const handleFailure = () => {
      hasSeenError = true
      if (!tryToRecover()) setIsBroken(true)
    }
    const onError = (event: Event) => {
      if (isFatal(event, element)) handleFailure()
    }
    const onLoadStart = () => setIsBroken(false)
    for (const name of EVENTS) element.addEventListener(name, update)
    // What happened before the listeners were added fired no event here.
    const frameRequest = requestAnimationFrame(() => {
      update()
      if (!hasSeenError && hasFailed(element)) handleFailure()
    })
    // A source that fails to load fires `error` on the <source> element, which does not bubble.
    element.addEventListener('error', onError, true)
    element.addEventListener('loadstart', onLoadStart)
    return () => {
      cancelAnimationFrame(frameRequest)
      for (const name of EVENTS) element.removeEventListener(name, update)
      element.removeEventListener('error', onError, true)
      element.removeEventListener('loadstart', onLoadStart)
    }
  }, [video])

  useEffect(() => {
    const element = video.current
    if (!element) return
    const applyCaptions = () => showCaptions(element, captions)
    // Browsers may enable captions when a track loads; keep at most one shown.
    const enforceOneTrack = () => {
      if ([...element.textTracks].filter((track) => track.mode === 'showing').length > 1) applyCaptions()
    }
    applyCaptions()
    element.addEventListener('loadedmetadata', applyCaptions)
    element.textTracks.addEventListener('change', enforceOneTrack)
    return () => {
      element.removeEventListener('loadedmetadata', applyCaptions)
      element.textTracks.removeEventListener('change', enforceOneTrack)
    }
  }, [video, captions])

  const [actions] = useState(() => mediaActions(() => video.current))
  return { ...state, broken: isBroken, actions }
}
export type Media = ReturnType<typeof useMedia>
