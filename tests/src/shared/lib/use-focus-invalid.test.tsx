import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { useFocusInvalid } from '#src/shared/lib/hooks/use-focus-invalid.ts'

const OfferTestForm = ({ rejection, isSeatsRejected }: { rejection?: Error; isSeatsRejected?: boolean }) => {
  const [price, setPrice] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  return (
    <form
      {...useFocusInvalid(rejection)}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setSubmitted(true)
      }}
    >
      <input aria-label="Seats" aria-invalid={isSeatsRejected} />
      <input
        aria-label="Price"
        aria-invalid={isSubmitted && price === ''}
        value={price}
        onChange={(event) => setPrice(event.target.value)}
      />
      <button type="submit">Save</button>
    </form>
  )
}
const saveButton = () => screen.getByRole('button')

it('focuses the first invalid field after a rejected submit, not while somebody types', async () => {
  render(<OfferTestForm />)
  await userEvent.click(saveButton())
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('Price'))
  await userEvent.type(screen.getByLabelText('Seats'), '12')
  expect(document.activeElement).toBe(screen.getByLabelText('Seats'))
})

it('focuses the field that the server rejects', () => {
  const { rerender } = render(<OfferTestForm />)
  rerender(<OfferTestForm rejection={new Error('too few')} isSeatsRejected />)
  expect(document.activeElement).toBe(screen.getByLabelText('Seats'))
})

it('leaves the focus after an accepted submit', async () => {
  render(<OfferTestForm />)
  await userEvent.type(screen.getByLabelText('Price'), '5')
  await userEvent.click(saveButton())
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(document.activeElement).toBe(saveButton())
})
