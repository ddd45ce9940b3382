/** The editor of a look: what is not saved yet outlives the page. */
import { screen } from '@testing-library/react'
import { Route, Routes, useNavigate } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { createTemplate, previewTemplate } from '#contract/certificates/templates.ts'
import { TemplateEditor } from '#src/features/certificates/admin/components/editor/TemplateEditor.tsx'
import { newLook } from '#src/features/certificates/admin/model/look.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const LOOK = newLook('classic', 'Classic', false)

const Editor = () => {
  const navigate = useNavigate()
  return <TemplateEditor known={null} look={LOOK} name="look" onClose={() => void navigate('/')} />
}
const Gallery = () => {
  const navigate = useNavigate()
  return <button onClick={() => void navigate('/edit')}>Edit</button>
}
const open = async () => {
  fakeCall(previewTemplate, failWith('forbidden'))
  const { user } = await renderPage(
    <Routes>
      <Route path="/" element={<Gallery />} />
      <Route path="/edit" element={<Editor />} />
    </Routes>,
    { path: '/edit' },
  )
  const name = await screen.findByLabelText(/^Name/)
  await user.clear(name)
  await user.type(name, 'Gold')
  return user
}

describe('the editor of a certificate template', () => {
  it('shows changes again that were left unsaved, and gives them up when asked', async () => {
    const user = await open()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await user.click(screen.getByRole('button', { name: 'Edit' }))
    expect(await screen.findByLabelText(/^Name/)).toHaveValue('Gold')
    await user.click(screen.getByRole('button', { name: 'Start over' }))
    expect(screen.getByLabelText(/^Name/)).toHaveValue('Classic')
    expect(screen.queryByText('We kept what you changed last time.')).not.toBeInTheDocument()
  })

  it('keeps them when saving fails', async () => {
    const user = await open()
    fakeCall(createTemplate, failWith('forbidden'))
    await user.click(screen.getByRole('button', { name: 'Save draft' }))
    expect(await screen.findByRole('alert')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await user.click(screen.getByRole('button', { name: 'Edit' }))
    expect(await screen.findByLabelText(/^Name/)).toHaveValue('Gold')
  })
})
