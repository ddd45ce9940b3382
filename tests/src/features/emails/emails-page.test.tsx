/** Campaigns as admins see them: writing a draft, its audience, sending it, and the result. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import * as calls from '#contract/emails/campaigns.ts'
import type { MailWait } from '#contract/emails/waits.ts'
import * as feedback from '#contract/emails/feedback.ts'
import { addressesIn, moved, newBlock, withText } from '#src/features/emails/model/draft.ts'
import { EmailsPage } from '#src/features/emails/pages/EmailsPage.tsx'
import { aSignedIn } from '#tests/support/server/client.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const ID = '0b9f4a0e-7f0e-4c39-9a57-6a1b5d1f0c01'
const NONE = {
  ...{ waiting: 0, sending: 0, sent: 0, failed: 0, unknown: 0, left_out: 0 },
  ...{ unsubscribed: 0, bounced: 0, complained: 0, opened: 0, clicked: 0 },
}
const aCampaign = (changes: Partial<calls.Campaign> = {}): calls.Campaign => ({
  id: ID,
  name: 'Autumn',
  purpose: 'course',
  automation: null,
  state: 'draft',
  content: {
    subject: { en: 'Hello' },
    preview_text: {},
    blocks: [
      { id: '0b9f4a0e-7f0e-4c39-9a57-6a1b5d1f0c02', kind: 'heading', text: { en: 'First' }, url: '' },
      { id: '0b9f4a0e-7f0e-4c39-9a57-6a1b5d1f0c03', kind: 'text', text: { en: 'Second' }, url: '' },
    ],
  },
  audience: {
    kind: 'people',
    people: { role: 'student', course: null, group: null, state: null },
    addresses: [],
  },
  version: 3,
  made_by: 'Ada Admin',
  changed_at: '2026-11-20T10:00:00Z',
  scheduled_at: null,
  local_time: null,
  started_at: null,
  finished_at: null,
  wait: null,
  has_mail_server: true,
  counts: NONE,
  preview_path: `/files/7/mail-preview/${ID}`,
  ...changes,
})
const ASHA = {
  email: 'asha@example.test',
  name: 'Asha Rao',
  user_id: 5,
  role: 'student',
  language: 'hi',
} as const
const page = <T,>(results: T[]) => ({ count: results.length, next: null, previous: null, results })

const open = (path = `/admin/email-send?open=${ID}`, role: 'admin' | 'superadmin' = 'admin') =>
  renderPage(
    <main>
      <EmailsPage />
    </main>,
    { path, person: aSignedIn({ role }) },
  )

beforeEach(() => {
  fakeCall(calls.campaignOptions, { courses: [], groups: [], time_zone: 'Asia/Kolkata' })
  fakeCall(calls.getCampaign, aCampaign())
  fakeCall(calls.previewAudience, {
    ...page([ASHA]),
    gets: 1,
    left_out: [{ reason: 'unsubscribed', count: 2 }],
  })
  fakeCall(calls.listRecipients, page([]))
})

describe('a draft', () => {
  it('saves what is typed and moves blocks, without losing the keyboard', async () => {
    const saves: { name: string; version: number; content: calls.Campaign['content'] }[] = []
    fakeCall(calls.saveCampaign, ({ body }) => {
      saves.push(body)
      return aCampaign({ name: body.name, content: body.content, version: body.version + 1 })
    })
    const { user } = await open()
    const down = await screen.findByRole('button', { name: 'Move down: Heading 1' })
    await user.click(down)
    expect(screen.getByText('Now in place 2 of 2')).toBeInTheDocument()
    await waitFor(() => expect(saves).toHaveLength(1), { timeout: 3000 })
    expect(saves[0]).toMatchObject({ version: 3 })
    expect(saves[0]?.content.blocks.map(({ kind }) => kind)).toEqual(['text', 'heading'])
    await user.type(screen.getByLabelText(/^Name/), '!')
    await waitFor(() => expect(saves).toHaveLength(2), { timeout: 3000 })
    expect(saves[1]).toMatchObject({ version: 4, name: 'Autumn!' })
  })

  it('keeps the words and says so when somebody else saved it', async () => {
    fakeCall(calls.saveCampaign, failWith('conflict'))
    const { user } = await open()
    await user.type(await screen.findByLabelText(/^Name/), '!')
    expect(
      await screen.findByText('Somebody else changed this campaign', {}, { timeout: 3000 }),
    ).toBeVisible()
    expect(screen.getByLabelText(/^Name/)).toHaveValue('Autumn!')
  })

  it('shows who gets it, and is sent after a question', async () => {
    let sends = 0
    fakeCall(calls.sendCampaign, ({ body }) => {
      sends += 1
      expect(body).toEqual({ version: 3, scheduled_at: null, local: null })
      return aCampaign({
        state: 'sending',
        started_at: '2026-11-20T10:00:00Z',
        counts: { ...NONE, waiting: 1 },
      })
    })
    const { user } = await open()
    await user.click(await screen.findByRole('tab', { name: 'Who gets it' }))
    expect(await screen.findByText('Asha Rao')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: '2 unsubscribed' })).toBeInTheDocument()
    await user.click(screen.getByRole('tab', { name: 'Send' }))
    await user.click(await screen.findByRole('button', { name: 'Send to 1 person' }))
    const dialog = await screen.findByRole('dialog', { name: 'Send to 1 person?' })
    expect(sends).toBe(0)
    await user.click(within(dialog).getByRole('button', { name: 'Send to 1 person' }))
    expect(await screen.findByText('Sending. You can leave this page.')).toBeInTheDocument()
    expect(sends).toBe(1)
  })

  it('can come at a time on each person’s own clock', async () => {
    const bodies: unknown[] = []
    fakeCall(calls.sendCampaign, ({ body }) => {
      bodies.push(body)
      return aCampaign({
        state: 'scheduled',
        scheduled_at: '2026-12-01T00:00:00Z',
        local_time: '2026-12-01T09:00',
      })
    })
    const { user } = await open()
    await user.click(await screen.findByRole('tab', { name: 'Send' }))
    await user.click(await screen.findByRole('radio', { name: 'Later' }))
    fireEvent.change(screen.getByLabelText(/^Date and time/), { target: { value: '2026-12-01T09:00' } })
    await user.click(screen.getByRole('radio', { name: 'The organisation’s' }))
    expect(await screen.findByText('Time zone: Asia/Kolkata')).toBeInTheDocument()
    await user.click(screen.getByRole('radio', { name: 'Each person’s own' }))
    await user.click(await screen.findByRole('button', { name: 'Schedule for 1 person' }))
    const dialog = await screen.findByRole('dialog', { name: 'Schedule for 1 person?' })
    expect(within(dialog).getByText(/on their own clock/)).toBeInTheDocument()
    await user.click(within(dialog).getByRole('button', { name: 'Schedule for 1 person' }))
    await waitFor(() =>
      expect(bodies).toEqual([
        { version: 3, scheduled_at: null, local: { time: '2026-12-01T09:00', zone: 'each' } },
      ]),
    )
    expect(await screen.findByText(/Each person gets it on/)).toBeInTheDocument()
  })

  it('is not sent while something is missing', async () => {
    fakeCall(calls.getCampaign, aCampaign({ content: { subject: {}, preview_text: {}, blocks: [] } }))
    const { user } = await open()
    await user.click(await screen.findByRole('tab', { name: 'Send' }))
    expect(screen.getByText('Add a heading or a text.')).toBeInTheDocument()
    expect(await screen.findByRole('button', { name: 'Send to 1 person' })).toBeDisabled()
  })
})

describe('the result', () => {
  it('offers to pause, and to send again to the failed', async () => {
    fakeCall(
      calls.getCampaign,
      aCampaign({
        state: 'done',
        started_at: '2026-11-20T10:00:00Z',
        finished_at: '2026-11-20T11:00:00Z',
        counts: { ...NONE, sent: 5, failed: 2, unknown: 1 },
      }),
    )
    await open()
    expect(await screen.findByRole('button', { name: 'Send again to 2 people' })).toBeInTheDocument()
    expect(screen.getByText(/may have arrived/)).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Pause' })).not.toBeInTheDocument()
  })
})

describe('mails that wait', () => {
  const since = '2026-11-20T10:00:00Z'
  const until = '2026-12-01T00:00:00Z'
  const waits = (wait: MailWait, changes: Partial<calls.Campaign> = {}) =>
    fakeCall(calls.getCampaign, aCampaign({ state: 'sending', started_at: since, wait, ...changes }))

  it('say why and since when, and what an admin can do', async () => {
    waits({ reason: 'mail_limit', since, until }, { state: 'paused' })
    await open()
    const note = (await screen.findByText(/used up its mails/)).closest('[role=status]')
    expect(note).toHaveTextContent(/Since .*20.* You can continue from .*1.* can raise the limit/)
    expect(screen.getByText(/^Paused since .*20/)).toBeInTheDocument()
    expect(screen.queryByRole('link', { name: 'Change the limit' })).not.toBeInTheDocument()
  })

  it('lead a superadmin to what mends it', async () => {
    waits({ reason: 'unreachable', since, until: null })
    await open(undefined, 'superadmin')
    const link = await screen.findByRole('link', { name: 'See the system’s health' })
    expect(link).toHaveAttribute('href', '/admin/platform?part=health')
    expect(screen.queryByText(/tell whoever runs the platform/)).not.toBeInTheDocument()
  })

  it.each([
    ['scheduled', { reason: 'scheduled', since: null, until }],
    ['sending', { reason: 'own_clock', since: null, until }],
  ] as const)('are no trouble while a campaign is %s as it should', async (state, wait) => {
    waits(wait, { state, counts: { ...NONE, waiting: 2 } })
    await open()
    await screen.findByRole('region', { name: 'People' })
    expect(screen.queryByText(/Since/)).not.toBeInTheDocument()
  })

  it('say so in the list of automations', async () => {
    const { id, name, changed_at, made_by } = aCampaign()
    const row = {
      ...{ id, name, changed_at, made_by, scheduled_at: null, started_at: since, total: 4, settled: 1 },
      ...{ automation: 'welcome' as const, state: 'sending' as const },
    }
    fakeCall(
      calls.listCampaigns,
      page([{ ...row, wait: { reason: 'sending_off' as const, since, until: null } }]),
    )
    await open('/admin/email-send?part=automations')
    expect(await screen.findByText(/^Sending is switched off for your organisation. Since/)).toBeVisible()
  })

  it('are not called sent where no mail server sends them', async () => {
    fakeCall(calls.getCampaign, aCampaign({ state: 'done', started_at: since, has_mail_server: false }))
    await open()
    expect(await screen.findByText('Nobody gets these mails')).toBeVisible()
  })
})

describe('an automation', () => {
  it('is set up from its kind, and one press makes one', async () => {
    const made: unknown[] = []
    fakeCall(calls.listCampaigns, page([]))
    fakeCall(calls.createCampaign, ({ body }) => {
      made.push(body)
      return aCampaign({ automation: 'welcome' })
    })
    const { user } = await open('/admin/email-send?part=automations')
    await user.click(await screen.findByRole('button', { name: 'Set up: Welcome' }))
    expect(await screen.findByRole('tab', { name: 'Switch on' })).toBeInTheDocument()
    expect(made).toMatchObject([{ name: 'Welcome', copy_of: null, automation: 'welcome' }])
  })

  it('has no list, no activity and no time, and is switched on', async () => {
    fakeCall(calls.getCampaign, aCampaign({ automation: 'course_finished' }))
    fakeCall(calls.sendCampaign, () =>
      aCampaign({ automation: 'course_finished', state: 'sending', started_at: '2026-11-20T10:00:00Z' }),
    )
    const { user } = await open()
    expect(await screen.findByText('{{course}}')).toBeInTheDocument()
    await user.click(screen.getByRole('tab', { name: 'Who gets it' }))
    expect(screen.queryByRole('radio', { name: 'A list of addresses' })).not.toBeInTheDocument()
    expect(screen.queryByText('Activity')).not.toBeInTheDocument()
    await user.click(screen.getByRole('tab', { name: 'Switch on' }))
    expect(screen.queryByRole('radio', { name: 'Later' })).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Switch on' }))
    expect(await screen.findByText(/^On since/)).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Switch off' })).toBeInTheDocument()
  })
})

describe('what became of mails', () => {
  it('stands at each person', async () => {
    fakeCall(
      calls.getCampaign,
      aCampaign({
        state: 'done',
        started_at: '2026-11-20T10:00:00Z',
        finished_at: '2026-11-20T11:00:00Z',
        counts: { ...NONE, sent: 2, clicked: 1, bounced: 1 },
      }),
    )
    const row = {
      ...{ email: 'asha@example.test', name: 'Asha Rao', user_id: 5, language: 'hi' as const },
      ...{ state: 'sent' as const, exclusion: null, error: null, settled_at: '2026-11-20T10:30:00Z' },
      ...{ unsubscribed_at: null, complained_at: null, opened_at: null, clicked_at: null, topic: null },
      ...{ bounced_at: '2026-11-20T10:40:00Z', bounce: '550 no such user' },
    }
    fakeCall(calls.listRecipients, page([row]))
    const { user } = await open()
    expect(await screen.findByRole('button', { name: '1 clicked' })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /opened/ })).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: '1 came back' }))
    expect(await screen.findByText('550 no such user')).toBeInTheDocument()
    expect(screen.getByText(/^came back ·/)).toBeInTheDocument()
  })

  it('lets an admin mail an address again that came back, and no other', async () => {
    const allowed: string[] = []
    const entry = { since: '2026-11-20T10:00:00Z', detail: null }
    fakeCall(
      feedback.listSuppressed,
      page([
        { ...entry, email: 'back@example.test', reason: 'bounced' as const },
        { ...entry, email: 'stop@example.test', reason: 'unsubscribed' as const },
      ]),
    )
    fakeCall(feedback.allowAgain, ({ body }) => void allowed.push(body.email))
    const { user } = await open('/admin/email-send?part=addresses')
    await screen.findByText('stop@example.test')
    expect(screen.getAllByRole('button', { name: /^Mail again/ })).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Mail again: back@example.test' }))
    await waitFor(() => expect(allowed).toEqual(['back@example.test']))
  })

  it('counts opens only when somebody switches it on, and shows where reports go', async () => {
    const settings = { events_path: '/mail/events/7/?key=abc', events_url: null, last_event_at: null }
    fakeCall(feedback.getMailFeedback, { ...settings, track_opens: false })
    fakeCall(feedback.setOpenTracking, ({ body }) => ({ ...settings, ...body }))
    const { user } = await open('/admin/email-send?part=feedback')
    const opens = await screen.findByRole('switch', { name: /^Count opened mails/ })
    expect(opens).not.toBeChecked()
    expect(screen.getByLabelText('Address for reports')).toHaveValue(
      `${window.location.origin}/mail/events/7/?key=abc`,
    )
    await user.click(opens)
    await waitFor(() => expect(opens).toBeChecked())
  })
})

describe('the list', () => {
  it('says that there is nothing yet', async () => {
    fakeCall(calls.listCampaigns, page([]))
    await open('/admin/email-send')
    expect(await screen.findByText('No campaigns yet')).toBeInTheDocument()
  })
})

describe('changes of a draft', () => {
  it('read addresses in every form in which people paste them', () => {
    expect(addressesIn('a@x.test, Bo <b@x.test>;\nc@x.test\n\n')).toEqual([
      'a@x.test',
      'b@x.test',
      'c@x.test',
    ])
  })
  it('leave out a language without text', () => {
    expect(withText({ en: 'a', hi: 'b' }, 'hi', '')).toEqual({ en: 'a' })
  })
  it('move a block by one place and not beyond the ends', () => {
    const blocks = ['a', 'b'].map((id) => newBlock('text', id))
    const ids = (index: number, by: -1 | 1) => moved(blocks, index, by).map(({ id }) => id)
    expect([ids(0, 1), ids(0, -1), ids(1, 1)]).toEqual([
      ['b', 'a'],
      ['a', 'b'],
      ['a', 'b'],
    ])
  })
})
