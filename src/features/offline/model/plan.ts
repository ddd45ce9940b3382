/** The files of a course that a device downloads. Pure. */
import type { CourseOffline, OfflineFile } from '#contract/offline/offline.ts'

export interface RuntimeFile {
  path: string
  bytes: number
}
export interface Plan {
  files: readonly OfflineFile[]
  runtimes: readonly RuntimeFile[]
  /** The total size. */
  bytes: number
}

const sum = (list: readonly { bytes: number }[]) => list.reduce((total, { bytes }) => total + bytes, 0)

/** For each video the first format that the device can play; everything else as listed. */
export const planOf = (
  course: CourseOffline,
  canPlay: (mime: string) => boolean,
  runtimesOf: (language: CourseOffline['languages'][number]) => readonly RuntimeFile[],
): Plan => {
  const videos = course.files.filter(({ kind }) => kind === 'film')
  const items = [...new Set(videos.map(({ item_id }) => item_id))]
  const playable = items.flatMap((item) => {
    const formats = videos.filter(({ item_id }) => item_id === item)
    const video = formats.find(({ mime }) => canPlay(mime)) ?? formats[0]
    return video ? [video] : []
  })
  const files = [...course.files.filter(({ kind }) => kind !== 'film'), ...playable]
  const runtimes = course.languages.flatMap((language) => [...runtimesOf(language)])
  return { files, runtimes, bytes: sum(files) + sum(runtimes) + course.text_bytes }
}
