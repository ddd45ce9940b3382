import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useNavigate } from 'react-router-dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { getCourseFacets } from '#contract/courses/catalogue.ts'
import { getLearningHome, listCourses } from '#contract/courses/courses.ts'
import { setServerReached } from '#src/core/http/connectivity.ts'
import { CourseListPage, coursesReducer } from '#src/features/courses/index.ts'
import { addressOf, countOfFilters, filtersFrom } from '#src/features/courses/model/course-filters.ts'
import { failWith, fakeCall, noAnswer } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'
import { aCourse, aFacets, aHome, aList, noHome } from './factory.ts'

/** How often a number of the filters was drawn. */
const counts = vi.hoisted(() => ({ drawn: 0 }))
vi.mock(import('#src/shared/ui/content/Count.tsx'), async (original) => {
  const { Count } = await original()
  return {
    Count: (props) => {
      counts.drawn += 1
      return Count(props)
    },
  }
})

/** The address follows what is shown by a frame. */
const arrivesAt = (address: () => string, path: string) => waitFor(() => expect(address()).toBe(path))

const Back = () => {
  const navigate = useNavigate()
  return (
    <button type="button" onClick={() => void navigate(-1)}>
      Back
    </button>
  )
}

const open = (path = '/courses') =>
  renderPage(<CourseListPage />, { path, reducers: { courses: coursesReducer } })

