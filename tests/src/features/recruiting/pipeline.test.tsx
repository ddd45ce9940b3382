import { screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import {
  getBoard,
  moveApplications,
  type Board,
  type BoardCard,
} from '#contract/job-applications/pipeline.ts'
import { PipelinePage } from '#src/features/recruiting/index.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const aCard = (id: number, name: string, values: Partial<BoardCard> = {}): BoardCard => ({
  id,
  name,
  state: 'applied',
  applied_at: '2026-01-15T09:00:00Z',
  changed_at: '2026-01-15T09:00:00Z',
  rating: null,
  proofs: 0,
  notes: 0,
  ...values,
})
const counts = { applied: 2, viewed: 0, shortlisted: 0, interview: 0, offered: 0, rejected: 0, withdrawn: 1 }
const aBoard = (cards: BoardCard[]): Board => ({
  job: {
    id: 3,
    title: 'Data analyst',
    company: 'Acme',
    state: 'open',
    closed: null,
    deadline: '2099-12-31',
    opens_at: null,
    counts,
  },
  cards,
  funnel: (['applied', 'viewed', 'shortlisted', 'interview', 'offered', 'rejected'] as const).map(
    (state) => ({
      state,
      count: state === 'applied' ? cards.length : 0,
    }),
  ),
})
const three = () => aBoard([aCard(1, 'Asha'), aCard(2, 'Omar'), aCard(3, 'Zoe', { state: 'withdrawn' })])
const open = async (board = three(), search = '') => {
  fakeCall(getBoard, board)
  const page = await renderPage(
    <Routes>
      <Route path="/admin/jobs/:jobId" element={<PipelinePage />} />
    </Routes>,
    { path: `/admin/jobs/3${search}` },
  )
  await screen.findByRole('heading', { name: 'Data analyst' })
  // The cards follow in a later frame, each column by itself. Zoe's has no other card.
  await screen.findAllByRole('checkbox', { name: /^Select (?!Zoe)/ })
  return page
}
const column = (name: RegExp) => within(screen.getByRole('region', { name }))

describe('pipeline', () => {
  it('shows each application in the column of its state', async () => {
    await open()
    expect(await column(/^New/).findByText('Asha')).toBeInTheDocument()
    expect(await column(/^Withdrawn/).findByText('Zoe')).toBeInTheDocument()
    expect(screen.getByRole('checkbox', { name: 'Select Zoe' })).toBeDisabled()
  })

  it('moves a card by its menu, names the result and takes it back', async () => {
    const { user } = await open()
    const { requests: calls } = fakeCall(moveApplications, {
      results: [{ id: 1, result: 'moved', state: 'shortlisted' }],
    })
    await user.click(screen.getByRole('button', { name: 'Move Asha' }))
    fakeCall(getBoard, aBoard([aCard(1, 'Asha', { state: 'shortlisted' }), aCard(2, 'Omar')]))
    await user.click(await screen.findByRole('menuitem', { name: 'Shortlist' }))
    expect(await screen.findByText('1 application moved to “Shortlist”')).toBeInTheDocument()
    expect(await column(/^Shortlist/).findByText('Asha')).toBeInTheDocument()
    fakeCall(getBoard, three())
    const { requests: undone } = fakeCall(moveApplications, {
      results: [{ id: 1, result: 'moved', state: 'applied' }],
    })
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('1 move taken back')).toBeInTheDocument()
    expect(calls[0]?.body).toMatchObject({ moves: [{ id: 1, from: 'applied', to: 'shortlisted' }] })
    expect(undone[0]?.body).toMatchObject({
      moves: [{ id: 1, from: 'shortlisted', to: 'applied' }],
      undo: true,
    })
  })

  it('moves several at once and says which one was not moved', async () => {
    const { user } = await open()
    fakeCall(moveApplications, {
      results: [
        { id: 1, result: 'moved', state: 'interview' },
        { id: 2, result: 'changed', state: 'offered' },
      ],
    })
    await user.click(screen.getByRole('checkbox', { name: 'Select Asha' }))
    await user.click(screen.getByRole('checkbox', { name: 'Select Omar' }))
    await user.click(screen.getByRole('button', { name: 'Move to…' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Interview' }))
    expect(await screen.findByText(/somebody else moved it meanwhile/)).toHaveTextContent('Omar')
  })

  it('asks for a reason and a message before it rejects', async () => {
    const { user } = await open()
    const { requests: calls } = fakeCall(moveApplications, {
      results: [{ id: 2, result: 'moved', state: 'rejected' }],
    })
    await user.click(screen.getByRole('button', { name: 'Move Omar' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Rejected' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject this application?' }))
    expect(calls).toHaveLength(0)
    expect(
      (dialog.getByRole('textbox', { name: 'Message to the learner' }) as HTMLTextAreaElement).value,
    ).toContain('“Data analyst” at Acme')
    await user.click(dialog.getByRole('checkbox', { name: 'Send a message' }))
    await user.click(dialog.getByRole('button', { name: 'Reject' }))
    await screen.findByText('1 application moved to “Rejected”')
    expect(calls[0]?.body).toMatchObject({ moves: [{ id: 2, to: 'rejected' }], message: '' })
  })

  it('puts the card back when the server refuses', async () => {
    const { user } = await open()
    fakeCall(moveApplications, failWith('internal_error'))
    await user.click(screen.getByRole('button', { name: 'Move Asha' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Offer' }))
    expect(await screen.findByRole('alert')).toBeInTheDocument()
    expect(await column(/^New/).findByText('Asha')).toBeInTheDocument()
  })

  it('draws 20 of 2,000 applications until more are asked for', async () => {
    await open(aBoard(Array.from({ length: 2000 }, (_, index) => aCard(index + 1, `Person ${index + 1}`))))
    expect(await screen.findByRole('button', { name: 'Show 1980 more' })).toBeInTheDocument()
    expect(screen.getAllByRole('checkbox')).toHaveLength(20)
  })

  it('draws the rows of the list a few per frame, and all of a page in the end', async () => {
    const added: number[] = []
    let former = 0
    const observer = new MutationObserver(() => {
      const count = document.querySelectorAll('[role="rowheader"]').length
      if (count > former) added.push(count - former)
      former = count
    })
    observer.observe(document, { childList: true, subtree: true })
    const cards = Array.from({ length: 30 }, (_, index) => aCard(index + 1, `Person ${index + 1}`))
    await open(aBoard(cards), '?view=list')
    await waitFor(() => expect(screen.getAllByRole('checkbox')).toHaveLength(25))
    observer.disconnect()
    expect(added).toEqual([5, 5, 5, 5, 5])
  })

  it('finds names whatever their accents, in the list as well', async () => {
    await open(aBoard([aCard(1, 'José'), aCard(2, 'Omar')]), '?view=list&search=jose')
    expect(screen.getByText('José')).toBeInTheDocument()
    expect(screen.queryByText('Omar')).not.toBeInTheDocument()
  })
})
