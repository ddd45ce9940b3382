import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { getDraft, saveDraft, type DraftState } from '#contract/course-builder/course-builder.ts'
import type { Operation } from '#contract/course-builder/draft.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { registerBusy } from '#src/core/session/busy.ts'
import { changesKeeper } from '../api/kept-changes.ts'
import type { Kept } from '../model/autosave.ts'
import { startEditing } from '../model/editing.ts'

const judge = (error: unknown) => {
  if (!isApiError(error)) return 'passing'
  if (error.status === 409) return 'conflict'
  const passing = error.status === null || error.status === 401 || error.status === 429 || error.status >= 500
  return passing ? 'passing' : 'refused'
}

const open = (draft: DraftState, kept: Kept<Operation> | null) => {
  const courseId = draft.course_id
  const keeper = changesKeeper(courseId)
  const editing = startEditing({
    draft,
    kept,
    send: ({ id, changes }, revision) =>
      authedCall(saveDraft, { params: { courseId }, body: { revision, batch: id, operations: changes } }),
    read: () => authedCall(getDraft, { params: { courseId } }),
    judge,
    keep: keeper.keep,
    now: () => Date.now(),
    later: (action, ms) => {
      const timer = setTimeout(action, ms)
      return () => clearTimeout(timer)
    },
    newId: () => crypto.randomUUID(),
  })
  return { editing, keeper }
}

/** The course as it is edited here; what is unsaved goes with the page only after it is kept and sent. */
export const useEditing = (draft: DraftState, kept: Kept<Operation> | null) => {
  const [{ editing, keeper }] = useState(() => open(draft, kept))
  const state = useSyncExternalStore(editing.subscribe, editing.state)
  const unsaved = state.save.phase !== 'saved'
  const leaving = useRef<(() => void) | null>(null)
  useEffect(() => {
    leaving.current = () => {
      editing.flush()
      void keeper.flush()
    }
    const leave = () => leaving.current?.()
    window.addEventListener('pagehide', leave)
    window.addEventListener('online', editing.flush)
    document.addEventListener('visibilitychange', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      window.removeEventListener('online', editing.flush)
      document.removeEventListener('visibilitychange', leave)
      leave()
    }
  }, [editing, keeper])
  useEffect(() => (unsaved ? registerBusy('course-builder') : undefined), [unsaved])
  return { editing, state }
}
