/** Who works on an assessment, as its owner, its staff and admins see it. */
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import {
  addStaff,
  findCandidates,
  getStaff,
  removeStaff,
  setOwner,
  type AssessmentStaff,
} from '#contract/assessments/admin/staff.ts'
import { StaffCard } from '#src/features/assessments/admin/components/staff/StaffCard.tsx'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage, type RenderOptions } from '#tests/support/web/render.tsx'

const owner = { id: 1, name: 'Olga Owner', email: null }
const cora = { id: 2, name: 'Cora Colleague', email: null }
const added = { added_at: '2026-11-22T10:00:00Z', added_by: 'Olga Owner' }
const staffOf = (changes: Partial<AssessmentStaff> = {}): AssessmentStaff => ({
  owner,
  staff: [{ ...cora, ...added }],
  may_assign: true,
  may_set_owner: false,
  ...changes,
})
const open = (staff: AssessmentStaff, options: RenderOptions = {}) => {
  fakeCall(getStaff, staff)
  return renderPage(
    <main>
      <StaffCard assessmentId={5} />
    </main>,
    options,
  )
}

it('adds an instructor by name and removes one, by keyboard', async () => {
  const { user } = await open(staffOf({ staff: [] }))
  const { requests: searches } = fakeCall(findCandidates, { results: [cora] })
  const { requests: adding } = fakeCall(addStaff, staffOf())
  await user.click(await screen.findByRole('button', { name: 'Add instructor' }))
  const dialog = await screen.findByRole('dialog', { name: 'Add an instructor' })
  await user.type(within(dialog).getByRole('searchbox'), 'cora')
  await waitFor(() => expect(searches.at(-1)?.query).toMatchObject({ search: 'cora' }))
  const add = await within(dialog).findByRole('button', { name: 'Add Cora Colleague' })
  fakeCall(getStaff, staffOf())
  fakeCall(findCandidates, { results: [] })
  add.focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(adding).toHaveLength(1))
  expect(await within(dialog).findByText('No instructor matches your search.')).toBeInTheDocument()
  await user.keyboard('{Escape}')
  const { requests: removing } = fakeCall(removeStaff, staffOf({ staff: [] }))
  const remove = await screen.findByRole('button', { name: 'Remove Cora Colleague' })
  fakeCall(getStaff, staffOf({ staff: [] }))
  await user.click(remove)
  await waitFor(() => expect(removing).toHaveLength(1))
  await waitFor(() => expect(screen.queryByText('Cora Colleague')).not.toBeInTheDocument())
})

it('offers staff nothing to change', async () => {
  await open(staffOf({ may_assign: false }))
  expect(await screen.findByText('Cora Colleague')).toBeInTheDocument()
  expect(screen.queryAllByRole('button')).toEqual([])
})

it('lets an admin name another owner, and says why it failed', async () => {
  const { user } = await open(staffOf({ may_set_owner: true }))
  fakeCall(setOwner, failWith('conflict', { detail: 'Somebody else changed this.' }))
  await user.click(await screen.findByRole('button', { name: 'Make owner: Cora Colleague' }))
  expect(await screen.findByText('Somebody else changed this.')).toBeInTheDocument()
})

it('says in Arabic that nobody owns it', async () => {
  await open(staffOf({ owner: null, staff: [] }), { language: 'ar' })
  expect(await screen.findByText('لا مالك لهذا الاختبار بعد.')).toBeInTheDocument()
})
