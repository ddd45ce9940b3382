import { useCallback, useEffect, useState } from 'react'
import { getAssessment } from '#contract/assessments/assessments.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { diskWorks } from '../../attempt/disk.ts'

export interface SystemCheck {
  /** The round trip in milliseconds; null if the server cannot be reached. */
  roundTripMs: number | null
  /** How far the device's clock is ahead; null if the server cannot be reached. */
  clockAheadMs: number | null
  /** Whether this device can store answers. */
  storage: boolean
  fullscreen: boolean
}

/** Uses the fastest of three requests, because a single slow one says little. */
const TRIES = 3

const measureServer = async (assessmentId: number, signal: AbortSignal) => {
  let best: { roundTripMs: number; clockAheadMs: number } | null = null
  for (let index = 0; index < TRIES; index += 1) {
    const startedAt = performance.now()
    const { server_time } = await authedCall(getAssessment, { params: { assessmentId }, signal })
    const roundTripMs = performance.now() - startedAt
    const clockAheadMs = Date.now() - roundTripMs / 2 - Date.parse(server_time)
    if (!best || roundTripMs < best.roundTripMs) best = { roundTripMs, clockAheadMs }
  }
  return best
}

/** Checks what an exam needs: connection, clock, storage and screen (EX15). */
export const useSystemCheck = (assessmentId: number) => {
  const [check, setCheck] = useState<SystemCheck | null>(null)
  const [round, setRound] = useState(0)
  useEffect(() => {
    const controller = new AbortController()
    const runCheck = async () => {
      const [server, storage] = await Promise.all([
        measureServer(assessmentId, controller.signal).catch(() => null),
        diskWorks(),
      ])
      if (controller.signal.aborted) return
      setCheck({
        roundTripMs: server?.roundTripMs ?? null,
        clockAheadMs: server?.clockAheadMs ?? null,
        storage,
        fullscreen: document.fullscreenEnabled === true,
      })
    }
    void runCheck()
    return () => controller.abort()
  }, [assessmentId, round])
  const checkAgain = useCallback(() => {
    setCheck(null)
    setRound((previous) => previous + 1)
  }, [])
  return { check, again: checkAgain }
}
