import { useState } from 'react'
import { isoToInput, inputToIso } from '../../lib/local-time.ts'
import type { FieldControl } from './Field.tsx'
import { TextInput } from './TextInput.tsx'

type Props<Value extends string | null> = FieldControl & {
  /** In UTC. */
  value: Value
  /** Called for complete dates, and for null where the field may be empty. */
  onChange: (value: Value) => void
  /** Whether the field may be empty. */
  optional: null extends Value ? true : false
}

/** Date and time in the device's time zone. A half-typed date stays in the field and is not reported. */
export const DateTimeInput = <Value extends string | null>(props: Props<Value>) => {
  const { value, onChange, optional, ...control } = props
  const [typed, setTyped] = useState({ of: value, text: isoToInput(value) })
  if (typed.of !== value) setTyped({ of: value, text: isoToInput(value) })
  return (
    <TextInput
      {...control}
      dir="ltr"
      type="datetime-local"
      // A year of four digits, so that typing moves on to the next part.
      max="9999-12-31T23:59"
      value={typed.text}
      onChange={({ target }) => {
        const complete = inputToIso(target.value)
        const isCleared = optional && target.value === '' && !target.validity.badInput
        const next = complete !== null || isCleared ? (complete as Value) : value
        setTyped({ of: next, text: target.value })
        if (next !== value) onChange(next)
      }}
      onBlur={({ target }) => {
        if (inputToIso(target.value) === null && !(optional && value === null))
          setTyped({ of: value, text: isoToInput(value) })
      }}
    />
  )
}
