import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { StoppedUpload } from '#contract/course-builder/interrupted-uploads.ts'
import { registerBusy } from '#src/core/session/busy.ts'
import { builderKeys, uploadsQuery } from '../api/builder.queries.ts'
import { readVideoDuration } from '#src/shared/lib/video-length.ts'
import type { Editing } from '../model/editing.ts'
import { uploadOperation, durationOperation, type UploadSlot } from '../model/upload-slots.ts'
import { createUploadQueue, isRunning, type UploadEntry, type UploadQueue } from '../model/upload-queue.ts'
import { useBuilder } from './use-builder.ts'

/** The upload queue of the open course. It lives as long as the builder's page, not one item's editor. */
export const useUploadQueue = (courseId: number, editing: Editing): UploadQueue => {
  const queryClient = useQueryClient()
  const [uploadQueue] = useState(() =>
    createUploadQueue({
      deliver: (slot, media) => {
        const change = uploadOperation(editing.state().document, slot, media)
        if (change) editing.apply(change)
        if (slot.endsWith('.video')) void saveDuration(editing, slot, media.url)
      },
      onChanged: () => void queryClient.invalidateQueries({ queryKey: builderKeys.uploads(courseId) }),
    }),
  )
  const isUploading = useSyncExternalStore(uploadQueue.subscribe, () => uploadQueue.all().some(isRunning))
  useEffect(() => (isUploading ? registerBusy('upload') : undefined), [isUploading])
  useEffect(() => () => uploadQueue.stop(), [uploadQueue])
  return uploadQueue
}

/**
 * A video needs its duration, or nobody could complete it. Its editor may be closed when the upload
 * finishes, so read the duration here.
 */
const saveDuration = async (editing: Editing, slot: UploadSlot, url: string) => {
  const seconds = await readVideoDuration(url)
  const change = seconds === null ? null : durationOperation(editing.state().document, slot, url, seconds)
  if (change) editing.apply(change)
}

/** All uploads of this course since its page was opened. */
export const useUploads = (): readonly UploadEntry[] => {
  const { uploadQueue } = useBuilder()
  return useSyncExternalStore(uploadQueue.subscribe, uploadQueue.all)
}

/** The newest upload of a slot. */
export const useUpload = (slot: UploadSlot): UploadEntry | null =>
  useUploads().find((entry) => entry.slot === slot) ?? null

/** Uploads that were interrupted in an earlier visit and are not running again. */
export const useInterruptedUploads = (): readonly StoppedUpload[] => {
  const { courseId } = useBuilder()
  const { data = [] } = useQuery(uploadsQuery(courseId))
  const running = useUploads().filter(isRunning)
  return data.filter(
    (line) =>
      !running.some(({ slot, fingerprint }) => slot === line.place && fingerprint === line.fingerprint),
  )
}
