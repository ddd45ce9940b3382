import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ProgressResult } from '#contract/courses/progress.ts'
import type { ScormItem } from '#contract/courses/topic-page.ts'
import type { OpenedScorm, SavedScorm, ScormAttempt } from '#contract/scorm/scorm.ts'
import type { ScormSession } from '../../api/scorm.queries.ts'
import { usePlayerContext } from '../../context/player-context.ts'
import type { ProgressQueue } from '../../model/progress-queue.ts'
import { parseFrameMessage, type FrameMessage } from '../../model/scorm-messages.ts'
import { useDelayedFlush } from '../use-delayed-flush.ts'
import { FRAME_GRACE_MS } from './detach-frame.ts'

/** Below the 10 seconds that a crash may cost at most. */
const SEND_DELAY_MS = 8_000

interface Parts {
  item: ScormItem
  session: ScormSession
  opened: OpenedScorm
  channel: string
  onProgress: (result: ProgressResult) => void
}

/** Flushes immediately, and once more for entries added during that flush. */
const flushAfter = async (
  saved: Promise<void>,
  progressQueue: ProgressQueue,
  sessionId: string,
): Promise<void> => {
  await saved
  await progressQueue.flush()
  const hasPending = progressQueue
    .pending()
    .some((entry) => entry.kind === 'scorm' && entry.session === sessionId)
  if (hasPending && progressQueue.state() !== 'waiting') await progressQueue.flush()
}

const withAttempt = (attempts: readonly ScormAttempt[], saved: ScormAttempt): ScormAttempt[] =>
  attempts.map((entry) => (entry.number === saved.number ? saved : entry))

/** Saves the package's data, on this device first, and tracks the server's response. */
export const useScormSession = ({ item, session, opened, channel, onProgress }: Parts) => {
  const { queue } = usePlayerContext()
  const flushLater = useDelayedFlush(SEND_DELAY_MS)
  const sequence = useRef(0)
  const [ready, setReady] = useState(false)
  const [tooLarge, setTooLarge] = useState(false)
  const [isOpenElsewhere, setOpenElsewhere] = useState(false)
  const [attempts, setAttempts] = useState(opened.attempts)
  const attempt = opened.attempt?.number ?? null

  const applySaved = (answer: SavedScorm) => {
    setAttempts((current) => withAttempt(current, answer.attempt))
    setOpenElsewhere(answer.kept === 'elsewhere')
  }
  const accepted = useEffectEvent((answer: SavedScorm) => applySaved(answer))
  useEffect(
    () =>
      queue().subscribe({
        accepted: ({ scorm }, entry) => {
          if (scorm && entry.kind === 'scorm' && entry.session === session.id) accepted(scorm)
        },
      }),
    [queue, session.id],
  )

  const onOpened = useEffectEvent(() => {
    if (opened.progress) onProgress(opened.progress)
  })
  useEffect(() => onOpened(), [])

  const onMessage = useEffectEvent(({ kind, state }: FrameMessage) => {
    if (kind === 'ready') setReady(true)
    setTooLarge(state === null)
    if (kind === 'ready' || kind === 'begun' || state === null || attempt === null) return
    sequence.current += 1
    const entry = {
      kind: 'scorm' as const,
      itemId: item.id,
      attempt,
      session: session.id,
      sequence: sequence.current,
      state,
    }
    const progressQueue = queue()
    const saved = progressQueue.add(entry)
    flushLater()
    if (kind !== 'set') void flushAfter(saved, progressQueue, session.id)
  })
  useEffect(() => {
    const listen = ({ data, origin }: MessageEvent) => {
      // An opaque frame has no origin to check; only this frame knows the channel's name.
      if (origin !== 'null' && origin !== opened.launch.origin) return
      const message = parseFrameMessage(data, channel)
      if (message) onMessage(message)
    }
    window.addEventListener('message', listen)
    return () => void setTimeout(() => window.removeEventListener('message', listen), FRAME_GRACE_MS)
  }, [channel, opened.launch.origin])

  return { ready, tooLarge, isOpenElsewhere, attempts }
}
