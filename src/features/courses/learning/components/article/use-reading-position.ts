import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { usePlayerContext } from '../../context/player-context.ts'
import { useDelayedFlush } from '../use-delayed-flush.ts'
import { paragraphInView } from './text-range.ts'

/** Delay between the last scroll and sending; saving on the device is immediate. */
const SEND_DELAY_MS = 4_000
/** Below the sticky bar: the text under this line is being read. */
export const READING_LINE_PX = 96
/** Earlier paragraphs are not worth resuming at. */
const FIRST_RESUMED_PARAGRAPH = 2

/**
 * Saves the paragraph being read, on this device immediately and on the server a moment later, and scrolls back to it
 * when the article is opened again.
 */
export const useReadingPosition = (
  box: RefObject<HTMLElement | null>,
  /** `isOverridden`: the URL requests another position in the article. */
  options: { ready: boolean; itemId: number; paragraph: number; completed: boolean; isOverridden: boolean },
) => {
  const { ready, itemId } = options
  const { queue } = usePlayerContext()
  const [resumed, setResumed] = useState(false)
  const [share, setShare] = useState(0)
  const last = useRef(options.paragraph)
  const flushLater = useDelayedFlush(SEND_DELAY_MS)
  const savePosition = useEffectEvent((paragraph: number) => {
    if (paragraph === last.current) return
    last.current = paragraph
    void queue().add({ kind: 'place', itemId, paragraph })
    flushLater()
  })
  const resume = useEffectEvent((content: Element) => {
    const paragraph = queue().latest('place', itemId)?.paragraph ?? options.paragraph
    const block = content.children[paragraph]
    if (options.isOverridden || options.completed || paragraph < FIRST_RESUMED_PARAGRAPH || !block) return
    window.scrollBy({ top: block.getBoundingClientRect().top - READING_LINE_PX, behavior: 'instant' })
    setResumed(true)
  })
  useEffect(() => {
    const content = box.current
    if (!ready || !content) return
    let isUnmounted = false
    // Entries that survived a crash on this device are newer than the server's position.
    void queue()
      .ready()
      .then(() => {
        if (isUnmounted) return
        resume(content)
        onScroll()
      })
    let frameRequest = 0
    const updatePosition = () => {
      frameRequest = 0
      setShare(shareSeen(content))
      savePosition(paragraphInView(content, READING_LINE_PX))
    }
    const onScroll = () => {
      frameRequest ||= requestAnimationFrame(updatePosition)
    }
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      isUnmounted = true
      cancelAnimationFrame(frameRequest)
      window.removeEventListener('scroll', onScroll)
    }
  }, [box, queue, ready, itemId])
  return {
    /** How much of the article has been in view, 0 to 1. */
    share,
    resumed,
    toStart: () => {
      setResumed(false)
      const top = (box.current?.getBoundingClientRect().top ?? 0) - READING_LINE_PX
      window.scrollBy({ top, behavior: 'instant' })
    },
  }
}

/** How much of the element has been in view, 0 to 1. */
const shareSeen = (element: HTMLElement): number => {
  const { top, height } = element.getBoundingClientRect()
  return Math.min(1, Math.max(0, (window.innerHeight - top) / Math.max(1, height)))
}
