/** iPhones fill the screen with the film alone, and in a way of their own. */
type PhoneVideo = HTMLVideoElement & {
  webkitDisplayingFullscreen?: boolean
  webkitExitFullscreen?: () => void
}

const quietly = (action: Promise<unknown>) => void action.catch(() => undefined)

/** Back to the page, where the question stands: out of the full screen and of the picture in picture. */
const leaveOtherViews = (element: PhoneVideo): void => {
  if (document.fullscreenElement) quietly(document.exitFullscreen())
  if (element.webkitDisplayingFullscreen) element.webkitExitFullscreen?.()
  if (document.pictureInPictureElement === element) quietly(document.exitPictureInPicture())
}

/** Players say a quarter of a second apart where they are. */
const CLOSE_SECONDS = 0.1

/** Stands still at a second, before the person's eyes. */
export const pauseAt = (element: HTMLVideoElement, second: number): void => {
  element.pause()
  if (second < element.duration && Math.abs(element.currentTime - second) > CLOSE_SECONDS)
    element.currentTime = second
  leaveOtherViews(element)
}

/** What the browser refuses (no gesture yet) is not an error to show. From its end a film would begin anew. */
export const resumePlayback = (element: HTMLVideoElement): void => {
  if (!element.ended) quietly(element.play())
}

export const playFrom = (element: HTMLVideoElement, second: number): void => {
  element.currentTime = second
  quietly(element.play())
}

export interface ProgrammaticSeek {
  /** The player goes there by itself: it resumes, it loads anew. */
  expect: (second: number) => void
  /** Whether a seek was such a way; asked once. */
  consume: (second: number) => boolean
}

/** A place counts as reached this close to it: players round. */
export const NEAR_SECONDS = 0.25

/** Tells the player's own ways from a person's, so that no question holds them up. */
export const createProgrammaticSeek = (): ProgrammaticSeek => {
  let place: number | null = null
  return {
    expect: (second) => {
      place = second
    },
    consume: (second) => {
      const own = place !== null && Math.abs(place - second) < NEAR_SECONDS
      if (own) place = null
      return own
    },
  }
}
