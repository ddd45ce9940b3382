/** Seconds to a tenth, as the browser reads them from the beginning of a film; null for what it cannot play. */
export const lengthOfFilm = (url: string): Promise<number | null> =>
  new Promise((resolve) => {
    const film = document.createElement('video')
    const end = (seconds: number | null) => {
      film.removeAttribute('src')
      resolve(seconds)
    }
    film.preload = 'metadata'
    film.onloadedmetadata = () => end(secondsOf(film))
    film.onerror = () => end(null)
    film.src = url
  })

/** Null where the length is not known, as of a stream. */
export const secondsOf = ({ duration }: { duration: number }): number | null =>
  Number.isFinite(duration) && duration > 0 ? Math.round(duration * 10) / 10 : null
