import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { isoToInput, inputToIso } from '#src/shared/lib/local-time.ts'
import { DateTimeInput } from '#src/shared/ui/forms/DateTimeInput.tsx'

const control = { id: 'at', 'aria-describedby': undefined, 'aria-invalid': undefined, required: undefined }
const START = '2026-11-28T09:00:00.000Z'

const renderInput = (optional: boolean) => {
  const changes: (string | null)[] = []
  const Form = () => {
    const [value, setValue] = useState<string | null>(START)
    const change = (next: string | null) => {
      changes.push(next)
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
  return {
    changes,
    field,
    type: (text: string) => fireEvent.change(field, { target: { value: text } }),
  }
}

describe('DateTimeInput', () => {
  it('keeps a half-typed year and reports nothing', () => {
    const { changes, field, type } = renderInput(false)
    for (const year of ['0002', '0020', '0202']) {
      type(`${year}-01-15T09:30`)
      expect(field).toHaveValue(`${year}-01-15T09:30`)
    }
    expect(changes).toEqual([])
    type('2027-01-15T09:30')
    expect(changes).toEqual([inputToIso('2027-01-15T09:30')])
    expect(field).toHaveValue('2027-01-15T09:30')
  })

  it('restores the last complete date when a required field is left empty', () => {
    const { changes, field, type } = renderInput(false)
    type('')
    expect(field).toHaveValue('')
    fireEvent.blur(field)
    expect(field).toHaveValue(isoToInput(START))
    expect(changes).toEqual([])
  })

  it('reports an emptied optional field', () => {
    const { changes, field, type } = renderInput(true)
    type('')
    fireEvent.blur(field)
    expect(changes).toEqual([null])
    expect(field).toHaveValue('')
  })

  it('shows a new value from outside', () => {
    const { field } = renderInput(true)
    fireEvent.click(screen.getByRole('button'))
    expect(field).toHaveValue(isoToInput('2028-01-01T00:00:00.000Z'))
  })
})
