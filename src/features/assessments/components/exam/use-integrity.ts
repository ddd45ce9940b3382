import { useEffect } from 'react'
import type { Attempt } from '../../attempt/machine.ts'
import { advanceIntegrity, type IntegrityEffect, type IntegrityEvent } from '../../model/integrity.ts'

/** A shorter loss of focus, for example to a system message, does not count as leaving. */
const BLUR_AFTER_MS = 400

const isVisible = () => document.visibilityState === 'visible'
const isFullscreen = () => document.fullscreenElement !== null

/** Performs the effects of model/integrity.ts on the attempt. */
const createRecorder = (exam: Attempt) => {
  let state = { isAway: false, isFullscreen: isFullscreen() }
  let endAbsence: (() => void) | null = null
  let blurTimer: ReturnType<typeof setTimeout> | undefined
  const feed = (event: IntegrityEvent) => {
    const step = advanceIntegrity(state, event)
    state = step.state
    step.effects.forEach(perform)
  }
  const perform = (effect: IntegrityEffect) => {
    switch (effect.type) {
      case 'startAbsence':
        endAbsence = exam.note(effect.kind, true)
        return
      case 'endAbsence':
        endAbsence?.()
        endAbsence = null
        return
      case 'note':
        exam.note(effect.kind)
        return
      case 'startBlurTimer':
        blurTimer = setTimeout(
          () => feed({ type: 'blurSettled', isVisible: isVisible(), hasFocus: document.hasFocus() }),
          BLUR_AFTER_MS,
        )
        return
      case 'cancelBlurTimer':
        clearTimeout(blurTimer)
    }
  }
  return feed
}

/**
 * Records the integrity events that the learner agreed to (rules: Assessments). They are reviewed by a
 * person and never punished automatically.
 */
export const useIntegrity = (exam: Attempt, isActive: boolean): void => {
  useEffect(() => {
    if (!isActive) return
    const feed = createRecorder(exam)
    const listening = new AbortController()
    const on = (target: EventTarget, name: string, event: () => IntegrityEvent) =>
      target.addEventListener(name, () => feed(event()), { signal: listening.signal })
    on(document, 'visibilitychange', () => ({ type: 'visibility', isVisible: isVisible() }))
    on(window, 'blur', () => ({ type: 'blur' }))
    on(window, 'focus', () => ({ type: 'focus', isVisible: isVisible() }))
    on(document, 'fullscreenchange', () => ({ type: 'fullscreen', isFullscreen: isFullscreen() }))
    on(document, 'copy', () => ({ type: 'copy' }))
    on(document, 'paste', () => ({ type: 'paste' }))
    return () => {
      listening.abort()
      feed({ type: 'stop' })
    }
  }, [exam, isActive])
}
