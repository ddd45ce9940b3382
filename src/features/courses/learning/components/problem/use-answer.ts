import { useEffect, useEffectEvent, useRef, useState } from 'react'
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
  const owner = useAppSelector(selectUser).id ?? 0
  const player = usePlayerContext()
  const drafts = player.drafts(owner)
  const draftKey = `problem:${page.item_id}`
  const [choice, setChoice] = useState<DraftChoice>(() =>
    chooseDraft(
      starterAnswer(page.problem),
      parseLocalDraft(drafts.get(draftKey), page.problem.kind),
      page.draft,
    ),
  )
  const [save, setSave] = useState<SaveState>(
    choice.isUnsent
      ? { kind: 'waiting' }
      : page.draft
        ? { kind: 'saved', at: page.draft.saved_at }
        : { kind: 'untouched' },
  )
  const latest = useRef(choice)
  /** Delay until the next request; null when none is scheduled. */
  const [schedule, setSchedule] = useState<{ ms: number } | null>(null)
  const update = (next: DraftChoice) => {
    latest.current = next
    setChoice(next)
  }

  const saveLocal = ({ answer, revision }: DraftChoice) =>
    drafts.set(draftKey, JSON.stringify({ answer, revision } satisfies LocalDraft))

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
      if (isUnchanged) drafts.remove(draftKey)
      else saveLocal(latest.current)
      setSave(isUnchanged ? { kind: 'saved', at: result.saved_at } : { kind: 'waiting' })
      if (!isUnchanged) setSchedule({ ms: SAVE_DELAY_MS })
    } catch (error) {
      setSave({ kind: 'waiting' })
      if (isApiError(error) && error.status === 409) onConflict()
      // An answer that the server rejects is not sent again until it changes; the device keeps it.
      else if (!isApiError(error) || error.status === null || error.status >= 500)
        setSchedule({ ms: RETRY_DELAY_MS })
    }
  })
  const change = (answer: ProblemAnswer) => {
    update({ ...latest.current, answer, isUnsent: true })
    saveLocal(latest.current)
    setSave({ kind: 'waiting' })
    setSchedule({ ms: SAVE_DELAY_MS })
  }
  /** The page was refetched: another device may have saved. */
  const applyServerDraft = useEffectEvent((server: ProblemPage['draft']) => {
    if ((server?.revision ?? 0) === latest.current.revision) return
    const local = latest.current.isUnsent ? latest.current : null
    const next = chooseDraft(starterAnswer(page.problem), local, server)
    if (local || server) update(next)
    if (!next.isUnsent && server) setSave({ kind: 'saved', at: server.saved_at })
  })
  const revision = page.draft?.revision ?? 0
  useEffect(() => applyServerDraft(page.draft), [revision, page.draft])
  useEffect(() => {
    const sendNow = () => void send()
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
  }, [])
  useEffect(() => {
    if (!schedule) return
    const timer = setTimeout(() => void send(), schedule.ms)
    return () => clearTimeout(timer)
  }, [schedule])
  const isUnsent = choice.isUnsent
  useEffect(() => (isUnsent ? registerBusy(t('save.busy')) : undefined), [isUnsent, t])

  return {
    answer: choice.answer,
    conflict: choice.conflict,
    save,
    change,
    /** Resolves a conflict: keeps this device's answer, or takes the server's. */
    resolve: (keepOwn: boolean) => {
      const { conflict } = latest.current
      if (!conflict) return
      if (keepOwn) {
        update({ ...latest.current, conflict: null, revision: conflict.revision })
        setSchedule({ ms: 0 })
        return
      }
      drafts.remove(draftKey)
      update({ answer: conflict.answer, revision: conflict.revision, isUnsent: false, conflict: null })
      setSave({ kind: 'saved', at: conflict.saved_at })
    },
  }
}
export type AnswerState = ReturnType<typeof useAnswer>
