/** Campaigns as admins see them: writing a draft, its audience, sending it, and the result. */
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import * as calls from '#contract/emails/campaigns.ts'
import { addressesIn, moved, newBlock, withText } from '#src/features/emails/model/draft.ts'
import { EmailsPage } from '#src/features/emails/pages/EmailsPage.tsx'
import { aSignedIn } from '#tests/support/server/client.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const ID = '0b9f4a0e-7f0e-4c39-9a57-6a1b5d1f0c01'
const NONE = { waiting: 0, sending: 0, sent: 0, failed: 0, unknown: 0, left_out: 0, unsubscribed: 0 }
const aCampaign = (changes: Partial<calls.Campaign> = {}): calls.Campaign => ({
  id: ID,
  name: 'Autumn',
  purpose: 'course',
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
  started_at: null,
  finished_at: null,
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

const open = (path = `/admin/email-send?open=${ID}`) =>
  renderPage(
    <main>
      <EmailsPage />
    </main>,
    { path, person: aSignedIn({ role: 'admin' }) },
  )

beforeEach(() => {
  fakeCall(calls.campaignOptions, { courses: [], groups: [] })
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
      expect(body).toEqual({ version: 3, scheduled_at: null })
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
