/** What a package says while its page is left is heard this long after the page is gone. */
export const FRAME_GRACE_MS = 3_000

type Movable = HTMLElement & { moveBefore?: (node: Node, before: Node | null) => void }

/**
 * A frame that is about to be taken out of the page. Packages say how long one was there, and where one stands, when
 * their page is left; what a frame says while it is taken out reaches nobody. So it is moved aside without being loaded
 * anew, led to an empty page, and goes after that. Where a browser cannot move it, what was said before has to do.
 */
export const detachFrame = (frame: HTMLIFrameElement): void => {
  const aside: Movable = document.body
  if (!aside.moveBefore || !frame.isConnected) return
  try {
    aside.moveBefore(frame, null)
  } catch {
    return
  }
  frame.inert = true
  frame.className = 'package-frame sr-only'
  frame.src = 'about:blank'
  setTimeout(() => frame.remove(), FRAME_GRACE_MS)
}
