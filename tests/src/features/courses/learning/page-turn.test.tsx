import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { Suspense, use, type ComponentType } from 'react'
import { Route, Routes, useLocation, useNavigate } from 'react-router-dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { getTopic, type TopicItem, type TopicPage as Page } from '#contract/courses/topic-page.ts'
import { listNotes } from '#contract/courses/learning.ts'
import { runClearHooks } from '#src/core/session/sign-out-hooks.ts'
import { playerKeys } from '#src/features/courses/learning/api/topic.queries.ts'
import { TopicPage } from '#src/features/courses/learning/index.ts'
import { cleanHtml } from '#src/shared/lib/text/clean-html.ts'
import { stubInView } from '#tests/support/web/in-view.ts'
import { fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const anArticle = (id: number, text: string): TopicItem =>
  ({
    id,
    type: 'article',
    title: `Step ${id}`,
    minutes: 2,
    state: 'not_started',
    html: `<p>${text}</p>`,
    paragraph: 0,
  }) as TopicItem
const aTopic = (id: number, title: string, items: TopicItem[], next: Page['next']): Page => ({
  course: { id: 1, title: 'SQL', percent: 25 },
  section_title: 'Asking',
  topic: { id, title, state: 'in_progress' },
  items,
  previous: null,
  next,
})
const select = aTopic(12, 'SELECT', [anArticle(31, 'Rows.'), anArticle(32, 'More rows.')], null)
const where = aTopic(13, 'WHERE', [anArticle(33, 'Conditions.')], null)

beforeEach(async () => {
  await runClearHooks()
  fakeCall(listNotes, { results: [] })
  stubInView()
  vi.stubGlobal('scrollTo', vi.fn<() => void>())
})

/** Blocks the router's navigation to the next topic until released. */
const blockedRouter = () => {
  let release: () => void = () => undefined
  const gate = new Promise<void>((resolve) => (release = resolve))
  const Shell = () => {
    const { pathname } = useLocation()
    if (pathname.endsWith('/13')) use(gate)
    return <output data-testid="arrived">{pathname}</output>
  }
  return { release, Shell }
}
const Back = () => {
  const navigate = useNavigate()
  return <button onClick={() => void navigate(-1)}>Back</button>
}

const arrivedAt = () => screen.getByTestId('arrived').textContent

const open = async (Shell: ComponentType, first: Page) => {
  // The shown topic is refetched in the background.
  fakeCall(getTopic, ({ params }) => (params['submoduleId'] === '13' ? where : first))
  const view = await renderPage(
    <>
      <Back />
      <Suspense>
        <Shell />
      </Suspense>
      <Routes>
        <Route
          path="/learn/course/:courseId/:submoduleId"
          element={<TopicPage outline={null} onProgress={() => undefined} />}
        />
      </Routes>
    </>,
    { path: '/learn/course/1/12' },
  )
  await screen.findByText('Rows.')
  return view
}
const onlyRows: Page = { ...select, items: [anArticle(31, 'Rows.')], next: { topic_id: 13, title: 'WHERE' } }

describe('page turns', () => {
  it('shows a prefetched topic before the router arrives, and Back returns', async () => {
    const { release, Shell } = blockedRouter()
    const { user, queryClient } = await open(Shell, onlyRows)
    queryClient.setQueryData(playerKeys.topic(1, 13), where)
    await cleanHtml('<p>Conditions.</p>', 'article')

    await act(async () => void fireEvent.click(screen.getByRole('link', { name: 'Next: WHERE' })))

    expect(await screen.findByText('Conditions.')).toBeVisible()
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Step 33')
    expect(arrivedAt()).toBe('/learn/course/1/12')
    await act(async () => release())
    expect(arrivedAt()).toBe('/learn/course/1/13')
    expect(screen.getByText('Conditions.')).toBeVisible()

    await user.click(screen.getByRole('button', { name: 'Back' }))
    expect(await screen.findByText('Rows.')).toBeVisible()
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Step 31')
  })

  it('leaves navigation to the router without a prefetched topic', async () => {
    const { release, Shell } = blockedRouter()
    await open(Shell, onlyRows)

    await act(async () => void fireEvent.click(screen.getByRole('link', { name: 'Next: WHERE' })))

    expect(screen.getByText('Rows.')).toBeVisible()
    await act(async () => release())
    expect(await screen.findByText('Conditions.')).toBeVisible()
    expect(arrivedAt()).toBe('/learn/course/1/13')
  })

  it('focuses the title and scrolls to the top for a step of the same topic', async () => {
    const { Shell } = blockedRouter()
    const { user, address } = await open(Shell, select)
    await cleanHtml('<p>More rows.</p>', 'article')

    await user.click(screen.getByRole('link', { name: 'Next: Step 32' }))

    expect(await screen.findByText('More rows.')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Step 32' })).toHaveFocus())
    expect(window.scrollTo).toHaveBeenCalledWith(0, 0)
    await waitFor(() => expect(address()).toBe('/learn/course/1/12?item=32'))
  })

  it('leaves a click for a new tab to the browser', async () => {
    const { Shell } = blockedRouter()
    await open(Shell, onlyRows)

    const link = screen.getByRole('link', { name: 'Next: WHERE' })
    // jsdom cannot follow a link; the test only checks whether the page prevents it.
    link.addEventListener('click', (event) => event.preventDefault())
    let wasPrevented = true
    document.addEventListener('click', (event) => (wasPrevented = event.defaultPrevented), {
      once: true,
      capture: true,
    })
    fireEvent.click(link, { ctrlKey: true })
    expect(wasPrevented).toBe(false)
    expect(screen.getByText('Rows.')).toBeVisible()
  })
})
