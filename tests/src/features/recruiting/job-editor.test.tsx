import { screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import {
  createJob,
  deleteJob,
  getEditedJob,
  getJobOptions,
  saveEditedJob,
  setJobState,
  type EditedJob,
  type JobOptions,
} from '#contract/job-applications/editor.ts'
import { readDrafts } from '#src/core/offline/drafts.ts'
import { safeLocal } from '#src/core/storage/safe-storage.ts'
import { EditJobPage, NewJobPage } from '#src/features/recruiting/index.ts'
import { aJob } from '#tests/support/content/jobs.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const options: JobOptions = {
  languages: ['en', 'hi'],
  currency: 'INR',
  time_zone: 'Asia/Kolkata',
  today: '2026-01-15',
  courses: [{ id: 4, title: 'SQL basics' }],
  skills: ['sql'],
  assessments: [],
  recruiters: [{ id: 9, name: 'Nandini Rao' }],
}
const anEdited = (values: Partial<EditedJob> = {}): EditedJob => ({
  id: 3,
  document: aJob(),
  revision: 1,
  state: 'draft',
  closed: null,
  opens_at: null,
  posted_at: null,
  recruiters: [],
  applications: 0,
  ...values,
})
const open = async (path: string, edited = anEdited()) => {
  fakeCall(getJobOptions, options)
  fakeCall(getEditedJob, edited)
  const preview = (job: { title: string }) => <p>Preview of {job.title}</p>
  const page = await renderPage(
    <Routes>
      <Route path="/admin/jobs" element={<p>All jobs</p>} />
      <Route path="/admin/jobs/new" element={<NewJobPage preview={preview} />} />
      <Route path="/admin/jobs/:jobId/edit" element={<EditJobPage preview={preview} />} />
    </Routes>,
    { path },
  )
  await screen.findByLabelText('Company')
  return page
}

describe('the editor of a job', () => {
  it('says what is missing, and saves a draft once it is whole', async () => {
    const { user } = await open('/admin/jobs/new')
    const { requests } = fakeCall(createJob, anEdited())
    await user.click(screen.getByRole('button', { name: 'Save draft' }))
    expect(await screen.findByText('4 fields need a look')).toBeInTheDocument()
    expect(requests).toHaveLength(0)
    await user.type(screen.getByLabelText('Company'), 'Acme')
    await user.type(screen.getByLabelText('Job title'), 'Data analyst')
    await user.type(screen.getByLabelText('Place'), 'Pune')
    await user.type(screen.getByLabelText('Description'), 'Read numbers.')
    await user.click(screen.getByRole('button', { name: 'Save draft' }))
    expect(await screen.findByRole('button', { name: 'Publish now' })).toBeInTheDocument()
    expect(requests[0]?.body).toMatchObject({
      document: {
        language: 'en',
        company: 'Acme',
        texts: { en: { title: 'Data analyst', location: 'Pune' } },
      },
    })
  })

  it('writes each language apart, and says which one is not translated', async () => {
    const { user } = await open('/admin/jobs/3/edit')
    const { requests } = fakeCall(saveEditedJob, anEdited({ revision: 2 }))
    expect(screen.getByRole('radio', { name: /हिन्दी.*Not translated/ })).toBeInTheDocument()
    await user.click(screen.getByRole('radio', { name: /हिन्दी/ }))
    await user.type(screen.getByLabelText('Job title'), 'विश्लेषक')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('2 fields need a look')).toBeInTheDocument()
    await user.type(screen.getByLabelText('Place'), 'पुणे')
    await user.type(screen.getByLabelText('Description'), 'अंक पढ़ें।')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByRole('button', { name: 'Publish now' })
    expect(requests[0]?.body).toMatchObject({
      revision: 1,
      document: { texts: { en: { title: 'Data analyst' }, hi: { title: 'विश्लेषक' } } },
    })
  })

  it('keeps what was typed when somebody else saved the job, and asks whose stays', async () => {
    const { user } = await open('/admin/jobs/3/edit')
    fakeCall(saveEditedJob, failWith('conflict'))
    fakeCall(getEditedJob, anEdited({ revision: 2, document: aJob({ company: 'Theirs' }) }))
    await user.clear(screen.getByLabelText('Company'))
    await user.type(screen.getByLabelText('Company'), 'Mine')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByRole('button', { name: 'Keep mine' })).toBeInTheDocument()
    expect(screen.getByLabelText('Company')).toHaveValue('Mine')
    await user.click(screen.getByRole('button', { name: 'Keep mine' }))
    const { requests } = fakeCall(saveEditedJob, anEdited({ revision: 3 }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByRole('button', { name: 'Publish now' })
    expect(requests[0]?.body).toMatchObject({ revision: 2, document: { company: 'Mine' } })
  })

  it('publishes what is saved, not what is typed', async () => {
    const { user } = await open('/admin/jobs/3/edit')
    const { requests } = fakeCall(setJobState, anEdited({ state: 'open', posted_at: '2026-01-15T09:00:00Z' }))
    await user.type(screen.getByLabelText('Company'), ' Ltd')
    expect(screen.getByRole('button', { name: 'Publish now' })).toBeDisabled()
    await user.clear(screen.getByLabelText('Company'))
    await user.type(screen.getByLabelText('Company'), 'Acme')
    await user.click(screen.getByRole('button', { name: 'Publish now' }))
    expect(await screen.findByRole('button', { name: 'Close now' })).toBeInTheDocument()
    expect(requests[0]?.body).toMatchObject({ state: 'open' })
  })

  it('deletes a job that nobody has seen after a question, with what was typed', async () => {
    const { user } = await open('/admin/jobs/3/edit')
    await user.type(screen.getByLabelText('Company'), ' Ltd')
    await waitFor(() => expect(readDrafts(safeLocal)?.entries).toHaveProperty('job-3'))
    await user.click(screen.getByRole('button', { name: 'Delete job…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete this job?' }))
    fakeCall(deleteJob, failWith('conflict'))
    await user.click(dialog.getByRole('button', { name: 'Delete job' }))
    expect(await dialog.findByRole('alert')).toBeInTheDocument()
    const { requests } = fakeCall(deleteJob, undefined)
    await user.click(dialog.getByRole('button', { name: 'Delete job' }))
    expect(await screen.findByText('All jobs')).toBeInTheDocument()
    expect(requests).toHaveLength(1)
    expect(readDrafts(safeLocal)?.entries ?? {}).not.toHaveProperty('job-3')
  })

  it('leaves the page of a job that is already gone', async () => {
    const { user } = await open('/admin/jobs/3/edit')
    fakeCall(deleteJob, failWith('not_found'))
    await user.click(screen.getByRole('button', { name: 'Delete job…' }))
    await user.click(await screen.findByRole('button', { name: 'Delete job' }))
    expect(await screen.findByText('All jobs')).toBeInTheDocument()
  })

  it.each(['open', 'closed'] as const)('offers no deletion of a job that is %s', async (state) => {
    await open('/admin/jobs/3/edit', anEdited({ state, posted_at: '2026-01-15T09:00:00Z' }))
    expect(screen.queryByRole('button', { name: 'Delete job…' })).not.toBeInTheDocument()
  })

  it('shows a preview of what is typed', async () => {
    const { user } = await open('/admin/jobs/3/edit')
    await user.clear(screen.getByLabelText('Job title'))
    await user.type(screen.getByLabelText('Job title'), 'Cook')
    await user.click(screen.getByRole('button', { name: 'Preview' }))
    expect(await within(await screen.findByRole('dialog')).findByText('Preview of Cook')).toBeInTheDocument()
  })
})
