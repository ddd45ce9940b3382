/** The people of a client as staff see them: the list, actions on several people, invitations, one person. */
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { endMemberSession, endMemberSessions, listMemberSessions } from '#contract/auth/account-admin.ts'
import { getBulk, startBulk, undoBulk, type StudentBulk } from '#contract/students/bulk.ts'
import { createGroup, listGroups, saveGroup, setGroupMembers } from '#contract/students/groups.ts'
import { getStudentRecord, listStudentMessages, writeToStudent } from '#contract/students/messages.ts'
import { createView, listViews } from '#contract/students/views.ts'
import {
  enrolStudents,
  getStudent,
  inviteStudent,
  listStudentCourses,
  listStudents,
  setStudentRole,
  setStudentsActive,
  unenrolStudents,
  type Student,
  type StudentRow,
} from '#contract/students/students.ts'
import { StudentsPage } from '#src/features/students/pages/StudentsPage.tsx'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { aSignedIn } from '#tests/support/server/client.ts'
import { renderPage, type RenderOptions } from '#tests/support/web/render.tsx'

const PATH = '/admin/manage-students'

const aRow = (changes: Partial<StudentRow> = {}): StudentRow => ({
  id: 5,
  name: 'Asha Learner',
  email: 'asha@example.test',
  picture: null,
  phone: null,
  language: 'hi',
  role: 'student',
  is_disabled: false,
  joined_at: '2026-09-01T10:00:00Z',
  last_active_on: '2026-11-20',
  courses: 3,
  courses_done: 1,
  groups: [],
  may_change: true,
  ...changes,
})
const BALU = aRow({ id: 6, name: 'Balu Rao', email: 'balu@example.test', last_active_on: null })

const aStudent = (changes: Partial<Student> = {}): Student => ({
  ...aRow(),
  username: 'asha',
  time_zone: 'Asia/Kolkata',
  is_verified: true,
  study: [{ day: '2026-11-20', seconds: 1800 }],
  enrolments: [
    {
      course: { id: 3, title: 'Charts' },
      enrolled_at: '2026-09-02T10:00:00Z',
      last_activity_at: '2026-11-20T10:00:00Z',
      completed_at: null,
      has_left: false,
      access_until: null,
      items: 10,
      items_done: 4,
    },
  ],
  attempts: [],
  ...changes,
})

const BULK = '7d9f3a52-6f0c-4a5f-9d43-0f4b8a1c2d3e'
const aBulk = (changes: Partial<StudentBulk> = {}): StudentBulk => ({
  id: BULK,
  kind: 'deactivate',
  state: 'running',
  made_at: '2026-11-23T10:00:00Z',
  total: 312,
  step: { done: 0, of: 312 },
  results: { done: 0, unchanged: 0, refused: 0 },
  undone: { restored: 0, kept: 0 },
  refused: [],
  undo_until: null,
  ...changes,
})
const ENDED: Partial<StudentBulk> = {
  state: 'done',
  step: { done: 312, of: 312 },
  results: { done: 311, unchanged: 0, refused: 1 },
  refused: [{ id: 9, name: 'Sue', reason: 'not_allowed' }],
}

const pageOf = (results: StudentRow[]) => ({ count: results.length, next: null, previous: null, results })
const open = (path = PATH, options: RenderOptions = {}) =>
  renderPage(
    <main>
      <StudentsPage />
    </main>,
    { path, person: aSignedIn({ role: 'admin' }), ...options },
  )

beforeEach(() => {
  fakeCall(listGroups, { groups: [] })
  fakeCall(listMemberSessions, { results: [] })
  fakeCall(listStudentMessages, { count: 0, next: null, previous: null, results: [] })
  fakeCall(getStudentRecord, { attendance: { attended: 0, held: 0, marks: [] }, payments: [] })
})

