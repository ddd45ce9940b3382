import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { openPartnerLink, type PartnerView } from '#contract/job-applications/partner.ts'
import { PartnerPage } from '#src/features/recruiting/partner/index.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const view: PartnerView = {
  job: { title: 'Data analyst', company: 'Acme', location: 'Pune', deadline: '2099-12-31', closed: null },
  name: 'Acme HR',
  expires_at: '2099-01-15T09:00:00Z',
  applications: {
    count: 1,
    next: null,
    previous: null,
    results: [
      {
        id: 5,
        name: 'Asha Rao',
        email: 'asha@example.test',
        phone: '+91 98765 43210',
        resume: { name: 'Asha.pdf', url: '/files/7/job-partner/1/5/1/mac' },
        cover_note: '<b>Hello</b>',
        answers: [{ question_id: '6f3c0a52-7b64-4c0e-9f2a-6d8e0b3c7a11', label: 'Abroad?', value: 'yes' }],
        proofs: [{ kind: 'course', id: 4, title: 'SQL basics', percent: null, at: '2026-01-01T00:00:00Z' }],
        applied_at: '2026-01-15T09:00:00Z',
      },
    ],
  },
}
const open = (code: string) =>
  renderPage(
    <Routes>
      <Route path="/recruit/:code" element={<PartnerPage />} />
    </Routes>,
    { path: `/recruit/${code}` },
  )

describe('the page of a recruiter outside', () => {
  it('shows what was sent, as text, with the résumé', async () => {
    const { requests } = fakeCall(openPartnerLink, view)
    await open('1-code')
    expect(await screen.findByRole('heading', { name: 'Data analyst' })).toBeInTheDocument()
    expect(screen.getByRole('heading', { name: 'Asha Rao' })).toBeInTheDocument()
    expect(screen.getByText('<b>Hello</b>')).toBeInTheDocument()
    expect(screen.getByText('Yes')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: /Resume/ })).toHaveAttribute('download', 'Asha.pdf')
    expect(requests.map(({ body }) => body)).toEqual([{ code: '1-code' }])
  })

  it('says the same for every link that does not work', async () => {
    fakeCall(openPartnerLink, failWith('not_found'))
    await open('2-other')
    expect(await screen.findByText('This link does not work')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })
})
