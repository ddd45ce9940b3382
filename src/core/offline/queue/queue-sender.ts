/** Sends the rows of a queue one after another, oldest first, until one cannot be sent now. */
import { isApiError } from '#src/core/http/api-error.ts'
import type { Row } from './queue-rows.ts'
import type { QueueStore } from './queue-store.ts'
import type { QueueParts } from './queue-types.ts'
import { isRefusal, retryAfterMs } from '../retry.ts'

const reasonOf = (error: unknown) => (isApiError(error) ? error.detail : null) ?? ''

const outcomeOf = async <A>(send: () => Promise<A>): Promise<{ answer: A } | { error: unknown }> => {
  try {
    return { answer: await send() }
  } catch (error) {
    return { error }
  }
}

export const createSender = <E, A>(parts: QueueParts<E, A>, store: QueueStore<E, A>) => {
  const { keyOf, remainder, isRefused = isRefusal, staysWhenRefused = () => true } = parts
  const { rows, show } = store
  let failures = 0
  let flushing: Promise<void> | null = null
  let cancelRetry: (() => void) | null = null

  /** What came while it was under way stays. */
  const settle = (sent: Row<E>) => {
    const present = rows.get(keyOf(sent.entry))
    if (!present) return
    const rest = remainder && present.id !== sent.id ? remainder(present.entry, sent.entry) : null
    if (present.id === sent.id || (remainder && rest === null)) rows.remove(present)
    else if (rest !== null && rest !== present.entry) rows.replace(present, rest)
  }
  const refuse = (row: Row<E>, error: unknown) => {
    if (staysWhenRefused(row.entry)) rows.refuse(row, reasonOf(error))
    else rows.remove(row)
    store.notify((listener) => listener.refused?.(row.entry, error))
  }
  /** False when the moment, not the entry, is the problem. */
  const sendOne = async (key: string): Promise<boolean> => {
    await store.reloadShared()
    const row = rows.get(key)
    if (!row || store.isClosed()) return true
    show('saving')
    const result = await outcomeOf(() => parts.send(row.entry))
    if ('error' in result) {
      if (!isRefused(result.error, row.entry)) return false
      refuse(row, result.error)
    } else {
      settle(row)
      store.notify((listener) => listener.accepted?.(result.answer, row.entry))
    }
    failures = 0
    await store.save()
    return true
  }
  const waitForRetry = () => {
    failures += 1
    show('waiting')
    cancelRetry?.()
    cancelRetry = parts.later(() => void flush(), retryAfterMs(failures))
  }
  const run = async () => {
    await store.loaded
    // A disk that was slow at the start may have rows by now.
    await store.reloadShared()
    const tried = new Set<string>()
    // A part that came while the rest was under way goes with the next flush: such entries may grow all the time.
    const nameOf = (row: Row<E>) => (remainder ? keyOf(row.entry) : row.id)
    for (;;) {
      const next = rows.waiting().find((row) => !tried.has(nameOf(row)))
      if (!next || store.isClosed()) return show('saved')
      tried.add(nameOf(next))
      if (!(await parts.exclusively(() => sendOne(keyOf(next.entry))))) return waitForRetry()
    }
  }
  const flush = (): Promise<void> => {
    if (store.isClosed()) return Promise.resolve()
    cancelRetry?.()
    cancelRetry = null
    flushing ??= run().finally(() => {
      flushing = null
    })
    return flushing
  }
  return { flush, stop: () => cancelRetry?.() }
}
