/**
 * Calls that arrive while others are under way go to the database together: one trip and one commit serve them all.
 * Nobody waits for company: with a free lane a call leaves at the end of the turn of the event loop it came in, with
 * whatever else that turn brought; what one turn brought is shared out over the free lanes.
 */

interface Together<Item, Result> {
  /** Items go together only with the same key (a transaction belongs to one tenant). */
  readonly keyOf: (item: Item) => number
  /** All or nothing; results in the order of the items. */
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>
  /** Runs at the same time. */
  readonly lanes: number
  /** Items in one run. */
  readonly most: number
  /** A run that takes longer gives its lane away, so that what is slow or stuck holds nobody up. Left out: never. */
  readonly laneForMs?: number
  /** Whether a failure may be one item's own. Left out: always. */
  readonly isOwn?: (error: unknown) => boolean
}

interface Waiting<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/** A run that fails is taken apart, so that one bad item costs the others nothing. */
export const together = <Item, Result>(options: Together<Item, Result>) => {
  const { keyOf, run, lanes, most, laneForMs, isOwn } = options
  let queue: Waiting<Item, Result>[] = []
  let running = 0

  const take = (): Waiting<Item, Result>[] => {
    const [first] = queue
    if (!first) return []
    const key = keyOf(first.item)
    const share = Math.min(most, Math.ceil(queue.length / (lanes - running)))
    const taken: Waiting<Item, Result>[] = []
    queue = queue.filter((waiting) => {
      if (taken.length >= share || keyOf(waiting.item) !== key) return true
      taken.push(waiting)
      return false
    })
    return taken
  }
  const settle = async (group: readonly Waiting<Item, Result>[]): Promise<void> => {
    try {
      const results = await run(group.map(({ item }) => item))
      if (results.length !== group.length) throw new Error('together: not one result for each item')
      group.forEach(({ resolve }, index) => resolve(results[index] as Result))
    } catch (error) {
      if (group.length === 1 || isOwn?.(error) === false) for (const { reject } of group) reject(error)
      else for (const one of group) await settle([one])
    }
  }
  const go = (): void => {
    while (running < lanes && queue.length > 0) {
      const group = take()
      running += 1
      let holds = true
      const leave = () => {
        clearTimeout(patience)
        if (!holds) return
        holds = false
        running -= 1
        go()
      }
      const patience = laneForMs === undefined ? undefined : setTimeout(leave, laneForMs)
      void settle(group).finally(leave)
    }
  }
  return (item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      // The first of its turn sends all of them off.
      if (queue.length === 0) setImmediate(go)
      queue.push({ item, resolve, reject })
    })
}
