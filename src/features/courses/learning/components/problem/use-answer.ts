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

/** Pause in writing after which the answer goes to the server. */
const SAVE_AFTER_MS = 1_500
/** After a call that did not get through. */
const AGAIN_AFTER_MS = 10_000

export type SaveState =
  { kind: 'untouched' } | { kind: 'saving' } | { kind: 'waiting' } | { kind: 'saved'; at: string }

/** The answer that is being written: on the device at every change, on the server at every pause. */
export const useAnswer = (page: ProblemPage, onConflict: () => void) => {
  const { t } = useTranslation('courses/learning/problem')
  const owner = useAppSelector(selectUser).id ?? 0
  const desk = usePlayerContext()
  const drafts = desk.drafts(owner)
  const name = `problem:${page.item_id}`
  const [choice, setChoice] = useState<DraftChoice>(() =>
    chooseDraft(
      starterAnswer(page.problem),
      parseLocalDraft(drafts.get(name), page.problem.kind),
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
  /** When the next call is due; null while nothing waits. */
  const [due, setDue] = useState<{ ms: number } | null>(null)
  const set = (next: DraftChoice) => {
    latest.current = next
    setChoice(next)
  }

  const keep = ({ answer, revision }: DraftChoice) =>
    drafts.set(name, JSON.stringify({ answer, revision } satisfies LocalDraft))

  const send = useEffectEvent(async () => {
    setDue(null)
    const sent = latest.current
    if (!sent.isUnsent || sent.conflict) return
    setSave({ kind: 'saving' })
    try {
      const result = await desk.call(saveProblemDraft, {
        params: { itemId: page.item_id },
        body: { answer: sent.answer, revision: sent.revision },
      })
      const same = isSameAnswer(sent.answer, latest.current.answer)
      set({ ...latest.current, revision: result.revision, isUnsent: !same })
      if (same) drafts.remove(name)
      else keep(latest.current)
      setSave(same ? { kind: 'saved', at: result.saved_at } : { kind: 'waiting' })
      if (!same) setDue({ ms: SAVE_AFTER_MS })
    } catch (error) {
      setSave({ kind: 'waiting' })
      if (isApiError(error) && error.status === 409) onConflict()
      // What the server refuses for good is not sent again until it changes; the device keeps it.
      else if (!isApiError(error) || error.status === null || error.status >= 500)
        setDue({ ms: AGAIN_AFTER_MS })
    }
  })
  const change = (answer: ProblemAnswer) => {
    set({ ...latest.current, answer, isUnsent: true })
    keep(latest.current)
    setSave({ kind: 'waiting' })
    setDue({ ms: SAVE_AFTER_MS })
  }
  /** The page was read again: another device may have gone on. */
  const reread = useEffectEvent((server: ProblemPage['draft']) => {
    if ((server?.revision ?? 0) === latest.current.revision) return
    const local = latest.current.isUnsent ? latest.current : null
    const next = chooseDraft(starterAnswer(page.problem), local, server)
    if (local || server) set(next)
    if (!next.isUnsent && server) setSave({ kind: 'saved', at: server.saved_at })
  })
  const revision = page.draft?.revision ?? 0
  useEffect(() => reread(page.draft), [revision, page.draft])
  useEffect(() => {
    const now = () => void send()
    const hidden = () => {
      if (document.visibilityState === 'hidden') now()
    }
    if (latest.current.isUnsent) now()
    window.addEventListener('online', now)
    document.addEventListener('visibilitychange', hidden)
    return () => {
      now()
      window.removeEventListener('online', now)
      document.removeEventListener('visibilitychange', hidden)
    }
  }, [])
  useEffect(() => {
    if (!due) return
    const timer = setTimeout(() => void send(), due.ms)
    return () => clearTimeout(timer)
  }, [due])
  const unsent = choice.isUnsent
  useEffect(() => (unsent ? registerBusy(t('save.busy')) : undefined), [unsent, t])

  return {
    answer: choice.answer,
    conflict: choice.conflict,
    save,
    change,
    /** Mine goes over theirs, or theirs takes its place here. */
    resolve: (mine: boolean) => {
      const { conflict } = latest.current
      if (!conflict) return
      if (mine) {
        set({ ...latest.current, conflict: null, revision: conflict.revision })
        setDue({ ms: 0 })
        return
      }
      drafts.remove(name)
      set({ answer: conflict.answer, revision: conflict.revision, isUnsent: false, conflict: null })
      setSave({ kind: 'saved', at: conflict.saved_at })
    },
  }
}
export type AnswerState = ReturnType<typeof useAnswer>
