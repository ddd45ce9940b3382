import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { saveProblemDraft, type ProblemPage } from '#contract/problems/endpoints.ts'
import type { ProblemAnswer } from '#contract/problems/problems.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { selectUser } from '#src/core/session/auth-slice.ts'
import { registerBusy } from '#src/core/session/busy.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { usePlayerContext } from '../../context/player-context.ts'
import {
  chooseDraft,
  parseLocalDraft,
  isSameAnswer,
  resolveConflict,
  starterAnswer,
  type DraftChoice,
  type LocalDraft,
} from '../../model/problem-draft.ts'

/** The answer is sent after a pause in typing of this length. */
const SAVE_DELAY_MS = 1_500
/** Delay before a retry. */
const RETRY_DELAY_MS = 10_000

export type SaveState =
  { kind: 'untouched' } | { kind: 'saving' } | { kind: 'waiting' } | { kind: 'saved'; at: string }

/** The draft answer: saved on the device at every change and on the server at every pause. */
export const useAnswer = (page: ProblemPage, onConflict: () => void) => {
  const { t } = useTranslation('courses/learning/problem')
  const player = usePlayerContext()
  const local = useLocalDraft(page.item_id)
  const [choice, setChoice] = useState(() => firstChoice(page, local.stored()))
  const [save, setSave] = useState(() => firstSaveState(page, choice))
  const latest = useRef(choice)
  /** Delay until the next request; null when none is scheduled. */
  const [schedule, setSchedule] = useState<Schedule | null>(null)
  const update = (next: DraftChoice) => {
    latest.current = next
    setChoice(next)
  }

  const send = useEffectEvent(async () => {
    setSchedule(null)
    const sent = latest.current
    if (!sent.isUnsent || sent.conflict) return
    setSave({ kind: 'saving' })
    try {
      const result = await player.call(saveProblemDraft, {
        params: { itemId: page.item_id },
        body: { answer: sent.answer, revision: sent.revision },
      })
      const isUnchanged = isSameAnswer(sent.answer, latest.current.answer)
      update({ ...latest.current, revision: result.revision, isUnsent: !isUnchanged })
      if (isUnchanged) local.remove()
      else local.save(latest.current)
      setSave(isUnchanged ? { kind: 'saved', at: result.saved_at } : { kind: 'waiting' })
      if (!isUnchanged) setSchedule({ ms: SAVE_DELAY_MS })
    } catch (error) {
      setSave({ kind: 'waiting' })
      if (isApiError(error) && error.status === 409) onConflict()
      else if (isWorthRetrying(error)) setSchedule({ ms: RETRY_DELAY_MS })
    }
  })
  useTimer(schedule, () => void send())
  useServerDraft(page, latest, update, setSave)
  useSendOnLeave(latest, () => void send())
  const { isUnsent } = choice
  useEffect(() => (isUnsent ? registerBusy(t('save.busy')) : undefined), [isUnsent, t])

  return {
    answer: choice.answer,
    conflict: choice.conflict,
    save,
    change: (answer: ProblemAnswer) => {
      update({ ...latest.current, answer, isUnsent: true })
      local.save(latest.current)
      setSave({ kind: 'waiting' })
      setSchedule({ ms: SAVE_DELAY_MS })
    },
    /** Resolves a conflict: keeps this device's answer, or takes the server's. */
    resolve: (keepOwn: boolean) => {
      const { conflict } = latest.current
      if (!conflict) return
      update(resolveConflict(latest.current, conflict, keepOwn))
      if (keepOwn) return setSchedule({ ms: 0 })
      local.remove()
      setSave({ kind: 'saved', at: conflict.saved_at })
    },
  }
}
export type AnswerState = ReturnType<typeof useAnswer>

const firstChoice = (page: ProblemPage, stored: string | null): DraftChoice =>
  chooseDraft(starterAnswer(page.problem), parseLocalDraft(stored, page.problem.kind), page.draft)

const firstSaveState = ({ draft }: ProblemPage, { isUnsent }: DraftChoice): SaveState => {
  if (isUnsent) return { kind: 'waiting' }
  return draft ? { kind: 'saved', at: draft.saved_at } : { kind: 'untouched' }
}

/** An answer that the server rejects is not sent again until it changes; the device keeps it. */
const isWorthRetrying = (error: unknown) => !isApiError(error) || error.status === null || error.status >= 500

/** The copy on this device, until the server has the answer. */
const useLocalDraft = (itemId: number) => {
  const owner = useAppSelector(selectUser).id ?? 0
  const drafts = usePlayerContext().drafts(owner)
  const key = `problem:${itemId}`
  return {
    stored: () => drafts.get(key),
    save: ({ answer, revision }: DraftChoice) =>
      drafts.set(key, JSON.stringify({ answer, revision } satisfies LocalDraft)),
    remove: () => drafts.remove(key),
  }
}

interface Schedule {
  ms: number
}

/** Runs the action as scheduled; another schedule replaces it. */
const useTimer = (schedule: Schedule | null, action: () => void) => {
  const run = useEffectEvent(action)
  useEffect(() => {
    if (!schedule) return
    const timer = setTimeout(() => run(), schedule.ms)
    return () => clearTimeout(timer)
  }, [schedule])
}

/** Sends at once when the page opens with an unsent answer, is left or hidden, or comes online. */
const useSendOnLeave = (latest: RefObject<DraftChoice>, action: () => void) => {
  const send = useEffectEvent(action)
  useEffect(() => {
    const sendNow = () => send()
    const onVisibilityChange = () => {
      if (document.visibilityState === 'hidden') sendNow()
    }
    if (latest.current.isUnsent) sendNow()
    window.addEventListener('online', sendNow)
    document.addEventListener('visibilitychange', onVisibilityChange)
    return () => {
      sendNow()
      window.removeEventListener('online', sendNow)
      document.removeEventListener('visibilitychange', onVisibilityChange)
    }
  }, [latest])
}

/** The page was refetched: another device may have saved. */
const useServerDraft = (
  page: ProblemPage,
  latest: RefObject<DraftChoice>,
  update: (choice: DraftChoice) => void,
  setSave: (state: SaveState) => void,
) => {
  const applyServerDraft = useEffectEvent((server: ProblemPage['draft']) => {
    if ((server?.revision ?? 0) === latest.current.revision) return
    const local = latest.current.isUnsent ? latest.current : null
    const next = chooseDraft(starterAnswer(page.problem), local, server)
    if (local || server) update(next)
    if (!next.isUnsent && server) setSave({ kind: 'saved', at: server.saved_at })
  })
  const revision = page.draft?.revision ?? 0
  useEffect(() => applyServerDraft(page.draft), [revision, page.draft])
}
