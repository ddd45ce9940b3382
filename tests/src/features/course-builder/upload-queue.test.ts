import { describe, expect, it, vi } from 'vitest'
import type { StoredMedia } from '#contract/course-builder/course-builder.ts'
import { createUploadQueue, type UploadQueue } from '#src/features/course-builder/model/upload-queue.ts'
import type { Upload, UploadState } from '#src/features/course-builder/model/upload.ts'

type State = UploadState<StoredMedia>
const video: StoredMedia = { url: '/files/7/a.mp4', mime: 'video/mp4', duration_seconds: 12 }
const job = { place: 'lesson.video', kind: 'video', name: 'film.mp4', fingerprint: 'film-mp4' } as const

/** A desk and one upload on it, told by hand. */
const aDesk = () => {
  const deliver = vi.fn<(place: string, media: StoredMedia) => void>()
  const onChanged = vi.fn<() => void>()
  const desk = createUploadQueue({ deliver, onChanged })
  const upload = {
    pause: vi.fn<() => void>(),
    resume: vi.fn<() => void>(),
    stop: vi.fn<() => void>(),
    cancel: vi.fn<() => Promise<void>>(() => Promise.resolve()),
  } satisfies Upload
  const tell: { state: (state: State) => void } = { state: () => undefined }
  desk.start(job, (onState) => {
    tell.state = onState
    onState({ phase: 'sending', sent: 0, total: 10 })
    return upload
  })
  return { desk, upload, deliver, onChanged, tell }
}
const phases = (desk: UploadQueue) => desk.all().map(({ state }) => state.phase)

describe('files on their way in an open course', () => {
  it('given a file on its way, when it arrives, then it is delivered to its place once', () => {
    const { desk, deliver, onChanged, tell } = aDesk()
    expect(phases(desk)).toEqual(['sending'])

    tell.state({ phase: 'done', result: video })

    expect(deliver.mock.calls).toEqual([['lesson.video', video]])
    expect(phases(desk)).toEqual(['done'])
    expect(onChanged).toHaveBeenCalledTimes(1)
  })

  it('given a file on its way, when cancelled, then it is given up on the server, and what is stopped is read anew after', async () => {
    const { desk, upload, onChanged } = aDesk()

    desk.cancel('lesson.video')

    expect(desk.all()).toEqual([])
    expect(upload.cancel).toHaveBeenCalledTimes(1)
    await vi.waitFor(() => expect(onChanged).toHaveBeenCalledTimes(1))
  })

  it('given a file on its way, when the page goes, then it is stopped and not given up', () => {
    const { desk, upload } = aDesk()

    desk.stop()

    expect(upload.stop).toHaveBeenCalledTimes(1)
    expect(upload.cancel).not.toHaveBeenCalled()
    expect(desk.all()).toEqual([])
  })

  it('given two places, when one fails, then the other goes on', () => {
    const { desk, tell } = aDesk()
    desk.start({ ...job, place: 'cover', kind: 'image' }, (onState) => {
      onState({ phase: 'failed', error: new Error('no') })
      return null
    })

    tell.state({ phase: 'sending', sent: 5, total: 10 })

    expect(desk.all().map(({ place, state }) => [place, state.phase])).toEqual([
      ['lesson.video', 'sending'],
      ['cover', 'failed'],
    ])
  })
})
