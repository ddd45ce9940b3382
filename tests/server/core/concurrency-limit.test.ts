import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createConcurrencyLimit } from '#server/core/concurrency-limit.ts'

test('runs at most three actions at a time, in order, even if some fail', async () => {
  const limit = createConcurrencyLimit(3)
  const order: number[] = []
  let running = 0
  let maxRunning = 0
  const actions = Array.from({ length: 20 }, (_, index) =>
    limit(async () => {
      order.push(index)
      running += 1
      maxRunning = Math.max(maxRunning, running)
      await turn()
      running -= 1
      if (index % 5 === 0) throw new Error('failed')
      return index
    }),
  )
  const results = await Promise.allSettled(actions)
  expect(results.filter((end) => end.status === 'fulfilled')).toHaveLength(16)
  expect(maxRunning).toBe(3)
  expect(order).toEqual(Array.from({ length: 20 }, (_, index) => index))
  expect(await limit(async () => 'again')).toBe('again')
})
