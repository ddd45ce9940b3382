/**
 * What somebody did and the server does not have yet. It lives in memory and on the disk, so that it survives a dead
 * connection, a crash and a closed tab. Sending an entry twice must be harmless, for an answer may be lost. An entry
 * leaves when the server confirmed it; one that the server refused stays with its reason for the person to decide, or
 * goes. Tabs of one person share what lies on the disk, and one of them sends at a time. Nothing here knows a browser:
 * disk, lock, clock and calls are arguments.
 */
import type { Row } from './queue-rows.ts'
import { createSender } from './queue-sender.ts'
import { createQueueStore } from './queue-store.ts'
import type { QueueLine, QueueParts } from './queue-types.ts'

export type Queue<E, A> = ReturnType<typeof createQueue<E, A>>

export const createQueue = <E, A>(parts: QueueParts<E, A>) => {
  const store = createQueueStore(parts)
  const { rows, loaded } = store
  const { flush, stop } = createSender(parts, store)

  const lineOf = ({ id, entry, since, refused }: Row<E>): QueueLine<E> => ({
    id: refused === null ? parts.keyOf(entry) : id,
    entry,
    since,
    refused,
  })
  const showIfEmpty = () => {
    if (rows.waiting().length === 0) store.show('saved')
  }
  return {
    state: store.state,
    subscribe: store.subscribe,
    flush,
    /** Fulfilled once what lay on the disk is in. */
    ready: () => loaded,
    /** The entry that waits under this key. */
    get: (key: string): E | undefined => rows.get(key)?.entry,
    pending: (): readonly E[] => rows.waiting().map(({ entry }) => entry),
    /** Waiting and refused rows, oldest first. */
    lines: (): readonly QueueLine<E>[] => rows.all().map(lineOf),
    /** On the disk when the promise is fulfilled. */
    add: async (entry: E, since?: number): Promise<void> => {
      if (store.isClosed()) return
      rows.add(entry, since)
      await loaded
      await store.save()
    },
    /** Sends the waiting rows, and the named row even if it was refused. */
    retry: async (name?: string): Promise<void> => {
      await loaded
      const row = name === undefined ? undefined : rows.find(name)
      if (row && row.refused !== null) {
        rows.remove(row)
        rows.add(row.entry, row.since)
        await store.save()
      }
      await flush()
    },
    /** Given up by the person. */
    discard: async (name: string): Promise<void> => {
      await loaded
      const row = rows.find(name)
      if (!row) return
      rows.remove(row)
      await store.save()
      showIfEmpty()
    },
    /** Another tab changed the disk, or rows came back to it; these versions are over. */
    refresh: async (over: readonly string[] = []): Promise<void> => {
      await loaded
      rows.forget(over)
      await store.reload()
      showIfEmpty()
      store.changed()
    },
    /** At sign-out: nothing more is sent or written; the rows on the disk stay for their owner. */
    close: () => {
      stop()
      store.close()
    },
  }
}
