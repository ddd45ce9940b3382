import { useEffect, useEffectEvent, useState } from 'react'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'

/** The list follows after this pause in typing. */
const TYPING_PAUSE_MS = 300

const FILTER_ROW = 'min-w-0 grow sm:max-w-sm sm:min-w-56'

type Props = {
  label: string
  value: string
  onChange: (value: string) => void
  /** Layout classes outside a row of filters. */
  className?: string
}

/** A search term. A change from elsewhere (filters cleared, browser back) replaces the typed text. */
export const SearchField = ({ label, value, onChange, className = FILTER_ROW }: Props) => {
  const [typed, setTyped] = useState(value)
  const [lastValue, setLastValue] = useState(value)
  const [sent, setSent] = useState(value)
  if (lastValue !== value) {
    setLastValue(value)
    if (value !== sent) setTyped(value)
  }
  const send = useEffectEvent(() => {
    if (typed === value) return
    setSent(typed)
    onChange(typed)
  })
  useEffect(() => {
    const timer = setTimeout(() => send(), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <Field label={label} className={className}>
      {(control) => (
        <TextInput
          {...control}
          type="search"
          maxLength={200}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
    </Field>
  )
}
