import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { listSessions } from '#contract/auth/auth.ts'
import {
  cancelDeletion,
  exportAddress,
  getOwnData,
  requestDeletion,
  requestExport,
  type OwnDataStatus,
} from '#contract/own-data/own-data.ts'
import { getPublicSettings } from '#contract/profile/public-profile.ts'
import { getProfile } from '#contract/profile/profile.ts'
import { ProfilePage } from '#src/features/profile/index.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'
import { aProfile, aPublicProfile } from './a-profile.ts'

const none: OwnDataStatus = { export: null, deletion: null }
const preparing: OwnDataStatus = {
  export: { state: 'preparing', requested_at: '2026-11-23T08:00:00Z', expires_at: null, bytes: null },
  deletion: null,
}
const ready: OwnDataStatus = {
  export: {
    state: 'ready',
    requested_at: '2026-11-23T08:00:00Z',
    expires_at: '2026-11-30T08:00:00Z',
    bytes: 1_260_000,
  },
  deletion: null,
}
const planned: OwnDataStatus = {
  export: null,
  deletion: { requested_at: '2026-11-23T08:00:00Z', due_at: '2026-12-07T08:00:00Z' },
}

const open = async (status: OwnDataStatus) => {
  fakeCall(listSessions, { results: [] })
  fakeCall(getProfile, aProfile())
  fakeCall(getPublicSettings, aPublicProfile())
  fakeCall(getOwnData, status)
  const view = await renderPage(<ProfilePage />, { path: '/user-profile#own-data' })
  await screen.findByRole('heading', { name: 'Copy of your data' })
  return view
}
const section = () => within(screen.getByRole('region', { name: 'Your data' }))

describe('own data: copy', () => {
  it('asks for a copy and says that it is being prepared', async () => {
    const call = fakeCall(requestExport, preparing)
    const { user } = await open(none)
    await user.click(section().getByRole('button', { name: 'Prepare a copy' }))
    expect(await section().findByText(/^We are preparing your copy/)).toBeInTheDocument()
    expect(section().queryByRole('button', { name: 'Prepare a copy' })).not.toBeInTheDocument()
    expect(call.requests).toHaveLength(1)
  })

  it('shows how long a finished copy can be fetched, and fetches it', async () => {
    const call = fakeCall(exportAddress, { url: '#copy', name: 'my-data.zip' })
    const { user } = await open(ready)
    expect(section().getByText(/^Ready until .*30.* · 1\.3 MB$/)).toBeInTheDocument()
    await user.click(section().getByRole('button', { name: 'Download' }))
    await waitFor(() => expect(call.requests).toHaveLength(1))
  })
})

describe('own data: deletion', () => {
  it('says what is erased, what stays and what is kept before it asks', async () => {
    const call = fakeCall(requestDeletion, planned)
    const { user } = await open(none)
    await user.click(section().getByRole('button', { name: 'Delete my account' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/are erased\.$/)).toBeInTheDocument()
    expect(dialog.getByText(/“Deleted member”/)).toBeInTheDocument()
    expect(dialog.getByText(/^Payments are kept/)).toBeInTheDocument()
    expect(call.requests).toHaveLength(0)
    await user.click(dialog.getByRole('button', { name: 'Delete in 14 days' }))
    expect(await section().findByText(/^Your account will be deleted on .*7/)).toBeInTheDocument()
  })

  it('keeps the account after all', async () => {
    const call = fakeCall(cancelDeletion, undefined)
    const { user } = await open(planned)
    fakeCall(getOwnData, none)
    await user.click(section().getByRole('button', { name: 'Keep my account' }))
    expect(await section().findByRole('button', { name: 'Delete my account' })).toBeInTheDocument()
    expect(call.requests).toHaveLength(1)
  })

  it('tells the only administrator what to do first', async () => {
    fakeCall(requestDeletion, failWith('conflict'))
    const { user } = await open(none)
    await user.click(section().getByRole('button', { name: 'Delete my account' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Delete in 14 days' }))
    expect(await dialog.findByText(/only administrator/)).toBeInTheDocument()
  })
})
