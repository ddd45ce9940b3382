/** iPhones support full screen only for the video element, with their own API. */
type PhoneVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void }
export const canGoFullscreen = (): boolean =>
  document.fullscreenEnabled || 'webkitEnterFullscreen' in HTMLVideoElement.prototype

/** The actions on a media element; they do nothing while there is no element. */
export const mediaActions = (current: () => HTMLVideoElement | null) => {
  const withVideo = (action: (element: HTMLVideoElement) => void) => {
    const element = current()
    if (element) action(element)
  }
  return {
    toggle: () =>
      withVideo((element) => {
        if (!element.paused) return element.pause()
        const play = () => ignoreRejection(element.play())
        // What was pressed while a refused file waits for its new address counts once the file is there.
        if (hasFailed(element)) element.addEventListener('loadedmetadata', play, { once: true })
        else play()
      }),
    seekTo: (seconds: number) =>
      withVideo((element) => {
        element.currentTime = seconds
      }),
    seekBy: (seconds: number) =>
      withVideo((element) => {
        const end = Number.isFinite(element.duration) ? element.duration : 0
        element.currentTime = Math.min(end, Math.max(0, element.currentTime + seconds))
      }),
    setRate: (rate: number) =>
      withVideo((element) => {
        element.playbackRate = rate
      }),
    toggleMuted: () =>
      withVideo((element) => {
        element.muted = !element.muted
      }),
    togglePip: () =>
      withVideo((element) =>
        ignoreRejection(
          document.pictureInPictureElement
            ? document.exitPictureInPicture()
            : element.requestPictureInPicture(),
        ),
      ),
    toggleFullscreen: (container: HTMLElement | null) => {
      if (document.fullscreenEnabled)
        return ignoreRejection(
          document.fullscreenElement ? document.exitFullscreen() : container?.requestFullscreen(),
        )
      withVideo((element) => (element as PhoneVideo).webkitEnterFullscreen?.())
    },
    reload: () => withVideo((element) => element.load()),
    /** Restores the position after a reload, which would start at 0, and plays on if it was playing. */
    keepPosition: () =>
      withVideo((element) => {
        const { currentTime: position, paused } = element
        const restore = () => {
          if (position > 0) element.currentTime = position
          if (!paused) ignoreRejection(element.play())
        }
        if (position > 0 || !paused) element.addEventListener('loadedmetadata', restore, { once: true })
      }),
  }
}
export type MediaActions = ReturnType<typeof mediaActions>

/** Ignores rejections of the browser (no gesture yet, paused immediately), which are no error to show. */
const ignoreRejection = (action: Promise<unknown> | undefined) => void action?.catch(() => undefined)

/** Shows the captions of one language, or none. */
export const showCaptions = (element: HTMLVideoElement, language: string | null) => {
  for (const track of element.textTracks)
    track.mode = language !== null && track.language === language ? 'showing' : 'disabled'
}

export const hasFailed = (element: HTMLVideoElement) =>
  element.error !== null || element.networkState === HTMLMediaElement.NETWORK_NO_SOURCE
