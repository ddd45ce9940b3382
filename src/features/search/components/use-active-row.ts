import { useId, useLayoutEffect, useState, type KeyboardEvent } from 'react'
import type { Row, Section } from '../model/sections.ts'

/**
 * The combobox pattern of the ARIA guide: focus stays in the field, the arrow keys move through the options and Enter
 * opens the active one. The first result is active at once, a recent search only when somebody goes to it.
 */
export const useActiveRow = (sections: readonly Section[], isStale: boolean) => {
  const listId = useId()
  const [chosen, setChosen] = useState<string | null>(null)
  const rows = sections.flatMap((section) => section.rows)
  const first = sections[0]?.key === 'recent' ? undefined : rows[0]
  const active = isStale ? undefined : (rows.find(({ key }) => key === chosen) ?? first)
  const idOf = ({ key }: Pick<Row, 'key'>) => `${listId}-${key}`
  const activeId = active && idOf(active)
  useLayoutEffect(() => {
    if (activeId !== undefined && chosen !== null)
      document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId, chosen])

  const move = (step: 1 | -1) => {
    const from = active ? rows.indexOf(active) : step === 1 ? -1 : 0
    setChosen(rows.at((from + step) % rows.length)?.key ?? null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter that ends the composition of a letter chooses nothing.
    if (event.nativeEvent.isComposing) return
    if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && rows.length > 0) {
      event.preventDefault()
      move(event.key === 'ArrowDown' ? 1 : -1)
    }
    if (event.key === 'Enter' && activeId !== undefined) {
      event.preventDefault()
      document.getElementById(activeId)?.click()
    }
  }
  return { listId, active, activeId, idOf, onKeyDown, setActive: (row: Row) => setChosen(row.key) }
}
