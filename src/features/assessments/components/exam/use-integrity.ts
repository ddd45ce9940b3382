import { useEffect } from 'react'
import type { Attempt } from '../../attempt/machine.ts'

/** A shorter loss of focus, for example to a system message, does not count as leaving. */
const BLUR_AFTER_MS = 400

/**
 * Records the integrity events that the learner agreed to (rules: Assessments). They are reviewed by a
 * person and never punished automatically.
 */
export const useIntegrity = (exam: Attempt, isActive: boolean): void => {
  useEffect(() => {
    if (!isActive) return
    let endAbsence: (() => void) | null = null
    let blurTimer: ReturnType<typeof setTimeout> | undefined
    let wasFull = document.fullscreenElement !== null
    const onVisibilityChange = () => {
      clearTimeout(blurTimer)
      if (document.visibilityState === 'hidden') endAbsence ??= exam.note('left_tab', true)
      else {
        endAbsence?.()
        endAbsence = null
      }
    }
    const onBlur = () => {
      clearTimeout(blurTimer)
      blurTimer = setTimeout(() => {
        if (document.visibilityState === 'visible' && !document.hasFocus())
          endAbsence ??= exam.note('blur', true)
      }, BLUR_AFTER_MS)
    }
    const onFocus = () => {
      clearTimeout(blurTimer)
      if (document.visibilityState !== 'visible') return
      endAbsence?.()
      endAbsence = null
    }
    const onFullscreenChange = () => {
      const isFull = document.fullscreenElement !== null
      if (wasFull && !isFull) exam.note('left_fullscreen')
      wasFull = isFull
    }
    const onCopy = () => void exam.note('copy')
    const onPaste = () => void exam.note('paste')
    document.addEventListener('visibilitychange', onVisibilityChange)
    window.addEventListener('blur', onBlur)
    window.addEventListener('focus', onFocus)
    document.addEventListener('fullscreenchange', onFullscreenChange)
    document.addEventListener('copy', onCopy)
    document.addEventListener('paste', onPaste)
    return () => {
      clearTimeout(blurTimer)
      endAbsence?.()
      document.removeEventListener('visibilitychange', onVisibilityChange)
      window.removeEventListener('blur', onBlur)
      window.removeEventListener('focus', onFocus)
      document.removeEventListener('fullscreenchange', onFullscreenChange)
      document.removeEventListener('copy', onCopy)
      document.removeEventListener('paste', onPaste)
    }
  }, [exam, isActive])
}