describe('course list', () => {
  beforeEach(() => {
    fakeCall(getCourseFacets, aFacets())
  })

  it('given courses, when shown, then each has its badges, and one’s own its progress', async () => {
    fakeCall(getLearningHome, aHome())
    fakeCall(
      listCourses,
      aList([aCourse(), aCourse({ id: 2, title: 'Charts', price: 'premium', difficulty: 'all levels' })]),
    )
    await open()
    const [mine, other] = await screen
      .findAllByRole('listitem')
      .then((items) => items.filter((item) => within(item).queryByRole('heading')))
    expect(mine).toHaveTextContent(/Free.*Beginner/)
    expect(await within(mine as HTMLElement).findByText('In progress')).toBeInTheDocument()
    expect(within(mine as HTMLElement).getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25')
    expect(other).toHaveTextContent(/Premium.*All levels/)
    expect(within(other as HTMLElement).queryByRole('progressbar')).not.toBeInTheDocument()
    expect(screen.getByRole('status')).toHaveTextContent('2 courses')
  })

  it('given filters in the address, when opened, then the server is asked with exactly these', async () => {
    fakeCall(getLearningHome, noHome())
    const list = fakeCall(listCourses, aList([aCourse()]))
    await open('/courses?search=sql&difficulty=beginner&price=nonsense&page=2')
    await screen.findByText('SQL from First Query')
    const asked = new URL(list.requests[0]?.request.url ?? '').searchParams
    expect(Object.fromEntries(asked)).toEqual({
      search: 'sql',
      difficulty: 'beginner',
      page: '2',
      page_size: '12',
    })
  })

  it('given a choice of price, when made, then it stands in the address and the page starts over', async () => {
    fakeCall(getLearningHome, noHome())
    fakeCall(listCourses, ({ query }) => aList(query['price'] === 'premium' ? [] : [aCourse()]))
    const { user, address } = await open('/courses?page=1&search=s')
    await screen.findByText('SQL from First Query')
    await user.click(screen.getByRole('radio', { name: /^Premium/ }))
    await arrivesAt(address, '/courses?search=s&price=premium')
    expect(await screen.findByText('No results found.')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await arrivesAt(address, '/courses')
    expect(await screen.findByText('SQL from First Query')).toBeInTheDocument()
  })

  it('given a choice, when gone back from, then it is taken back', async () => {
    fakeCall(getLearningHome, noHome())
    fakeCall(listCourses, aList([aCourse()]))
    const { user, address } = await renderPage(
      <>
        <CourseListPage />
        <Back />
      </>,
      { path: '/courses', reducers: { courses: coursesReducer } },
    )
    await user.click(await screen.findByRole('checkbox', { name: /^Beginner/ }))
    await user.click(screen.getByRole('radio', { name: /^Premium/ }))
    expect(screen.getByRole('checkbox', { name: /^Beginner/ })).toBeChecked()
    await arrivesAt(address, '/courses?difficulty=beginner&price=premium')
    await user.click(screen.getByRole('button', { name: 'Back' }))
    await arrivesAt(address, '/courses?difficulty=beginner')
    expect(screen.getByRole('radio', { name: /^Premium/ })).not.toBeChecked()
    await user.click(screen.getByRole('button', { name: 'Back' }))
    await arrivesAt(address, '/courses')
    expect(screen.getByRole('checkbox', { name: /^Beginner/ })).not.toBeChecked()
  })

  it('given a choice that changes no number, when made, then of all filters only the chosen one is drawn anew', async () => {
    fakeCall(getLearningHome, noHome())
    const list = fakeCall(listCourses, aList([aCourse()]))
    const { address } = await open()
    await screen.findByRole('checkbox', { name: /^sql/ })
    counts.drawn = 0
    fireEvent.click(screen.getByRole('checkbox', { name: /^Beginner/ }))
    await arrivesAt(address, '/courses?difficulty=beginner')
    await waitFor(() => expect(list.requests).toHaveLength(2))
    expect(counts.drawn).toBe(1)
  })

  it('given two choices between two frames, when made, then both stand, at once and in the address', async () => {
    fakeCall(getLearningHome, noHome())
    fakeCall(listCourses, aList([aCourse()]))
    const { address } = await open()
    const beginner = await screen.findByRole('checkbox', { name: /^Beginner/ })
    fireEvent.click(beginner)
    fireEvent.click(screen.getByRole('radio', { name: /^Premium/ }))
    const asShown = () => [
      screen.getByRole('checkbox', { name: /^Beginner/ }),
      screen.getByRole('radio', { name: /^Premium/ }),
    ]
    for (const choice of asShown()) expect(choice).toBeChecked()
    await arrivesAt(address, '/courses?difficulty=beginner&price=premium')
    for (const choice of asShown()) expect(choice).toBeChecked()
  })

  it('given choices of several filters, when made and taken off, then address, server and chips agree', async () => {
    fakeCall(getLearningHome, noHome())
    const list = fakeCall(listCourses, aList([aCourse()]))
    const { user, address } = await open('/courses?page=2')
    await user.click(await screen.findByRole('checkbox', { name: /^Beginner/ }))
    await user.click(screen.getByRole('checkbox', { name: /^Quiz/ }))
    await user.click(screen.getByRole('checkbox', { name: /^Article/ }))
    await user.click(screen.getByRole('radio', { name: '4 and up' }))
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'newest')
    await arrivesAt(address, '/courses?difficulty=beginner&rating=4&type=article%2Cquiz&sort=newest')
    await waitFor(() => {
      const asked = new URL(list.requests.at(-1)?.request.url ?? '').searchParams
      expect(Object.fromEntries(asked)).toEqual({
        difficulty: 'beginner',
        rating: '4',
        type: 'article,quiz',
        sort: 'newest',
        page: '1',
        page_size: '12',
      })
    })
    expect(screen.getByRole('button', { name: 'Filters (4)' })).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Remove filter: Quiz' }))
    await arrivesAt(address, '/courses?difficulty=beginner&rating=4&type=article&sort=newest')
    await user.click(screen.getByRole('button', { name: 'Clear all' }))
    await arrivesAt(address, '/courses?sort=newest')
  })

  it('given a phone, when the filters are opened, then the sheet filters at once and says what is left', async () => {
    fakeCall(getLearningHome, noHome())
    fakeCall(listCourses, aList([aCourse()]))
    const { user, address } = await open()
    await user.click(await screen.findByRole('button', { name: 'Filters' }))
    const sheet = await screen.findByRole('dialog', { name: 'Filters' })
    await user.click(within(sheet).getByRole('radio', { name: 'In progress' }))
    await arrivesAt(address, '/courses?progress=in_progress')
    await user.click(await within(sheet).findByRole('button', { name: 'Show 1 course' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  it('given whatever stands in an address, when read and written again, then only what is valid is left', () => {
    const read = (query: string) => addressOf(filtersFrom(new URLSearchParams(query))).toString()
    expect(read('difficulty=pro,beginner,huge&type=quiz,,quiz&rating=5&progress=all&sort=up&page=-1')).toBe(
      'difficulty=beginner%2Cpro&type=quiz',
    )
    expect(read('tag=a,%20b,a&rating=3&progress=completed&page=7')).toBe(
      'rating=3&tag=a%2Cb&progress=completed&page=7',
    )
    expect(
      countOfFilters(filtersFrom(new URLSearchParams('difficulty=pro,hard&tag=a&price=free&search=x'))),
    ).toBe(4)
  })

  it('given no courses at all, when shown, then it says so', async () => {
    fakeCall(getLearningHome, noHome())
    fakeCall(listCourses, aList([]))
    await open()
    expect(await screen.findByText('No courses available at the moment.')).toBeInTheDocument()
  })

  it('given a failure, when shown, then the specified sentence stands, and a retry brings the list', async () => {
    fakeCall(getLearningHome, noHome())
    fakeCall(listCourses, failWith('internal_error'))
    const { user } = await open()
    expect(await screen.findByText('Error loading courses. Please try again later.')).toBeInTheDocument()
    fakeCall(listCourses, aList([aCourse()]))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('SQL from First Query')).toBeInTheDocument()
  })

  it('given no connection, when shown, then it says that and not that there are no courses', async () => {
    fakeCall(getLearningHome, noAnswer)
    fakeCall(listCourses, noAnswer)
    await open()
    expect(await screen.findByText(/^You are offline/)).toBeInTheDocument()
    // "Courses appear here when the connection is back."
    fakeCall(getLearningHome, noHome())
    fakeCall(listCourses, aList([aCourse()]))
    act(() => setServerReached(false))
    act(() => setServerReached(true))
    expect(await screen.findByRole('heading', { name: aCourse().title })).toBeInTheDocument()
  })
})
