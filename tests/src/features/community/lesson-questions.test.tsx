import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createThread, getThread, listComments, listTags } from '#contract/community/community.ts'
import { listLessonThreads } from '#contract/community/lesson-threads.ts'
import { Route, Routes } from 'react-router-dom'
import { LessonQuestions, ThreadPage } from '#src/features/community/index.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'
import { aList, aThread, omar, someTags } from './factory.ts'

// jsdom has no layout, but the editor asks for the cursor's position.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList
Range.prototype.getBoundingClientRect = () => new DOMRect()

const lesson = {
  course_id: 3,
  topic_id: 9,
  item_id: 27,
  course_title: 'SQL from First Query to Joins',
  topic_title: 'Joins',
}
const openLesson = () =>
  renderPage(
    <main>
      <h1>Joins</h1>
      <LessonQuestions courseId={3} topicId={9} itemId={27} />
    </main>,
    { path: '/learn/course/3/9' },
  )

describe('questions about a lesson', () => {
  it('shows the accepted answer below its question, with a link', async () => {
    const listCall = fakeCall(
      listLessonThreads,
      aList([
        {
          thread: aThread({ lesson, accepted_comment_id: 11, comments_count: 2 }),
          accepted_answer: {
            id: 11,
            body: '<p>Use a join.</p>',
            author: omar,
            created_at: '2026-11-20T11:00:00Z',
            upvotes: 4,
            mentions: [],
          },
        },
      ]),
    )
    await openLesson()
    expect(await screen.findByRole('heading', { name: '1 question about this lesson' })).toBeInTheDocument()
    const question = screen.getByRole('article', { name: 'How do I join two tables?' })
    await waitFor(() => expect(within(question).getByText('Use a join.')).toBeInTheDocument())
    expect(within(question).getByText('Accepted answer')).toBeInTheDocument()
    expect(within(question).getByRole('link', { name: 'Open the discussion, 2 comments' })).toHaveAttribute(
      'href',
      '/community/thread/5#comment-11',
    )
    expect(listCall.requests[0]?.params).toMatchObject({ courseId: '3', submoduleId: '9' })
  })

  it('posts a question with its lesson and refetches the list', async () => {
    const listCall = fakeCall(listLessonThreads, aList([]))
    fakeCall(listTags, someTags)
    const sent = fakeCall(createThread, aThread({ lesson }))
    const { user } = await openLesson()
    expect(await screen.findByText('No questions yet.')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Ask about this lesson' }))
    await user.type(await screen.findByLabelText('Title'), 'Why?')
    const textbox = await screen.findByRole('textbox', { name: 'Text' })
    await act(() =>
      fireEvent.paste(textbox, {
        clipboardData: { files: [], getData: (type: string) => (type === 'text/plain' ? 'Really?' : '') },
      }),
    )
    await user.click(screen.getByRole('button', { name: 'Post thread' }))
    await waitFor(() =>
      expect(sent.requests[0]?.body).toMatchObject({
        title: 'Why?',
        lesson: { course_id: 3, topic_id: 9, item_id: 27 },
      }),
    )
    await waitFor(() => expect(screen.queryByLabelText('Title')).not.toBeInTheDocument())
    await waitFor(() => expect(listCall.requests.length).toBeGreaterThan(1))
    await waitFor(() => expect(screen.getByRole('heading', { name: /about this lesson$/ })).toHaveFocus())
  })

  it('loads the questions on Retry', async () => {
    fakeCall(listLessonThreads, failWith('forbidden'))
    const { user } = await openLesson()
    await screen.findByText('The questions could not be loaded.')
    fakeCall(listLessonThreads, aList([{ thread: aThread({ lesson }), accepted_answer: null }]))
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('article', { name: 'How do I join two tables?' })).toBeInTheDocument()
  })

  it('links a thread back to its step in the lesson', async () => {
    fakeCall(listTags, someTags)
    fakeCall(getThread, aThread({ lesson }))
    fakeCall(listComments, aList([]))
    await renderPage(
      <main>
        <Routes>
          <Route path="/community/thread/:threadId" element={<ThreadPage />} />
        </Routes>
      </main>,
      { path: '/community/thread/5' },
    )
    const link = await screen.findByRole('link', { name: /^About the lesson: Joins/ })
    expect(link).toHaveAttribute('href', '/learn/course/3/9?item=27')
  })
})