describe('the list of students', () => {
  it('keeps the filters in the address and asks the server for them', async () => {
    const { requests } = fakeCall(listStudents, pageOf([aRow()]))
    fakeCall(listStudentCourses, { courses: [{ id: 3, title: 'Charts' }] })
    const { user, address } = await open(`${PATH}?state=inactive&sort=newest`)
    const table = await screen.findByRole('table', { name: 'Students' })
    expect(within(table).getByText('1 of 3')).toBeInTheDocument()
    expect(requests.at(-1)?.query).toMatchObject({ state: 'inactive', sort: 'newest', role: 'student' })
    await user.type(screen.getByRole('searchbox'), 'asha')
    await waitFor(() => expect(address()).toContain('search=asha'))
  })

  it('shows instructors neither addresses nor account actions', async () => {
    fakeCall(listStudents, pageOf([aRow({ email: null, may_change: false })]))
    fakeCall(listStudentCourses, { courses: [] })
    const { user } = await open(PATH, { person: aSignedIn({ role: 'instructor' }) })
    await user.click(await screen.findByRole('checkbox', { name: 'Select Asha Learner' }))
    expect(screen.getByRole('button', { name: 'Enrol in a course' })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Deactivate' })).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Invite a person' })).not.toBeInTheDocument()
  })

  it('offers another try when it cannot be loaded', async () => {
    fakeCall(listStudents, failWith('forbidden'))
    fakeCall(listStudentCourses, { courses: [] })
    await open()
    expect(await screen.findByText('The students could not be loaded.')).toBeInTheDocument()
  })
})

