import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Route, Routes } from 'react-router-dom'
import { getJob, getJobMatch, reportJob, type JobDetail, type JobMatch } from '#contract/jobs/jobs.ts'
import { selectToasts } from '#src/core/notify/notify-slice.ts'
import { JobDetailPage, PublicJob } from '#src/features/jobs/index.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'
import { isolated } from '#src/shared/lib/text/isolated.ts'

const detail = (values: Partial<JobDetail> = {}): JobDetail => ({
  id: 4,
  title: 'Data analyst',
  company: 'Acme',
  location: 'Pune',
  type: 'full-time',
  level: 'entry',
  salary: null,
  remote: false,
  featured: false,
  deadline: '2099-12-31',
  deadline_at: '2099-12-31T18:30:00.000Z',
  posted_at: '2026-01-01T00:00:00.000Z',
  closed: null,
  description: 'First.\n\n<b>Second</b>.',
  requirements: ['SQL', 'Excel', 'Numbers', 'Patience'],
  benefits: ['Lunch'],
  company_url: null,
  questions: [],
  ...values,
})
const match: JobMatch = {
  saved: true,
  met: 1,
  of: 3,
  requirements: [
    {
      text: 'SQL',
      kind: 'course',
      state: 'met',
      evidence: { kind: 'course', course: { id: 1, title: 'SQL basics' }, percent: 100 },
      gap: null,
    },
    {
      text: 'Excel',
      kind: 'skill',
      state: 'partial',
      evidence: { kind: 'problems', skill: 'excel', solved: 1, needed: 3 },
      gap: { id: 2, title: 'Excel for all' },
    },
    {
      text: 'Numbers',
      kind: 'assessment',
      state: 'missing',
      evidence: { kind: 'assessment', assessment: { id: 9, title: 'Entrance' }, percent: null, needed: 60 },
      gap: null,
    },
    { text: 'Patience', kind: 'other', state: 'unchecked', evidence: null, gap: null },
  ],
}

const open = async (job: JobDetail) => {
  fakeCall(getJob, job)
  fakeCall(getJobMatch, match)
  return renderPage(
    <Routes>
      <Route
        path="/jobs/:jobId"
        element={<JobDetailPage apply={() => <button type="button">Apply now</button>} />}
      />
    </Routes>,
    { path: '/jobs/4' },
  )
}

describe('the page of a job', () => {
  it('lists each requirement with its state, the evidence and what closes the gap', async () => {
    await open(detail())
    await screen.findByRole('heading', { level: 1, name: 'Data analyst' })
    const row = (text: string) => screen.getByText(text).closest('li')!
    expect(await screen.findByText(`You completed ${isolated('SQL basics')}.`)).toBeInTheDocument()
    expect(within(row('SQL')).getByText('Met')).toBeInTheDocument()
    expect(within(row('Excel')).getByText(`1 of 3 ${isolated('excel')} tasks solved.`)).toBeInTheDocument()
    expect(
      within(row('Excel')).getByRole('link', { name: `Continue with ${isolated('Excel for all')}` }),
    ).toHaveAttribute('href', '/courses/2')
    expect(
      within(row('Numbers')).getByRole('link', { name: `Take ${isolated('Entrance')}` }),
    ).toHaveAttribute('href', '/assessment/9')
    expect(within(row('Patience')).getByText('Up to you to judge')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Saved' })).toHaveAttribute('aria-pressed', 'true')
  })

  it('shows the employer’s text as text', async () => {
    await open(detail())
    expect(await screen.findByText('<b>Second</b>.')).toBeInTheDocument()
  })

  it('keeps the panel of applying when the job has closed', async () => {
    await open(detail({ closed: 'deadline' }))
    expect((await screen.findAllByText('Applying has closed')).length).toBeGreaterThan(0)
    expect(screen.getByRole('button', { name: 'Apply now' })).toBeInTheDocument()
  })

  it('offers a visitor to sign in while the job is open, and not afterwards', async () => {
    const show = async (job: JobDetail) => {
      fakeCall(getJob, job)
      return renderPage(<PublicJob onSignIn={() => undefined} />, { path: '/jobs/4', person: null })
    }
    const { unmount } = await show(detail())
    expect(await screen.findByRole('link', { name: 'Sign in to apply' })).toHaveAttribute('href', '/login')
    unmount()
    await show(detail({ closed: 'deadline' }))
    expect((await screen.findAllByText('Applying has closed')).length).toBeGreaterThan(0)
    expect(screen.queryByRole('link', { name: 'Sign in to apply' })).not.toBeInTheDocument()
  })

  it('says that a job does not exist', async () => {
    fakeCall(getJob, failWith('not_found'))
    fakeCall(getJobMatch, failWith('not_found'))
    await renderPage(
      <Routes>
        <Route path="/jobs/:jobId" element={<JobDetailPage />} />
      </Routes>,
      { path: '/jobs/4' },
    )
    expect(
      await screen.findByRole('heading', { level: 1, name: 'This job does not exist' }),
    ).toBeInTheDocument()
  })

  it('sends a report, and asks for words where no reason fits', async () => {
    const sent: unknown[] = []
    fakeCall(reportJob, ({ body }) => {
      sent.push(body)
      return { detail: 'ok' }
    })
    const { user, store } = await open(detail())
    await user.click(await screen.findByRole('button', { name: 'Report this job' }))
    await user.click(await screen.findByRole('radio', { name: 'Something else' }))
    await user.click(screen.getByRole('button', { name: 'Send report' }))
    expect(screen.getByText('Please describe what is wrong.')).toBeInTheDocument()
    await user.type(screen.getByRole('textbox', { name: 'Details' }), 'Odd')
    await user.click(screen.getByRole('button', { name: 'Send report' }))
    await waitFor(() =>
      expect(selectToasts(store.getState()).map(({ title }) => title)).toEqual([
        'Thank you. We will look at this job.',
      ]),
    )
    expect(sent).toEqual([{ reason: 'other', text: 'Odd' }])
  })
})
