/** iPhones support full screen only for the video element, with their own API. */
type PhoneVideo = HTMLVideoElement & {
  webkitDisplayingFullscreen?: boolean
  webkitExitFullscreen?: () => void
}

const ignoreRejection = (action: Promise<unknown>) => void action.catch(() => undefined)

/**
 * Leaves the views that show only the video, so that the question over the picture is visible. Full screen of the whole
 * player stays: it shows the question.
 */
const leaveVideoOnlyViews = (element: PhoneVideo): void => {
  if (document.fullscreenElement === element) ignoreRejection(document.exitFullscreen())
  if (element.webkitDisplayingFullscreen) element.webkitExitFullscreen?.()
  if (document.pictureInPictureElement === element) ignoreRejection(document.exitPictureInPicture())
}

/** Players report their position about every 0.25 s; a position this close needs no seek. */
const SEEK_TOLERANCE_SECONDS = 0.1

/** Pauses at a time and makes the question visible. */
export const pauseAt = (element: HTMLVideoElement, second: number): void => {
  element.pause()
  if (second < element.duration && Math.abs(element.currentTime - second) > SEEK_TOLERANCE_SECONDS)
    element.currentTime = second
  leaveVideoOnlyViews(element)
}

/** Resumes playback unless the video has ended, because it would restart from the beginning. */
export const resumePlayback = (element: HTMLVideoElement): void => {
  if (!element.ended) ignoreRejection(element.play())
}

export const playFrom = (element: HTMLVideoElement, second: number): void => {
  element.currentTime = second
  ignoreRejection(element.play())
}

export interface ProgrammaticSeek {
  /** Announces a seek of the player itself, such as resuming or reloading. */
  expect: (second: number) => void
  /** Returns whether a seek was announced, and forgets it. */
  consume: (second: number) => boolean
}

/** Tolerance for comparing positions, because players round. */
export const NEAR_SECONDS = 0.25

/** Distinguishes seeks of the player from those of the person, so that no question blocks them. */
export const createProgrammaticSeek = (): ProgrammaticSeek => {
  let expected: number | null = null
  return {
    expect: (second) => {
      expected = second
    },
    consume: (second) => {
      const isExpected = expected !== null && Math.abs(expected - second) < NEAR_SECONDS
      if (isExpected) expected = null
      return isExpected
    },
  }
}
