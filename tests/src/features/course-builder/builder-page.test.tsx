import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  checkCourse,
  createBuilderCourse,
  getDraft,
  getVersion,
  listTeachers,
  listTrash,
  listVersions,
  publishCourse,
  restoreTrash,
  restoreVersion,
  saveDraft,
  type DraftState,
} from '#contract/course-builder/course-builder.ts'
import type { Operation } from '#contract/course-builder/draft.ts'
import { applyOperations } from '#contract/course-builder/draft-operations.ts'
import { listUploads } from '#contract/course-builder/interrupted-uploads.ts'
import type { Program } from '#src/features/course-builder/model/try-out.ts'
import { hasRegisteredWork } from '#src/core/session/busy.ts'
import { failWith, fakeCall, noAnswer } from '#tests/support/web/msw.ts'
import { aDocument, aDraft, anItem, aSection } from './factory.ts'
import { showBuilder } from './open-builder.tsx'

// jsdom has no layout, but the editor asks for its cursor's position.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList
Range.prototype.getBoundingClientRect = () => new DOMRect()

/** A server that applies the operations it receives. */
const aServer = (draft: DraftState = aDraft()) => {
  const current = { draft }
  const reads = fakeCall(getDraft, () => current.draft)
  fakeCall(listUploads, { results: [] })
  const saves = fakeCall(saveDraft, ({ body }) => {
    if (body.revision !== current.draft.revision) return failWith('conflict')
    const document = applyOperations(current.draft.document, body.operations)
    current.draft = { ...current.draft, revision: current.draft.revision + 1, document }
    const { revision, saved_at, saved_by } = current.draft
    return { revision, saved_at, saved_by }
  })
  fakeCall(listTeachers, { results: [{ id: 2, name: 'Nandini Rao' }] })
  return { current, reads, saves, operations: () => saves.requests.flatMap(({ body }) => body.operations) }
}

const outline = () => screen.findByRole('navigation', { name: 'Course outline' })
const waitUntilSaved = () =>
  waitFor(() => expect(document.querySelector('[data-save="saved"]')).not.toBeNull(), { timeout: 4000 })

