import { useCallback, useEffect, useState } from 'react'
import { getAssessment } from '#contract/assessments/assessments.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { diskWorks } from '../../attempt/disk.ts'

export interface SystemCheck {
  /** Milliseconds to the server and back; null when it cannot be reached. */
  roundTripMs: number | null
  /** By how much the device's clock is ahead; null when the server could not be asked. */
  clockAheadMs: number | null
  /** Answers can be kept on this device. */
  storage: boolean
  fullscreen: boolean
}

/** Three calls, the quickest counts: one slow one says little. */
const TRIES = 3

const askServer = async (assessmentId: number, signal: AbortSignal) => {
  let best: { roundTripMs: number; clockAheadMs: number } | null = null
  for (let n = 0; n < TRIES; n += 1) {
    const began = performance.now()
    const { server_time } = await authedCall(getAssessment, { params: { assessmentId }, signal })
    const roundTripMs = performance.now() - began
    const clockAheadMs = Date.now() - roundTripMs / 2 - Date.parse(server_time)
    if (!best || roundTripMs < best.roundTripMs) best = { roundTripMs, clockAheadMs }
  }
  return best
}

/** Looks at what an exam needs: the way to the server, the clock, the disk, the screen (FEATURES EX15). */
export const useSystemCheck = (assessmentId: number) => {
  const [check, setCheck] = useState<SystemCheck | null>(null)
  const [round, setRound] = useState(0)
  useEffect(() => {
    const left = new AbortController()
    const look = async () => {
      const [server, storage] = await Promise.all([
        askServer(assessmentId, left.signal).catch(() => null),
        diskWorks(),
      ])
      if (left.signal.aborted) return
      setCheck({
        roundTripMs: server?.roundTripMs ?? null,
        clockAheadMs: server?.clockAheadMs ?? null,
        storage,
        fullscreen: document.fullscreenEnabled === true,
      })
    }
    void look()
    return () => left.abort()
  }, [assessmentId, round])
  const again = useCallback(() => {
    setCheck(null)
    setRound((now) => now + 1)
  }, [])
  return { check, again }
}
