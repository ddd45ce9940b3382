import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ProgressResult } from '#contract/courses/progress.ts'
import type { ScormItem } from '#contract/courses/topic-page.ts'
import type { OpenedScorm, SavedScorm, ScormAttempt } from '#contract/scorm/scorm.ts'
import type { Sitting } from '../../api/scorm.queries.ts'
import { usePlayerContext } from '../../context/player-context.ts'
import type { ProgressQueue } from '../../model/progress-queue.ts'
import { readSaid, type Said } from '../../model/scorm-link.ts'
import { useSoonSent } from '../use-soon-sent.ts'
import { LAST_WORD_MS } from './let-it-finish.ts'

/** At most so much is lost in a crash (issue: 10 seconds). */
const SEND_AFTER_MS = 8_000

interface Parts {
  item: ScormItem
  sitting: Sitting
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
export const useSitting = ({ item, sitting, opened, channel, onProgress }: Parts) => {
  const { queue } = usePlayerContext()
  const soon = useSoonSent(SEND_AFTER_MS)
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
          if (scorm && entry.kind === 'scorm' && entry.session === sitting.session) accepted(scorm)
        },
      }),
    [queue, sitting.session],
  )

  const began = useEffectEvent(() => {
    if (opened.progress) onProgress(opened.progress)
  })
  useEffect(() => began(), [])

  const heard = useEffectEvent(({ what, state }: Said) => {
    if (what === 'ready') setReady(true)
    setTooLarge(state === null)
    if (what === 'ready' || what === 'begun' || state === null || attempt === null) return
    sequence.current += 1
    const entry = {
      kind: 'scorm' as const,
      itemId: item.id,
      attempt,
      session: sitting.session,
      sequence: sequence.current,
      state,
    }
    const line = queue()
    const kept = line.add(entry)
    soon()
    if (what !== 'set') void sentAfter(kept, line, sitting.session)
  })
  useEffect(() => {
    const listen = ({ data, origin }: MessageEvent) => {
      // An opaque frame has no origin to go by; the channel's name is known to this frame alone.
      if (origin !== 'null' && origin !== opened.launch.origin) return
      const said = readSaid(data, channel)
      if (said) heard(said)
    }
    window.addEventListener('message', listen)
    return () => void setTimeout(() => window.removeEventListener('message', listen), LAST_WORD_MS)
  }, [channel, opened.launch.origin])

  return { ready, tooLarge, elsewhere, attempts }
}