describe('trying out a problem', () => {
  const tests = [
    { id: '00000000-0000-4000-8000-000000000001', title: '', hidden: false, input: '1', expected: '1' },
    { id: '00000000-0000-4000-8000-000000000002', title: '', hidden: true, input: '2', expected: '3' },
  ]
  const problem = { kind: 'python', statement: '<p>Echo</p>', solution: 'print(input())', tests }
  const problemAt = () =>
    aDraft({
      document: aDocument({}, [
        aSection({
          topics: [
            {
              key: 'topic',
              title: 'Topic',
              titles: {},
              free_preview: false,
              items: [anItem({ content: { type: 'problem', problem } })],
            },
          ],
        }),
      ]),
    })

  it('marks a failing test and takes over the actual result', async () => {
    const server = aServer(problemAt())
    const programs: Program[] = []
    const { user } = await showBuilder('?at=item-lesson', {}, () =>
      Promise.resolve({
        run: (program) => {
          programs.push(program)
          return Promise.resolve({ outcome: 'output', output: program.input, printed: '', error: '' })
        },
        stop: () => undefined,
        close: () => undefined,
      }),
    )
    await user.click(await screen.findByRole('button', { name: 'Run all tests' }))
    expect(await screen.findByText('1 of 2 tests pass')).toBeInTheDocument()
    expect(programs.map(({ code, input }) => [code, input])).toEqual([
      ['print(input())', '1'],
      ['print(input())', '2'],
    ])
    expect(screen.getByText('Fails')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Use as expected result' }))
    expect(await screen.findByText('2 of 2 tests pass')).toBeInTheDocument()
    await waitUntilSaved()
    const { content } = server.current.draft.document.sections[0]?.topics[0]?.items[0] ?? anItem()
    expect(content).toMatchObject({ problem: { tests: [{ expected: '1' }, { expected: '2' }] } })
  })

  it('reports an engine that fails to load and marks no test', async () => {
    aServer(problemAt())
    const { user } = await showBuilder('?at=item-lesson')
    await user.click(await screen.findByRole('button', { name: 'Run all tests' }))
    expect(await screen.findByText(/The language could not be started/)).toBeInTheDocument()
    expect(screen.queryByText('Fails')).not.toBeInTheDocument()
  })
})

describe('two authors', () => {
  it('lets the author postpone a conflict and resolve it later', async () => {
    const server = aServer()
    const { user } = await showBuilder('?at=item-lesson')
    const title = await screen.findByRole('textbox', { name: 'Title' })
    server.current.draft = { ...server.current.draft, revision: 9, saved_by: { id: 5, name: 'Ada Admin' } }
    await user.type(title, ' of mine')
    const dialog = await screen.findByRole('dialog', { name: /Somebody else changed/ }, { timeout: 4000 })
    expect(within(dialog).getByText(/Ada Admin saved on/)).toBeInTheDocument()
    await waitFor(() => expect(within(dialog).getByRole('button', { name: /Add my changes/ })).toHaveFocus())

    await user.click(within(dialog).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(title).toHaveValue('Lesson of mine')
    await user.click(screen.getByRole('button', { name: 'Decide' }))
    await user.click(await screen.findByRole('button', { name: /Add my changes/ }))

    await waitUntilSaved()
    expect(server.current.draft.document.sections[0]?.topics[0]?.items[0]?.title).toBe('Lesson of mine')
    expect(screen.queryByRole('button', { name: 'Decide' })).not.toBeInTheDocument()
  })
})

describe('course builder', () => {
  it('shows a new title in the outline at once and saves one change', async () => {
    const server = aServer()
    const { user } = await showBuilder('?at=item-lesson')
    const title = await screen.findByRole('textbox', { name: 'Title' })
    await user.clear(title)
    await user.type(title, 'Joins')
    expect(within(await outline()).getByRole('link', { name: 'Joins' })).toBeInTheDocument()
    expect(hasRegisteredWork()).toBe(true)
    await waitFor(() => expect(server.saves.requests).toHaveLength(1), { timeout: 4000 })
    expect(server.operations()).toEqual<Operation[]>([{ op: 'item', key: 'lesson', set: { title: 'Joins' } }])
    await waitUntilSaved()
    expect(hasRegisteredWork()).toBe(false)
  })

  it('saves an added section, topic and quiz at their positions', async () => {
    const server = aServer(aDraft({ document: aDocument({}, []) }))
    const { user } = await showBuilder()
    await user.click(within(await outline()).getByRole('button', { name: 'Add section' }))
    await user.type(await screen.findByRole('textbox', { name: 'Title' }), 'Start')
    await user.click(within(await outline()).getByRole('button', { name: 'Add lesson to Start' }))
    await user.type(await screen.findByRole('textbox', { name: 'Title' }), 'First')
    await user.click(within(await outline()).getByRole('button', { name: 'Add activity to First' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Quiz' }))
    await user.click(await screen.findByRole('button', { name: 'Add question' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Number' }))
    await user.type(screen.getByRole('textbox', { name: 'Question' }), 'How many?')
    const value = screen.getByRole('textbox', { name: 'Right number' })
    expect(value).toHaveValue('')
    expect(value).toBeValid()
    await user.type(value, '٤٢')
    await waitUntilSaved()
    const [section] = server.current.draft.document.sections
    expect(section?.title).toBe('Start')
    const content = section?.topics[0]?.items[0]?.content
    expect(content).toMatchObject({
      type: 'quiz',
      questions: [{ kind: 'numeric', prompt: 'How many?', value: 42 }],
    })
  })

  it('moves a topic with the arrow key, announces it and keeps the focus', async () => {
    const topics = ['one', 'two'].map((key) => ({
      key,
      title: key,
      titles: {},
      free_preview: false,
      items: [],
    }))
    const server = aServer(aDraft({ document: aDocument({}, [aSection({ topics })]) }))
    const { user } = await showBuilder()
    const grip = within(await outline()).getByRole('button', { name: 'Reorder one' })
    act(() => grip.focus())
    await user.keyboard('{ArrowDown}')
    expect(await screen.findByText('one moved to position 2.')).toBeInTheDocument()
    await waitFor(() => expect(document.activeElement).toHaveAccessibleName('Reorder one'))
    await user.keyboard('{ArrowDown}')
    expect(await screen.findByText('one is already the last.')).toBeInTheDocument()
    await waitUntilSaved()
    expect(server.current.draft.document.sections[0]?.topics.map(({ key }) => key)).toEqual(['two', 'one'])
  })

  it('restores a deleted node at its position', async () => {
    const items = [anItem({ key: 'a', title: 'A' }), anItem({ key: 'b', title: 'B' })]
    const topic = { key: 'topic', title: 'Topic', titles: {}, free_preview: false, items }
    const server = aServer(aDraft({ document: aDocument({}, [aSection({ topics: [topic] })]) }))
    const { user } = await showBuilder()
    await user.click(within(await outline()).getByRole('button', { name: 'More for A' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    expect(within(await outline()).queryByRole('link', { name: 'A' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitUntilSaved()
    expect(server.current.draft.document.sections[0]?.topics[0]?.items.map(({ key }) => key)).toEqual([
      'a',
      'b',
    ])
  })

  it('hides the undo offer after the node was restored from the trash', async () => {
    const start = aDraft()
    const server = aServer(start)
    const { user } = await showBuilder()
    await user.click(within(await outline()).getByRole('button', { name: 'More for Lesson' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    expect(screen.getByRole('button', { name: 'Undo' })).toBeInTheDocument()
    await waitUntilSaved()
    fakeCall(listTrash, {
      count: 1,
      next: null,
      previous: null,
      results: [
        {
          id: 1,
          kind: 'item',
          title: 'Lesson',
          removed_at: start.saved_at,
          removed_by: null,
          gone_at: '2026-12-21T00:00:00Z',
        },
      ],
    })
    fakeCall(restoreTrash, { ...server.current.draft, document: start.document })
    await user.click(screen.getByRole('button', { name: 'More for this course' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Trash' }))
    await user.click(await screen.findByRole('button', { name: 'Put back' }))
    await waitFor(() => expect(screen.queryByText('Deleted:', { exact: false })).toBeNull())
  })

  it('waits without a connection and saves after the reconnect', async () => {
    const server = aServer()
    fakeCall(saveDraft, noAnswer)
    const { user } = await showBuilder('?at=topic-topic')
    await user.type(await screen.findByRole('textbox', { name: 'Title' }), '!')
    expect(await screen.findByText('Waiting for the network', {}, { timeout: 4000 })).toBeInTheDocument()
    fakeCall(saveDraft, ({ body }) => {
      server.current.draft = {
        ...server.current.draft,
        document: applyOperations(server.current.draft.document, body.operations),
      }
      return { revision: 4, saved_at: '2026-11-20T10:01:00Z', saved_by: null }
    })
    fireEvent(window, new Event('online'))
    await waitUntilSaved()
    expect(server.current.draft.document.sections[0]?.topics[0]?.title).toBe('Topic!')
  })

  it('says that a course was not found and links back', async () => {
    fakeCall(getDraft, failWith('not_found'))
    await showBuilder()
    expect(await screen.findByRole('heading', { name: 'Course not found' })).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'All courses' })).toHaveAttribute('href', '/admin/courses')
  })

  it('shows a course of another instructor as not found', async () => {
    fakeCall(getDraft, failWith('forbidden'))
    await showBuilder()
    expect(await screen.findByRole('heading', { name: 'Course not found' })).toBeInTheDocument()
  })
})

describe('two authors', () => {
  const collide = async () => {
    const server = aServer()
    const view = await showBuilder('?at=item-lesson')
    const title = await screen.findByRole('textbox', { name: 'Title' })
    const theirs = applyOperations(server.current.draft.document, [
      { op: 'topic', key: 'topic', set: { title: 'Theirs' } },
    ])
    server.current.draft = {
      ...server.current.draft,
      revision: 4,
      document: theirs,
      saved_by: { id: 8, name: 'Omar Said' },
    }
    await view.user.type(title, ' mine')
    const dialog = await screen.findByRole('dialog', {}, { timeout: 5000 })
    return { server, dialog, ...view }
  }

  it('names the other author and merges our changes into theirs', async () => {
    const { server, dialog, user } = await collide()
    expect(dialog).toHaveTextContent('Omar Said saved on')
    await user.click(within(dialog).getByRole('button', { name: 'Add my changes to theirs' }))
    await waitUntilSaved()
    const [topic] = server.current.draft.document.sections[0]?.topics ?? []
    expect([topic?.title, topic?.items[0]?.title]).toEqual(['Theirs', 'Lesson mine'])
  })

  it('drops our changes and sends nothing when theirs are taken', async () => {
    const { server, dialog, user } = await collide()
    const sent = server.saves.requests.length
    await user.click(within(dialog).getByRole('button', { name: 'Take theirs' }))
    expect(await screen.findByRole('textbox', { name: 'Title' })).toHaveValue('Lesson')
    await waitUntilSaved()
    expect(server.saves.requests).toHaveLength(sent)
  })

  it('saves our version as a new course and shows theirs here', async () => {
    const { dialog, user } = await collide()
    const createCall = fakeCall(createBuilderCourse, { course_id: 12 })
    await user.click(within(dialog).getByRole('button', { name: 'Keep mine as a copy' }))
    await waitFor(() => expect(createCall.requests).toHaveLength(1))
    expect(createCall.requests[0]?.body.title).toBe('SQL (my version)')
    expect(createCall.requests[0]?.body.document?.sections[0]?.topics[0]?.items[0]?.title).toBe('Lesson mine')
    expect(await screen.findByRole('textbox', { name: 'Title' })).toHaveValue('Lesson')
  })
})

describe('publishing and history', () => {
  it('disables publishing while blocking findings exist and links to them', async () => {
    aServer()
    fakeCall(checkCourse, {
      revision: 3,
      findings: [
        {
          code: 'empty_article',
          blocking: true,
          node: { kind: 'item', key: 'lesson', title: 'Lesson' },
          detail: '',
        },
        {
          code: 'question_incomplete',
          blocking: true,
          node: { kind: 'item', key: 'quiz', title: 'Quiz' },
          detail: '3',
        },
        { code: 'no_description', blocking: false, node: null, detail: '' },
        { code: 'untranslated', blocking: false, node: null, detail: 'hi' },
      ],
    })
    const { user, address } = await showBuilder()
    await user.click(await screen.findByRole('button', { name: 'Publish' }))
    expect(
      await screen.findByRole('link', { name: /A question is incomplete\. ?Question 3/ }),
    ).toBeInTheDocument()
    expect(
      screen.getByRole('link', { name: /Missing in one of the course.s languages.*हिन्दी/ }),
    ).toBeInTheDocument()
    expect(await screen.findByText('The course has no description of its own.')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Publish now' })).toBeDisabled()
    await user.click(screen.getByRole('link', { name: /The article has no text/ }))
    await waitFor(() => expect(address()).toBe('/admin/courses/4?at=item-lesson'))
  })

  it('shows the published status until the next change', async () => {
    aServer()
    fakeCall(checkCourse, { revision: 3, findings: [] })
    const published = fakeCall(publishCourse, {
      revision: 3,
      saved_at: '2026-11-20T10:00:00Z',
      saved_by: null,
      status: 'published',
      published_at: '2026-11-20T10:05:00Z',
    })
    const { user } = await showBuilder('?at=item-lesson')
    await user.click(await screen.findByRole('button', { name: 'Publish' }))
    expect(await screen.findByText('Nothing is missing.')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Publish now' }))
    expect(await screen.findByText('Published')).toBeInTheDocument()
    expect(published.requests[0]?.body).toEqual({ revision: 3 })
    await user.type(await screen.findByRole('textbox', { name: 'Title' }), '!')
    expect(await screen.findByText('Changed since published', {}, { timeout: 4000 })).toBeInTheDocument()
  })

  it('marks changed words of an older version and restores it', async () => {
    aServer()
    const line = {
      id: 7,
      revision: 1,
      reason: 'published',
      created_at: '2026-11-19T10:00:00Z',
      created_by: null,
    } as const
    const oldDocument = aDocument({}, [
      aSection({
        topics: [
          {
            key: 'topic',
            title: 'Topic',
            titles: {},
            free_preview: false,
            items: [anItem({ content: { type: 'article', html: '<p>Old</p>' } })],
          },
        ],
      }),
    ])
    fakeCall(listVersions, { count: 1, next: null, previous: null, results: [line] })
    fakeCall(getVersion, { ...line, document: oldDocument })
    const restored = fakeCall(restoreVersion, aDraft({ revision: 4, document: oldDocument }))
    const { user } = await showBuilder('?at=item-lesson')
    await user.click(await screen.findByRole('button', { name: 'More for this course' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Version history' }))
    await user.click(await screen.findByRole('button', { name: /19 Nov 2026|Nov 19, 2026/ }))
    const removedText = await screen.findByText('Old', { selector: 'del' })
    expect(removedText).toBeInTheDocument()
    expect(screen.getByText('Words', { selector: 'ins' })).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Restore this version' }))
    await waitFor(() => expect(restored.requests[0]?.body).toEqual({ revision: 3 }))
    expect(await screen.findByText('Old', { selector: 'p' })).toBeInTheDocument()
  })
})
