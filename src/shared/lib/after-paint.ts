/** A background tab draws no frames: after this time the action runs without one. */
const FALLBACK_MS = 1000

/** Runs the action after the next frame has been painted. */
export const afterPaint = (action: () => void): void => {
  const fallback = setTimeout(() => {
    cancelAnimationFrame(frame)
    action()
  }, FALLBACK_MS)
  const frame = requestAnimationFrame(() => {
    clearTimeout(fallback)
    setTimeout(action)
  })
}
