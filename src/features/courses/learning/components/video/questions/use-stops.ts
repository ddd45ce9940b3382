import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import type { VideoItem } from '#contract/courses/courses.ts'
import type { ShownVideoQuestion } from '#contract/courses/video-questions.ts'
import { isReachable } from '#src/core/http/connectivity.ts'
import { holdAt, NEAR_SECONDS, playFrom, playOn, type OwnWay } from './video-actions.ts'
import { gateBefore, stopBetween } from './stops.ts'

const NONE: readonly ShownVideoQuestion[] = []

interface Parts {
  video: RefObject<HTMLVideoElement | null>
  item: VideoItem
  ownWay: OwnWay
}

/**
 * Stops the film at its questions. One that must be answered is not gone past, neither by playing nor by seeking;
 * without a connection nothing could be marked, so the film goes on and the question waits.
 */
export const useStops = ({ video, item, ownWay }: Parts) => {
  const questions = item.questions ?? NONE
  const [askedId, setAskedId] = useState<string | null>(null)
  /** Skipped in this visit, or gone past without a connection. */
  const [passed, setPassed] = useState<ReadonlySet<string>>(new Set())
  const [missed, setMissed] = useState<ShownVideoQuestion | null>(null)
  const asked = questions.find(({ id }) => id === askedId) ?? null

  const pass = (id: string) => setPassed((now) => new Set([...now, id]))
  const stopAt = useEffectEvent((element: HTMLVideoElement, question: ShownVideoQuestion) => {
    if (!isReachable()) {
      pass(question.id)
      setMissed(question)
      return
    }
    holdAt(element, question.second)
    setMissed(null)
    setAskedId(question.id)
  })
  const reached = useEffectEvent((element: HTMLVideoElement, from: number, to: number) => {
    const stop = stopBetween(questions, passed, from, to)
    if (!stop) return to
    if (stop.id !== askedId) stopAt(element, stop)
    // A film stands a moment behind its question: on from there it would have been gone past.
    return isReachable() ? stop.second : to
  })
  const sought = useEffectEvent((element: HTMLVideoElement, from: number, to: number) => {
    const gate = ownWay.took(to) ? null : gateBefore(questions, passed, from, to)
    if (gate) stopAt(element, gate)
    else if (asked?.answer === null && to < asked.second - NEAR_SECONDS) setAskedId(null)
    return gate && isReachable() ? gate.second : to
  })
  const began = useEffectEvent((element: HTMLVideoElement) => {
    if (asked?.answer !== null) return setAskedId(null)
    if (asked.required) element.pause()
    else {
      pass(asked.id)
      setAskedId(null)
    }
  })
  useEffect(() => {
    const element = video.current
    if (!element) return
    let at = element.currentTime
    const playing = () => {
      if (element.seeking || element.paused) return
      at = reached(element, at, element.currentTime)
    }
    const seeking = () => {
      at = sought(element, at, element.currentTime)
    }
    const atEnd = () => void reached(element, at, Infinity)
    const begin = () => began(element)
    element.addEventListener('timeupdate', playing)
    element.addEventListener('seeking', seeking)
    element.addEventListener('ended', atEnd)
    element.addEventListener('play', begin)
    return () => {
      element.removeEventListener('timeupdate', playing)
      element.removeEventListener('seeking', seeking)
      element.removeEventListener('ended', atEnd)
      element.removeEventListener('play', begin)
    }
  }, [video])

  return {
    asked,
    /** The last one that the film went past for want of a connection. */
    missed,
    /** Shows one: an open one at its moment, after what has to be answered before it. */
    show: (question: ShownVideoQuestion) => {
      const first =
        question.answer === null
          ? (gateBefore(questions, new Set(), 0, question.second) ?? question)
          : question
      if (first.answer === null) ownWay.goesTo(first.second)
      if (video.current)
        holdAt(video.current, first.answer === null ? first.second : video.current.currentTime)
      setMissed(null)
      setAskedId(first.id)
    },
    /** On with the film, past what is asked. */
    goOn: () => {
      if (asked?.answer === null) pass(asked.id)
      setAskedId(null)
      if (video.current) playOn(video.current)
    },
    watchFrom: (second: number) => {
      setAskedId(null)
      ownWay.goesTo(second)
      if (video.current) playFrom(video.current, second)
    },
  }
}
