interface Listener {
  move: (event: PointerEvent) => void
  /** The pointer was released; called after `end`. */
  drop: () => void
  /** Dragging is over, in whatever way. */
  end: () => void
}

/**
 * Follows a pressed pointer until it is released. Escape and a lost pointer end it without a drop. Returns a
 * function that ends it.
 */
export const followPointer = (handle: HTMLElement, pointerId: number, on: Listener): (() => void) => {
  const end = () => {
    handle.removeEventListener('pointermove', on.move)
    handle.removeEventListener('pointerup', drop)
    handle.removeEventListener('pointercancel', end)
    window.removeEventListener('keydown', endOnEscape, true)
    on.end()
  }
  const drop = () => {
    end()
    on.drop()
  }
  const endOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    end()
  }
  handle.setPointerCapture(pointerId)
  handle.addEventListener('pointermove', on.move)
  handle.addEventListener('pointerup', drop)
  handle.addEventListener('pointercancel', end)
  window.addEventListener('keydown', endOnEscape, true)
  return end
}
