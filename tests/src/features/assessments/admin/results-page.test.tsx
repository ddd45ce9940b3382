import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  exportResults,
  listAssessmentTotals,
  listResults,
  releaseResults,
} from '#contract/assessments/admin/results.ts'
import { ResultsPage } from '#src/features/assessments/admin/index.ts'
import { bandChoices, RESULT_FILTERS } from '#src/features/assessments/admin/model/result-filters.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { failWith, fakeCall, noAnswer } from '#tests/support/web/msw.ts'
import { renderPage, type RenderOptions } from '#tests/support/web/render.tsx'
import { anAssessment, aResultsPage, aRow, ATTEMPT } from './factory.ts'

const PATH = '/admin/assesment-results'
const openResults = (path = PATH, options: RenderOptions = {}) =>
  renderPage(
    <main>
      <ResultsPage />
    </main>,
    { path, ...options },
  )
const rowsOf = (table: HTMLElement) => within(table).getAllByRole('row').slice(1)

afterEach(() => vi.restoreAllMocks())

describe('all assessments', () => {
  it('shows what needs a decision and links to results and monitor', async () => {
    fakeCall(listAssessmentTotals, {
      results: [
        anAssessment({ flagged: 2, appeals: 1, late: 3, open: 5 }),
        anAssessment({ id: 4, title: { hi: 'लघु' }, main_language: 'hi' }),
      ],
    })
    await openResults()
    const card = await screen.findByRole('article', { name: 'Entrance assessment' })
    for (const text of ['2 to review', '1 appeal', '3 late answers', 'Results not released'])
      expect(within(card).getByText(text)).toBeVisible()
    expect(within(card).getByRole('link', { name: 'Entrance assessment' })).toHaveAttribute(
      'href',
      `${PATH}?assessment=3`,
    )
    expect(within(card).getByRole('link', { name: /Live monitor/ })).toHaveAttribute('href', `${PATH}/live/3`)
    expect(screen.getByRole('article', { name: 'लघु' })).toBeVisible()
  })

  it('shows the empty and failed states', async () => {
    fakeCall(listAssessmentTotals, { results: [] })
    const empty = await openResults()
    expect(await screen.findByText('There is no assessment yet.')).toBeVisible()
    empty.unmount()
    fakeCall(listAssessmentTotals, failWith('internal_error'))
    const { user } = await openResults()
    expect(await screen.findByText('The assessments could not be loaded.')).toBeVisible()
    fakeCall(listAssessmentTotals, { results: [anAssessment()] })
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('article')).toBeVisible()
  })

  it('says that an unknown assessment does not exist and links back', async () => {
    fakeCall(listAssessmentTotals, { results: [anAssessment()] })
    await openResults(`${PATH}?assessment=99`)
    expect(await screen.findByRole('heading', { name: 'This assessment does not exist.' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'All assessments' })).toHaveAttribute('href', PATH)
  })
})

