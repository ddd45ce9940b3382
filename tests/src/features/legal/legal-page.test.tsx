/** The terms and the privacy notice as anybody reads them. */
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { getLegalText, type LegalText } from '#contract/client-info/legal.ts'
import { LegalPage } from '#src/features/legal/pages/LegalPage.tsx'
import { aClient } from '#tests/support/server/client.ts'
import { fakeCall, noAnswer } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const some = (changes: Partial<LegalText> = {}): LegalText => ({
  kind: 'terms',
  title: 'Terms of use',
  language: 'en',
  text: '# Fair use\nBe kind.',
  version: 2,
  published_at: '2026-11-20T10:00:00Z',
  ...changes,
})
const open = (path: string) => renderPage(<LegalPage />, { path, client: aClient(), person: null })

it('shows the text with its version and date, and the way to the other one', async () => {
  fakeCall(getLegalText, some())
  await open('/legal/terms')
  expect(await screen.findByRole('heading', { level: 1, name: 'Terms of use' })).toBeInTheDocument()
  expect(screen.getByRole('heading', { level: 2, name: 'Fair use' })).toBeInTheDocument()
  expect(screen.getByText(/^Version 2, in force since/)).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Privacy notice' })).toHaveAttribute('href', '/legal/privacy')
  expect(document.title).toContain('Terms of use')
})

it('marks the language of a text that is not the page’s own', async () => {
  fakeCall(getLegalText, some({ language: 'ar', title: 'شروط الاستخدام', text: 'نص' }))
  await open('/legal/terms')
  const text = await screen.findByText('نص')
  expect(text.closest('[lang]')).toHaveAttribute('lang', 'ar')
  expect(text.closest('[dir]')).toHaveAttribute('dir', 'rtl')
})

it('names no version for the standard text', async () => {
  fakeCall(getLegalText, some({ version: null, published_at: null }))
  await open('/legal/terms')
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByText(/in force/)).not.toBeInTheDocument()
})

it('asks again after a failure', async () => {
  fakeCall(getLegalText, noAnswer)
  const { user } = await open('/legal/privacy')
  await screen.findByText(/could not be loaded/)
  fakeCall(getLegalText, some({ kind: 'privacy', title: 'Privacy notice' }))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Be kind.')).toBeInTheDocument()
})

it('leads from an address without a text to both', async () => {
  await open('/legal/cookies')
  expect(screen.getByRole('heading', { name: 'There is no such page' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Terms of use' })).toHaveAttribute('href', '/legal/terms')
})
