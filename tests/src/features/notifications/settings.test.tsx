import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  FIRST_MAIL_CHOICE,
  getPreferences,
  isOnAtFirst,
  notificationKinds,
  setPreferences,
  type Preferences,
} from '#contract/notifications/notifications.ts'
import { NotificationSettings } from '#src/features/notifications/components/NotificationSettings.tsx'
import { aClient } from '#tests/support/server/client.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const preferences = (given: Partial<Preferences> = {}): Preferences => ({
  kinds: notificationKinds.map((kind) => ({
    kind,
    in_app: isOnAtFirst(kind, 'in_app'),
    email: isOnAtFirst(kind, 'email'),
    push: isOnAtFirst(kind, 'push'),
  })),
  mail: FIRST_MAIL_CHOICE,
  quiet: null,
  time_zone: 'Asia/Kolkata',
  push_key: 'B'.repeat(87),
  push_devices: 0,
  ...given,
})
const box = (name: string) => screen.findByRole('checkbox', { name })

describe('notification settings', () => {
  it('given a client with courses only, when shown, then nobody is asked about a community', async () => {
    fakeCall(getPreferences, preferences())
    await renderPage(<NotificationSettings />)
    expect(await box('Your work is graded: E-mail')).toBeChecked()
    expect(screen.queryByRole('checkbox', { name: /mentions you/ })).not.toBeInTheDocument()
  })

  it('given a switch, when pressed, then it turns at once; refused, it turns back and says so', async () => {
    fakeCall(getPreferences, preferences())
    const client = aClient({
      features: [{ id: 1, slug: 'Community_Forum', title: 'Community', links: [] }],
    })
    const saved = fakeCall(setPreferences, ({ body }) =>
      preferences({
        kinds: preferences().kinds.map((row) =>
          row.kind === body.kinds?.[0]?.kind ? { ...row, email: true } : row,
        ),
      }),
    )
    const { user, store } = await renderPage(<NotificationSettings />, { client })
    const followed = await box('New comments in threads you follow: E-mail')
    expect(followed).not.toBeChecked()
    fakeCall(getPreferences, () =>
      preferences({
        kinds: preferences().kinds.map((row) => (row.kind === 'followed' ? { ...row, email: true } : row)),
      }),
    )
    await user.click(followed)
    expect(followed).toBeChecked()
    await waitFor(() => expect(saved.requests).toHaveLength(1))
    expect(saved.requests[0]?.body).toEqual({ kinds: [{ kind: 'followed', channel: 'email', on: true }] })

    fakeCall(setPreferences, failWith('internal_error'))
    const mention = await box('Somebody mentions you: Bell')
    await user.click(mention)
    await waitFor(() => expect(mention).toBeChecked())
    expect(JSON.stringify(store.getState())).toContain('failed: internal_error')
  })

  it('given quiet hours, when turned on and changed, then minutes of the own clock are saved; the same twice is refused', async () => {
    let quiet: Preferences['quiet'] = null
    fakeCall(getPreferences, () => preferences({ quiet }))
    const saved = fakeCall(setPreferences, ({ body }) => {
      quiet = body.quiet ?? null
      return preferences({ quiet })
    })
    const { user } = await renderPage(<NotificationSettings />)
    await user.click(await screen.findByRole('switch', { name: /Quiet hours/ }))
    const from = await screen.findByLabelText('From')
    expect(from).toHaveValue('22:00')
    expect(screen.getByText('Asia/Kolkata')).toBeVisible()
    await user.clear(from)
    await user.type(from, '23:30')
    await user.tab()
    await waitFor(() => expect(saved.requests.at(-1)?.body).toEqual({ quiet: { from: 1410, to: 420 } }))
    const to = screen.getByLabelText('Until')
    await user.clear(to)
    await user.type(to, '23:30')
    await user.tab()
    expect(within(await screen.findByRole('alert')).getByText(/must differ/)).toBeVisible()
    expect(saved.requests.at(-1)?.body).toEqual({ quiet: { from: 1410, to: 420 } })
  })

  it('given mails once a day, when the hour is changed, then it is saved on leaving the field, and quiet hours are said to go first', async () => {
    let known = preferences({ quiet: { from: 22 * 60, to: 7 * 60 } })
    fakeCall(getPreferences, () => known)
    const saved = fakeCall(setPreferences, ({ body }) => {
      known = { ...known, mail: body.mail ?? known.mail }
      return known
    })
    const { user } = await renderPage(<NotificationSettings />)
    await user.click(await screen.findByRole('radio', { name: /^Once a day/ }))
    const time = await screen.findByLabelText('Time')
    expect(time).toHaveValue('08:00')
    expect(screen.queryByText(/within your quiet hours/)).not.toBeInTheDocument()
    await user.clear(time)
    await user.type(time, '06:30')
    await user.tab()
    await waitFor(() => expect(saved.requests.at(-1)?.body).toEqual({ mail: { rhythm: 'daily', at: 390 } }))
    expect(await screen.findByText(/within your quiet hours.*at 07:00/)).toBeVisible()
  })

  it('given no mails at all, when shown, then the boxes for e-mail stand still as they were and the others work', async () => {
    fakeCall(getPreferences, preferences({ mail: { ...FIRST_MAIL_CHOICE, rhythm: 'never' } }))
    await renderPage(<NotificationSettings />)
    expect(await box('Your work is graded: E-mail')).toBeDisabled()
    expect(await box('Your work is graded: E-mail')).toBeChecked()
    expect(await box('Your work is graded: Bell')).toBeEnabled()
    expect(screen.getByRole('radio', { name: /^Never/ })).toBeChecked()
  })

  it('given a browser without pushes, when shown, then it says so and what works', async () => {
    fakeCall(getPreferences, preferences({ push_devices: 2 }))
    await renderPage(<NotificationSettings />)
    expect(await screen.findByText(/This browser cannot receive push notifications/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Turn on push' })).not.toBeInTheDocument()
    expect(screen.getByText('2 of your devices receive push.')).toBeVisible()
  })

  it('given Arabic, when shown, then all is in Arabic with its plural', async () => {
    fakeCall(getPreferences, preferences({ push_devices: 2 }))
    await renderPage(<NotificationSettings />, { language: 'ar' })
    expect(await screen.findByText('تصل الإشعارات إلى جهازين لك.')).toBeVisible()
  })
})
