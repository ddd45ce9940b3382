import { useCallback, useEffect, useRef, useState } from 'react'
import { selectUser } from '#src/core/session/auth-slice.ts'
import { registerBusy } from '#src/core/session/busy.ts'
import { draftsOf } from '#src/core/storage/drafts.ts'
import { safeLocal } from '#src/core/storage/safe-storage.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'

/** A pause in writing, long enough not to write storage for every letter. */
const KEEP_AFTER_MS = 300

/**
 * A long form that is saved as a whole: what was typed outlives reloads and crashes until it is saved or given up.
 * `start` is what the server has; a form kept from another version of it is shown all the same, for its words are work.
 */
export const useDraftForm = <T extends object>(name: string, start: T) => {
  const userId = useAppSelector(selectUser).id ?? 0
  const [found] = useState(() => kept<T>(userId, name))
  const [form, setForm] = useState<T>(found ?? start)
  const [base, setBase] = useState(start)
  const waiting = useRef<T | null>(null)
  const changed = JSON.stringify(form) !== JSON.stringify(base)

  const write = useCallback(() => {
    if (waiting.current) draftsOf(safeLocal, userId).set(name, JSON.stringify(waiting.current))
    waiting.current = null
  }, [userId, name])
  useEffect(() => (changed ? registerBusy(name) : undefined), [changed, name])
  useEffect(() => {
    const timer = setTimeout(write, KEEP_AFTER_MS)
    return () => clearTimeout(timer)
  }, [form, write])
  // Leaving the page, by a link or by closing it, keeps the last letters too.
  useEffect(() => {
    window.addEventListener('pagehide', write)
    return () => {
      window.removeEventListener('pagehide', write)
      write()
    }
  }, [write])

  const change = useCallback(
    (next: Partial<T>) =>
      setForm((before) => {
        const now = { ...before, ...next }
        waiting.current = now
        return now
      }),
    [],
  )
  /** Saved, or given up: the form stands as it is said here. */
  const settle = (next: T) => {
    waiting.current = null
    draftsOf(safeLocal, userId).remove(name)
    setBase(next)
    setForm(next)
  }
  return { form, change, settle, changed, restored: found !== null && changed }
}

const kept = <T extends object>(userId: number, name: string): T | null => {
  try {
    const value: unknown = JSON.parse(draftsOf(safeLocal, userId).get(name) ?? 'null')
    return typeof value === 'object' ? (value as T | null) : null
  } catch {
    return null
  }
}
