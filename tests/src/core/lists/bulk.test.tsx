import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { BulkBar } from '#src/core/lists/BulkBar.tsx'
import { SelectAll, SelectRow } from '#src/core/lists/BulkSelect.tsx'
import { useSelection } from '#src/core/lists/use-selection.ts'

const texts = { label: 'Actions', chosen: (count: number) => `${count} selected`, clear: 'Clear' }

const List = ({ shown }: { shown: readonly number[] }) => {
  const selection = useSelection(shown)
  return (
    <>
      <SelectAll selection={selection} label="All" />
      {shown.map((id) => (
        <SelectRow key={id} selection={selection} id={id} label={`Row ${id}`} />
      ))}
      <BulkBar count={selection.ids.length} texts={texts} onClear={selection.clear}>
        <button type="button">Enrol</button>
      </BulkBar>
    </>
  )
}

describe('choosing rows of a list', () => {
  it('shows the bar and its actions while rows are chosen, with their number', async () => {
    const user = userEvent.setup()
    render(<List shown={[1, 2, 3]} />)
    expect(screen.queryByRole('region', { name: 'Actions' })).toBeNull()
    await user.click(screen.getByRole('checkbox', { name: 'Row 2' }))
    expect(screen.getByRole('status')).toHaveTextContent('1 selected')
    expect(screen.getByRole('button', { name: 'Enrol' })).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    expect(screen.queryByRole('region', { name: 'Actions' })).toBeNull()
  })

  it('says when only some are chosen, and chooses all or none', async () => {
    const user = userEvent.setup()
    render(<List shown={[1, 2]} />)
    const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'All' })
    await user.click(screen.getByRole('checkbox', { name: 'Row 1' }))
    expect(all).toBePartiallyChecked()
    await user.click(all)
    expect([all.checked, all.indeterminate]).toEqual([true, false])
    expect(screen.getByRole('status')).toHaveTextContent('2 selected')
    await user.click(all)
    expect([all.checked, all.indeterminate]).toEqual([false, false])
  })

  it('forgets rows that are no longer shown', async () => {
    const user = userEvent.setup()
    const { rerender } = render(<List shown={[1, 2]} />)
    await user.click(screen.getByRole('checkbox', { name: 'Row 1' }))
    rerender(<List shown={[2]} />)
    expect(screen.queryByRole('status')).toBeNull()
  })
})
