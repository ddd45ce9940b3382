import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { usePlayerContext } from '../../context/player-context.ts'
import { useDelayedFlush } from '../use-delayed-flush.ts'
import { paragraphInView } from './text-range.ts'

/** On its way this long after the last scroll; on disk at once. */
const PLACE_SEND_MS = 4_000
/** Below the sticky bar: what is under this line is being read. */
export const READING_LINE_PX = 96
/** Less than this from the top is no place worth going back to. */
const WORTH_PARAGRAPH = 2

/**
 * Remembers the paragraph in front of the reader, on this device at once and on the server a moment later, and goes
 * back there when the article is opened again.
 */
export const useReadingPosition = (
  box: RefObject<HTMLElement | null>,
  /** `elsewhere`: the address asks for another place of the article. */
  facts: { ready: boolean; itemId: number; paragraph: number; completed: boolean; isOverridden: boolean },
) => {
  const { ready, itemId } = facts
  const { queue } = usePlayerContext()
  const [resumed, setResumed] = useState(false)
  const [share, setShare] = useState(0)
  const last = useRef(facts.paragraph)
  const sendSoon = useDelayedFlush(PLACE_SEND_MS)
  const note = useEffectEvent((paragraph: number) => {
    if (paragraph === last.current) return
    last.current = paragraph
    void queue().add({ kind: 'place', itemId, paragraph })
    sendSoon()
  })
  const resume = useEffectEvent((content: Element) => {
    const paragraph = queue().latest('place', itemId)?.paragraph ?? facts.paragraph
    const block = content.children[paragraph]
    if (facts.isOverridden || facts.completed || paragraph < WORTH_PARAGRAPH || !block) return
    window.scrollBy({ top: block.getBoundingClientRect().top - READING_LINE_PX, behavior: 'instant' })
    setResumed(true)
  })
  useEffect(() => {
    const content = box.current
    if (!ready || !content) return
    let gone = false
    // What this device kept through a crash is newer than what the server knows; then the article has its heights.
    void queue()
      .ready()
      .then(() => {
        if (gone) return
        resume(content)
        scrolled()
      })
    let asked = 0
    const read = () => {
      asked = 0
      const { top, height } = content.getBoundingClientRect()
      const seen = (window.innerHeight - top) / Math.max(1, height)
      setShare(Math.min(1, Math.max(0, seen)))
      note(paragraphInView(content, READING_LINE_PX))
    }
    const scrolled = () => {
      asked ||= requestAnimationFrame(read)
    }
    window.addEventListener('scroll', scrolled, { passive: true })
    return () => {
      gone = true
      cancelAnimationFrame(asked)
      window.removeEventListener('scroll', scrolled)
    }
  }, [box, queue, ready, itemId])
  return {
    /** How much of the article was in view already, 0 to 1. */
    share,
    resumed,
    toStart: () => {
      setResumed(false)
      const top = (box.current?.getBoundingClientRect().top ?? 0) - READING_LINE_PX
      window.scrollBy({ top, behavior: 'instant' })
    },
  }
}
