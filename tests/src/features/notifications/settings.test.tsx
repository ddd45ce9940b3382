import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  FIRST_MAIL_CHOICE,
  getPreferences,
  isOnAtFirst,
  kindFeature,
  notificationChannels,
  notificationKinds,
  setPreferences,
  type Preferences,
} from '#contract/notifications/notifications.ts'
import { NotificationSettings } from '#src/features/notifications/components/NotificationSettings.tsx'
import { aClient } from '#tests/support/server/client.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const preferences = (overrides: Partial<Preferences> = {}): Preferences => ({
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
  ...overrides,
})
const findCheckbox = (name: string) => screen.findByRole('checkbox', { name })

describe('notification settings', () => {
  it("shows only the kinds of the client's features", async () => {
    fakeCall(getPreferences, preferences())
    await renderPage(<NotificationSettings />)
    expect(await findCheckbox('Your work is graded: E-mail')).toBeChecked()
    expect(screen.queryByRole('checkbox', { name: /mentions you/ })).not.toBeInTheDocument()
  })

  it('offers every kind on every channel where all features are on', async () => {
    fakeCall(getPreferences, preferences())
    const slugs = [...new Set(Object.values(kindFeature))].filter((slug) => slug !== null)
    const client = aClient({
      features: slugs.map((slug, index) => ({ id: index + 1, slug, title: slug, links: [] })),
    })
    await renderPage(<NotificationSettings />, { client })
    await findCheckbox('A new job matches your saved search: E-mail')
    const table = screen.getByRole('table')
    for (const group of ['Live classes', 'Attendance', 'Jobs'])
      expect(within(table).getByText(group)).toBeInTheDocument()
    expect(within(table).getAllByRole('checkbox')).toHaveLength(
      // What concerns the safety of the account is not a choice.
      notificationKinds.filter((kind) => kindFeature[kind] !== null).length * notificationChannels.length,
    )
  })

  it('changes a box at once, and rolls back with a message on failure', async () => {
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
    const followed = await findCheckbox('New comments in threads you follow: E-mail')
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
    const mention = await findCheckbox('Somebody mentions you: Bell')
    await user.click(mention)
    await waitFor(() => expect(mention).toBeChecked())
    expect(JSON.stringify(store.getState())).toContain('failed: internal_error')
  })

  it('saves quiet hours in minutes and rejects equal times', async () => {
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

  it('saves the daily mail time on blur and mentions quiet hours', async () => {
    let stored = preferences({ quiet: { from: 22 * 60, to: 7 * 60 } })
    fakeCall(getPreferences, () => stored)
    const saved = fakeCall(setPreferences, ({ body }) => {
      stored = { ...stored, mail: body.mail ?? stored.mail }
      return stored
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

  it('disables e-mail boxes but keeps their values when mails are off', async () => {
    fakeCall(getPreferences, preferences({ mail: { ...FIRST_MAIL_CHOICE, rhythm: 'never' } }))
    await renderPage(<NotificationSettings />)
    expect(await findCheckbox('Your work is graded: E-mail')).toBeDisabled()
    expect(await findCheckbox('Your work is graded: E-mail')).toBeChecked()
    expect(await findCheckbox('Your work is graded: Bell')).toBeEnabled()
    expect(screen.getByRole('radio', { name: /^Never/ })).toBeChecked()
  })

  it('explains that the browser cannot receive pushes', async () => {
    fakeCall(getPreferences, preferences({ push_devices: 2 }))
    await renderPage(<NotificationSettings />)
    expect(await screen.findByText(/This browser cannot receive push notifications/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Turn on push' })).not.toBeInTheDocument()
    expect(screen.getByText('2 of your devices receive push.')).toBeVisible()
  })

  it('uses the Arabic plural forms', async () => {
    fakeCall(getPreferences, preferences({ push_devices: 2 }))
    await renderPage(<NotificationSettings />, { language: 'ar' })
    expect(await screen.findByText('تصل الإشعارات إلى جهازين لك.')).toBeVisible()
  })
})
