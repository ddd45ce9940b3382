import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { beginUpload, finishUpload, sendPiece } from '#contract/course-builder/uploads.ts'
import type { ScormContent } from '#contract/course-builder/draft.ts'
import { newItem } from '#src/features/course-builder/model/new-nodes.ts'
import { fakeCall } from '#tests/support/web/msw.ts'
import { withItems } from '../factory.ts'
import { chooseFile, openBuilder } from '../open-builder.tsx'

const UPLOAD = '00000000-0000-4000-8000-000000000001'
const URL = '/files/7/course-package.aaaaaaaaaaaaaaaaaaaa.zip'
const file = new File(['zip'], 'lesson.zip', { type: 'application/zip' })

const content: ScormContent = {
  type: 'scorm',
  package_url: URL,
  version: '1.2',
  launch: 'index.html',
  asset: false,
  pass_score: null,
  completion_threshold: null,
  launch_data: '',
  time_limit: '',
  time_limit_action: '',
}

const uploadPackage = async (missing: string[] | undefined) => {
  fakeCall(beginUpload, { upload_id: UPLOAD, offset: 0, size: file.size })
  fakeCall(sendPiece, { upload_id: UPLOAD, offset: file.size, size: file.size })
  fakeCall(finishUpload, {
    url: URL,
    mime: 'application/zip',
    duration_seconds: null,
    parts: [{ title: 'A part', content }],
    ...(missing && { missing_files: missing }),
  })
  const document = withItems({ ...newItem('scorm'), key: 'lesson', title: 'The package' })
  const { user } = await openBuilder('?at=item-lesson', { document })
  await chooseFile(user, 'Choose a SCORM package', file)
  await screen.findByText('SCORM 1.2', {}, { timeout: 4000 })
}

it('names the files that an uploaded package lacks', async () => {
  await uploadPackage(['content/film.mp4', 'content/style.css'])
  const notice = (await screen.findByText(/lists 2 files that it does not contain/)).closest('[role=status]')
  expect(within(notice as HTMLElement).getByText('content/film.mp4')).toBeInTheDocument()
  expect(within(notice as HTMLElement).getByText('content/style.css')).toBeInTheDocument()
})

it('says nothing about a complete package', async () => {
  await uploadPackage(undefined)
  expect(screen.queryByText(/does not contain/)).not.toBeInTheDocument()
})
