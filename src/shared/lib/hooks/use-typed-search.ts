import { useEffect, useEffectEvent, useState } from 'react'

/** The list follows after this pause in typing. */
const TYPING_PAUSE_MS = 300

/**
 * The text of a search field beside the value in the address. It reports the text after a pause. A change
 * from elsewhere (filters cleared, browser back) replaces the text; the answer to an own report does not,
 * because more letters may have been typed meanwhile.
 */
export const useTypedSearch = (value: string, onChange: (text: string) => void) => {
  const [text, setText] = useState(value)
  const [lastValue, setLastValue] = useState(value)
  /** What was reported and is not in the address yet, in order. */
  const [reported, setReported] = useState<readonly string[]>([])
  if (lastValue !== value) {
    setLastValue(value)
    const index = reported.indexOf(value)
    setReported(index === -1 ? [] : reported.slice(index + 1))
    if (index === -1) setText(value)
  }
  const send = useEffectEvent(() => {
    if (text === value) return
    setReported([...reported, text])
    onChange(text)
  })
  useEffect(() => {
    const timer = setTimeout(() => send(), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return {
    text,
    setText,
    /** The text for a change that takes the search term along at once, such as another order. */
    takeText: () => {
      if (text !== value) setReported([...reported, text])
      return text
    },
  }
}
