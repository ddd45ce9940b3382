import { describe, expect, it, vi } from 'vitest'
import type { StoredMedia } from '#contract/course-builder/uploads.ts'
import { createUploadQueue, type UploadQueue } from '#src/features/course-builder/model/upload-queue.ts'
import type { Upload, UploadState } from '#src/core/editing/upload.ts'

type State = UploadState<StoredMedia>
const video: StoredMedia = { url: '/files/7/a.mp4', mime: 'video/mp4', duration_seconds: 12 }
const job = { slot: 'lesson.video', kind: 'video', name: 'film.mp4', fingerprint: 'film-mp4' } as const

/** A queue with one upload that the test controls. */
const createQueueWithUpload = () => {
  const deliver = vi.fn<(slot: string, media: StoredMedia) => void>()
  const onChanged = vi.fn<() => void>()
  const uploadQueue = createUploadQueue({ deliver, onChanged })
  const upload = {
    pause: vi.fn<() => void>(),
    resume: vi.fn<() => void>(),
    stop: vi.fn<() => void>(),
    cancel: vi.fn<() => Promise<void>>(() => Promise.resolve()),
  } satisfies Upload
  const control: { state: (state: State) => void } = { state: () => undefined }
  uploadQueue.start(job, (onState) => {
    control.state = onState
    onState({ phase: 'sending', sent: 0, total: 10 })
    return upload
  })
  return { uploadQueue, upload, deliver, onChanged, control }
}
const phases = (uploadQueue: UploadQueue) => uploadQueue.all().map(({ state }) => state.phase)

describe('upload queue', () => {
  it('delivers a finished upload once', () => {
    const { uploadQueue, deliver, onChanged, control } = createQueueWithUpload()
    expect(phases(uploadQueue)).toEqual(['sending'])

    control.state({ phase: 'done', result: video })

    expect(deliver.mock.calls).toEqual([['lesson.video', video]])
    expect(phases(uploadQueue)).toEqual(['done'])
    expect(onChanged).toHaveBeenCalledTimes(1)
  })

  it('discards a cancelled upload on the server and then refreshes the list', async () => {
    const { uploadQueue, upload, onChanged } = createQueueWithUpload()

    uploadQueue.cancel('lesson.video')

    expect(uploadQueue.all()).toEqual([])
    expect(upload.cancel).toHaveBeenCalledTimes(1)
    await vi.waitFor(() => expect(onChanged).toHaveBeenCalledTimes(1))
  })

  it('stops uploads without discarding them when the page closes', () => {
    const { uploadQueue, upload } = createQueueWithUpload()

    uploadQueue.stop()

    expect(upload.stop).toHaveBeenCalledTimes(1)
    expect(upload.cancel).not.toHaveBeenCalled()
    expect(uploadQueue.all()).toEqual([])
  })

  it('continues one upload when another fails', () => {
    const { uploadQueue, control } = createQueueWithUpload()
    uploadQueue.start({ ...job, slot: 'cover', kind: 'image' }, (onState) => {
      onState({ phase: 'failed', error: new Error('no') })
      return null
    })

    control.state({ phase: 'sending', sent: 5, total: 10 })

    expect(uploadQueue.all().map(({ slot, state }) => [slot, state.phase])).toEqual([
      ['lesson.video', 'sending'],
      ['cover', 'failed'],
    ])
  })
})
