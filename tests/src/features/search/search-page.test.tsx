import 'fake-indexeddb/auto'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { searchAll } from '#contract/search/search.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { setServerReached } from '#src/core/http/connectivity.ts'
import { currentOwner } from '#src/core/offline/owner.ts'
import { writeSavedCourse } from '#src/core/offline/response-cache.ts'
import { isDeviceKey, keys } from '#src/core/storage/keys.ts'
import { SearchPage, SearchPanel } from '#src/features/search/index.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

type Answer = ResponseOf<typeof searchAll>
const answer = (overrides: Partial<Answer> = {}): Answer => ({
  courses: { count: 12, results: [{ id: 3, title: 'Python for data', instructor: 'Tara', lessons: 4 }] },
  lessons: {
    count: 1,
    results: [
      { course_id: 3, course_title: 'Python for data', topic_id: 14, title: 'Lists', activity: 'A python' },
    ],
  },
  threads: null,
  people: { count: 0, results: [] },
  author: null,
  ...overrides,
})
const field = () => screen.getByRole('combobox')
const options = () => screen.getAllByRole('option').map((option) => option.textContent)
const activeOption = () => screen.getByRole('option', { selected: true })

describe('search', () => {
  it('shows groups with counts, and opens the active result with the keyboard', async () => {
    fakeCall(searchAll, answer())
    const { user, address } = await renderPage(<SearchPage />, { path: '/search' })
    await screen.findByRole('heading', { level: 1, name: 'Search' })
    await waitFor(() => expect(field()).toHaveFocus())
    await user.type(field(), 'python')
    const courses = await screen.findByRole('group', { name: /^Courses\s*12$/ })
    expect(
      within(courses)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['Python for dataTara·4 lessons', 'See all 12'])
    expect(screen.queryByRole('group', { name: /Threads/ })).not.toBeInTheDocument()
    expect(activeOption()).toHaveTextContent('Python for data')
    expect(field()).toHaveAttribute('aria-activedescendant', activeOption().id)
    expect(address()).toBe('/search?q=python')
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(activeOption()).toHaveTextContent('Lists')
    await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}')
    expect(activeOption()).toHaveTextContent('Lists')
    await user.keyboard('{Enter}')
    expect(address()).toBe('/learn/course/3/14')
  })

  it('remembers what was searched until the person signs out', async () => {
    fakeCall(searchAll, answer())
    const { user } = await renderPage(<SearchPanel open onOpenChange={() => undefined} />)
    await user.type(await screen.findByRole('combobox'), 'python')
    await user.click(await screen.findByRole('option', { name: /See all/ }))
    await user.clear(field())
    expect(options()).toEqual(['python'])
    expect(localStorage.getItem(keys.recentSearches)).toBe('["python"]')
    expect(isDeviceKey(keys.recentSearches)).toBe(false)
    await user.keyboard('{ArrowDown}{Enter}')
    expect(field()).toHaveValue('python')
    await user.clear(field())
    await user.click(await screen.findByRole('button', { name: 'Clear recent searches' }))
    expect(screen.queryByRole('option')).not.toBeInTheDocument()
  })

  it('says that nothing was found, and asks nothing for one letter', async () => {
    const calls: string[] = []
    fakeCall(searchAll, ({ query }) => {
      calls.push(query['q'] ?? '')
      return answer({ courses: { count: 0, results: [] }, lessons: { count: 0, results: [] } })
    })
    const { user } = await renderPage(<SearchPage />, { path: '/search' })
    await user.type(await screen.findByRole('combobox'), 'q')
    expect(screen.getByText(/Try the name of a course/)).toBeInTheDocument()
    await user.type(field(), 'uokka')
    expect(await screen.findByText('Nothing found for “quokka”')).toBeInTheDocument()
    expect(calls).not.toContain('q')
    expect(field()).toHaveAttribute('aria-expanded', 'false')
  })

  it('offers to try again after a failure', async () => {
    fakeCall(searchAll, failWith('internal_error'))
    const { user } = await renderPage(<SearchPage />, { path: '/search?q=python' })
    await screen.findByText('The search did not work')
    fakeCall(searchAll, answer())
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('option', { name: /Lists/ })).toBeInTheDocument()
  })

  it('finds saved courses without a connection', async () => {
    const signedIn = await renderPage(<p>Signed in</p>)
    const owner = currentOwner() ?? ''
    await writeSavedCourse(owner, 5, { courseId: 5, title: 'हिन्दी पाठ', savedAt: 1 })
    await writeSavedCourse(owner, 6, { courseId: 6, title: 'Half of Python', savedAt: null })
    act(() => setServerReached(false))
    signedIn.unmount()
    const { user } = await renderPage(<SearchPage />, { path: '/search' })
    await waitFor(() => expect(options()).toEqual(['हिन्दी पाठ']))
    expect(screen.getByText(/You’re offline/)).toBeInTheDocument()
    await user.type(field(), 'python')
    expect(await screen.findByText('No saved course matches')).toBeInTheDocument()
    act(() => setServerReached(true))
  })

  it('lists the threads of one person', async () => {
    const person = { user_name: 'bob', name: 'Bob Builder', profile_pic_url: null, instructor_id: null }
    const thread = {
      id: 5,
      title: 'Why?',
      author: 'Bob Builder',
      comments_count: 1,
      is_solved: true,
      created_at: '2026-01-01T00:00:00Z',
    }
    fakeCall(searchAll, ({ query }) => {
      expect(query['author']).toBe('bob')
      return {
        courses: null,
        lessons: null,
        people: null,
        threads: { count: 1, results: [thread] },
        author: person,
      }
    })
    await renderPage(<SearchPage />, { path: '/search?by=bob' })
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Threads by Bob Builder' }),
    ).toBeInTheDocument()
    expect(options()).toEqual(['Why?Solved·Bob Builder·1 comment'])
    expect(screen.getByRole('link', { name: 'Back to all results' })).toHaveAttribute('href', '/search')
  })
})
