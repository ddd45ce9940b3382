import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { searchCourse, type Find } from '#contract/courses/search.ts'
import { CourseSearch } from '#src/features/courses/learning/components/search/CourseSearch.tsx'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const aFind = (given: Partial<Find> = {}): Find => ({
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
  ...given,
})
const shown = async () => {
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
  it('given words that stand in a lesson, when typed, then the place is shown and leads there', async () => {
    fakeCall(searchCourse, { results: [aFind()], more: false })
    const { user, onNavigate } = await shown()
    await user.type(await field(), 'both')
    const link = await screen.findByRole('link', { name: /Inner join/ })
    expect(link).toHaveTextContent('JoiningRows of both tables.')
    expect(link).toHaveAttribute('href', '/learn/course/1/12?item=31')
    expect(screen.getByText('both').tagName).toBe('MARK')
    expect(screen.queryByText('The outline')).not.toBeInTheDocument()
    await user.click(link)
    expect(onNavigate).toHaveBeenCalledOnce()
  })

  it('given a locked find, when shown, then it is no link', async () => {
    fakeCall(searchCourse, { results: [aFind({ state: 'locked', excerpt: null })], more: true })
    const { user } = await shown()
    await user.type(await field(), 'inner')
    expect(await screen.findByText('Inner join')).toBeVisible()
    expect(screen.queryByRole('link')).not.toBeInTheDocument()
    expect(screen.getByText('Only the first 50 places are shown. More words find less.')).toBeVisible()
  })

  it('given nothing found, when Escape is pressed, then the outline is back', async () => {
    fakeCall(searchCourse, { results: [], more: false })
    const { user } = await shown()
    await user.type(await field(), 'zebra')
    expect(await screen.findByText('Nothing in this course has these words.')).toBeVisible()
    await user.type(await field(), '{Escape}')
    expect(screen.getByText('The outline')).toBeVisible()
    expect(await field()).toHaveValue('')
  })

  it('given one letter, when typed, then the outline stays; given a failure, then it can be tried again', async () => {
    fakeCall(searchCourse, failWith('internal_error'))
    const { user } = await shown()
    await user.type(await field(), 'a')
    expect(screen.getByText('The outline')).toBeVisible()
    await user.type(await field(), 'b')
    expect(await screen.findByRole('alert')).toHaveTextContent('The search did not work.')
    fakeCall(searchCourse, { results: [aFind()], more: false })
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Inner join')).toBeVisible()
  })
})
