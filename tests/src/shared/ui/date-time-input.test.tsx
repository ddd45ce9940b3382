import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { inputFromIso, isoFromInput } from '#src/shared/lib/local-time.ts'
import { DateTimeInput } from '#src/shared/ui/forms/DateTimeInput.tsx'

const control = { id: 'at', 'aria-describedby': undefined, 'aria-invalid': undefined, required: undefined }
const START = '2026-11-28T09:00:00.000Z'

const show = (optional: boolean) => {
  const told: (string | null)[] = []
  const Form = () => {
    const [value, setValue] = useState<string | null>(START)
    const change = (next: string | null) => {
      told.push(next)
      setValue(next)
    }
    return (
      <>
        <label htmlFor="at">At</label>
        {optional ? (
          <DateTimeInput {...control} optional value={value} onChange={change} />
        ) : (
          <DateTimeInput {...control} optional={false} value={value ?? ''} onChange={change} />
        )}
        <button type="button" onClick={() => setValue('2028-01-01T00:00:00.000Z')}>
          From elsewhere
        </button>
      </>
    )
  }
  render(<Form />)
  const field = screen.getByLabelText<HTMLInputElement>('At')
  return { told, field, type: (text: string) => fireEvent.change(field, { target: { value: text } }) }
}

describe('a field for date and time', () => {
  it('given a year typed figure by figure, when it is half there, then it stays in the field and nobody is told', () => {
    const { told, field, type } = show(false)
    for (const year of ['0002', '0020', '0202']) {
      type(`${year}-01-15T09:30`)
      expect(field).toHaveValue(`${year}-01-15T09:30`)
    }
    expect(told).toEqual([])
    type('2027-01-15T09:30')
    expect(told).toEqual([isoFromInput('2027-01-15T09:30')])
    expect(field).toHaveValue('2027-01-15T09:30')
  })

  it('given one that must stand, when it is emptied and left, then the last whole one is back', () => {
    const { told, field, type } = show(false)
    type('')
    expect(field).toHaveValue('')
    fireEvent.blur(field)
    expect(field).toHaveValue(inputFromIso(START))
    expect(told).toEqual([])
  })

  it('given one that may be empty, when it is emptied, then that is told and stays', () => {
    const { told, field, type } = show(true)
    type('')
    fireEvent.blur(field)
    expect(told).toEqual([null])
    expect(field).toHaveValue('')
  })

  it('given another date from elsewhere, when it comes, then the field shows it', () => {
    const { field } = show(true)
    fireEvent.click(screen.getByRole('button'))
    expect(field).toHaveValue(inputFromIso('2028-01-01T00:00:00.000Z'))
  })
})
