/** Features, languages and mails as admins and superadmins see them. */
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { getClientInfo } from '#contract/client-info/client-info.ts'
import * as calls from '#contract/client-info/settings-endpoints.ts'
import type { Role } from '#contract/common.ts'
import { getSender } from '#contract/emails/sender.ts'
import { SettingsPage } from '#src/features/settings/pages/SettingsPage.tsx'
import { aClient, aSignedIn } from '#tests/support/server/client.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const some = (changes: Partial<calls.ClientSettings> = {}): calls.ClientSettings => ({
  version: 4,
  features: [
    { slug: 'course', area: 'student', is_on: true, is_allowed: true },
    { slug: 'job_portal', area: 'student', is_on: false, is_allowed: false },
  ],
  languages: ['en', 'hi'],
  detect_browser_language: true,
  mail: { sender: null, reply_to: null, support_email: 'help@kite.test' },
  accounts: { password_min: 12, phone_required: false, staff_second_step: true },
  ...changes,
})

const open = (part: string, role: Role = 'admin') => {
  fakeCall(calls.getSettings, some())
  fakeCall(getClientInfo, aClient())
  fakeCall(getSender, { own: null })
  return renderPage(
    <main>
      <SettingsPage />
    </main>,
    { path: `/admin/settings?part=${part}`, client: aClient(), person: aSignedIn({ role }) },
  )
}

it('switches a feature off, and leaves what is forbidden to superadmins', async () => {
  const { requests } = fakeCall(calls.switchFeature, some({ version: 5 }))
  const { user } = await open('features')
  const courses = await screen.findByRole('switch', { name: /^Courses/ })
  expect(courses).toBeChecked()
  expect(
    screen.getByRole('switch', { name: /^Job Portal.*A superadmin has switched this off/ }),
  ).toBeDisabled()
  expect(screen.queryByRole('switch', { name: /Admins may use/ })).not.toBeInTheDocument()
  await user.click(courses)
  await waitFor(() =>
    expect(requests[0]?.body).toEqual({ version: 4, slug: 'course', is_on: false, is_allowed: true }),
  )
})

it('lets a superadmin forbid a feature, which switches it off', async () => {
  const { requests } = fakeCall(calls.switchFeature, some())
  const { user } = await open('features', 'superadmin')
  await user.click(await screen.findByRole('switch', { name: 'Admins may use Courses' }))
  await waitFor(() => expect(requests[0]?.body).toMatchObject({ is_on: false, is_allowed: false }))
})

it('shows what somebody else switched meanwhile', async () => {
  fakeCall(calls.switchFeature, failWith('conflict'))
  const { user } = await open('features')
  const courses = await screen.findByRole('switch', { name: /^Courses/ })
  const newest = fakeCall(
    calls.getSettings,
    some({ version: 9, features: [{ slug: 'course', area: 'student', is_on: false, is_allowed: true }] }),
  )
  await user.click(courses)
  await waitFor(() => expect(newest.requests).toHaveLength(1))
  await waitFor(() => expect(screen.getByRole('switch', { name: /^Courses/ })).not.toBeChecked())
})

it('saves the offered languages with the chosen one first, and keeps at least one', async () => {
  const { requests } = fakeCall(calls.setLanguages, some({ version: 5, languages: ['ar'] }))
  const { user } = await open('languages')
  await user.click(await screen.findByRole('checkbox', { name: 'العربية' }))
  await user.click(screen.getByRole('radio', { name: 'العربية' }))
  await user.click(screen.getByRole('checkbox', { name: 'हिन्दी' }))
  await user.click(screen.getByRole('button', { name: 'Save languages' }))
  await waitFor(() =>
    expect(requests[0]?.body).toEqual({
      version: 4,
      languages: ['ar', 'en'],
      detect_browser_language: true,
    }),
  )
  await waitFor(() => expect(screen.getByRole('checkbox', { name: 'العربية' })).toBeDisabled())
})

it('keeps a refused address in its field, saves it once it is one, and sends a mail to try it', async () => {
  fakeCall(
    calls.setMail,
    failWith('invalid_fields', { fields: { reply_to: [{ code: 'invalid', message: 'no' }] } }),
  )
  const { user } = await open('mail')
  const replies = await screen.findByRole('textbox', { name: 'Address for replies' })
  await user.type(replies, 'office@kite.test')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(replies).toHaveAccessibleDescription(expect.stringContaining('such as help@')))
  expect(replies).toHaveValue('office@kite.test')
  await waitFor(() => expect(replies).toHaveFocus())

  const { requests } = fakeCall(calls.setMail, some({ version: 5 }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(requests[0]?.body).toEqual({
      version: 4,
      sender: null,
      reply_to: 'office@kite.test',
      support_email: 'help@kite.test',
    }),
  )
  fakeCall(calls.sendTestMail, { detail: 'ada@kite.test' })
  await user.click(screen.getByRole('button', { name: 'Send me a test mail' }))
  expect(await screen.findByText(/Test mail on its way to/)).toHaveTextContent('ada@kite.test')
})
