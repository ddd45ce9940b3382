import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useNavigate } from 'react-router-dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { getCourseFacets, listCourses } from '#contract/courses/catalogue.ts'
import { getLearningHome } from '#contract/courses/learning-home.ts'
import { setServerReached } from '#src/core/pwa/connectivity.ts'
import { CourseListPage, coursesReducer } from '#src/features/courses/index.ts'
import { toSearchParams, countFilters, parseFilters } from '#src/features/courses/model/course-filters.ts'
import { failWith, fakeCall, noAnswer } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'
import { aCourse, aFacets, aHome, aList, noHome } from './factory.ts'

/** How often a count of a filter was rendered. */
const counter = vi.hoisted(() => ({ drawn: 0 }))
vi.mock(import('#src/shared/ui/content/Count.tsx'), async (original) => {
  const { Count } = await original()
  return {
    Count: (props) => {
      counter.drawn += 1
      return Count(props)
    },
  }
})

/** The URL follows the page one frame later. */
const expectUrl = (url: () => string, path: string) => waitFor(() => expect(url()).toBe(path))

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

  it('shows badges on each card and progress on enrolled courses', async () => {
    fakeCall(getLearningHome, aHome())
    fakeCall(
      listCourses,
      aList([aCourse(), aCourse({ id: 2, title: 'Charts', price: 'premium', difficulty: 'all levels' })]),
    )
    await open()
    const [enrolledCard, otherCard] = await screen
      .findAllByRole('listitem')
      .then((items) => items.filter((item) => within(item).queryByRole('heading')))
    expect(enrolledCard).toHaveTextContent(/Free.*Beginner/)
    expect(await within(enrolledCard as HTMLElement).findByText('In progress')).toBeInTheDocument()
    expect(within(enrolledCard as HTMLElement).getByRole('progressbar')).toHaveAttribute(
      'aria-valuenow',
      '25',
    )
    expect(otherCard).toHaveTextContent(/Premium.*All levels/)
    expect(within(otherCard as HTMLElement).queryByRole('progressbar')).not.toBeInTheDocument()
    expect(screen.getByRole('status')).toHaveTextContent('2 courses')
  })

  it('requests the list with exactly the filters in the URL', async () => {
    fakeCall(getLearningHome, noHome())
    const list = fakeCall(listCourses, aList([aCourse()]))
    await open('/courses?search=sql&difficulty=beginner&price=nonsense&page=2')
    await screen.findByText('SQL from First Query')
    const query = new URL(list.requests[0]?.request.url ?? '').searchParams
    expect(Object.fromEntries(query)).toEqual({
      search: 'sql',
      difficulty: 'beginner',
      page: '2',
      page_size: '12',
    })
  })

  it('puts the chosen price into the URL and returns to the first page', async () => {
    fakeCall(getLearningHome, noHome())
    fakeCall(listCourses, ({ query }) => aList(query['price'] === 'premium' ? [] : [aCourse()]))
    const { user, address } = await open('/courses?page=1&search=s')
    await screen.findByText('SQL from First Query')
    await user.click(screen.getByRole('radio', { name: /^Premium/ }))
    await expectUrl(address, '/courses?search=s&price=premium')
    expect(await screen.findByText('No results found.')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await expectUrl(address, '/courses')
    expect(await screen.findByText('SQL from First Query')).toBeInTheDocument()
  })

  it('undoes a choice on Back', async () => {
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
    await expectUrl(address, '/courses?difficulty=beginner&price=premium')
    await user.click(screen.getByRole('button', { name: 'Back' }))
    await expectUrl(address, '/courses?difficulty=beginner')
    expect(screen.getByRole('radio', { name: /^Premium/ })).not.toBeChecked()
    await user.click(screen.getByRole('button', { name: 'Back' }))
    await expectUrl(address, '/courses')
    expect(screen.getByRole('checkbox', { name: /^Beginner/ })).not.toBeChecked()
  })

  it('renders only the chosen filter again when no count changes', async () => {
    fakeCall(getLearningHome, noHome())
    const list = fakeCall(listCourses, aList([aCourse()]))
    const { address } = await open()
    await screen.findByRole('checkbox', { name: /^sql/ })
    counter.drawn = 0
    fireEvent.click(screen.getByRole('checkbox', { name: /^Beginner/ }))
    await expectUrl(address, '/courses?difficulty=beginner')
    await waitFor(() => expect(list.requests).toHaveLength(2))
    expect(counter.drawn).toBe(1)
  })

  it('keeps both of two choices made within one frame', async () => {
    fakeCall(getLearningHome, noHome())
    fakeCall(listCourses, aList([aCourse()]))
    const { address } = await open()
    const beginner = await screen.findByRole('checkbox', { name: /^Beginner/ })
    fireEvent.click(beginner)
    fireEvent.click(screen.getByRole('radio', { name: /^Premium/ }))
    const choices = () => [
      screen.getByRole('checkbox', { name: /^Beginner/ }),
      screen.getByRole('radio', { name: /^Premium/ }),
    ]
    for (const choice of choices()) expect(choice).toBeChecked()
    await expectUrl(address, '/courses?difficulty=beginner&price=premium')
    for (const choice of choices()) expect(choice).toBeChecked()
  })

  it('keeps URL, request and chips in step for several filters', async () => {
    fakeCall(getLearningHome, noHome())
    const list = fakeCall(listCourses, aList([aCourse()]))
    const { user, address } = await open('/courses?page=2')
    await user.click(await screen.findByRole('checkbox', { name: /^Beginner/ }))
    await user.click(screen.getByRole('checkbox', { name: /^Quiz/ }))
    await user.click(screen.getByRole('checkbox', { name: /^Article/ }))
    await user.click(screen.getByRole('radio', { name: '4 and up' }))
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'newest')
    await expectUrl(address, '/courses?difficulty=beginner&rating=4&type=article%2Cquiz&sort=newest')
    await waitFor(() => {
      const query = new URL(list.requests.at(-1)?.request.url ?? '').searchParams
      expect(Object.fromEntries(query)).toEqual({
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
    await expectUrl(address, '/courses?difficulty=beginner&rating=4&type=article&sort=newest')
    await user.click(screen.getByRole('button', { name: 'Clear all' }))
    await expectUrl(address, '/courses?sort=newest')
  })

  it('applies filters immediately in the sheet on a phone and shows the count', async () => {
    fakeCall(getLearningHome, noHome())
    fakeCall(listCourses, aList([aCourse()]))
    const { user, address } = await open()
    await user.click(await screen.findByRole('button', { name: 'Filters' }))
    const sheet = await screen.findByRole('dialog', { name: 'Filters' })
    await user.click(within(sheet).getByRole('radio', { name: 'In progress' }))
    await expectUrl(address, '/courses?progress=in_progress')
    await user.click(await within(sheet).findByRole('button', { name: 'Show 1 course' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  it('keeps only valid filters of a URL', () => {
    const normalize = (query: string) => toSearchParams(parseFilters(new URLSearchParams(query))).toString()
    expect(
      normalize('difficulty=pro,beginner,huge&type=quiz,,quiz&rating=5&progress=all&sort=up&page=-1'),
    ).toBe('difficulty=beginner%2Cpro&type=quiz')
    expect(normalize('tag=a,%20b,a&rating=3&progress=completed&page=7')).toBe(
      'rating=3&tag=a%2Cb&progress=completed&page=7',
    )
    expect(
      countFilters(parseFilters(new URLSearchParams('difficulty=pro,hard&tag=a&price=free&search=x'))),
    ).toBe(4)
  })

  it('says that there are no courses', async () => {
    fakeCall(getLearningHome, noHome())
    fakeCall(listCourses, aList([]))
    await open()
    expect(await screen.findByText('No courses available at the moment.')).toBeInTheDocument()
  })

  it('shows the specified error and loads the list on retry', async () => {
    fakeCall(getLearningHome, noHome())
    fakeCall(listCourses, failWith('internal_error'))
    const { user } = await open()
    expect(await screen.findByText('Error loading courses. Please try again later.')).toBeInTheDocument()
    fakeCall(listCourses, aList([aCourse()]))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('SQL from First Query')).toBeInTheDocument()
  })

  it('says that it is offline, not that there are no courses', async () => {
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
