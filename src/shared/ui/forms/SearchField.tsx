import { useEffect, useEffectEvent, useState } from 'react'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'

/** A pause in typing after which the list follows. */
const TYPING_PAUSE_MS = 300

const IN_A_ROW = 'min-w-0 grow sm:max-w-sm sm:min-w-56'

type Props = {
  label: string
  value: string
  onChange: (value: string) => void
  /** Its place, where it is not a row of filters. */
  className?: string
}

/** Words to look for; a change of the address by another way (cleared, back) wins over what stands here. */
export const SearchField = ({ label, value, onChange, className = IN_A_ROW }: Props) => {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  const [sent, setSent] = useState(value)
  if (known !== value) {
    setKnown(value)
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
