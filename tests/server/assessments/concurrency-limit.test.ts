import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTurns } from '#server/features/assessments/attempts/concurrency-limit.ts'

test('given twenty deeds, some failing, when three may go at once, then never more do, in their order, and all come to an end', async () => {
  const turns = createTurns(3)
  const order: number[] = []
  let running = 0
  let most = 0
  const actions = Array.from({ length: 20 }, (_, index) =>
    turns(async () => {
      order.push(index)
      running += 1
      most = Math.max(most, running)
      await turn()
      running -= 1
      if (index % 5 === 0) throw new Error('failed')
      return index
    }),
  )
  const ends = await Promise.allSettled(actions)
  expect(ends.filter((end) => end.status === 'fulfilled')).toHaveLength(16)
  expect(most).toBe(3)
  expect(order).toEqual(Array.from({ length: 20 }, (_, index) => index))
  expect(await turns(async () => 'again')).toBe('again')
})
