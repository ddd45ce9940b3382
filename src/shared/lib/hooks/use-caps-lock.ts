import { useState, type KeyboardEvent } from 'react'

/** Whether Caps Lock is on, as far as key events in the field tell. Spread `watch` on the input. */
export const useCapsLock = () => {
  const [on, setOn] = useState(false)
  const read = (event: KeyboardEvent) => setOn(event.getModifierState('CapsLock'))
  return { on, watch: { onKeyDown: read, onKeyUp: read, onBlur: () => setOn(false) } }
}
