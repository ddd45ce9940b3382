import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { CELL_MAX } from '#contract/problems/problems.ts'
import { Key, KeyToolbar } from '../code/KeyToolbar.tsx'

/** What formulas are made of and phone keyboards hide. */
const KEYS = ['=', '(', ')', ':', ',', '+', '-', '*', '/', '<', '>', '"', '$', '%'] as const

type Props = {
  line: RefObject<HTMLInputElement | null>
  /** They stay where they are: a grid that jumps at a touch would be touched beside. */
  disabled: boolean
  onWrite: (text: string) => void
}

/** A row of keys for the line in which a cell is written; each goes where the caret is. */
export const FormulaKeys = ({ line, disabled, onWrite }: Props) => {
  const { t } = useTranslation('courses/learning/problem')
  const insert = (sign: string) => {
    const input = line.current
    if (!input) return
    const { value } = input
    // Not written in yet: its end is where one goes on.
    const here = document.activeElement === input
    const start = here ? (input.selectionStart ?? value.length) : value.length
    const end = here ? (input.selectionEnd ?? start) : start
    const next = value.slice(0, start) + sign + value.slice(end)
    if (next.length > CELL_MAX) return
    onWrite(next)
    input.focus()
    // After the field shows it; a caret set before would jump to the end.
    requestAnimationFrame(() => input.setSelectionRange(start + sign.length, start + sign.length))
  }
  return (
    <KeyToolbar label={t('keys.formula')}>
      {KEYS.map((sign) => (
        <Key key={sign} disabled={disabled} onPress={() => insert(sign)}>
          {sign}
        </Key>
      ))}
    </KeyToolbar>
  )
}
