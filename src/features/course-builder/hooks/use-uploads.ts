import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { StoppedUpload } from '#contract/course-builder/interrupted-uploads.ts'
import { registerBusy } from '#src/core/session/busy.ts'
import { builderKeys, uploadsQuery } from '../api/builder.queries.ts'
import { lengthOfVideo } from '../api/video-length.ts'
import type { Editing } from '../model/editing.ts'
import { deliveryOf, lengthFor, type Place } from '../model/upload-slots.ts'
import { createUploadQueue, isRunning, type OnItsWay, type UploadQueue } from '../model/upload-queue.ts'
import { useBuilder } from './use-builder.ts'

/** The desk of the course that is open: it goes with the builder's page, not with the editor of one item. */
export const useUploadQueue = (courseId: number, editing: Editing): UploadQueue => {
  const client = useQueryClient()
  const [desk] = useState(() =>
    createUploadQueue({
      deliver: (place, media) => {
        const change = deliveryOf(editing.state().document, place, media)
        if (change) editing.apply(change)
        if (place.endsWith('.video')) void measure(editing, place, media.url)
      },
      onChanged: () => void client.invalidateQueries({ queryKey: builderKeys.uploads(courseId) }),
    }),
  )
  const running = useSyncExternalStore(desk.subscribe, () => desk.all().some(isRunning))
  useEffect(() => (running ? registerBusy('upload') : undefined), [running])
  useEffect(() => () => desk.stop(), [desk])
  return desk
}

/** Nobody may be looking at the film when it arrives, and without its length nobody could finish it. */
const measure = async (editing: Editing, place: Place, url: string) => {
  const seconds = await lengthOfVideo(url)
  const change = seconds === null ? null : lengthFor(editing.state().document, place, url, seconds)
  if (change) editing.apply(change)
}

/** All files of this course that were chosen here since its page was opened. */
export const useUploads = (): readonly OnItsWay[] => {
  const { desk } = useBuilder()
  return useSyncExternalStore(desk.subscribe, desk.all)
}

/** The file that was chosen for a place last. */
export const useUpload = (place: Place): OnItsWay | null =>
  useUploads().find((entry) => entry.place === place) ?? null

/** Files of earlier visits that stopped on their way; those that go on here are none. */
export const useStopped = (): readonly StoppedUpload[] => {
  const { courseId } = useBuilder()
  const { data = [] } = useQuery(uploadsQuery(courseId))
  const running = useUploads().filter(isRunning)
  return data.filter(
    (line) =>
      !running.some(({ place, fingerprint }) => place === line.place && fingerprint === line.fingerprint),
  )
}
