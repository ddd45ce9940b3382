import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { beginUpload, finishUpload, getUpload, sendPiece } from '#contract/course-builder/course-builder.ts'
import { discardUpload, type StoppedUpload } from '#contract/course-builder/interrupted-uploads.ts'
import { fingerprintOf } from '#src/features/course-builder/api/upload-file.ts'
import { newItem } from '#src/features/course-builder/model/new-nodes.ts'
import { fakeCall } from '#tests/support/web/msw.ts'
import { anItem, withItems } from './factory.ts'
import { chooseFile, openBuilder } from './open-builder.tsx'

const MEGABYTE = 1024 * 1024
const video = new File([new Uint8Array(3 * MEGABYTE)], 'film.mp4', { type: 'video/mp4', lastModified: 1 })
const UPLOAD = '00000000-0000-4000-8000-000000000001'

const aStopped = (given: Partial<StoppedUpload> = {}): StoppedUpload => ({
  upload_id: UPLOAD,
  kind: 'video',
  name: 'film.mp4',
  size: video.size,
  offset: MEGABYTE,
  fingerprint: fingerprintOf(video),
  place: 'lesson.video',
  gone_at: '2026-11-28T10:00:00Z',
  ...given,
})

/** A course with an empty video and an article, and a server that holds what stopped. */
const open = async (at: string, stopped: StoppedUpload[]) => {
  const document = withItems(
    { ...newItem('video'), key: 'lesson', title: 'The film' },
    anItem({ key: 'text', title: 'The text' }),
  )
  const server = { stopped, got: stopped[0]?.offset ?? 0 }
  const standing = () => ({ upload_id: UPLOAD, offset: server.got, size: video.size })
  fakeCall(beginUpload, standing)
  fakeCall(getUpload, standing)
  const pieces = fakeCall(sendPiece, ({ body }) => {
    server.got = Math.min(video.size, body.offset + MEGABYTE)
    return standing()
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
  return { ...page, pieces, discards }
}
const choose = (user: Awaited<ReturnType<typeof open>>['user'], file: File) =>
  chooseFile(user, 'Choose a video', file)
const sources = ({ saves }: Awaited<ReturnType<typeof open>>) =>
  saves.requests
    .flatMap(({ body }) => body.operations)
    .map((action) =>
      action.op === 'item' && action.set.content?.type === 'video' ? action.set.content.sources : null,
    )

describe('an upload that stopped', () => {
  it('given a film cut off at a third, when its item is opened, then that is said there, and the same file goes on from there', async () => {
    const page = await open('item-lesson', [aStopped()])
    expect(await screen.findByText('film.mp4 stopped at 33%')).toBeInTheDocument()
    expect(screen.getByText(/kept until Nov 28, 2026/)).toBeInTheDocument()
    expect(screen.queryByRole('region', { name: 'Files on their way' })).not.toBeInTheDocument()

    await choose(page.user, video)

    await waitFor(() => expect(sources(page)).toEqual([[{ url: '/files/7/film.mp4', mime: 'video/mp4' }]]), {
      timeout: 4000,
    })
    expect(page.pieces.requests.map(({ body }) => body.offset)).toEqual([MEGABYTE, 2 * MEGABYTE])
    await waitFor(() => expect(screen.queryByText(/stopped at/)).not.toBeInTheDocument())
  })

  it('given another file at its place, when chosen, then it is said that it begins anew', async () => {
    const page = await open('item-lesson', [aStopped({ fingerprint: 'another-film' })])
    await screen.findByText('film.mp4 stopped at 33%')

    await choose(page.user, new File([video], 'other.mp4', { type: 'video/mp4', lastModified: 2 }))

    expect(
      await screen.findByText(/This is not film.mp4, so it starts from the beginning/),
    ).toBeInTheDocument()
  })

  it('given it somewhere else in the course, when the course is opened, then a notice leads there, and it can be discarded', async () => {
    const page = await open('item-text', [aStopped()])
    const notice = await screen.findByRole('region', { name: 'Files on their way' })
    expect(within(notice).getByRole('link', { name: 'The film' })).toHaveAttribute(
      'href',
      '/admin/courses/4?at=item-lesson',
    )

    await page.user.click(within(notice).getByRole('button', { name: 'Discard film.mp4' }))

    await waitFor(() => expect(notice).not.toBeInTheDocument())
    expect(page.discards.requests.map(({ params }) => params['uploadId'])).toEqual([UPLOAD])
  })

  it('given all of it there, when used, then it is stored without the file', async () => {
    const page = await open('item-lesson', [aStopped({ offset: video.size })])
    await screen.findByText('film.mp4 has arrived but is not in the course yet')

    await page.user.click(screen.getByRole('button', { name: 'Use it' }))

    await waitFor(() => expect(sources(page)).toHaveLength(1), { timeout: 4000 })
    expect(page.pieces.requests).toHaveLength(0)
  })
})

describe('an upload on its way', () => {
  it('given a film on its way, when another item is opened, then it goes on, is shown there, and arrives at its own', async () => {
    const page = await open('item-lesson', [])
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    fakeCall(sendPiece, async () => {
      await held
      return { upload_id: UPLOAD, offset: video.size, size: video.size }
    })
    await choose(page.user, video)
    expect(await screen.findByRole('button', { name: 'Pause' })).toBeInTheDocument()

    const outline = screen.getByRole('navigation', { name: 'Course outline' })
    await page.user.click(within(outline).getByRole('link', { name: /The text/ }))
    const notice = await screen.findByRole('region', { name: 'Files on their way' })
    expect(within(notice).getByRole('progressbar', { name: 'Upload of film.mp4' })).toBeInTheDocument()
    release()

    await waitFor(() => expect(notice).not.toBeInTheDocument())
    await waitFor(() => expect(sources(page)).toEqual([[{ url: '/files/7/film.mp4', mime: 'video/mp4' }]]), {
      timeout: 4000,
    })
  })
})
