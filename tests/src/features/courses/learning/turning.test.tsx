import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { Suspense, use, type ComponentType } from 'react'
import { Route, Routes, useLocation, useNavigate } from 'react-router-dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { getTopic, type TopicItem, type TopicPage as Page } from '#contract/courses/courses.ts'
import { listNotes } from '#contract/courses/learning.ts'
import { runClearHooks } from '#src/core/session/sign-out-hooks.ts'
import { playerKeys } from '#src/features/courses/learning/api/topic.queries.ts'
import { TopicPage } from '#src/features/courses/learning/index.ts'
import { cleanHtml } from '#src/shared/lib/text/clean-html.ts'
import { stubInView } from '#tests/support/web/in-view.ts'
import { fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const anArticle = (id: number, words: string): TopicItem =>
  ({
    id,
    type: 'article',
    title: `Step ${id}`,
    minutes: 2,
    state: 'not_started',
    html: `<p>${words}</p>`,
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

/** The router's way to the next topic is held up until this is let go. */
const heldUp = () => {
  let letGo: () => void = () => undefined
  const gate = new Promise<void>((resolve) => (letGo = resolve))
  const Shell = () => {
    const { pathname } = useLocation()
    if (pathname.endsWith('/13')) use(gate)
    return <output data-testid="arrived">{pathname}</output>
  }
  return { letGo, Shell }
}
const Back = () => {
  const navigate = useNavigate()
  return <button onClick={() => void navigate(-1)}>Back</button>
}

const arrivedAt = () => screen.getByTestId('arrived').textContent

const open = async (Shell: ComponentType, first: Page) => {
  // What is shown is read again behind it.
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

describe('turning the page', () => {
  it('given the next topic is read ahead, when turned, then it stands before the router has arrived, and back leads back', async () => {
    const { letGo, Shell } = heldUp()
    const { user, queryClient } = await open(Shell, onlyRows)
    queryClient.setQueryData(playerKeys.topic(1, 13), where)
    await cleanHtml('<p>Conditions.</p>', 'article')

    await act(async () => void fireEvent.click(screen.getByRole('link', { name: 'Next: WHERE' })))

    expect(await screen.findByText('Conditions.')).toBeVisible()
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('WHERE')
    expect(arrivedAt()).toBe('/learn/course/1/12')
    await act(async () => letGo())
    expect(arrivedAt()).toBe('/learn/course/1/13')
    expect(screen.getByText('Conditions.')).toBeVisible()

    await user.click(screen.getByRole('button', { name: 'Back' }))
    expect(await screen.findByText('Rows.')).toBeVisible()
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('SELECT')
  })

  it('given nothing is read ahead, when turned, then the router alone decides what stands', async () => {
    const { letGo, Shell } = heldUp()
    await open(Shell, onlyRows)

    await act(async () => void fireEvent.click(screen.getByRole('link', { name: 'Next: WHERE' })))

    expect(screen.getByText('Rows.')).toBeVisible()
    await act(async () => letGo())
    expect(await screen.findByText('Conditions.')).toBeVisible()
    expect(arrivedAt()).toBe('/learn/course/1/13')
  })

  it('given a step of the same topic, when gone to, then its title has the focus and it begins at the top', async () => {
    const { Shell } = heldUp()
    const { user, address } = await open(Shell, select)
    await cleanHtml('<p>More rows.</p>', 'article')

    await user.click(screen.getByRole('link', { name: 'Next: Step 32' }))

    expect(await screen.findByText('More rows.')).toBeVisible()
    expect(screen.getByRole('heading', { level: 2, name: 'Step 32' })).toHaveFocus()
    expect(window.scrollTo).toHaveBeenCalledWith(0, 0)
    await waitFor(() => expect(address()).toBe('/learn/course/1/12?item=32'))
  })

  it('given a new tab is asked for, when pressed, then the browser has it', async () => {
    const { Shell } = heldUp()
    await open(Shell, onlyRows)

    const link = screen.getByRole('link', { name: 'Next: WHERE' })
    // jsdom cannot follow a link; whether the page wants to keep it from doing so is all that counts.
    link.addEventListener('click', (event) => event.preventDefault())
    let kept = true
    document.addEventListener('click', (event) => (kept = event.defaultPrevented), {
      once: true,
      capture: true,
    })
    fireEvent.click(link, { ctrlKey: true })
    expect(kept).toBe(false)
    expect(screen.getByText('Rows.')).toBeVisible()
  })
})
