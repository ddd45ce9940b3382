/** No frame for so long: nobody looks. */
const UNSEEN_MS = 1000

/** After the frame that shows what is there now; a tab in the background draws none and goes on all the same. */
export const afterPaint = (action: () => void): void => {
  const unseen = setTimeout(() => {
    cancelAnimationFrame(frame)
    action()
  }, UNSEEN_MS)
  const frame = requestAnimationFrame(() => {
    clearTimeout(unseen)
    setTimeout(action)
  })
}
