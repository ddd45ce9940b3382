/** Programmes as admins set them up and offer them. */
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  listProgrammes,
  publishProgramme,
  saveProgramme,
  type EditedProgramme,
  type EditedProgrammes,
} from '#contract/money/admin-programmes.ts'
import { listPricedCourses } from '#contract/money/priced-courses.ts'
import { PaymentsPage } from '#src/features/money/pages/PaymentsPage.tsx'
import { formOf, issuesOf } from '#src/features/money/programmes/programme-form.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const flagship: EditedProgramme = {
  slug: 'flagship',
  revision: 3,
  is_published: true,
  title: { en: 'Data Career', ar: 'مهنة البيانات' },
  summary: {},
  currency: 'INR',
  total_minor: 10_000_000,
  minimum_minor: 100_000,
  booking_percent: 10,
  once_days: 7,
  instalments: [
    { days: 30, percent: 40 },
    { days: 60, percent: 60 },
  ],
  grace_days: 7,
  assessment_id: null,
  courses: [{ id: 4, title: 'SQL', is_published: true }],
  buyers: 2,
}
const page: EditedProgrammes = {
  results: [flagship],
  currency: 'INR',
  languages: ['en', 'ar'],
  assessments: [{ id: 9, title: { en: 'Aptitude' } }],
}
const open = async () => {
  fakeCall(listProgrammes, page)
  fakeCall(listPricedCourses, {
    results: [
      { id: 4, title: 'SQL', has_price: true },
      { id: 5, title: 'Python', has_price: true },
    ],
  })
  const view = await renderPage(
    <main>
      <PaymentsPage />
    </main>,
    { path: '/admin/payments?view=programmes' },
  )
  await screen.findByRole('heading', { name: 'Data Career' })
  return view
}

describe('programmes', () => {
  it('show price, plan and buyers, and what is not set up', async () => {
    await open()
    const card = screen.getByRole('article', { name: 'Data Career' })
    expect(card).toHaveTextContent('₹1,00,000')
    expect(card).toHaveTextContent('10% at once, then all of the rest or 40 / 60 percent')
    expect(card).toHaveTextContent('1 course · 2 learners')
    expect(screen.getByRole('article', { name: 'Nanodegree' })).toHaveTextContent('isn’t set up yet')
  })

  it('are saved with the revision that was edited, once they are right', async () => {
    const { user } = await open()
    const { requests } = fakeCall(saveProgramme, flagship)
    await user.click(screen.getByRole('button', { name: 'Edit: Data Career' }))
    const dialog = await screen.findByRole('dialog', { name: 'Flagship programme' })
    const share = within(dialog).getByRole('textbox', { name: '1: percent' })
    await user.clear(share)
    await user.type(share, '50')
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(await within(dialog).findByText('The shares must be 100% together.')).toBeVisible()
    expect(requests).toHaveLength(0)
    await user.click(within(dialog).getByRole('button', { name: 'Remove instalment 2' }))
    await user.clear(share)
    await user.type(share, '100')
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(requests[0]?.body).toMatchObject({
      revision: 3,
      instalments: [{ days: 30, percent: 100 }],
      course_ids: [4],
      total_minor: 10_000_000,
    })
  })

  it('say when somebody else was faster, and keep what was typed', async () => {
    const { user } = await open()
    fakeCall(saveProgramme, failWith('conflict'))
    await user.click(screen.getByRole('button', { name: 'Edit: Data Career' }))
    const dialog = await screen.findByRole('dialog')
    const price = within(dialog).getByRole('textbox', { name: /^Price/ })
    await user.clear(price)
    await user.type(price, '90000')
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(await within(dialog).findByText(/Somebody else has changed/)).toBeVisible()
    expect(price).toHaveValue('90000')
  })

  it('are withdrawn by one press', async () => {
    const { user } = await open()
    const { requests } = fakeCall(publishProgramme, { ...flagship, is_published: false })
    await user.click(screen.getByRole('button', { name: 'Withdraw: Data Career' }))
    await waitFor(() => expect(requests[0]?.body).toEqual({ is_published: false }))
  })

  const form = formOf(flagship, 'INR')
  it.each([
    [{ titles: { ...form.titles, ar: ' ' } }, { titles: 'missing' }],
    [{ total: '0' }, { total: 'amount' }],
    [{ minimum: '200000' }, { minimum: 'minimum' }],
    [{ booking: '101' }, { booking: 'percent' }],
    [{ grace: 'x' }, { grace: 'days' }],
    [{ courses: [] }, { courses: 'courses' }],
    [{ instalments: [{ days: '', percent: '100' }] }, { instalments: 'plan' }],
  ])('are checked before they are sent: %o', (changes, issues) => {
    const needed = page.languages
    expect(issuesOf(form, { currency: 'INR', needed })).toEqual({})
    expect(issuesOf({ ...form, ...changes }, { currency: 'INR', needed })).toEqual(issues)
  })
})
