import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createBatchLoader } from '#server/core/db/batch-loader.ts'

interface Item {
  tenant: number
  value: number
}
const doubled = ({ value }: Item) => value * 2

/** A slow database that records which items arrived together. */
const slow = (options: { slots?: number; maxBatch?: number; bad?: number } = {}) => {
  const runs: Item[][] = []
  let now = 0
  let atOnce = 0
  const call = createBatchLoader({
    keyOf: (item: Item) => item.tenant,
    slots: options.slots ?? 1,
    maxBatch: options.maxBatch ?? 10,
    run: async (items) => {
      runs.push([...items])
      atOnce = Math.max(atOnce, (now += 1))
      await sleep(1)
      now -= 1
      if (items.some(({ value }) => value === options.bad)) throw new Error('bad value')
      return items.map(doubled)
    },
  })
  return { call, runs, atOnce: () => atOnce }
}
const item = (value: number, tenant = 7): Item => ({ tenant, value })

describe('batch loader', () => {
  test('runs a single call at once and alone', async () => {
    const { call, runs } = slow()
    expect(await call(item(3))).toBe(6)
    expect(runs).toEqual([[item(3)]])
  })

  test('joins calls made during a run, each with its own result', async () => {
    const { call, runs } = slow()
    const first = call(item(1))
    await nextTurn()
    const others = await Promise.all([2, 3, 4].map((value) => call(item(value))))
    expect([await first, ...others]).toEqual([2, 4, 6, 8])
    expect(runs.map((run) => run.length)).toEqual([1, 3])
  })

  test("splits one tick's calls across two free worker slots", async () => {
    const { call, runs } = slow({ slots: 2 })
    await Promise.all([1, 2, 3, 4, 5, 6, 7].map((value) => call(item(value))))
    expect(runs.map((run) => run.length)).toEqual([4, 3])
  })

  test('never mixes two tenants in a run', async () => {
    const { call, runs } = slow()
    await Promise.all([1, 2, 3, 4, 5, 6].map((value) => call(item(value, value % 2))))
    for (const run of runs) expect(new Set(run.map(({ tenant }) => tenant)).size).toBe(1)
    expect(runs.flat()).toHaveLength(6)
  })

  test('respects the batch size and the number of worker slots', async () => {
    const { call, runs, atOnce } = slow({ slots: 2, maxBatch: 3 })
    await Promise.all(Array.from({ length: 20 }, (_none, value) => call(item(value))))
    expect(Math.max(...runs.map((run) => run.length))).toBe(3)
    expect(atOnce()).toBe(2)
  })

  test('fails only the bad item of a batch', async () => {
    const { call } = slow({ bad: 3 })
    const results = await Promise.allSettled([1, 2, 3, 4].map((value) => call(item(value))))
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  })

  test('rejects the whole batch without a retry when no item caused the failure', async () => {
    let runs = 0
    const call = createBatchLoader({
      keyOf: (item: Item) => item.tenant,
      slots: 1,
      maxBatch: 10,
      isItemError: () => false,
      run: async () => {
        runs += 1
        throw new Error('gone')
      },
    })
    const results = await Promise.allSettled([1, 2, 3].map((value) => call(item(value))))
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(runs).toBe(1)
  })

  test('releases the slot of a stuck run after its time limit, once', async () => {
    const { promise: stuck, resolve: end } = Promise.withResolvers<void>()
    let atOnce = 0
    const stuckAt = (slotTimeoutMs?: number) =>
      createBatchLoader({
        keyOf: (given: Item) => given.tenant,
        slots: 1,
        maxBatch: 10,
        ...(slotTimeoutMs === undefined ? {} : { slotTimeoutMs }),
        run: async (items: readonly Item[]) => {
          atOnce += 1
          if (items[0]?.value === 0) await stuck
          atOnce -= 1
          return items.map(doubled)
        },
      })
    const call = stuckAt(5)
    const first = call(item(0))
    await nextTurn()
    expect(await call(item(2))).toBe(4)
    expect(atOnce).toBe(1)
    // Control: without a time limit nothing passes it.
    const held = stuckAt()
    const other = held(item(0))
    await nextTurn()
    const waiting = held(item(2))
    expect(await Promise.race([waiting, sleep(50).then(() => 'waits')])).toBe('waits')
    end()
    expect(await Promise.all([first, other, waiting])).toEqual([0, 0, 4])
  })
})