describe('results of one assessment', () => {
  it('shows score, percentile, scholarship and integrity events in a table', async () => {
    fakeCall(listAssessmentTotals, { results: [anAssessment()] })
    fakeCall(
      listResults,
      aResultsPage([
        aRow(),
        aRow(
          {
            state: 'open',
            finished_at: null,
            ended_by: null,
            percent: null,
            right: null,
            percentile: null,
            scholarship_percent: null,
            answered: 11,
          },
          1,
        ),
        aRow({ ended_by: 'deadline', events: 4, flagged: true, late: 1, appeal_open: true }, 2),
      ]),
    )
    await openResults(`${PATH}?assessment=3`)
    const [first, second, third] = rowsOf(await screen.findByRole('table', { name: 'Attempts' }))
    for (const text of ['80%', '24 of 30', '71.5', '75%', 'Submitted', 'Nothing'])
      expect(within(first as HTMLElement).getByText(text)).toBeVisible()
    expect(within(first as HTMLElement).getByRole('link', { name: 'Asha Rao' })).toHaveAttribute(
      'href',
      `${PATH}?assessment=3&attempt=${ATTEMPT}`,
    )
    expect(within(second as HTMLElement).getByText('11 of 30 answered')).toBeVisible()
    for (const text of ['Time ran out', '4 events', '1 late answer', 'Appeal'])
      expect(within(third as HTMLElement).getByText(text)).toBeVisible()
  })

  it('lists every range in order when the chart is shown as a table', async () => {
    fakeCall(listAssessmentTotals, { results: [anAssessment()] })
    fakeCall(listResults, aResultsPage([aRow()], { finished: 41 }))
    const { user } = await openResults(`${PATH}?assessment=3`)
    const sentence = `41 finished attempts, average ${isolated('64.3%')}, median ${isolated('66.7%')}.`
    expect(await screen.findByRole('img', { name: sentence })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Show as table' }))
    const names = within(screen.getByRole('table', { name: sentence }))
      .getAllByRole('rowheader')
      .map((cell) => cell.textContent)
    expect(names).toHaveLength(10)
    expect([names[0], names[9]]).toEqual([
      `${isolated('0%')} to below ${isolated('10%')}`,
      `${isolated('90%')} to ${isolated('100%')}`,
    ])
  })

  it('requests exactly the filters of the URL and clears them', async () => {
    fakeCall(listAssessmentTotals, { results: [anAssessment()] })
    const { requests } = fakeCall(listResults, aResultsPage([], { finished: 0 }))
    const { user, address } = await openResults(
      `${PATH}?assessment=3&search=rao&state=submitted&band=50&min=40&max=90&from=2026-11-01&to=2026-11-30&order=percent&page=2`,
    )
    const [clear] = await screen.findAllByRole('button', { name: 'Clear filters' })
    await user.click(clear as HTMLElement)
    const query = requests.find(({ query }) => query['search'] === 'rao')?.query
    expect(query).toEqual({
      search: 'rao',
      state: 'submitted',
      band: '50',
      min_percent: '40',
      max_percent: '90',
      from: '2026-11-01',
      to: '2026-11-30',
      ordering: 'percent',
      page: '2',
      page_size: '20',
    })
    expect(address()).toBe(`${PATH}?assessment=3&order=percent`)
    await waitFor(() =>
      expect(requests.at(-1)?.query).toEqual({ ordering: 'percent', page: '1', page_size: '20' }),
    )
    expect(await screen.findByText('Nobody has taken this assessment yet.')).toBeVisible()
  })

  it('updates URL and list once after typing pauses', async () => {
    fakeCall(listAssessmentTotals, { results: [anAssessment()] })
    const { requests } = fakeCall(listResults, ({ query }) =>
      aResultsPage(query['search'] === 'zz' ? [] : [aRow()]),
    )
    const { user, address } = await openResults(`${PATH}?assessment=3`)
    await user.type(await screen.findByRole('searchbox', { name: 'Name or e-mail' }), 'zz')
    expect(await screen.findByText('No attempt matches these filters.')).toBeVisible()
    expect(address()).toBe(`${PATH}?assessment=3&search=zz`)
    // One request for the whole word.
    expect(requests.filter(({ query }) => query['search'] !== undefined)).toHaveLength(1)
  })

  it('asks before it releases results', async () => {
    const released = anAssessment({ released: true, released_at: '2026-11-21T10:00:00.000Z' })
    fakeCall(listAssessmentTotals, { results: [anAssessment()] })
    fakeCall(listResults, aResultsPage([aRow()]))
    const { requests } = fakeCall(releaseResults, released)
    const { user, store } = await openResults(`${PATH}?assessment=3`)
    await user.click(await screen.findByRole('button', { name: 'Release results' }))
    const dialog = await screen.findByRole('dialog', { name: 'Release the results?' })
    expect(within(dialog).getByText(/^41 finished attempts:/)).toBeVisible()
    expect(requests).toHaveLength(0)
    fakeCall(listAssessmentTotals, { results: [released] })
    await user.click(within(dialog).getByRole('button', { name: 'Release results' }))
    expect(await screen.findByRole('button', { name: 'Hide the results' })).toBeVisible()
    expect(requests.map(({ body }) => body)).toEqual([{ released: true }])
    expect(JSON.stringify(store.getState())).toContain('Results released')
  })

  it('keeps the dialog open and says why a release is refused', async () => {
    fakeCall(listAssessmentTotals, { results: [anAssessment()] })
    fakeCall(listResults, aResultsPage([aRow()]))
    fakeCall(releaseResults, failWith('forbidden', { detail: 'Only admins release.' }))
    const { user } = await openResults(`${PATH}?assessment=3`)
    await user.click(await screen.findByRole('button', { name: 'Release results' }))
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: 'Release results' }))
    expect(await within(dialog).findByText('Only admins release.')).toBeVisible()
  })

  it('exports the filtered attempts as the server wrote them', async () => {
    fakeCall(listAssessmentTotals, { results: [anAssessment()] })
    fakeCall(listResults, aResultsPage([aRow()]))
    const { requests } = fakeCall(exportResults, { file_name: 'results.csv', rows: 1, csv: 'name\nअशा\n' })
    const files: Blob[] = []
    URL.createObjectURL = vi.fn<(file: Blob) => string>((file) => {
      files.push(file)
      return 'blob:test'
    })
    URL.revokeObjectURL = vi.fn<() => void>()
    const names: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download)
    })
    const { user } = await openResults(`${PATH}?assessment=3&min=50&flagged=true`)
    await user.click(await screen.findByRole('button', { name: 'Export CSV' }))
    await waitFor(() => expect(names).toEqual(['results.csv']))
    expect(requests[0]?.query).toEqual({ min_percent: '50', flagged: 'true' })
    // Spreadsheets recognise UTF-8 by the byte order mark.
    expect([...new Uint8Array(await (files[0] as Blob).arrayBuffer())].slice(0, 3)).toEqual([
      0xef, 0xbb, 0xbf,
    ])
  })

  it('keeps names left-to-right and uses Arabic texts', async () => {
    fakeCall(listAssessmentTotals, { results: [anAssessment()] })
    fakeCall(listResults, aResultsPage([aRow()], { finished: 2 }))
    await openResults(`${PATH}?assessment=3`, { language: 'ar' })
    expect(await screen.findByRole('table', { name: 'المحاولات' })).toBeVisible()
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('تقييم القبول')
    expect(screen.getByText('Asha Rao').tagName).toBe('BDI')
    expect(screen.getByText(/^محاولتان منتهيتان/)).toBeVisible()
  })

  it('shows offline instead of failed when the server does not respond', async () => {
    fakeCall(listAssessmentTotals, noAnswer)
    await openResults(`${PATH}?assessment=3`)
    expect(await screen.findByText(/You are offline/)).toBeVisible()
  })
})

describe('filters of results', () => {
  it('reads back written filters and ignores invalid values', () => {
    const filters = {
      ...RESULT_FILTERS.empty,
      search: 'a b',
      state: 'open' as const,
      band: 0,
      min: 0,
      max: 99.5,
      from: '2026-02-28',
      to: '2026-03-01',
      flagged: true,
      order: 'name' as const,
      page: 3,
    }
    expect(RESULT_FILTERS.read(new URLSearchParams(RESULT_FILTERS.write(filters)))).toEqual(filters)
    expect(RESULT_FILTERS.write(RESULT_FILTERS.empty)).toEqual({})
    expect(
      RESULT_FILTERS.read(
        new URLSearchParams('state=x&band=101&min=-1&max=z&from=2026-02-30&to=1&order=up&page=0.5'),
      ),
    ).toEqual(RESULT_FILTERS.empty)
  })

  it('offers the bands of the attempts, best first, plus none and the chosen one', () => {
    expect(bandChoices([{ scholarship_percent: 40, attempts: 1 }], 10)).toEqual([40, 10, 0])
    expect(bandChoices(undefined, null)).toEqual([100, 75, 50, 25, 0])
  })
})
