import { useState } from 'react'
import { inputFromIso, isoFromInput } from '../../lib/local-time.ts'
import type { FieldControl } from './Field.tsx'
import { TextInput } from './TextInput.tsx'

type Props<Value extends string | null> = FieldControl & {
  /** In UTC. */
  value: Value
  /** Told of whole dates only, and of none where the field may be empty. */
  onChange: (value: Value) => void
  /** May it be left without one. */
  optional: null extends Value ? true : false
}

/** Date and time by this device's clock. What is half typed stays in the field, and nobody is told of it. */
export const DateTimeInput = <Value extends string | null>(props: Props<Value>) => {
  const { value, onChange, optional, ...control } = props
  const [typed, setTyped] = useState({ of: value, text: inputFromIso(value) })
  if (typed.of !== value) setTyped({ of: value, text: inputFromIso(value) })
  return (
    <TextInput
      {...control}
      dir="ltr"
      type="datetime-local"
      // Four figures make a year, so the next part has the keys.
      max="9999-12-31T23:59"
      value={typed.text}
      onChange={({ target }) => {
        const whole = isoFromInput(target.value)
        const emptied = optional && target.value === '' && !target.validity.badInput
        const next = whole !== null || emptied ? (whole as Value) : value
        setTyped({ of: next, text: target.value })
        if (next !== value) onChange(next)
      }}
      onBlur={({ target }) => {
        if (isoFromInput(target.value) === null && !(optional && value === null))
          setTyped({ of: value, text: inputFromIso(value) })
      }}
    />
  )
}
