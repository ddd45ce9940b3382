import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  getJobFacets,
  listJobs,
  listJobSearches,
  putJobSearch,
  saveJob,
  type JobFacets,
  type ListedJob,
  type SavedSearch,
} from '#contract/jobs/jobs.ts'
import { jobLevels, jobTypes, salaryBands } from '#contract/jobs/shapes.ts'
import { selectToasts } from '#src/core/notify/notify-slice.ts'
import { JobListPage } from '#src/features/jobs/index.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const job = (id: number, values: Partial<ListedJob> = {}): ListedJob => ({
  id,
  title: `Job ${id}`,
  company: 'Acme',
  location: 'Pune',
  type: 'full-time',
  level: 'entry',
  salary: { min: 400_000, max: 600_000, currency: 'INR', period: 'year' },
  remote: false,
  featured: false,
  deadline: '2099-12-31',
  deadline_at: '2099-12-31T18:30:00.000Z',
  posted_at: '2026-01-01T00:00:00.000Z',
  closed: null,
  saved: false,
  match: { met: 1, of: 3 },
  ...values,
})
const facets = (): JobFacets => ({
  count: 2,
  remote: 1,
  featured: 0,
  matched: 1,
  saved: 0,
  type: jobTypes.map((value) => ({ value, count: 1 })),
  level: jobLevels.map((value) => ({ value, count: 2 })),
  salary: salaryBands.map((value) => ({ value, count: 3 })),
})
const page = (results: ListedJob[]) => ({ count: results.length, next: null, previous: null, results })

const open = async (path = '/jobs', searches: SavedSearch[] = []) => {
  const asked: Record<string, string>[] = []
  fakeCall(listJobs, ({ query }) => {
    asked.push(query)
    return page([job(1), job(2, { match: { met: 3, of: 3 }, remote: true })])
  })
  fakeCall(getJobFacets, facets())
  fakeCall(listJobSearches, { results: searches })
  const rendered = await renderPage(<JobListPage />, { path })
  return { ...rendered, asked }
}

describe('the job board', () => {
  it('shows each job with salary, deadline and match', async () => {
    await open()
    const first = (await screen.findByRole('heading', { level: 2, name: 'Job 1' })).closest('li')!
    expect(within(first).getByText('₹4,00,000 – ₹6,00,000 a year')).toBeInTheDocument()
    expect(within(first).getByText(/Apply by/)).toBeInTheDocument()
    expect(within(first).getByText('You meet 1 of 3 requirements')).toBeInTheDocument()
    expect(screen.getByText('You meet the requirements')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Job 1' })).toHaveAttribute('href', '/jobs/1')
  })

  it('keeps search, place and filters in the address and asks the server for them', async () => {
    const { user, address, asked } = await open('/jobs?type=contract,gig&remote=true')
    await user.type(await screen.findByRole('searchbox', { name: 'Keyword' }), 'sql')
    await waitFor(() => expect(address()).toContain('search=sql'))
    await user.type(screen.getByRole('searchbox', { name: 'Location' }), 'pune')
    await waitFor(() => expect(address()).toContain('location=pune'))
    await user.click(screen.getByRole('button', { name: /I meet the requirements/ }))
    await waitFor(() =>
      expect(asked.at(-1)).toMatchObject({
        search: 'sql',
        location: 'pune',
        type: 'contract',
        remote: 'true',
        matched: 'true',
      }),
    )
    expect(screen.getByRole('button', { name: /I meet the requirements/ })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
  })

  it('offers to clear the filters when nothing matches', async () => {
    const { user, address } = await open('/jobs')
    fakeCall(listJobs, page([]))
    await user.type(await screen.findByRole('searchbox', { name: 'Keyword' }), 'zzz')
    expect(await screen.findByText('No job matches your search')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(address()).toBe('/jobs'))
  })

  it('offers to try again after a failure', async () => {
    fakeCall(listJobs, failWith('internal_error'))
    fakeCall(getJobFacets, facets())
    fakeCall(listJobSearches, { results: [] })
    await renderPage(<JobListPage />, { path: '/jobs' })
    expect(
      await screen.findByText('The jobs could not be loaded.', {}, { timeout: 5000 }),
    ).toBeInTheDocument()
  })

  it('takes a bookmark back when the server refuses it', async () => {
    fakeCall(saveJob, failWith('internal_error'))
    const { user, store } = await open()
    await user.click(await screen.findByRole('button', { name: 'Save Job 1' }))
    await waitFor(() =>
      expect(selectToasts(store.getState()).map(({ title }) => title)).toEqual([
        'The job could not be saved. Please try again.',
      ]),
    )
    expect(screen.getByRole('button', { name: 'Save Job 1' })).toBeInTheDocument()
  })

  it('switches the alert of a saved search on and off with one press', async () => {
    const saved = {
      id: '0b0e7f3a-6a5e-4d0e-9f52-9d0a3f6f0001',
      filters: { search: 'sql' },
      has_alerts: false,
      count: 3,
      fresh: 0,
      created_at: '2026-11-01T08:00:00Z',
    }
    const put = fakeCall(putJobSearch, ({ body }) => ({
      results: [{ ...saved, has_alerts: body.has_alerts }],
    }))
    const { user } = await open('/jobs', [saved])
    await user.click(await screen.findByRole('button', { name: /^Tell me about new jobs for / }))
    expect(await screen.findByText('Daily alert')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: /^Stop alerts for / }))
    await waitFor(() => expect(screen.queryByText('Daily alert')).not.toBeInTheDocument())
    expect(put.requests.map(({ body }) => body.has_alerts)).toEqual([true, false])
  })

  it('saves the current search', async () => {
    const sent: unknown[] = []
    fakeCall(putJobSearch, ({ body }) => {
      sent.push(body)
      return { results: [] }
    })
    const { user } = await open('/jobs?search=sql&level=entry&matched=true')
    await user.click(await screen.findByRole('button', { name: 'Save this search' }))
    await waitFor(() =>
      expect(sent).toEqual([{ filters: { search: 'sql', level: ['entry'] }, has_alerts: false }]),
    )
  })
})
