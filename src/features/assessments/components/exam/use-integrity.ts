import { useEffect } from 'react'
import type { Attempt } from '../../attempt/machine.ts'

/** A moment without focus, such as for a message of the system, is no leaving. */
const BLUR_AFTER_MS = 400

/** Notes what the learner agreed to before the start (RULES "Assessments"): it is recorded, never punished by itself. */
export const useIntegrity = (exam: Attempt, active: boolean): void => {
  useEffect(() => {
    if (!active) return
    let back: (() => void) | null = null
    let blurred: ReturnType<typeof setTimeout> | undefined
    let wasFull = document.fullscreenElement !== null
    const visibility = () => {
      clearTimeout(blurred)
      if (document.visibilityState === 'hidden') back ??= exam.note('left_tab', true)
      else {
        back?.()
        back = null
      }
    }
    const blur = () => {
      clearTimeout(blurred)
      blurred = setTimeout(() => {
        if (document.visibilityState === 'visible' && !document.hasFocus()) back ??= exam.note('blur', true)
      }, BLUR_AFTER_MS)
    }
    const focus = () => {
      clearTimeout(blurred)
      if (document.visibilityState !== 'visible') return
      back?.()
      back = null
    }
    const full = () => {
      const isFull = document.fullscreenElement !== null
      if (wasFull && !isFull) exam.note('left_fullscreen')
      wasFull = isFull
    }
    const copy = () => void exam.note('copy')
    const paste = () => void exam.note('paste')
    document.addEventListener('visibilitychange', visibility)
    window.addEventListener('blur', blur)
    window.addEventListener('focus', focus)
    document.addEventListener('fullscreenchange', full)
    document.addEventListener('copy', copy)
    document.addEventListener('paste', paste)
    return () => {
      clearTimeout(blurred)
      back?.()
      document.removeEventListener('visibilitychange', visibility)
      window.removeEventListener('blur', blur)
      window.removeEventListener('focus', focus)
      document.removeEventListener('fullscreenchange', full)
      document.removeEventListener('copy', copy)
      document.removeEventListener('paste', paste)
    }
  }, [exam, active])
}
