/**
 * Joins calls that arrive while others are running, so that one round trip and one commit serve them all. A call never
 * waits for others: if a slot is free it starts at the end of the current turn of the event loop, together with the
 * other calls of that turn. Calls of one turn are split evenly between the free slots.
 */

interface BatchLoaderOptions<Item, Result> {
  /** Only items with the same key share a batch, because a transaction belongs to one tenant. */
  readonly keyOf: (item: Item) => number
  /** All or nothing. Returns the results in the order of the items. */
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>
  /** The most runs at a time. */
  readonly slots: number
  /** The most items in one batch. */
  readonly maxBatch: number
  /** A run that takes longer gives up its slot, so that a stuck run does not block the others. Default: never. */
  readonly slotTimeoutMs?: number
  /** Whether a single item may have caused a failure. Default: always. */
  readonly isItemError?: (error: unknown) => boolean
}

interface PendingCall<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/** Returns a function that calls `run` in batches. A failed batch is repeated item by item, so that only bad items fail. */
export const createBatchLoader = <Item, Result>(options: BatchLoaderOptions<Item, Result>) => {
  const { keyOf, run, slots, maxBatch, slotTimeoutMs, isItemError } = options
  let queue: PendingCall<Item, Result>[] = []
  let running = 0

  const takeBatch = (): PendingCall<Item, Result>[] => {
    const [first] = queue
    if (!first) return []
    const key = keyOf(first.item)
    const size = Math.min(maxBatch, Math.ceil(queue.length / (slots - running)))
    const batch: PendingCall<Item, Result>[] = []
    queue = queue.filter((call) => {
      if (batch.length >= size || keyOf(call.item) !== key) return true
      batch.push(call)
      return false
    })
    return batch
  }
  const runBatch = async (batch: readonly PendingCall<Item, Result>[]): Promise<void> => {
    try {
      const results = await run(batch.map(({ item }) => item))
      if (results.length !== batch.length)
        throw new Error('batch loader: a batch needs one result for each item')
      batch.forEach(({ resolve }, index) => resolve(results[index] as Result))
    } catch (error) {
      if (batch.length === 1 || isItemError?.(error) === false) for (const { reject } of batch) reject(error)
      else for (const call of batch) await runBatch([call])
    }
  }
  const fillSlots = (): void => {
    while (running < slots && queue.length > 0) {
      const batch = takeBatch()
      running += 1
      let holdsSlot = true
      const releaseSlot = () => {
        clearTimeout(timeout)
        if (!holdsSlot) return
        holdsSlot = false
        running -= 1
        fillSlots()
      }
      const timeout = slotTimeoutMs === undefined ? undefined : setTimeout(releaseSlot, slotTimeoutMs)
      void runBatch(batch).finally(releaseSlot)
    }
  }
  return (item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      // Only the first call of a turn schedules the runs.
      if (queue.length === 0) setImmediate(fillSlots)
      queue.push({ item, resolve, reject })
    })
}
