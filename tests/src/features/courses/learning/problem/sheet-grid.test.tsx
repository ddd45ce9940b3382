import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { createSheet } from '#contract/problems/spreadsheet.ts'
import { SheetGrid } from '#src/features/courses/learning/components/problem/sheet/SheetGrid.tsx'
import { renderPage } from '#tests/support/web/render.tsx'

const SIZE = { rows: 3, columns: 2 }
const Grid = () => {
  const [contents, setTyped] = useState<ReadonlyMap<string, string>>(new Map([['A1', '4']]))
  return (
    <SheetGrid
      problem={SIZE}
      contents={contents}
      sheet={createSheet(contents, SIZE)}
      locked={new Set(['A1'])}
      checked={new Set(['B1'])}
      onWrite={(cell, value) => setTyped((old) => new Map(old).set(cell, value))}
    />
  )
}
const formulaField = () => screen.getByRole<HTMLInputElement>('textbox')
const cell = (name: string) => screen.findByLabelText(new RegExp(`^${name}:`))
const touch = (target: HTMLElement) => {
  fireEvent.pointerDown(target, { pointerType: 'touch' })
  target.focus()
  fireEvent.click(target)
}

describe('sheet grid on a phone', () => {
  it('selects a cell on the first touch and edits it on the second', async () => {
    await renderPage(<Grid />)
    touch(await cell('B1'))
    expect(formulaField()).not.toHaveFocus()
    touch(await cell('B1'))
    expect(formulaField()).toHaveFocus()
  })

  it('inserts a key’s character at the caret and moves the caret', async () => {
    const { user } = await renderPage(<Grid />)
    touch(await cell('B1'))
    await user.click(screen.getByRole('button', { name: '=' }))
    await waitFor(() => expect(formulaField()).toHaveFocus())
    await user.type(formulaField(), 'A12')
    formulaField().setSelectionRange(3, 3)
    await user.click(screen.getByRole('button', { name: '*' }))
    await waitFor(() => expect(formulaField().selectionStart).toBe(4))
    expect(formulaField()).toHaveValue('=A1*2')
    expect(await cell('B1')).toHaveTextContent('8')
  })

  it('control: disables the keys for a locked cell', async () => {
    await renderPage(<Grid />)
    touch(await cell('A1'))
    expect(screen.getByRole('button', { name: '=' })).toBeDisabled()
    expect(formulaField()).toHaveValue('4')
  })

  it('isolates the example formula in Arabic text', async () => {
    await renderPage(<Grid />, { language: 'ar' })
    touch(await cell('B1'))
    // Isolated from left to right; otherwise the equals sign appears at the other end.
    expect(await screen.findByText(/\u2066=SUM\(B2:B6\)\u2069/)).toBeInTheDocument()
  })
})
