import { useEffect, useEffectEvent } from 'react'
import { examKey, type ExamKey } from '../../model/answers.ts'

/** Elements that use letter keys themselves, such as text inputs and dialogs. */
const TYPING_TARGETS =
  'input:not([type="radio"]), textarea, select, [contenteditable]:not([contenteditable="false"]), [role="dialog"]'

/** A to D or 1 to 4 choose, N and P navigate, M marks. The shortcuts can be switched off (WCAG 2.1.4). */
export const useExamKeys = (isActive: boolean, onKey: (key: ExamKey) => void): void => {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat) return
    if (event.target instanceof Element && event.target.closest(TYPING_TARGETS)) return
    const key = examKey(event)
    if (!key) return
    event.preventDefault()
    onKey(key)
  })
  useEffect(() => {
    if (!isActive) return
    const listen = (event: KeyboardEvent) => handleKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [isActive])
}
