import { useCallback, useEffect, useRef, useState } from 'react'
import { selectUser } from '#src/core/session/auth-slice.ts'
import { registerBusy } from '#src/core/session/busy.ts'
import { draftsOf } from '#src/core/storage/drafts.ts'
import { safeLocal } from '#src/core/storage/safe-storage.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'

/** Store the draft after this pause in typing. */
const SAVE_AFTER_MS = 300

/**
 * A draft that is stored on the device until it is sent or cancelled. `isUnchanged` tells whether it still
 * equals the initial value; then nothing is stored and leaving loses nothing.
 */
export const useDraft = <T extends object>(name: string, start: T, isUnchanged: (draft: T) => boolean) => {
  const userId = useAppSelector(selectUser).id ?? 0
  const [stored] = useState(() => readDraft<T>(userId, name))
  const [draft, setDraft] = useState<T>(() => (stored ? { ...start, ...stored } : start))
  const latest = useRef({ draft, isDirty: false })
  const isUnsent = !isUnchanged(draft)

  const write = useCallback(() => {
    if (!latest.current.isDirty) return
    latest.current.isDirty = false
    draftsOf(safeLocal, userId).set(name, JSON.stringify(latest.current.draft))
  }, [userId, name])

  useEffect(() => (isUnsent ? registerBusy(name) : undefined), [isUnsent, name])
  useEffect(() => {
    if (!latest.current.isDirty) return
    const timer = setTimeout(write, SAVE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [draft, write])
  // Leaving or closing the page also stores the last letters.
  useEffect(() => {
    window.addEventListener('pagehide', write)
    return () => {
      window.removeEventListener('pagehide', write)
      write()
    }
  }, [write])

  const change = (next: T) => {
    const isInitial = isUnchanged(next)
    latest.current = { draft: next, isDirty: !isInitial }
    if (isInitial) draftsOf(safeLocal, userId).remove(name)
    setDraft(next)
  }
  const clear = () => {
    latest.current = { draft: start, isDirty: false }
    draftsOf(safeLocal, userId).remove(name)
    setDraft(start)
  }
  return { draft, change, clear, isRestored: stored !== null && isUnsent, isUnsent }
}

const readDraft = <T extends object>(userId: number, name: string): Partial<T> | null => {
  try {
    const value: unknown = JSON.parse(draftsOf(safeLocal, userId).get(name) ?? 'null')
    return typeof value === 'object' ? (value as Partial<T> | null) : null
  } catch {
    return null
  }
}

/** Whether there was a draft when the page opened. */
export const useHasDraft = (name: string): boolean => {
  const userId = useAppSelector(selectUser).id ?? 0
  return useState(() => readDraft(userId, name) !== null)[0]
}
