import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { apply, getApplyForm, type ApplyForm } from '#contract/job-applications/applications.ts'
import { putResume } from '#contract/job-applications/resume.ts'
import { ApplyPanel } from '#src/features/job-applications/index.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const QUESTION = '6f3c2b1a-4d5e-4f60-8a7b-9c0d1e2f3a4b'
const resume = {
  name: 'cv.pdf',
  size: 1000,
  uploaded_at: '2026-01-10T09:00:00Z',
  url: '/files/7/signed/x/cv.pdf',
}
const job = {
  id: 3,
  title: 'Data analyst',
  company: 'Acme',
  location: 'Pune',
  deadline: '2099-12-31',
  deadline_at: '2099-12-31T18:30:00Z',
  closed: null,
}
const aForm = (values: Partial<ApplyForm> = {}): ApplyForm => ({
  job,
  questions: [{ id: QUESTION, kind: 'text', label: 'Why us?', options: [], required: true }],
  profile: { name: 'Asha Rao', email: 'asha@example.test', phone: '+91 98765 43210' },
  resume,
  proofs: [{ kind: 'course', id: 5, title: 'SQL basics', percent: null, at: '2026-01-01T09:00:00Z' }],
  application: null,
  ...values,
})
const application = {
  id: 12,
  job,
  state: 'applied',
  applied_at: '2026-01-15T09:00:00Z',
  changed_at: '2026-01-15T09:00:00Z',
  can_withdraw: true,
} as const

const openForm = async (form = aForm()) => {
  fakeCall(getApplyForm, form)
  const page = await renderPage(<ApplyPanel jobId={3} />)
  await page.user.click(await screen.findByRole('button', { name: 'Apply now' }))
  await screen.findByRole('dialog', { name: 'Apply: Data analyst' })
  return page
}
const send = () => screen.getByRole('button', { name: 'Send application' })

afterEach(() => localStorage.clear())

describe('quick apply', () => {
  it('shares nothing unless the learner chooses it, and shows what the employer sees', async () => {
    const { user } = await openForm()
    const proof = screen.getByRole('checkbox', { name: /SQL basics/ })
    expect(proof).not.toBeChecked()
    await user.click(screen.getByText('What the employer sees'))
    const preview = () => within(screen.getByText('What the employer sees').closest('details')!)
    expect(preview().queryByText('SQL basics')).not.toBeInTheDocument()
    await user.click(proof)
    expect(preview().getByText('SQL basics')).toBeInTheDocument()
  })

  it('sends what was chosen and typed, and confirms it', async () => {
    const { user } = await openForm()
    const { requests: calls } = fakeCall(apply, application)
    await user.type(screen.getByRole('textbox', { name: 'Why us?' }), 'I like numbers.')
    await user.click(screen.getByRole('checkbox', { name: /SQL basics/ }))
    await user.click(send())
    expect(await screen.findByText('Your application is on its way')).toBeInTheDocument()
    expect(calls.map(({ body }) => body)).toEqual([
      {
        phone: '+91 98765 43210',
        cover_note: '',
        answers: [{ question_id: QUESTION, value: 'I like numbers.' }],
        shared: [{ kind: 'course', id: 5 }],
      },
    ])
  })

  it('names each missing field and goes to the first', async () => {
    const { user } = await openForm(aForm({ resume: null, profile: { ...aForm().profile, phone: '' } }))
    await user.click(send())
    expect(screen.getByText('Please fill this in.', { selector: '#apply-phone-error *' })).toBeInTheDocument()
    expect(screen.getByText('Please add your resume.')).toBeInTheDocument()
    expect(screen.getByRole('textbox', { name: 'Phone' })).toHaveFocus()
  })

  it.each([
    ['not_a_pdf', /is not a PDF/],
    ['encrypted_file', /protected with a password/],
    ['active_file', /contains a script/],
  ] as const)('says what is wrong with a file: %s', async (code, text) => {
    const { user } = await openForm()
    fakeCall(putResume, failWith('invalid_fields', { fields: { file: [{ code, message: code }] } }))
    const file = new File(['bytes'], 'cv.pdf', { type: 'application/pdf' })
    await user.upload(screen.getByLabelText('Resume'), file)
    expect(await screen.findByText(text)).toBeInTheDocument()
    // The former one stays.
    expect(screen.getAllByRole('link', { name: 'cv.pdf' })).not.toHaveLength(0)
  })

  it('refuses a file of 6 MB before it is sent', async () => {
    const { user } = await openForm()
    const { requests: calls } = fakeCall(putResume, { resume })
    const file = new File([new Uint8Array(6 * 1024 * 1024)], 'cv.pdf', { type: 'application/pdf' })
    await user.upload(screen.getByLabelText('Resume'), file)
    expect(await screen.findByText(/larger than 5 MB/)).toBeInTheDocument()
    expect(calls).toHaveLength(0)
  })

  it('keeps what was typed over a crash', async () => {
    const { user, unmount } = await openForm()
    await user.type(screen.getByRole('textbox', { name: /Cover note/ }), 'Half a sentence')
    unmount()
    await openForm()
    expect(screen.getByRole('textbox', { name: /Cover note/ })).toHaveValue('Half a sentence')
    expect(screen.getByText('We kept what you wrote last time.')).toBeInTheDocument()
  })

  it('keeps the words when the server answers 500', async () => {
    const { user } = await openForm()
    fakeCall(apply, failWith('internal_error'))
    await user.type(screen.getByRole('textbox', { name: 'Why us?' }), 'Because')
    await user.click(send())
    expect(await screen.findByRole('alert')).toBeInTheDocument()
    expect(screen.getByRole('textbox', { name: 'Why us?' })).toHaveValue('Because')
  })

  it('says that applying has closed when the deadline passes meanwhile', async () => {
    const { user } = await openForm()
    fakeCall(apply, failWith('conflict'))
    fakeCall(getApplyForm, aForm({ job: { ...job, closed: 'deadline' } }))
    await user.type(screen.getByRole('textbox', { name: 'Why us?' }), 'Because')
    await user.click(send())
    expect(await screen.findByText('Applying has closed')).toBeInTheDocument()
  })

  it('shows instead of the button what became of the application', async () => {
    fakeCall(getApplyForm, aForm({ application: { ...application, state: 'interview' } }))
    await renderPage(<ApplyPanel jobId={3} />)
    expect(await screen.findByText('Interview')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'See your application' })).toHaveAttribute(
      'href',
      '/jobs/applications/12',
    )
    expect(screen.queryByRole('button', { name: 'Apply now' })).not.toBeInTheDocument()
  })
})
