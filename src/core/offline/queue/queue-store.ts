/** The rows of a queue in memory and on the disk, and the listeners to their changes. */
import { Rows, type Row } from './queue-rows.ts'
import type { QueueListener, QueueParts, SaveState } from './queue-types.ts'

export type QueueStore<E, A> = ReturnType<typeof createQueueStore<E, A>>

export const createQueueStore = <E, A>({ disk, notifyTabs, now = Date.now, ...rules }: QueueParts<E, A>) => {
  const rows = new Rows<E>(rules, now)
  /** Rows that were on the disk when this tab looked last: one that is gone was sent or given up in another tab. */
  let onDisk = new Set<string>()
  let isLoaded = false
  const listeners = new Set<QueueListener<E, A>>()
  let state: SaveState = 'saved'
  let closed = false

  const notify = (call: (listener: QueueListener<E, A>) => void) => {
    for (const listener of listeners) call(listener)
  }
  const changed = () => notify((listener) => listener.changed?.())
  const show = (next: SaveState) => {
    if (state === next) return
    state = next
    changed()
  }
  const save = async () => {
    if (closed) return
    let kept: readonly Row<E>[] = []
    const written = await disk.change((present) => {
      if (closed) return present
      rows.takeIn(present)
      kept = rows.all()
      return kept
    })
    if (written) onDisk = new Set(kept.map(({ id }) => id))
    if (closed) return
    notifyTabs?.(rows.takeOver())
    changed()
  }
  /** Takes in what other tabs wrote, and forgets what they sent or gave up. */
  const reload = async () => {
    const before = onDisk
    const present = await disk.load().catch(() => null)
    if (closed || present === null) return
    isLoaded = true
    const ids = new Set(present.map(({ id }) => id))
    rows.forget([...before].filter((id) => !ids.has(id)))
    rows.takeIn(present)
    // What this tab wrote while it was reading is not in what it read.
    if (onDisk === before) onDisk = ids
  }
  const loaded = reload().then(changed)

  return {
    rows,
    loaded,
    save,
    /** With nothing of it on the disk no other tab can have sent anything. */
    reloadShared: () => (isLoaded && onDisk.size === 0 ? Promise.resolve() : reload()),
    reload,
    notify,
    changed,
    state: () => state,
    show,
    isClosed: () => closed,
    subscribe: (listener: QueueListener<E, A>) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    close: () => {
      closed = true
      rows.clear()
    },
  }
}
