import { useCallback, useEffect, useState } from 'react'
import type { OutboxLine, OutboxSource } from '#src/core/offline/outbox.ts'

export type Entry = OutboxLine & { source: OutboxSource }
/** Sources are fetched with the page; each is one feature's. */
export type LoadSources = () => Promise<readonly OutboxSource[]>

/** Undefined until known. Refused ones first, then in the order in which they will go. */
const byOrder = (a: Entry, b: Entry) =>
  Number(b.refused !== null) - Number(a.refused !== null) ||
  Number(a.isDraft) - Number(b.isDraft) ||
  (a.since ?? 0) - (b.since ?? 0)

export const useOutbox = (load: LoadSources) => {
  const [sources, setSources] = useState<readonly OutboxSource[]>([])
  const [entries, setEntries] = useState<readonly Entry[] | undefined>()
  const [failed, setFailed] = useState(false)
  const read = useCallback(async (from: readonly OutboxSource[]) => {
    try {
      const lists = await Promise.all(
        from.map(async (source) => (await source.list()).map((entry): Entry => ({ ...entry, source }))),
      )
      setEntries(lists.flat().toSorted(byOrder))
      setFailed(false)
    } catch {
      setFailed(true)
    }
  }, [])
  useEffect(() => {
    let wanted = true
    const leaves: (() => void)[] = []
    load().then(
      (loaded) => {
        if (!wanted) return
        setSources(loaded)
        for (const source of loaded) leaves.push(source.subscribe(() => void read(loaded)))
        void read(loaded)
      },
      () => setFailed(true),
    )
    return () => {
      wanted = false
      for (const leave of leaves) leave()
    }
  }, [load, read])
  return {
    entries,
    failed,
    sendAll: async () => {
      await Promise.all(sources.map((source) => source.retry()))
      await read(sources)
    },
    again: async (entry: Entry) => {
      await entry.source.retry(entry.id)
      await read(sources)
    },
    discard: async (entry: Entry) => {
      await entry.source.discard(entry.id)
      await read(sources)
    },
  }
}
