import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { getDraft, saveDraft, type DraftState } from '#contract/course-builder/course-builder.ts'
import type { Operation } from '#contract/course-builder/draft.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { registerBusy } from '#src/core/session/busy.ts'
import { changesKeeper } from '../api/kept-changes.ts'
import type { Kept } from '../model/autosave.ts'
import { startEditing } from '../model/editing.ts'

const classifyError = (error: unknown) => {
  if (!isApiError(error)) return 'transient'
  if (error.status === 409) return 'conflict'
  const isTransient =
    error.status === null || error.status === 401 || error.status === 429 || error.status >= 500
  return isTransient ? 'transient' : 'refused'
}

const openEditing = (draft: DraftState, stored: Kept<Operation> | null) => {
  const courseId = draft.course_id
  const keeper = changesKeeper(courseId)
  const editing = startEditing({
    draft,
    stored,
    send: ({ id, changes }, revision) =>
      authedCall(saveDraft, { params: { courseId }, body: { revision, batch: id, operations: changes } }),
    read: () => authedCall(getDraft, { params: { courseId } }),
    classifyError,
    store: keeper.keep,
    now: () => Date.now(),
    setTimer: (action, ms) => {
      const timer = setTimeout(action, ms)
      return () => clearTimeout(timer)
    },
    newId: () => crypto.randomUUID(),
  })
  return { editing, keeper }
}

/** The course being edited. When the page is left, unsaved changes are stored and sent. */
export const useEditing = (draft: DraftState, stored: Kept<Operation> | null) => {
  const [{ editing, keeper }] = useState(() => openEditing(draft, stored))
  const state = useSyncExternalStore(editing.subscribe, editing.state)
  const isUnsaved = state.save.phase !== 'saved'
  const saveOnLeave = useRef<(() => void) | null>(null)
  useEffect(() => {
    saveOnLeave.current = () => {
      editing.flush()
      void keeper.flush()
    }
    const onLeave = () => saveOnLeave.current?.()
    window.addEventListener('pagehide', onLeave)
    window.addEventListener('online', editing.flush)
    document.addEventListener('visibilitychange', onLeave)
    return () => {
      window.removeEventListener('pagehide', onLeave)
      window.removeEventListener('online', editing.flush)
      document.removeEventListener('visibilitychange', onLeave)
      onLeave()
    }
  }, [editing, keeper])
  useEffect(() => (isUnsaved ? registerBusy('course-builder') : undefined), [isUnsaved])
  return { editing, state }
}
