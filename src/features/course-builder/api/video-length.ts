/** Seconds to a tenth, as the browser reads them from the beginning of a film; null for what it cannot play. */
export const lengthOfVideo = (url: string): Promise<number | null> =>
  new Promise((resolve) => {
    const video = document.createElement('video')
    const end = (seconds: number | null) => {
      video.removeAttribute('src')
      resolve(seconds)
    }
    video.preload = 'metadata'
    video.onloadedmetadata = () => end(secondsOf(video))
    video.onerror = () => end(null)
    video.src = url
  })

/** Null where the length is not known, as of a stream. */
export const secondsOf = ({ duration }: { duration: number }): number | null =>
  Number.isFinite(duration) && duration > 0 ? Math.round(duration * 10) / 10 : null
