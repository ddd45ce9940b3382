import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { createSheet } from '#contract/problems/spreadsheet.ts'
import { SheetGrid } from '#src/features/courses/learning/components/problem/sheet/SheetGrid.tsx'
import { renderPage } from '#tests/support/web/render.tsx'

const SIZE = { rows: 3, columns: 2 }
const Grid = () => {
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map([['A1', '4']]))
  return (
    <SheetGrid
      problem={SIZE}
      contents={typed}
      sheet={createSheet(typed, SIZE)}
      locked={new Set(['A1'])}
      checked={new Set(['B1'])}
      onWrite={(cell, value) => setTyped((old) => new Map(old).set(cell, value))}
    />
  )
}
const line = () => screen.getByRole<HTMLInputElement>('textbox')
const cell = (name: string) => screen.findByLabelText(new RegExp(`^${name}:`))
const touch = (target: HTMLElement) => {
  fireEvent.pointerDown(target, { pointerType: 'touch' })
  target.focus()
  fireEvent.click(target)
}

describe('a sheet on a phone', () => {
  it('given a cell that is chosen, when it is touched again, then the line takes what is written; the first touch only chooses', async () => {
    await renderPage(<Grid />)
    touch(await cell('B1'))
    expect(line()).not.toHaveFocus()
    touch(await cell('B1'))
    expect(line()).toHaveFocus()
  })

  it('given signs that the keyboard hides, when pressed, then they go where the caret is and the caret goes along', async () => {
    const { user } = await renderPage(<Grid />)
    touch(await cell('B1'))
    await user.click(screen.getByRole('button', { name: '=' }))
    await waitFor(() => expect(line()).toHaveFocus())
    await user.type(line(), 'A12')
    line().setSelectionRange(3, 3)
    await user.click(screen.getByRole('button', { name: '*' }))
    await waitFor(() => expect(line().selectionStart).toBe(4))
    expect(line()).toHaveValue('=A1*2')
    expect(await cell('B1')).toHaveTextContent('8')
  })

  it('control: given a cell that is not to be changed, when it is chosen, then the keys stay in their place and write nothing', async () => {
    await renderPage(<Grid />)
    touch(await cell('A1'))
    expect(screen.getByRole('button', { name: '=' })).toBeDisabled()
    expect(line()).toHaveValue('4')
  })

  it('given an Arabic reader, when the example of a formula is read, then its sign stands before it and not behind', async () => {
    await renderPage(<Grid />, { language: 'ar' })
    touch(await cell('B1'))
    // A stretch of its own from left to right; without it the equals sign is shown at the other end.
    expect(await screen.findByText(/\u2066=SUM\(B2:B6\)\u2069/)).toBeInTheDocument()
  })
})
