import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { momentKinds, type Moment } from '#contract/moments/moments.ts'
import { STREAK_DAY_MIN_HOURS } from '#contract/limits.ts'
import { onCounted } from '#src/core/activity/counted.ts'
import { onConnectivity } from '#src/core/http/connectivity.ts'
import { loadTexts } from '#src/core/i18n/language.ts'
import { forgetMomentRequests, onMomentRequest, requestMoments } from '#src/core/moment-requests.ts'
import { matchesPath } from '#src/core/routes.ts'
import { onClearUserData } from '#src/core/session/sign-out-hooks.ts'
import { claim } from '../api/claim.ts'
import { createClaimer } from '../model/claimer.ts'
import { isExamPath, isBlocked } from '../model/blocked.ts'

/** Long enough to read two lines. */
const SHOWN_MS = 6_000
/** Longer, because it links to the page of the finished course. */
const COURSE_SHOWN_MS = 20_000
const LOOK_EVERY_MS = 400
/** A moment that could not be shown for this long is dropped. */
const HELD_AT_MOST_MS = 120_000
const STREAK_SECONDS = STREAK_DAY_MIN_HOURS * 3600
const RESULT_PATH = '/assessments/results/:attemptId'

const rank = ({ kind }: Moment) => momentKinds.indexOf(kind)

/** The wait of a failed call ends early when the connection comes back. */
const waitForConnection = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(done, ms)
    const stop = onConnectivity(done)
  })

/** Requests due moments whenever the person may have reached something. */
const useClaims = (onMoments: (moments: readonly Moment[]) => Promise<void>): void => {
  useEffect(() => {
    const claimer = createClaimer({
      call: claim,
      onMoments: (moments) => void onMoments(moments),
      wait: waitForConnection,
    })
    const stops = [
      onMomentRequest(claimer.request),
      onCounted((seconds) => {
        if (seconds > STREAK_SECONDS) requestMoments({ once: `streak:${new Date().toDateString()}` })
      }),
      claimer.stop,
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [onMoments])
}

/** Celebrates a passed assessment on the page of its result. */
const useResultClaims = (path: string): void => {
  useEffect(() => {
    if (!matchesPath(RESULT_PATH, path)) return
    const attemptId = path.split('/').findLast((part) => part !== '')
    if (attemptId) requestMoments({ once: `result:${attemptId}`, attemptId })
  }, [path])
}

/** Joins the moments that wait to be shown, so that they are shown as one. */
export const useMoments = () => {
  const { pathname } = useLocation()
  const [due, setDue] = useState<readonly Moment[]>([])
  const [shown, setShown] = useState<readonly Moment[]>([])
  const [isPaused, setPaused] = useState(false)
  const isExam = isExamPath(pathname)
  const add = useCallback(async (moments: readonly Moment[]) => {
    // Most visits celebrate nothing, so the texts are loaded with the first moment.
    await loadTexts(['moments', 'leaderboard'])
    setDue((before) => [...before, ...moments].toSorted((a, b) => rank(a) - rank(b)))
  }, [])
  const close = useCallback(() => setShown([]), [])
  useClaims(add)
  useResultClaims(pathname)
  useEffect(
    () =>
      onClearUserData(() => {
        forgetMomentRequests()
        setDue([])
        setShown([])
      }),
    [],
  )
  useEffect(() => {
    if (due.length === 0 || shown.length > 0) return
    const since = Date.now()
    const look = () => {
      const isTooLate = Date.now() - since > HELD_AT_MOST_MS
      if (!isTooLate && (isExam || isBlocked(document))) return
      setDue([])
      if (!isTooLate) setShown(due)
    }
    const timer = setInterval(look, LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [due, shown, isExam])
  useEffect(() => {
    if (shown.length === 0 || isPaused) return
    const timer = setTimeout(close, shown[0]?.kind === 'course' ? COURSE_SHOWN_MS : SHOWN_MS)
    return () => clearTimeout(timer)
  }, [shown, isPaused, close])
  useEffect(() => {
    if (shown.length === 0) return
    // A moment covers the top bar: close it when the focus moves there.
    const leave = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.closest('header')) close()
    }
    document.addEventListener('focusin', leave)
    return () => document.removeEventListener('focusin', leave)
  }, [shown, close])
  return { shown: isExam ? [] : shown, close, setPaused }
}
