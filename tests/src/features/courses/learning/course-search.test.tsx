import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { searchCourse, type Find } from '#contract/courses/search.ts'
import { CourseSearch } from '#src/features/courses/learning/components/search/CourseSearch.tsx'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const aHit = (overrides: Partial<Find> = {}): Find => ({
  topic_id: 12,
  topic_title: 'Joining',
  item_id: 31,
  item_title: 'Inner join',
  type: 'article',
  state: 'not_started',
  excerpt: [
    { text: 'Rows of ', hit: false },
    { text: 'both', hit: true },
    { text: ' tables.', hit: false },
  ],
  ...overrides,
})
const renderSearch = async () => {
  const onNavigate = vi.fn<() => void>()
  const page = await renderPage(
    <CourseSearch courseId={1} onNavigate={onNavigate}>
      <p>The outline</p>
    </CourseSearch>,
  )
  return { ...page, onNavigate }
}
const field = async () => await screen.findByRole('searchbox', { name: 'Search in this course' })

describe('search in the outline of a course', () => {
  it('shows a hit that links to its item', async () => {
    fakeCall(searchCourse, { results: [aHit()], more: false })
    const { user, onNavigate } = await renderSearch()
    await user.type(await field(), 'both')
    const link = await screen.findByRole('link', { name: /Inner join/ })
    expect(link).toHaveTextContent('JoiningRows of both tables.')
    expect(link).toHaveAttribute('href', '/learn/course/1/12?item=31')
    expect(screen.getByText('both').tagName).toBe('MARK')
    expect(screen.queryByText('The outline')).not.toBeInTheDocument()
    await user.click(link)
    expect(onNavigate).toHaveBeenCalledOnce()
  })

  it('shows a locked hit without a link', async () => {
    fakeCall(searchCourse, { results: [aHit({ state: 'locked', excerpt: null })], more: true })
    const { user } = await renderSearch()
    await user.type(await field(), 'inner')
    expect(await screen.findByText('Inner join')).toBeVisible()
    expect(screen.queryByRole('link')).not.toBeInTheDocument()
    expect(
      screen.getByText('Only the first 50 results are shown. Add a word to narrow the results.'),
    ).toBeVisible()
  })

  it('shows the outline again on Escape', async () => {
    fakeCall(searchCourse, { results: [], more: false })
    const { user } = await renderSearch()
    await user.type(await field(), 'zebra')
    expect(await screen.findByText('Nothing in this course matches.')).toBeVisible()
    await user.type(await field(), '{Escape}')
    expect(screen.getByText('The outline')).toBeVisible()
    expect(await field()).toHaveValue('')
  })

  it('ignores a single letter and offers a retry after a failure', async () => {
    fakeCall(searchCourse, failWith('internal_error'))
    const { user } = await renderSearch()
    await user.type(await field(), 'a')
    expect(screen.getByText('The outline')).toBeVisible()
    await user.type(await field(), 'b')
    expect(await screen.findByRole('alert')).toHaveTextContent('The search failed. Please try again.')
    fakeCall(searchCourse, { results: [aHit()], more: false })
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Inner join')).toBeVisible()
  })
})
