/** The duration in seconds, rounded to a tenth. Null if the browser cannot play the video. */
export const readVideoDuration = (url: string): Promise<number | null> =>
  new Promise((resolve) => {
    const video = document.createElement('video')
    const finish = (seconds: number | null) => {
      video.removeAttribute('src')
      resolve(seconds)
    }
    video.preload = 'metadata'
    video.onloadedmetadata = () => finish(durationSeconds(video))
    video.onerror = () => finish(null)
    video.src = url
  })

/** Null if the duration is unknown, as for a live stream. */
export const durationSeconds = ({ duration }: { duration: number }): number | null =>
  Number.isFinite(duration) && duration > 0 ? Math.round(duration * 10) / 10 : null
