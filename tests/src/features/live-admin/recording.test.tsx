import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { beginRecordingUpload, placeRecording } from '#contract/live/admin/recordings.ts'
import { getOptions, getStaffSession, saveRecording } from '#contract/live/admin/sessions.ts'
import {
  recordingProblems,
  toRecordingBody,
  typedRecording,
} from '#src/features/live-admin/model/recording-form.ts'
import { LivePlannerPage } from '#src/features/live-admin/pages/LivePlannerPage.tsx'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'
import { aSessionDetail, someOptions } from './session-factory.ts'

const ready = aSessionDetail({
  state: 'ended',
  recording: { state: 'ready', expected_at: null, ready_at: '2030-01-07T12:00:00Z', duration_seconds: 95 },
  recording_media: {
    url: '/files/7/loops.webm',
    captions: [{ language: 'en', label: 'English', url: '/files/7/loops.vtt' }],
  },
})
const open = (session = ready) => {
  fakeCall(getStaffSession, session)
  return renderPage(
    <main>
      <LivePlannerPage />
    </main>,
    { path: '/admin/live?session=5' },
  )
}

describe('the form of a recording', () => {
  it('keeps a stored file with its exact length and captions', () => {
    expect(toRecordingBody(typedRecording(ready))).toEqual({
      state: 'ready',
      url: '/files/7/loops.webm',
      duration_seconds: 95,
      captions: ready.recording_media.captions,
    })
  })

  it('asks for a file, for an https link with its length, and for nothing when it comes later', () => {
    const empty = typedRecording(aSessionDetail())
    expect(recordingProblems(empty)).toEqual(['file'])
    expect(
      recordingProblems({ ...empty, way: 'link', link: 'http://a.example/x.mp4', minutes: '0' }),
    ).toEqual(['link', 'minutes'])
    expect(recordingProblems({ ...empty, way: 'expected' })).toEqual([])
  })
})

describe('the recording of a session', () => {
  it('is saved by link', async () => {
    const { requests } = fakeCall(saveRecording, ready)
    const { user } = await open(aSessionDetail({ state: 'ended' }))
    await user.click(await screen.findByRole('button', { name: 'Attach a recording' }))
    await user.click(await screen.findByRole('radio', { name: 'By link' }))
    await user.type(screen.getByLabelText('Link to the video'), 'https://cdn.example.org/loops.mp4')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(requests[0]?.body).toMatchObject({
        state: 'ready',
        url: 'https://cdn.example.org/loops.mp4',
        duration_seconds: 3600,
      }),
    )
  })

  it('says why a file was not taken, and keeps the form', async () => {
    fakeCall(beginRecordingUpload, failWith('unsupported_media_type'))
    const { user, container } = await open(aSessionDetail({ state: 'ended' }))
    await user.click(await screen.findByRole('button', { name: 'Attach a recording' }))
    const input = container.ownerDocument.querySelector<HTMLInputElement>('input[accept*="mp4"]')
    await user.upload(input as HTMLInputElement, new File(['x'], 'talk.mp4', { type: 'video/mp4' }))
    expect(await screen.findByText('“talk.mp4” could not be uploaded')).toBeInTheDocument()
    expect(screen.getByText(/Only MP4 and WebM/)).toBeInTheDocument()
  })

  it.each([
    ['published', 'Learners have it in the course now.'],
    ['drafted', 'It is in the draft of the course.'],
    ['there', 'It is in this course already.'],
  ] as const)('is placed in a course: %s', async (outcome, text) => {
    fakeCall(getOptions, someOptions)
    const { requests } = fakeCall(placeRecording, { outcome })
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Place in a course' }))
    const dialog = await screen.findByRole('dialog', { name: 'Place in a course' })
    await user.click(await within(dialog).findByRole('button', { name: 'Place it' }))
    expect(await within(dialog).findByText(text)).toBeInTheDocument()
    expect(requests[0]?.body).toEqual({ course_id: 3, section_id: 8 })
    expect(within(dialog).getByRole('link', { name: 'Open the course' })).toHaveAttribute(
      'href',
      '/admin/courses/3',
    )
  })
})
