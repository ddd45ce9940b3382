import { screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { listCourseNotes, deleteNote, saveNote, type LessonNote } from '#contract/courses/learning.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { runClearHooks } from '#src/core/session/sign-out-hooks.ts'
import { progressQueue } from '#src/features/courses/learning/api/live-queue.ts'
import { CourseNotesPage } from '#src/features/courses/learning/index.ts'
import {
  groupByTopic,
  mergeCourseNotes,
  filterNotes,
  notesToMarkdown,
  type CourseForNotes,
} from '#src/features/courses/learning/model/course-notes.ts'
import { failWith, fakeCall, noAnswer } from '#tests/support/web/msw.ts'
import { renderPage, type RenderOptions } from '#tests/support/web/render.tsx'

type ListedNote = ResponseOf<typeof listCourseNotes>['results'][number]
const uuid = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
const aNote = (overrides: Partial<ListedNote> = {}): ListedNote => ({
  id: uuid(1),
  item_id: 31,
  body: 'Try it on the shop',
  colour: 'yellow',
  place: { paragraph: 2, quote: 'A row is one order' },
  created_at: '2026-11-01T08:00:00Z',
  changed_at: '2026-11-01T08:00:00Z',
  topic_id: 11,
  topic_title: 'Tables',
  item_title: 'Rows',
  ...overrides,
})
const inVideo = aNote({
  id: uuid(2),
  item_id: 41,
  body: 'Résumé of the join',
  colour: 'blue',
  place: { second: 65 },
  topic_id: 12,
  topic_title: 'Joins',
  item_title: 'Row by row',
})
const anItem = (id: number, title: string, type: 'article' | 'video') =>
  ({ id, title, type, minutes: 1, state: 'not_started' }) as const
const course: CourseForNotes = {
  id: 1,
  title: 'SQL',
  sections: [
    {
      id: 1,
      title: 'Begin',
      topics: [
        {
          id: 11,
          title: 'Tables',
          state: 'not_started',
          free_preview: false,
          items: [anItem(31, 'Rows', 'article')],
        },
        {
          id: 12,
          title: 'Joins',
          state: 'not_started',
          free_preview: false,
          items: [anItem(41, 'Row by row', 'video')],
        },
      ],
    },
  ],
}
const pendingNote = (
  noteId: string,
  itemId: number,
  note: Pick<LessonNote, 'body' | 'colour' | 'place'> | null,
) => ({ kind: 'note', itemId, noteId, note, changedAt: Date.parse('2026-11-02T08:00:00Z') }) as const

describe('course notes', () => {
  it('merges unsent changes over the server and finds the item of new notes', () => {
    const pending = [
      pendingNote(uuid(1), 31, null),
      pendingNote(uuid(3), 41, { body: 'New', colour: 'pink', place: { second: 3 } }),
    ]
    const notes = mergeCourseNotes([aNote(), inVideo], pending, course)
    expect(notes.map((note) => [note.body, note.topic_title, note.item_title])).toEqual([
      ['New', 'Joins', 'Row by row'],
      ['Résumé of the join', 'Joins', 'Row by row'],
    ])
  })

  it('uses the titles of the list while there is no outline', () => {
    expect(
      groupByTopic(mergeCourseNotes([aNote(), inVideo], [], null)).map(({ first }) => first.topic_title),
    ).toEqual(['Tables', 'Joins'])
  })

  it.each([
    ['resume JOIN', null, ['Résumé of the join']],
    ['one order', null, ['Try it on the shop']],
    ['rows', null, ['Try it on the shop']],
    ['', 'blue', ['Résumé of the join']],
    ['shop', 'blue', []],
  ] as const)('filters by the query "%s" and the colour %s: %j', (query, colour, found) => {
    const notes = mergeCourseNotes([aNote(), inVideo], [], course)
    expect(filterNotes(notes, { query, colour }).map(({ body }) => body)).toEqual(found)
  })

  it('exports notes as Markdown with headings, quotations and times', () => {
    expect(notesToMarkdown('SQL', mergeCourseNotes([aNote(), inVideo], [], course))).toBe(
      [
        '# SQL',
        '## Tables',
        '### Rows',
        '> A row is one order',
        'Try it on the shop',
        '## Joins',
        '### Row by row',
        '[1:05] Résumé of the join\n',
      ].join('\n\n'),
    )
  })
})

const open = (options: RenderOptions = {}, outline: CourseForNotes | null = course) =>
  renderPage(
    <Routes>
      <Route path="/learn/course/:courseId/notes" element={<CourseNotesPage course={outline} />} />
    </Routes>,
    { path: '/learn/course/1/notes', ...options },
  )

describe('/learn/course/{courseId}/notes', () => {
  // The queue outlives a page on purpose; reset it between tests.
  beforeEach(() => runClearHooks())

  it('groups notes by topic and links each to its position', async () => {
    fakeCall(listCourseNotes, { results: [aNote(), inVideo] })
    await open()
    const tables = within(await screen.findByRole('region', { name: 'Tables' }))
    expect(tables.getByText('Try it on the shop')).toBeInTheDocument()
    expect(tables.getByRole('link', { name: 'Show in lesson' })).toHaveAttribute(
      'href',
      `/learn/course/1/11?item=31&note=${uuid(1)}`,
    )
    expect(screen.getByRole('link', { name: 'Go to 1:05' })).toHaveAttribute(
      'href',
      '/learn/course/1/12?item=41&at=65',
    )
  })

  it('says that nothing matches, keeps the query in the URL and shows all again', async () => {
    fakeCall(listCourseNotes, { results: [aNote(), inVideo] })
    const { user, address } = await open()
    await user.type(await screen.findByRole('searchbox', { name: 'Search in your notes' }), 'zebra')
    expect(screen.getByText('No notes match')).toBeInTheDocument()
    expect(address()).toBe('/learn/course/1/notes?search=zebra')
    await user.click(screen.getByRole('button', { name: 'Show all notes' }))
    expect(screen.getByText('2 notes')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Only blue' }))
    expect(screen.queryByText('Try it on the shop')).not.toBeInTheDocument()
    expect(address()).toBe('/learn/course/1/notes?colour=blue')
  })

  it('sends a deletion and a change and shows them immediately', async () => {
    fakeCall(listCourseNotes, { results: [aNote(), inVideo] })
    const removed = vi.fn<(id: string | undefined) => void>()
    fakeCall(deleteNote, ({ params }) => {
      removed(params['noteId'])
      return undefined
    })
    fakeCall(saveNote, ({ body, params }) => ({
      ...inVideo,
      ...body,
      id: params['noteId'] ?? '',
      place: inVideo.place,
    }))
    const { user } = await open()
    const tables = within(await screen.findByRole('region', { name: 'Tables' }))
    await user.click(tables.getByRole('button', { name: 'Delete note' }))
    expect(screen.queryByText('Try it on the shop')).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Edit note' }))
    await user.type(screen.getByRole('textbox', { name: 'Your note' }), ' again')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(screen.getByText('Résumé of the join again')).toBeInTheDocument()
    await waitFor(() => expect(removed).toHaveBeenCalledWith(uuid(1)))
    await waitFor(() => expect(progressQueue().pending()).toEqual([]))
  })

  it.each([
    ['no notes', { results: [] }, 'No notes yet'],
    ['a server that fails', failWith('internal_error'), 'Your notes could not be loaded'],
    ['no connection', noAnswer, 'Your notes are not on this device'],
    ['a course that is not there', failWith('not_found'), /no course found/],
  ])('says so when there is %s', async (_, answer, message) => {
    fakeCall(listCourseNotes, () => answer)
    await open()
    expect(await screen.findByText(message)).toBeInTheDocument()
  })
})
