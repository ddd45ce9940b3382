import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { getLearningHome, listCourses } from '#contract/courses.ts'
import { CourseListPage, coursesReducer } from '#src/features/courses/index.ts'
import { failWith, fakeCall, noAnswer } from '#tests/support/msw.ts'
import { renderPage } from '#tests/support/render.tsx'
import { aCourse, aHome, aList, noHome } from './factory.ts'

const open = (path = '/courses') =>
  renderPage(<CourseListPage />, { path, reducers: { courses: coursesReducer } })

describe('course list', () => {
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
    expect(screen.getByText('2 courses')).toBeInTheDocument()
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
    await user.selectOptions(screen.getByRole('combobox', { name: 'Price' }), 'premium')
    expect(address()).toBe('/courses?search=s&price=premium')
    expect(await screen.findByText('No results found.')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(address()).toBe('/courses')
    expect(await screen.findByText('SQL from First Query')).toBeInTheDocument()
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
  })
})
