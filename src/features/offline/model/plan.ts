/** What of a course's list a device fetches. Pure. */
import type { CourseOffline, OfflineFile } from '#contract/offline/offline.ts'

export interface RuntimeFile {
  path: string
  bytes: number
}
export interface Plan {
  files: readonly OfflineFile[]
  runtimes: readonly RuntimeFile[]
  /** Everything together. */
  bytes: number
}

const sum = (list: readonly { bytes: number }[]) => list.reduce((all, { bytes }) => all + bytes, 0)

/** Of each film the first format that plays here; the rest as listed. */
export const planOf = (
  course: CourseOffline,
  plays: (mime: string) => boolean,
  runtimesOf: (language: CourseOffline['languages'][number]) => readonly RuntimeFile[],
): Plan => {
  const videos = course.files.filter(({ kind }) => kind === 'film')
  const items = [...new Set(videos.map(({ item_id }) => item_id))]
  const chosen = items.flatMap((item) => {
    const formats = videos.filter(({ item_id }) => item_id === item)
    const video = formats.find(({ mime }) => plays(mime)) ?? formats[0]
    return video ? [video] : []
  })
  const files = [...course.files.filter(({ kind }) => kind !== 'film'), ...chosen]
  const runtimes = course.languages.flatMap((language) => [...runtimesOf(language)])
  return { files, runtimes, bytes: sum(files) + sum(runtimes) + course.text_bytes }
}
