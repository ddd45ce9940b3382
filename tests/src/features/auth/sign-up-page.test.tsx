import { screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { signup } from '#contract/auth/auth.ts'
import { getLegalText } from '#contract/client-info/legal.ts'
import { checkReferralCode } from '#contract/money/referral-code.ts'
import { keys } from '#src/core/storage/keys.ts'
import { SignUpPage } from '#src/features/auth/index.ts'
import { aClient } from '#tests/support/server/client.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage, type RenderOptions } from '#tests/support/web/render.tsx'

const openPage = async (options: RenderOptions = {}) => {
  const view = await renderPage(
    <Routes>
      <Route path="/signup" element={<SignUpPage />} />
      <Route path="*" element={<p>elsewhere</p>} />
    </Routes>,
    { path: '/signup', person: null, ...options },
  )
  await screen.findByRole('heading', { level: 1 })
  return view
}
type User = Awaited<ReturnType<typeof openPage>>['user']
const GOOD = 'seven quiet lanterns'
const field = (name: RegExp | string) => screen.getByLabelText(name)
const fill = async (user: User, password = GOOD) => {
  await user.type(field('Full name'), 'Meera Joshi')
  await user.type(field('E-mail'), 'meera@kite.test')
  await user.type(field('Password'), password)
  await user.click(screen.getByRole('checkbox', { name: /^I accept/ }))
}
const send = (user: User) => user.click(screen.getByRole('button', { name: 'Create account' }))

describe('sign-up page', () => {
  it('creates the account once and opens the code page', async () => {
    const call = fakeCall(signup, { detail: 'ok' })
    fakeCall(checkReferralCode, { valid: false })
    const { user, address } = await openPage({ path: '/signup?ref=FRIEND-42' })
    expect(field(/^Referral code/)).toHaveValue('FRIEND-42')
    await fill(user)
    await user.type(field(/^Phone/), '+९१ 98765 43210')
    await send(user)
    await waitFor(() => expect(address()).toBe('/otp'))
    expect(call.requests.map(({ body }) => body)).toEqual([
      {
        full_name: 'Meera Joshi',
        email: 'meera@kite.test',
        password: GOOD,
        phone_number: '+91 98765 43210',
        referral_code: 'FRIEND-42',
        accept_terms: true,
        marketing_opt_in: false,
        language: 'en',
      },
    ])
    expect(sessionStorage.getItem(keys.pendingCode)).toContain('meera@kite.test')
  })

  it('says whether a code exists, keeps the first one that does, and never blocks the sign-up', async () => {
    fakeCall(checkReferralCode, ({ body }) => ({ valid: body.code === 'FRIEND42' }))
    const { user, unmount } = await openPage({ path: '/signup?ref=FRIEND42' })
    expect(await screen.findByText('Code found.')).toBeVisible()
    await user.clear(field(/^Referral code/))
    await user.type(field(/^Referral code/), 'WRONG')
    expect(await screen.findByText(/^Unknown code\./)).toBeVisible()
    expect(field(/^Referral code/)).not.toBeInvalid()
    unmount()
    // Back another way: the kept code wins over that of another link.
    sessionStorage.clear()
    await openPage({ path: '/signup?ref=OTHER222' })
    expect(field(/^Referral code/)).toHaveValue('FRIEND42')
  })

  it.each([
    [false, 0],
    [true, 1],
    // Data from before the client could say so.
    [undefined, 1],
  ])('shows the field for a code if the client has referrals: %s', async (has, fields) => {
    fakeCall(checkReferralCode, { valid: true })
    const call = fakeCall(signup, { detail: 'ok' })
    const client = aClient(has === undefined ? {} : { has_referrals: has })
    const { user, address } = await openPage({ path: '/signup?ref=FRIEND42', client })
    expect(screen.queryAllByLabelText(/^Referral code/)).toHaveLength(fields)
    await fill(user)
    await send(user)
    await waitFor(() => expect(address()).toBe('/otp'))
    expect(call.requests[0]?.body.referral_code).toBe(fields ? 'FRIEND42' : undefined)
  })

  it('marks each required field and focuses the first', async () => {
    const call = fakeCall(signup, { detail: 'ok' })
    const { user } = await openPage()
    await send(user)
    expect(field('Full name')).toHaveFocus()
    expect(field('Full name')).toHaveAccessibleDescription('Enter your full name.')
    expect(field('E-mail')).toHaveAccessibleDescription('Enter your e-mail address.')
    expect(screen.getByText('Choose a password.')).toBeInTheDocument()
    expect(screen.getByRole('checkbox', { name: /^I accept/ })).toBeInvalid()
    expect(field(/^Phone/)).not.toBeInvalid()
    expect(call.requests).toHaveLength(0)
  })

  it('requires the phone for a client that needs it', async () => {
    const { user } = await openPage({ client: aClient({ phone_required: true }) })
    await send(user)
    expect(field('Phone')).toBeInvalid()
    expect(screen.getByText('Enter your phone number.')).toBeInTheDocument()
  })

  it('ticks each password rule on its own', async () => {
    const { user } = await openPage()
    await user.type(field('Full name'), 'Meera Joshi')
    const line = (text: string) => screen.getByText(text, { exact: false, selector: 'li span' })
    expect(line('At least 12 characters')).toHaveTextContent('still open')
    await user.type(field('Password'), 'joshi')
    expect(line('At least 12 characters')).toHaveTextContent('still open')
    expect(line('Without your name')).toHaveTextContent('still open')
    await user.type(field('Password'), ' and seven more')
    expect(line('At least 12 characters')).toHaveTextContent('done')
    expect(line('Without your name')).toHaveTextContent('still open')
    await user.clear(field('Password'))
    await user.type(field('Password'), GOOD)
    expect(line('Without your name')).toHaveTextContent('done')
    expect(screen.queryByText(/At most 128/)).not.toBeInTheDocument()
  })

  it.each([
    ['common_password', 'Many people use this password, so it is easy to guess. Choose another one.'],
    ['personal_password', 'Leave out your name, your e-mail and the name of this site.'],
    ['too_short', 'Use at least 15 characters.'],
  ] as const)('shows %s from the server under the password', async (code, text) => {
    fakeCall(
      signup,
      failWith('invalid_fields', {
        fields: {
          password: [{ code, message: 'x', ...(code === 'too_short' && { params: { min: 15 } }) }],
        },
      }),
    )
    const { user } = await openPage()
    await fill(user)
    await send(user)
    expect(await screen.findByText(text)).toBeInTheDocument()
    await waitFor(() => expect(field('Password')).toHaveFocus())
    expect(field('Password')).toHaveValue(GOOD)
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('shows the specified text when the server gives no reason', async () => {
    fakeCall(signup, { ...failWith('conflict'), body: {} })
    const { user } = await openPage()
    await fill(user)
    await send(user)
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Registration failed.')
    expect(alert).toHaveTextContent('Signup failed.')
  })

  it('restores the draft without the password', async () => {
    const { user, unmount } = await openPage()
    await fill(user)
    unmount()
    await openPage()
    expect(field('Full name')).toHaveValue('Meera Joshi')
    expect(screen.getByRole('checkbox', { name: /^I accept/ })).toBeChecked()
    expect(screen.getByRole('checkbox', { name: /^Send me news/ })).not.toBeChecked()
    expect(field('Password')).toHaveValue('')
    expect(sessionStorage.getItem(keys.signUpDraft)).not.toContain('lanterns')
  })

  it('accepts a pasted password', async () => {
    const { user } = await openPage()
    await user.click(field('Password'))
    await user.paste('pasted from a manager')
    expect(field('Password')).toHaveValue('pasted from a manager')
    expect(field('Password')).toHaveAttribute('autocomplete', 'new-password')
  })

  it("shows the client's terms beside the form and closes them", async () => {
    const { requests } = fakeCall(getLegalText, {
      kind: 'terms',
      title: 'Terms of use',
      language: 'en',
      text: '# Fair use\nBe kind.',
      version: 2,
      published_at: '2026-11-20T10:00:00Z',
    })
    const { user } = await openPage()
    await user.click(screen.getByRole('button', { name: 'Read the terms of use' }))
    const dialog = await screen.findByRole('dialog', { name: 'Terms of use' })
    expect(within(dialog).getByRole('heading', { name: 'Fair use' })).toBeInTheDocument()
    expect(dialog).toHaveTextContent('Be kind.')
    expect(within(dialog).getByRole('link')).toHaveAttribute('href', '/legal/terms')
    expect(requests[0]).toMatchObject({ params: { legalKind: 'terms' }, query: { language: 'en' } })
    await user.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
})
