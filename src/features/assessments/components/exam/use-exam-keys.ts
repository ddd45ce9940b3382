import { useEffect, useEffectEvent } from 'react'
import { examKey, type ExamKey } from '../../model/answers.ts'

/** Where a letter is something that is typed, or an answer to another question. */
const OWN_KEYS =
  'input:not([type="radio"]), textarea, select, [contenteditable]:not([contenteditable="false"]), [role="dialog"]'

/** A to D or 1 to 4 choose, N and P turn, M marks; they can be switched off (WCAG 2.1.4). */
export const useExamKeys = (active: boolean, onKey: (key: ExamKey) => void): void => {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat) return
    if (event.target instanceof Element && event.target.closest(OWN_KEYS)) return
    const key = examKey(event)
    if (!key) return
    event.preventDefault()
    onKey(key)
  })
  useEffect(() => {
    if (!active) return
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [active])
}
