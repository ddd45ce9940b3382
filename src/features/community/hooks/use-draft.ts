import { useCallback, useEffect, useRef, useState } from 'react'
import { selectUser } from '#src/core/session/auth-slice.ts'
import { registerBusy } from '#src/core/session/busy.ts'
import { draftsOf } from '#src/core/offline/drafts.ts'
import { safeLocal } from '#src/core/storage/safe-storage.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'

/** A pause in writing, long enough not to write storage for every letter. */
const KEEP_AFTER_MS = 300

/**
 * What is being written, kept on the device until it is sent or given up. `same` tells whether it still is what one
 * started from: then nothing is kept and nothing is lost by leaving.
 */
export const useDraft = <T extends object>(name: string, start: T, same: (draft: T) => boolean) => {
  const userId = useAppSelector(selectUser).id ?? 0
  const [found] = useState(() => kept<T>(userId, name))
  const [draft, setDraft] = useState<T>(() => (found ? { ...start, ...found } : start))
  const latest = useRef({ draft, waiting: false })
  const unsent = !same(draft)

  const write = useCallback(() => {
    if (!latest.current.waiting) return
    latest.current.waiting = false
    draftsOf(safeLocal, userId).set(name, JSON.stringify(latest.current.draft))
  }, [userId, name])

  useEffect(() => (unsent ? registerBusy(name) : undefined), [unsent, name])
  useEffect(() => {
    if (!latest.current.waiting) return
    const timer = setTimeout(write, KEEP_AFTER_MS)
    return () => clearTimeout(timer)
  }, [draft, write])
  // Leaving the page, by a link or by closing it, keeps the last letters too.
  useEffect(() => {
    window.addEventListener('pagehide', write)
    return () => {
      window.removeEventListener('pagehide', write)
      write()
    }
  }, [write])

  const change = (next: T) => {
    const nothing = same(next)
    latest.current = { draft: next, waiting: !nothing }
    if (nothing) draftsOf(safeLocal, userId).remove(name)
    setDraft(next)
  }
  const clear = () => {
    latest.current = { draft: start, waiting: false }
    draftsOf(safeLocal, userId).remove(name)
    setDraft(start)
  }
  return { draft, change, clear, restored: found !== null && unsent, unsent }
}

const kept = <T extends object>(userId: number, name: string): Partial<T> | null => {
  try {
    const value: unknown = JSON.parse(draftsOf(safeLocal, userId).get(name) ?? 'null')
    return typeof value === 'object' ? (value as Partial<T> | null) : null
  } catch {
    return null
  }
}

/** Whether somebody was writing there when the page was opened. */
export const useHasDraft = (name: string): boolean => {
  const userId = useAppSelector(selectUser).id ?? 0
  return useState(() => kept(userId, name) !== null)[0]
}
