import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ProgressResult, ScormItem } from '#contract/courses/courses.ts'
import type { OpenedScorm, SavedScorm, ScormAttempt } from '#contract/scorm/scorm.ts'
import type { ScormSession } from '../../api/scorm.queries.ts'
import { usePlayerContext } from '../../context/player-context.ts'
import type { ProgressQueue } from '../../model/progress-queue.ts'
import { parseFrameMessage, type FrameMessage } from '../../model/scorm-messages.ts'
import { useDelayedFlush } from '../use-delayed-flush.ts'
import { FRAME_GRACE_MS } from './detach-frame.ts'

/** At most so much is lost in a crash (issue: 10 seconds). */
const SEND_AFTER_MS = 8_000

interface Parts {
  item: ScormItem
  sitting: ScormSession
  opened: OpenedScorm
  channel: string
  onProgress: (result: ProgressResult) => void
}

/** At once, and once more for what was said while the last one was under way. */
const sentAfter = async (kept: Promise<void>, line: ProgressQueue, session: string): Promise<void> => {
  await kept
  await line.flush()
  const waits = line.pending().some((entry) => entry.kind === 'scorm' && entry.session === session)
  if (waits && line.state() !== 'waiting') await line.flush()
}

const withAttempt = (attempts: readonly ScormAttempt[], saved: ScormAttempt): ScormAttempt[] =>
  attempts.map((one) => (one.number === saved.number ? saved : one))

/** Keeps what the package says, on this device first, and knows what the server made of it. */
export const useScormSession = ({ item, sitting, opened, channel, onProgress }: Parts) => {
  const { queue } = usePlayerContext()
  const soon = useDelayedFlush(SEND_AFTER_MS)
  const sequence = useRef(0)
  const [ready, setReady] = useState(false)
  const [tooLarge, setTooLarge] = useState(false)
  const [elsewhere, setElsewhere] = useState(false)
  const [attempts, setAttempts] = useState(opened.attempts)
  const attempt = opened.attempt?.number ?? null

  const saved = (answer: SavedScorm) => {
    setAttempts((known) => withAttempt(known, answer.attempt))
    setElsewhere(answer.kept === 'elsewhere')
  }
  const accepted = useEffectEvent((answer: SavedScorm) => saved(answer))
  useEffect(
    () =>
      queue().subscribe({
        accepted: ({ scorm }, entry) => {
          if (scorm && entry.kind === 'scorm' && entry.session === sitting.id) accepted(scorm)
        },
      }),
    [queue, sitting.id],
  )

  const began = useEffectEvent(() => {
    if (opened.progress) onProgress(opened.progress)
  })
  useEffect(() => began(), [])

  const heard = useEffectEvent(({ kind, state }: FrameMessage) => {
    if (kind === 'ready') setReady(true)
    setTooLarge(state === null)
    if (kind === 'ready' || kind === 'begun' || state === null || attempt === null) return
    sequence.current += 1
    const entry = {
      kind: 'scorm' as const,
      itemId: item.id,
      attempt,
      session: sitting.id,
      sequence: sequence.current,
      state,
    }
    const line = queue()
    const kept = line.add(entry)
    soon()
    if (kind !== 'set') void sentAfter(kept, line, sitting.id)
  })
  useEffect(() => {
    const listen = ({ data, origin }: MessageEvent) => {
      // An opaque frame has no origin to go by; the channel's name is known to this frame alone.
      if (origin !== 'null' && origin !== opened.launch.origin) return
      const said = parseFrameMessage(data, channel)
      if (said) heard(said)
    }
    window.addEventListener('message', listen)
    return () => void setTimeout(() => window.removeEventListener('message', listen), FRAME_GRACE_MS)
  }, [channel, opened.launch.origin])

  return { ready, tooLarge, elsewhere, attempts }
}
