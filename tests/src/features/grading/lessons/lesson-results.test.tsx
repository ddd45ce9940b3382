import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  exportScormResults,
  listScormLessons,
  listScormResults,
  type ScormLesson,
  type ScormResult,
} from '#contract/grading/scorm-results.ts'
import { setServerReached } from '#src/core/http/connectivity.ts'
import { LessonResultsPage } from '#src/features/grading/lessons/index.ts'
import { failWith, fakeCall, noAnswer } from '#tests/support/web/msw.ts'
import { renderPage, type RenderOptions } from '#tests/support/web/render.tsx'

const lesson: ScormLesson = {
  item_id: 31,
  title: 'Where does the axis begin?',
  course: { id: 1, title: 'Chart Detective' },
  pass_percent: 60,
  learners: 3,
  opened: 2,
  done: 1,
  average_percent: 50,
}
const result = (name: string, overrides: Partial<ScormResult> = {}): ScormResult => ({
  learner: { id: name.length, name, email: `${name.toLowerCase()}@learn.test` },
  status: 'not_attempted',
  percent: null,
  seconds: 0,
  attempts: 0,
  last_used_at: null,
  ...overrides,
})
const page = <T,>(results: T[], count = results.length) => ({ count, next: null, previous: null, results })

const openLessons = (options: RenderOptions = {}) =>
  renderPage(<LessonResultsPage />, { path: '/admin/grading/lessons', ...options })
const openLearners = (options: RenderOptions = {}) =>
  renderPage(<LessonResultsPage />, { path: '/admin/grading/lessons?item=31', ...options })

beforeEach(() => setServerReached(true))

describe('interactive lessons', () => {
  it('links each lesson to its learners and keeps the search in the URL', async () => {
    const searches: (string | undefined)[] = []
    fakeCall(listScormLessons, ({ query }) => {
      searches.push(query['search'])
      return page(query['search'] === 'zzz' ? [] : [lesson])
    })
    const { user, address } = await openLessons()
    const link = await screen.findByRole('link', { name: /Where does the axis begin/ })
    expect(link.getAttribute('href')).toBe('/admin/grading/lessons?item=31')
    expect(link.textContent).toContain('1 of 3 learners done')
    await user.type(screen.getByRole('searchbox'), 'zzz')
    expect(await screen.findByText('No interactive lesson matches the search.')).toBeTruthy()
    expect(address()).toBe('/admin/grading/lessons?search=zzz')
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(await screen.findByRole('link', { name: /Where does the axis begin/ })).toBeTruthy()
    expect(searches).toContain('zzz')
  })

  it('shows empty, error and offline states', async () => {
    fakeCall(listScormLessons, page<ScormLesson>([]))
    const first = await openLessons()
    expect(await screen.findByText('No course of yours has an interactive lesson yet.')).toBeTruthy()
    first.unmount()
    fakeCall(listScormLessons, failWith('internal_error'))
    const second = await openLessons()
    expect(await screen.findByText('The interactive lessons could not be loaded.')).toBeTruthy()
    fakeCall(listScormLessons, page([lesson]))
    await second.user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('link', { name: /Where does the axis begin/ })).toBeTruthy()
    second.unmount()
    fakeCall(listScormLessons, noAnswer)
    setServerReached(false)
    await openLessons()
    expect(await screen.findByText(/^You are offline\./)).toBeTruthy()
  })
})

describe('learners of an interactive lesson', () => {
  const rows = [
    result('Bela', {
      status: 'passed',
      percent: 95,
      seconds: 210,
      attempts: 2,
      last_used_at: '2026-11-20T10:00:00Z',
    }),
    result('Nora Never'),
  ]

  it('shows status, score, time, attempts and last use per learner', async () => {
    fakeCall(listScormResults, { ...page(rows), lesson })
    await openLearners()
    const table = await screen.findByRole('table', { name: 'Learners of this lesson' })
    const [, first, second] = within(table).getAllByRole('row')
    expect(within(first as HTMLElement).getByText('Passed')).toBeTruthy()
    expect(first?.textContent).toMatch(/95%.*4 min.*2.*Nov 20, 2026/)
    expect(second?.textContent).toContain('Not started')
    expect(screen.getByText(/60% to pass/)).toBeTruthy()
  })

  it('sends status, order and page to the server and keeps them in the URL', async () => {
    const searches: Record<string, string>[] = []
    fakeCall(listScormResults, ({ query }) => {
      searches.push(query)
      return { ...page(rows, 50), lesson }
    })
    const { user, address } = await openLearners({
      path: '/admin/grading/lessons?item=31&status=failed&order=-percent',
    })
    await screen.findByRole('table')
    expect(searches[0]).toMatchObject({ status: 'failed', ordering: '-percent', page: '1' })
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    await waitFor(() => expect(searches.at(-1)).toMatchObject({ page: '2', status: 'failed' }))
    expect(address()).toBe('/admin/grading/lessons?item=31&status=failed&order=-percent&page=2')
  })

  it('saves the export under its name and reports the count', async () => {
    fakeCall(listScormResults, { ...page(rows), lesson })
    fakeCall(exportScormResults, { file_name: 'axis.csv', rows: 2, csv: 'name\r\nBela' })
    const fileNames: string[] = []
    vi.stubGlobal(
      'URL',
      Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }),
    )
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      fileNames.push(this.download)
    })
    const { user, store } = await openLearners()
    await screen.findByRole('table')
    await user.click(screen.getByRole('button', { name: 'Save as CSV' }))
    await waitFor(() => expect(fileNames).toEqual(['axis.csv']))
    expect(JSON.stringify(store.getState())).toContain('2 learners saved')
  })

  it("does not show another teacher's lesson", async () => {
    fakeCall(listScormResults, failWith('not_found'))
    await openLearners()
    expect(await screen.findByText('This lesson is no longer here')).toBeTruthy()
  })

  it('shows the empty state in Arabic', async () => {
    fakeCall(listScormResults, { ...page<ScormResult>([]), lesson })
    await openLearners({ language: 'ar' })
    expect(await screen.findByText('لم يسجّل أحد في هذه الدورة بعد.')).toBeTruthy()
  })
})
