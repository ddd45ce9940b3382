import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { acceptInvitation, getInvitation } from '#contract/students/invite-links.ts'
import { JoinPage } from '#src/features/join/index.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const course = { id: 3, title: 'Kites' }
const open = () =>
  renderPage(
    <Routes>
      <Route path="/join/:code" element={<JoinPage />} />
    </Routes>,
    { path: '/join/abc' },
  )

describe('an invitation', () => {
  it('says where it leads, and joins by a press', async () => {
    fakeCall(getInvitation, { state: 'open', course, has_joined: false })
    const { requests } = fakeCall(acceptInvitation, { course, outcome: 'done' })
    const { user } = await open()
    expect(await screen.findByText(/Join the course .*Kites/)).toBeInTheDocument()
    expect(requests).toHaveLength(0)
    await user.click(screen.getByRole('button', { name: 'Join' }))
    expect(await screen.findByText(/You’ve joined .*Kites/)).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Go to the course' })).toHaveAttribute('href', '/courses/3')
  })

  it.each([
    ['expired', 'This invitation has expired'],
    ['full', 'All places of this invitation are taken'],
    ['ended', 'This invitation is not valid any more'],
  ] as const)('that is %s says so and what to do', async (state, text) => {
    fakeCall(getInvitation, { state, course, has_joined: false })
    await open()
    expect(await screen.findByText(text)).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Join' })).not.toBeInTheDocument()
  })

  it('that somebody used before leads to the course, even when it is over', async () => {
    fakeCall(getInvitation, { state: 'expired', course, has_joined: true })
    await open()
    expect(await screen.findByRole('link', { name: 'Go to the course' })).toBeInTheDocument()
  })

  it('that nobody made says so', async () => {
    fakeCall(getInvitation, failWith('not_found'))
    await open()
    expect(await screen.findByText('This link doesn’t lead anywhere')).toBeInTheDocument()
  })

  it('that cannot be loaded offers another try', async () => {
    fakeCall(getInvitation, failWith('internal_error'))
    const { user } = await open()
    const again = await screen.findByRole('button', { name: 'Try again' })
    fakeCall(getInvitation, { state: 'open', course: null, has_joined: false })
    await user.click(again)
    expect(await screen.findByText('Join and start learning here.')).toBeInTheDocument()
  })

  it('says when a course needs a payment', async () => {
    fakeCall(getInvitation, { state: 'open', course, has_joined: false })
    fakeCall(acceptInvitation, { course, outcome: 'premium' })
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Join' }))
    expect(await screen.findByText(/Kites.* needs a payment/)).toBeInTheDocument()
  })
})
