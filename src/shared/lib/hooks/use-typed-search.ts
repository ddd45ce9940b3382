import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** The list follows after this pause in typing. */
const TYPING_PAUSE_MS = 300

/** The entry of the history that the router is at; a link that somebody follows makes a new one. */
const historyEntry = (): unknown => (history.state as { idx?: unknown } | null)?.idx

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
  const typedAt = useRef(historyEntry())
  const send = useEffectEvent(() => {
    // Whoever followed a link meanwhile is not called back.
    if (text === value || historyEntry() !== typedAt.current) return
    setReported([...reported, text])
    onChange(text)
  })
  useEffect(() => {
    const timer = setTimeout(() => send(), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return {
    text,
    setText: (typed: string) => {
      typedAt.current = historyEntry()
      setText(typed)
    },
    /** The text for a change that takes the search term along at once, such as another order. */
    takeText: () => {
      if (text !== value) setReported([...reported, text])
      return text
    },
  }
}
