import type { TrackedPage } from './tracker.ts'

/** The page as the tracker sees it. Focus that moves into a frame or video keeps `document.hasFocus()` true. */
export const browserPage = (): TrackedPage => {
  const on = (target: EventTarget, types: readonly string[], listener: (event: Event) => void) => {
    for (const type of types) target.addEventListener(type, listener)
    return () => {
      for (const type of types) target.removeEventListener(type, listener)
    }
  }
  return {
    visible: () => document.visibilityState === 'visible',
    focused: () => document.hasFocus(),
    onPresence: (listener) => {
      const stopDocument = on(document, ['visibilitychange', 'resume'], listener)
      const stopWindow = on(window, ['focus', 'blur', 'pageshow'], listener)
      return () => {
        stopDocument()
        stopWindow()
      }
    },
    onLeave: (listener) => {
      const stopFreeze = on(document, ['freeze'], () => listener('freeze'))
      const stopHide = on(window, ['pagehide'], () => listener('page_unload'))
      // At once, not in the next task: a hidden page may have no next task (trust pitfall 8).
      const stopHidden = on(document, ['visibilitychange'], () => {
        if (document.visibilityState === 'hidden') listener('hidden')
      })
      return () => {
        stopFreeze()
        stopHide()
        stopHidden()
      }
    },
    onOnline: (listener) => on(window, ['online'], listener),
    reloaded: () =>
      performance
        .getEntriesByType('navigation')
        .some((entry) => (entry as PerformanceNavigationTiming).type === 'reload'),
  }
}
