import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { beginUpload, finishUpload, getUpload, sendPiece } from '#contract/course-builder/uploads.ts'
import { discardUpload, type StoppedUpload } from '#contract/course-builder/interrupted-uploads.ts'
import { fingerprintOf } from '#src/core/editing/upload-attempts.ts'
import { newItem } from '#src/features/course-builder/model/new-nodes.ts'
import { fakeCall } from '#tests/support/web/msw.ts'
import { anItem, withItems } from '../factory.ts'
import { chooseFile, openBuilder } from '../open-builder.tsx'

const MEGABYTE = 1024 * 1024
const video = new File([new Uint8Array(3 * MEGABYTE)], 'film.mp4', { type: 'video/mp4', lastModified: 1 })
const UPLOAD = '00000000-0000-4000-8000-000000000001'

const anInterruptedUpload = (changes: Partial<StoppedUpload> = {}): StoppedUpload => ({
  upload_id: UPLOAD,
  kind: 'video',
  name: 'film.mp4',
  size: video.size,
  offset: MEGABYTE,
  fingerprint: fingerprintOf(video),
  place: 'lesson.video',
  gone_at: '2026-11-28T10:00:00Z',
  ...changes,
})

/** A course with an empty video and an article, and a server with interrupted uploads. */
const openCourse = async (at: string, stopped: StoppedUpload[]) => {
  const document = withItems(
    { ...newItem('video'), key: 'lesson', title: 'The film' },
    anItem({ key: 'text', title: 'The text' }),
  )
  const server = { stopped, received: stopped[0]?.offset ?? 0 }
  const progress = () => ({ upload_id: UPLOAD, offset: server.received, size: video.size })
  fakeCall(beginUpload, progress)
  fakeCall(getUpload, progress)
  const chunks = fakeCall(sendPiece, ({ body }) => {
    server.received = Math.min(video.size, body.offset + MEGABYTE)
    return progress()
  })
  fakeCall(finishUpload, () => {
    server.stopped = []
    return { url: '/files/7/film.mp4', mime: 'video/mp4', duration_seconds: null }
  })
  const discards = fakeCall(discardUpload, () => {
    server.stopped = []
    return undefined
  })
  const page = await openBuilder(`?at=${at}`, { document }, { stopped: () => server.stopped })
  return { ...page, chunks, discards }
}
const choose = (user: Awaited<ReturnType<typeof openCourse>>['user'], file: File) =>
  chooseFile(user, 'Choose a video', file)
const sources = ({ saves }: Awaited<ReturnType<typeof openCourse>>) =>
  saves.requests
    .flatMap(({ body }) => body.operations)
    .map((action) =>
      action.op === 'item' && action.set.content?.type === 'video' ? action.set.content.sources : null,
    )

describe('interrupted upload', () => {
  it('is shown at its item and continues when the same file is chosen', async () => {
    const page = await openCourse('item-lesson', [anInterruptedUpload()])
    expect(await screen.findByText('film.mp4 stopped at 33%')).toBeInTheDocument()
    expect(screen.getByText(/kept until Nov 28, 2026/)).toBeInTheDocument()
    expect(screen.queryByRole('region', { name: 'Other uploads in progress' })).not.toBeInTheDocument()

    await choose(page.user, video)

    await waitFor(() => expect(sources(page)).toEqual([[{ url: '/files/7/film.mp4', mime: 'video/mp4' }]]), {
      timeout: 4000,
    })
    expect(page.chunks.requests.map(({ body }) => body.offset)).toEqual([MEGABYTE, 2 * MEGABYTE])
    await waitFor(() => expect(screen.queryByText(/stopped at/)).not.toBeInTheDocument())
  })

  it('says that another file starts from the beginning', async () => {
    const page = await openCourse('item-lesson', [anInterruptedUpload({ fingerprint: 'another-film' })])
    await screen.findByText('film.mp4 stopped at 33%')

    await choose(page.user, new File([video], 'other.mp4', { type: 'video/mp4', lastModified: 2 }))

    expect(
      await screen.findByText(/This is not film.mp4, so the upload starts from the beginning/),
    ).toBeInTheDocument()
  })

  it('links to its item from elsewhere and can be discarded', async () => {
    const page = await openCourse('item-text', [anInterruptedUpload()])
    const notice = await screen.findByRole('region', { name: 'Other uploads in progress' })
    expect(within(notice).getByRole('link', { name: 'The film' })).toHaveAttribute(
      'href',
      '/admin/courses/4?at=item-lesson',
    )

    await page.user.click(within(notice).getByRole('button', { name: 'Discard film.mp4' }))

    await waitFor(() => expect(notice).not.toBeInTheDocument())
    expect(page.discards.requests.map(({ params }) => params['uploadId'])).toEqual([UPLOAD])
  })

  it('is stored without the file when everything has arrived', async () => {
    const page = await openCourse('item-lesson', [anInterruptedUpload({ offset: video.size })])
    await screen.findByText('film.mp4 is uploaded but not in the course yet')

    await page.user.click(screen.getByRole('button', { name: 'Use it' }))

    await waitFor(() => expect(sources(page)).toHaveLength(1), { timeout: 4000 })
    expect(page.chunks.requests).toHaveLength(0)
  })
})

describe('running upload', () => {
  it('continues and is added to its item while another item is open', async () => {
    const page = await openCourse('item-lesson', [])
    let release: () => void = () => undefined
    const untilReleased = new Promise<void>((resolve) => {
      release = resolve
    })
    fakeCall(sendPiece, async () => {
      await untilReleased
      return { upload_id: UPLOAD, offset: video.size, size: video.size }
    })
    await choose(page.user, video)
    expect(await screen.findByRole('button', { name: 'Pause' })).toBeInTheDocument()

    const outline = screen.getByRole('navigation', { name: 'Course outline' })
    await page.user.click(within(outline).getByRole('link', { name: /The text/ }))
    const notice = await screen.findByRole('region', { name: 'Other uploads in progress' })
    expect(within(notice).getByRole('progressbar', { name: 'Upload of film.mp4' })).toBeInTheDocument()
    release()

    await waitFor(() => expect(notice).not.toBeInTheDocument())
    await waitFor(() => expect(sources(page)).toEqual([[{ url: '/files/7/film.mp4', mime: 'video/mp4' }]]), {
      timeout: 4000,
    })
  })
})
