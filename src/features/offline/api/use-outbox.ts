import { useCallback, useEffect, useState } from 'react'
import type { OutboxSource, Waiting } from '#src/core/outbox/outbox.ts'

export type Entry = Waiting & { source: OutboxSource }
/** Loads the queues of all features with the page. */
export type LoadSources = () => Promise<readonly OutboxSource[]>

/** Rejected entries first, then in sending order, then drafts. */
const compareEntries = (a: Entry, b: Entry) =>
  Number(b.refused !== null) - Number(a.refused !== null) ||
  Number(b.sends) - Number(a.sends) ||
  (a.since ?? 0) - (b.since ?? 0)

export const useOutbox = (load: LoadSources) => {
  const [sources, setSources] = useState<readonly OutboxSource[]>([])
  const [entries, setEntries] = useState<readonly Entry[] | undefined>()
  const [hasFailed, setHasFailed] = useState(false)
  const read = useCallback(async (from: readonly OutboxSource[]) => {
    try {
      const lists = await Promise.all(
        from.map(async (source) => (await source.list()).map((entry): Entry => ({ ...entry, source }))),
      )
      setEntries(lists.flat().toSorted(compareEntries))
      setHasFailed(false)
    } catch {
      setHasFailed(true)
    }
  }, [])
  useEffect(() => {
    let isMounted = true
    const unsubscribers: (() => void)[] = []
    load().then(
      (loaded) => {
        if (!isMounted) return
        setSources(loaded)
        for (const source of loaded) unsubscribers.push(source.subscribe(() => void read(loaded)))
        void read(loaded)
      },
      () => setHasFailed(true),
    )
    return () => {
      isMounted = false
      for (const unsubscribe of unsubscribers) unsubscribe()
    }
  }, [load, read])
  return {
    entries,
    hasFailed,
    sendAll: async () => {
      await Promise.all(sources.map((source) => source.retry()))
      await read(sources)
    },
    retry: async (entry: Entry) => {
      await entry.source.retry(entry.id)
      await read(sources)
    },
    discard: async (entry: Entry) => {
      await entry.source.discard(entry.id)
      await read(sources)
    },
  }
}
