/** Opens the builder with a server that accepts every save. */
import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import {
  getDraft,
  listTeachers,
  saveDraft,
  type DraftState,
} from '#contract/course-builder/course-builder.ts'
import { listUploads, type StoppedUpload } from '#contract/course-builder/interrupted-uploads.ts'
import { BuilderPage } from '#src/features/course-builder/index.ts'
import type { MakeRunner } from '#src/features/course-builder/model/try-out.ts'
import { fakeCall } from '#tests/support/web/msw.ts'
import { renderPage, type RenderOptions } from '#tests/support/web/render.tsx'
import { aDraft } from './factory.ts'

const noRunner: MakeRunner = () => Promise.reject(new Error('no engine in this test'))

/** The page alone. `at` is the URL's query, for example `?at=item-lesson`. */
export const showBuilder = (at = '', options: RenderOptions = {}, makeRunner = noRunner) =>
  renderPage(
    <main>
      <Routes>
        <Route path="/admin/courses/:courseId" element={<BuilderPage makeRunner={makeRunner} />} />
      </Routes>
    </main>,
    { path: `/admin/courses/4${at}`, ...options },
  )

export const openBuilder = async (
  at: string,
  changes: Partial<DraftState> = {},
  { stopped = () => [], ...options }: RenderOptions & { stopped?: () => StoppedUpload[] } = {},
) => {
  const draft = aDraft(changes)
  fakeCall(getDraft, draft)
  fakeCall(listTeachers, { results: [] })
  fakeCall(listUploads, () => ({ results: stopped() }))
  const { revision, saved_at, saved_by } = draft
  const saves = fakeCall(saveDraft, { revision: revision + 1, saved_at, saved_by })
  return { ...(await showBuilder(at, options)), saves }
}

/** Chooses a file in the file input with this label. */
export const chooseFile = async (
  user: Awaited<ReturnType<typeof openBuilder>>['user'],
  label: string,
  file: File,
) => {
  await screen.findAllByText(label)
  const input = document.querySelector(`input[type=file][aria-label="${label}"]`)
  if (!(input instanceof HTMLInputElement)) throw new Error('no file input')
  await user.upload(input, file)
}