describe('actions on several people', () => {
  it('says by name who could not be enrolled, and why', async () => {
    fakeCall(listStudents, pageOf([aRow(), BALU]))
    fakeCall(listStudentCourses, { courses: [{ id: 3, title: 'Charts' }] })
    const { requests } = fakeCall(enrolStudents, {
      results: [
        { id: 5, result: 'done', reason: null },
        { id: 6, result: 'refused', reason: 'course_full' },
      ],
    })
    const { user } = await open()
    await user.click(await screen.findByRole('checkbox', { name: 'Select everybody on this page' }))
    expect(screen.getByText('2 people selected')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Enrol in a course' }))
    const dialog = await screen.findByRole('dialog', { name: 'Enrol 2 people' })
    await user.click(within(dialog).getByRole('combobox', { name: 'Course' }))
    await user.click(await screen.findByRole('option', { name: 'Charts' }))
    await user.click(within(dialog).getByRole('button', { name: 'Enrol' }))
    expect(await screen.findByText('Done for 1 person')).toBeInTheDocument()
    expect(screen.getByText('The course is full')).toBeInTheDocument()
    expect(requests.at(-1)?.body).toEqual({ ids: [5, 6], course_id: 3 })
  })

  it('enrols, and takes it back with one button', async () => {
    fakeCall(listStudents, pageOf([aRow()]))
    fakeCall(listStudentCourses, { courses: [{ id: 3, title: 'Charts' }] })
    fakeCall(enrolStudents, { results: [{ id: 5, result: 'done', reason: null }] })
    const { requests } = fakeCall(unenrolStudents, { results: [{ id: 5, result: 'done', reason: null }] })
    const { user } = await open()
    await user.click(await screen.findByRole('checkbox', { name: 'Select Asha Learner' }))
    await user.click(screen.getByRole('button', { name: 'Enrol in a course' }))
    const dialog = await screen.findByRole('dialog', { name: 'Enrol 1 person' })
    await user.click(within(dialog).getByRole('combobox', { name: 'Course' }))
    await user.click(await screen.findByRole('option', { name: 'Charts' }))
    await user.click(within(dialog).getByRole('button', { name: 'Enrol' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Undone for 1 person')).toBeInTheDocument()
    expect(requests.at(-1)?.body).toEqual({ ids: [5], course_id: 3 })
  })

  it('leaves everybody whom the filters match to the job, shows its progress and undoes it', async () => {
    fakeCall(listStudents, { ...pageOf([aRow(), BALU]), count: 312 })
    fakeCall(listStudentCourses, { courses: [] })
    const begun = fakeCall(startBulk, aBulk())
    fakeCall(getBulk, aBulk({ step: { done: 100, of: 312 } }))
    const { user, address } = await open(`${PATH}?state=inactive&page=2`)
    await user.click(await screen.findByRole('checkbox', { name: 'Select everybody on this page' }))
    await user.click(screen.getByRole('button', { name: 'Select all 312 people in the list' }))
    expect(screen.getByText('312 people selected')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'More' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Deactivate' }))
    const dialog = await screen.findByRole('dialog', { name: 'Deactivate 312 accounts?' })
    await user.click(within(dialog).getByRole('button', { name: 'Deactivate' }))
    expect(await screen.findByRole('progressbar', { name: 'Deactivating accounts' })).toBeInTheDocument()
    expect(begun.requests.at(-1)?.body).toMatchObject({
      action: { kind: 'deactivate' },
      people: { filter: { state: 'inactive', role: 'student' } },
    })
    expect(begun.requests.at(-1)?.body).not.toHaveProperty('people.filter.page')
    expect(address()).toContain(`bulk=${BULK}`)
    fakeCall(getBulk, aBulk({ ...ENDED, undo_until: '2026-11-24T10:00:00Z' }))
    expect(await screen.findByText('Done for 311 people', {}, { timeout: 3000 })).toBeInTheDocument()
    expect(screen.getByText('You may not change this person')).toBeInTheDocument()
    fakeCall(undoBulk, aBulk({ ...ENDED, state: 'undone', undone: { restored: 311, kept: 0 } }))
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Undone for 311 people')).toBeInTheDocument()
  })

  it('keeps a mail that could not be sent, and sends the same one again under the same key', async () => {
    fakeCall(listStudents, pageOf([aRow()]))
    fakeCall(listStudentCourses, { courses: [] })
    const failed = fakeCall(startBulk, failWith('forbidden'))
    const { user } = await open()
    await user.click(await screen.findByRole('checkbox', { name: 'Select Asha Learner' }))
    await user.click(screen.getByRole('button', { name: 'Write a mail' }))
    const dialog = await screen.findByRole('dialog', { name: 'Write to 1 person' })
    await user.type(within(dialog).getByRole('textbox', { name: /Subject/ }), 'Exam')
    await user.type(within(dialog).getByRole('textbox', { name: /Message/ }), 'On Monday')
    const send = within(dialog).getByRole('button', { name: 'Send' })
    await user.click(send)
    await waitFor(() => expect(failed.requests).toHaveLength(1))
    const sent = fakeCall(startBulk, aBulk({ ...ENDED, kind: 'message' }))
    fakeCall(getBulk, aBulk({ ...ENDED, kind: 'message' }))
    await user.click(send)
    expect(await screen.findByText('Mail on its way to 311 people')).toBeInTheDocument()
    expect(sent.requests[0]?.body).toEqual(failed.requests[0]?.body)
    expect(sent.requests[0]?.body).toMatchObject({
      action: { kind: 'message', subject: 'Exam', text: 'On Monday' },
      people: { ids: [5] },
    })
  })

  it('offers instructors nothing but enrolments', async () => {
    fakeCall(listStudents, { ...pageOf([aRow({ email: null, may_change: false })]), count: 40 })
    fakeCall(listStudentCourses, { courses: [] })
    const { user } = await open(PATH, { person: aSignedIn({ role: 'instructor' }) })
    await user.click(await screen.findByRole('checkbox', { name: 'Select everybody on this page' }))
    const bar = screen.getByRole('region', { name: 'Selected people' })
    expect(
      within(bar)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Clear selection', 'Enrol in a course', 'End enrolment in a course'])
  })

  it('keeps the choice when an action fails', async () => {
    fakeCall(listStudents, pageOf([aRow()]))
    fakeCall(listStudentCourses, { courses: [] })
    fakeCall(setStudentsActive, failWith('forbidden'))
    const { user } = await open()
    await user.click(await screen.findByRole('checkbox', { name: 'Select Asha Learner' }))
    await user.click(screen.getByRole('button', { name: 'More' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Deactivate' }))
    const dialog = await screen.findByRole('dialog', { name: 'Deactivate 1 account?' })
    await user.click(within(dialog).getByRole('button', { name: 'Deactivate' }))
    await waitFor(() => expect(screen.getByText('1 person selected')).toBeInTheDocument())
    expect(screen.queryByText(/Done for/)).not.toBeInTheDocument()
  })
})

describe('columns and views', () => {
  const VIEW = {
    id: 9,
    name: 'Quiet people',
    is_shared: true,
    is_own: true,
    owner: 'Ada',
    settings: {
      search: '',
      course: null,
      group: null,
      state: 'inactive' as const,
      role: 'student' as const,
      sort: 'newest' as const,
      columns: ['phone' as const],
    },
  }
  const header = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)

  it('shows the chosen columns, keeps them in the address and asks the server for nothing new', async () => {
    const { requests } = fakeCall(listStudents, pageOf([aRow({ phone: '+91 98765' })]))
    fakeCall(listStudentCourses, { courses: [] })
    const { user, address } = await open(`${PATH}?page=2`)
    await screen.findByRole('table')
    expect(header()).toEqual(['Name', 'Courses finished', 'Last studied', 'Groups', 'Joined'])
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Phone' }))
    await user.click(screen.getByRole('checkbox', { name: 'Joined' }))
    await user.click(screen.getByRole('button', { name: 'Done' }))
    await waitFor(() =>
      expect(header()).toEqual(['Name', 'Courses finished', 'Last studied', 'Groups', 'Phone']),
    )
    expect(address()).toContain('columns=courses%2Cactive%2Cgroups%2Cphone')
    expect(address()).toContain('page=2')
    expect(requests).toHaveLength(1)
    expect(requests[0]?.query).not.toHaveProperty('columns')
  })

  it('offers instructors no columns that they get no values for', async () => {
    fakeCall(listStudents, pageOf([aRow({ email: null, may_change: false })]))
    fakeCall(listStudentCourses, { courses: [] })
    const { user } = await open(`${PATH}?columns=phone,courses`, {
      person: aSignedIn({ role: 'instructor' }),
    })
    await screen.findByRole('table')
    expect(header()).toEqual(['Name', 'Courses finished'])
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    expect(await screen.findByRole('checkbox', { name: 'Joined' })).toBeInTheDocument()
    expect(screen.queryByRole('checkbox', { name: 'Phone' })).not.toBeInTheDocument()
  })

  it('opens a saved view', async () => {
    const { requests } = fakeCall(listStudents, pageOf([aRow()]))
    fakeCall(listStudentCourses, { courses: [] })
    fakeCall(listViews, { views: [VIEW] })
    const { user, address } = await open(`${PATH}?search=asha`)
    await user.click(await screen.findByRole('button', { name: 'Views' }))
    await user.click(await screen.findByRole('button', { name: 'Quiet people' }))
    await waitFor(() => expect(requests.at(-1)?.query).toMatchObject({ state: 'inactive', sort: 'newest' }))
    expect(requests.at(-1)?.query).not.toHaveProperty('search', 'asha')
    expect(address()).toContain('columns=phone')
  })

  it('saves the list as it is, shared only if that is chosen', async () => {
    fakeCall(listStudents, pageOf([aRow()]))
    fakeCall(listStudentCourses, { courses: [] })
    fakeCall(listViews, { views: [] })
    const { requests } = fakeCall(createView, VIEW)
    const { user } = await open(`${PATH}?state=inactive&sort=newest&columns=phone`)
    await user.click(await screen.findByRole('button', { name: 'Views' }))
    await user.type(await screen.findByRole('textbox', { name: 'Name of the view' }), 'Quiet people{Enter}')
    await waitFor(() =>
      expect(requests.at(-1)?.body).toEqual({
        name: 'Quiet people',
        is_shared: false,
        settings: VIEW.settings,
      }),
    )
  })

  it('goes from row to row with the arrow keys and selects with X', async () => {
    fakeCall(listStudents, pageOf([aRow(), BALU]))
    fakeCall(listStudentCourses, { courses: [] })
    const { user } = await open()
    const first = await screen.findByRole('link', { name: 'Asha Learner' })
    first.focus()
    await user.keyboard('{ArrowDown}')
    expect(screen.getByRole('link', { name: 'Balu Rao' })).toHaveFocus()
    await user.keyboard('x')
    expect(screen.getByRole('checkbox', { name: 'Select Balu Rao' })).toBeChecked()
    await user.keyboard('{Home}')
    expect(first).toHaveFocus()
    // Control: typing an x elsewhere selects nobody.
    await user.type(screen.getByRole('searchbox'), 'x')
    expect(screen.getByRole('checkbox', { name: 'Select Asha Learner' })).not.toBeChecked()
  })
})

describe('groups', () => {
  const SPRING = { id: 4, name: 'Spring', members: 1, is_archived: false }

  it('take the chosen people in, and let them go again', async () => {
    fakeCall(listStudents, pageOf([aRow()]))
    fakeCall(listStudentCourses, { courses: [] })
    fakeCall(listGroups, { groups: [SPRING] })
    const { requests } = fakeCall(setGroupMembers, { results: [{ id: 5, result: 'done', reason: null }] })
    const { user } = await open()
    await user.click(await screen.findByRole('checkbox', { name: 'Select Asha Learner' }))
    await user.click(screen.getByRole('button', { name: 'More' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Add to a group' }))
    const dialog = await screen.findByRole('dialog', { name: 'Add 1 person to a group' })
    await user.click(await within(dialog).findByRole('combobox', { name: 'Group' }))
    await user.click(await screen.findByRole('option', { name: 'Spring' }))
    await user.click(within(dialog).getByRole('button', { name: 'Add' }))
    expect(await screen.findByText('Done for 1 person')).toBeInTheDocument()
    expect(requests.at(-1)?.body).toEqual({ ids: [5], is_member: true })
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Undone for 1 person')).toBeInTheDocument()
    expect(requests.at(-1)?.body).toEqual({ ids: [5], is_member: false })
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
  })

  it('are asked for again when they could not be loaded', async () => {
    fakeCall(listStudents, pageOf([aRow()]))
    fakeCall(listStudentCourses, { courses: [] })
    fakeCall(listGroups, failWith('forbidden'))
    const { user } = await open()
    await user.click(await screen.findByRole('checkbox', { name: 'Select Asha Learner' }))
    await user.click(screen.getByRole('button', { name: 'More' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Add to a group' }))
    const dialog = await screen.findByRole('dialog', { name: 'Add 1 person to a group' })
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('The groups could not be loaded.')
    fakeCall(listGroups, { groups: [SPRING] })
    await user.click(within(dialog).getByRole('button', { name: 'Try again' }))
    expect(await within(dialog).findByRole('combobox', { name: 'Group' })).toBeInTheDocument()
  })

  it('are made, and keep what was typed when the name is taken', async () => {
    fakeCall(listStudents, pageOf([aRow()]))
    fakeCall(listStudentCourses, { courses: [] })
    fakeCall(listGroups, { groups: [SPRING] })
    fakeCall(createGroup, failWith('invalid_fields', { fields: { name: [{ code: 'taken', message: 'x' }] } }))
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Groups' }))
    const dialog = await screen.findByRole('dialog', { name: 'Groups' })
    const name = within(dialog).getByRole('textbox', { name: 'Name of the group' })
    await user.type(name, 'Spring{Enter}')
    await waitFor(() => expect(name).toHaveAccessibleDescription('Another group has this name.'))
    expect(name).toHaveValue('Spring')
  })

  it('are archived from their list', async () => {
    fakeCall(listStudents, pageOf([aRow()]))
    fakeCall(listStudentCourses, { courses: [] })
    fakeCall(listGroups, { groups: [SPRING] })
    const { requests } = fakeCall(saveGroup, { ...SPRING, is_archived: true })
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Groups' }))
    await user.click(await screen.findByRole('button', { name: 'Archive Spring' }))
    await waitFor(() => expect(requests.at(-1)?.body).toEqual({ name: 'Spring', is_archived: true }))
  })
})

describe('an invitation', () => {
  it('keeps what was typed when the address is taken, and says so at the field', async () => {
    fakeCall(listStudents, pageOf([aRow()]))
    fakeCall(listStudentCourses, { courses: [] })
    fakeCall(
      inviteStudent,
      failWith('invalid_fields', { fields: { email: [{ code: 'taken', message: 'x' }] } }),
    )
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Invite a person' }))
    const dialog = await screen.findByRole('dialog', { name: 'Invite a person' })
    const address = within(dialog).getByRole('textbox', { name: /E-mail/ })
    await user.type(within(dialog).getByRole('textbox', { name: /^Name/ }), 'Asha')
    await user.type(address, 'asha@example.test')
    await user.click(within(dialog).getByRole('button', { name: 'Invite' }))
    await waitFor(() =>
      expect(address).toHaveAccessibleDescription('Somebody with this address has an account already.'),
    )
    expect(address).toHaveValue('asha@example.test')
  })
})

describe('one person', () => {
  it('shows classes, payments and what they were written to', async () => {
    fakeCall(getStudent, aStudent())
    fakeCall(getStudentRecord, {
      attendance: {
        attended: 3,
        held: 4,
        marks: [
          {
            session_id: 1,
            title: 'Live class 4',
            course: 'Charts',
            at: '2026-11-20T10:00:00Z',
            status: 'absent',
          },
        ],
      },
      payments: [
        {
          id: 1,
          at: '2026-11-19T10:00:00Z',
          kind: 'refund',
          title: 'Charts',
          amount_minor: 49_900,
          currency: 'INR',
        },
      ],
    })
    const message = { id: 'a', by: 'Tara', at: '2026-11-18T10:00:00Z' }
    fakeCall(listStudentMessages, {
      count: 2,
      next: null,
      previous: null,
      results: [
        { ...message, kind: 'person', subject: 'Hello', text: 'The whole text', result: 'sent' },
        { ...message, id: 'b', kind: 'campaign', subject: 'News', text: null, by: null, result: 'failed' },
      ],
    })
    await open(`${PATH}?student=5`)
    expect(await screen.findByText('75% attended, 3 of 4')).toBeInTheDocument()
    expect(screen.getByText('Absent')).toBeInTheDocument()
    expect(screen.getByText('-₹499.00')).toBeInTheDocument()
    expect(screen.getByText('The whole text')).toBeInTheDocument()
    expect(screen.getByText('Not delivered')).toBeInTheDocument()
  })

  it('writes to the person once for each mail, and keeps the text when it fails', async () => {
    fakeCall(getStudent, aStudent())
    fakeCall(writeToStudent, failWith('internal_error'))
    const { user } = await open(`${PATH}?student=5`)
    await user.click(await screen.findByRole('button', { name: /^Write to / }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/They use the app in हिन्दी/)).toBeInTheDocument()
    await user.type(dialog.getByLabelText(/Subject/), 'Hello')
    await user.type(dialog.getByLabelText(/Message/), 'How are you?')
    await user.click(dialog.getByRole('button', { name: 'Send' }))
    await waitFor(() => expect(dialog.getByLabelText(/Message/)).toHaveValue('How are you?'))
    const { requests } = fakeCall(writeToStudent, { id: '7d9f3a52-6f0c-4a5f-9d43-0f4b8a1c2d3e' })
    await user.click(dialog.getByRole('button', { name: 'Send' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(requests.at(-1)?.body).toMatchObject({ subject: 'Hello', text: 'How are you?' })
  })

  it('lists the devices and signs the person out on one or on all', async () => {
    fakeCall(getStudent, aStudent())
    const device = (id: string, name: string) => ({
      id,
      device: name,
      network: '203.0.113.0',
      time_zone: null,
      created_at: '2026-11-20T10:00:00Z',
      last_seen_at: '2026-11-22T10:00:00Z',
    })
    fakeCall(listMemberSessions, { results: [device('a', 'Chrome on Android'), device('b', 'Firefox')] })
    const one = fakeCall(endMemberSession, undefined)
    const all = fakeCall(endMemberSessions, undefined)
    const { user } = await open(`${PATH}?student=5`)
    await user.click(await screen.findByRole('button', { name: 'Sign out Chrome on Android' }))
    await waitFor(() => expect(one.requests).toHaveLength(1))
    await user.click(screen.getByRole('button', { name: 'Sign out everywhere' }))
    await waitFor(() => expect(all.requests).toHaveLength(1))
    expect(screen.getByRole('link', { name: 'What was recorded about this person' })).toHaveAttribute(
      'href',
      '/admin/security?about=5',
    )
  })

  it('shows progress in each course and lets an admin change the role', async () => {
    fakeCall(getStudent, aStudent())
    fakeCall(listStudentCourses, { courses: [] })
    const { requests } = fakeCall(setStudentRole, aStudent({ role: 'instructor' }))
    const { user } = await open(`${PATH}?student=5`)
    expect(await screen.findByRole('heading', { level: 1, name: /Asha Learner/ })).toBeInTheDocument()
    expect(screen.getByText('4 of 10 items')).toBeInTheDocument()
    await user.click(screen.getByRole('combobox', { name: 'Role' }))
    await user.click(await screen.findByRole('option', { name: 'Instructor' }))
    await waitFor(() => expect(requests.at(-1)?.body).toEqual({ role: 'instructor' }))
  })

  it('says that somebody does not exist', async () => {
    fakeCall(getStudent, failWith('not_found'))
    await open(`${PATH}?student=999`)
    expect(
      await screen.findByText('This person does not exist, or is in none of your courses.'),
    ).toBeInTheDocument()
  })
})
