import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import type { VideoItem } from '#contract/courses/topic-page.ts'
import type { ShownVideoQuestion } from '#contract/courses/video-questions.ts'
import { isReachable } from '#src/core/pwa/connectivity.ts'
import { pauseAt, NEAR_SECONDS, playFrom, resumePlayback, type ProgrammaticSeek } from './video-actions.ts'
import { gateBefore, stopBetween } from './question-stops.ts'

const NONE: readonly ShownVideoQuestion[] = []

interface Parts {
  video: RefObject<HTMLVideoElement | null>
  item: VideoItem
  programmaticSeek: ProgrammaticSeek
}

/**
 * Stops the video at its questions. A required question cannot be skipped by playing or seeking. Without a connection
 * no answer could be marked, so the video continues and the question stays open.
 */
export const useQuestionStops = ({ video, item, programmaticSeek }: Parts) => {
  const questions = item.questions ?? NONE
  const [askedId, setAskedId] = useState<string | null>(null)
  /** Ids of questions skipped in this visit, or passed without a connection. */
  const [passed, setPassed] = useState<ReadonlySet<string>>(new Set())
  const [missed, setMissed] = useState<ShownVideoQuestion | null>(null)
  const asked = questions.find(({ id }) => id === askedId) ?? null

  const pass = (id: string) => setPassed((previous) => new Set([...previous, id]))
  const stopAt = (element: HTMLVideoElement, question: ShownVideoQuestion) => {
    if (!isReachable()) {
      pass(question.id)
      setMissed(question)
      return
    }
    pauseAt(element, question.second)
    setMissed(null)
    setAskedId(question.id)
  }
  const onProgress = (element: HTMLVideoElement, from: number, to: number) => {
    const stop = stopBetween(questions, passed, from, to)
    if (!stop) return to
    if (stop.id !== askedId) stopAt(element, stop)
    // The video stops slightly after the question; continuing from there would count as passed.
    return isReachable() ? stop.second : to
  }
  const onSeek = (element: HTMLVideoElement, from: number, to: number) => {
    const gate = programmaticSeek.consume(to) ? null : gateBefore(questions, passed, from, to)
    if (gate) stopAt(element, gate)
    else if (asked?.answer === null && to < asked.second - NEAR_SECONDS) setAskedId(null)
    return gate && isReachable() ? gate.second : to
  }
  const onPlay = (element: HTMLVideoElement) => {
    if (asked?.answer === null && asked.required) return element.pause()
    if (asked?.answer === null) pass(asked.id)
    setAskedId(null)
  }
  usePlaybackEvents(video, { onProgress, onSeek, onPlay })

  return {
    asked,
    /** The last question that the video passed because there was no connection. */
    missed,
    /** Shows a question; an open one at its time, or the required question before it. */
    show: (question: ShownVideoQuestion) => {
      const target = questionToShow(questions, question)
      if (target.answer === null) programmaticSeek.expect(target.second)
      if (video.current)
        pauseAt(video.current, target.answer === null ? target.second : video.current.currentTime)
      setMissed(null)
      setAskedId(target.id)
    },
    /** Continues the video past the current question. */
    goOn: () => {
      if (asked?.answer === null) pass(asked.id)
      setAskedId(null)
      if (video.current) resumePlayback(video.current)
    },
    watchFrom: (second: number) => {
      setAskedId(null)
      programmaticSeek.expect(second)
      if (video.current) playFrom(video.current, second)
    },
  }
}

/** An answered question itself; before an open one, the required question that must be answered first. */
const questionToShow = (questions: readonly ShownVideoQuestion[], question: ShownVideoQuestion) =>
  question.answer === null ? (gateBefore(questions, new Set(), 0, question.second) ?? question) : question

interface PlaybackListener {
  /** Returns the time up to which the video counts as played. */
  onProgress: (element: HTMLVideoElement, from: number, to: number) => number
  onSeek: (element: HTMLVideoElement, from: number, to: number) => number
  onPlay: (element: HTMLVideoElement) => void
}

/** Reports how the video is played and where it is moved to. */
const usePlaybackEvents = (video: RefObject<HTMLVideoElement | null>, listener: PlaybackListener) => {
  const progress = useEffectEvent(listener.onProgress)
  const seek = useEffectEvent(listener.onSeek)
  const play = useEffectEvent(listener.onPlay)
  useEffect(() => {
    const element = video.current
    if (!element) return
    let lastTime = element.currentTime
    const onTimeUpdate = () => {
      if (element.seeking || element.paused) return
      lastTime = progress(element, lastTime, element.currentTime)
    }
    const onSeeking = () => {
      lastTime = seek(element, lastTime, element.currentTime)
    }
    const onEnded = () => void progress(element, lastTime, Infinity)
    const onPlayEvent = () => play(element)
    element.addEventListener('timeupdate', onTimeUpdate)
    element.addEventListener('seeking', onSeeking)
    element.addEventListener('ended', onEnded)
    element.addEventListener('play', onPlayEvent)
    return () => {
      element.removeEventListener('timeupdate', onTimeUpdate)
      element.removeEventListener('seeking', onSeeking)
      element.removeEventListener('ended', onEnded)
      element.removeEventListener('play', onPlayEvent)
    }
  }, [video])
}
