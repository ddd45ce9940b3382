import type { RefObject } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { CELL_MAX } from '#contract/problems/problems.ts'
import { Key, KeyToolbar } from '../code/KeyToolbar.tsx'

/** Characters of formulas that phone keyboards hide. */
const KEYS = ['=', '(', ')', ':', ',', '+', '-', '*', '/', '<', '>', '"', '$', '%'] as const

type Props = {
  line: RefObject<HTMLInputElement | null>
  /** Disabled keys stay visible: if the grid moved on a touch, the next touch would miss. */
  disabled: boolean
  onWrite: (text: string) => void
}

/** A row of keys for the formula field; each inserts its character at the caret. */
export const FormulaKeys = ({ line, disabled, onWrite }: Props) => {
  const { t } = useTranslation('courses/learning/problem')
  const insert = (character: string) => {
    const input = line.current
    if (!input) return
    const { value } = input
    // Without focus in the field, append at the end.
    const isFocused = document.activeElement === input
    const start = isFocused ? (input.selectionStart ?? value.length) : value.length
    const end = isFocused ? (input.selectionEnd ?? start) : start
    const next = value.slice(0, start) + character + value.slice(end)
    if (next.length > CELL_MAX) return
    // The field needs its new value before the caret is set; otherwise the caret jumps to the end.
    flushSync(() => onWrite(next))
    input.focus()
    input.setSelectionRange(start + character.length, start + character.length)
  }
  return (
    <KeyToolbar label={t('keys.formula')}>
      {KEYS.map((character) => (
        <Key key={character} disabled={disabled} onPress={() => insert(character)}>
          {character}
        </Key>
      ))}
    </KeyToolbar>
  )
}
