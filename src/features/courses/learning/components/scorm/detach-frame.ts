/** How long the messages of a package are still received after the person leaves its page. */
export const FRAME_GRACE_MS = 3_000

type Movable = HTMLElement & { moveBefore?: (node: Node, before: Node | null) => void }

/**
 * Lets a package send its last data before its frame is removed. Packages report time and position when their page
 * unloads, but messages of a removed frame are lost. So the frame moves to the body without a reload (`moveBefore`),
 * navigates to an empty page and is removed later. Browsers without `moveBefore` lose those last messages.
 */
export const detachFrame = (frame: HTMLIFrameElement): void => {
  const body: Movable = document.body
  if (!body.moveBefore || !frame.isConnected) return
  try {
    body.moveBefore(frame, null)
  } catch {
    return
  }
  frame.inert = true
  frame.className = 'package-frame sr-only'
  frame.src = 'about:blank'
  setTimeout(() => frame.remove(), FRAME_GRACE_MS)
}
