/** iPhones fill the screen with the film alone, and in a way of their own. */
type PhoneVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void }
export const canGoFullscreen = (): boolean =>
  document.fullscreenEnabled || 'webkitEnterFullscreen' in HTMLVideoElement.prototype

/** What a person can do with a media element; each does nothing while there is none. */
export const mediaActions = (current: () => HTMLVideoElement | null) => {
  const withVideo = (action: (element: HTMLVideoElement) => void) => {
    const element = current()
    if (element) action(element)
  }
  return {
    toggle: () =>
      withVideo((element) => {
        if (element.paused) quietly(element.play())
        else element.pause()
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
        quietly(
          document.pictureInPictureElement
            ? document.exitPictureInPicture()
            : element.requestPictureInPicture(),
        ),
      ),
    toggleFullscreen: (room: HTMLElement | null) => {
      if (document.fullscreenEnabled)
        return quietly(document.fullscreenElement ? document.exitFullscreen() : room?.requestFullscreen())
      withVideo((element) => (element as PhoneVideo).webkitEnterFullscreen?.())
    },
    reload: () => withVideo((element) => element.load()),
    /** What is loaded anew begins at 0: it goes on where it stopped. */
    keepPosition: () =>
      withVideo((element) => {
        const place = element.currentTime
        const back = () => {
          element.currentTime = place
        }
        if (place > 0) element.addEventListener('loadedmetadata', back, { once: true })
      }),
  }
}
export type MediaActions = ReturnType<typeof mediaActions>

/** What the browser refuses (no gesture yet, paused again at once) is not an error to show. */
const quietly = (action: Promise<unknown> | undefined) => void action?.catch(() => undefined)

/** Shows the captions of one language, or none. */
export const showCaptions = (element: HTMLVideoElement, language: string | null) => {
  for (const track of element.textTracks)
    track.mode = language !== null && track.language === language ? 'showing' : 'disabled'
}
