/** The worker pool: deadlines, crashes, back-pressure and order. */
import fc from '#tests/support/property.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { createWorkerPool, JobError, type Job, type WorkerPool } from '#server/core/parsing/worker-pool.ts'
import { TURN_MAX_MS, usualTurnMs } from '#tests/support/server/loop-delay.ts'
import type * as jobs from './jobs.ts'

const QUEUE_MAX = 6
const pools: WorkerPool[] = []
const startPool = (threads: number, heapMb = 256) => {
  const pool = createWorkerPool({ threads, queueMax: QUEUE_MAX, heapMb })
  pools.push(pool)
  return pool
}
afterAll(() => Promise.all(pools.map((pool) => pool.close())))

const job = (name: keyof typeof jobs, options: Partial<Job> = {}): Job => ({
  module: new URL('./jobs.ts', import.meta.url),
  name,
  deadlineMs: 50_000,
  ...options,
})
/** What became of a call, as text. */
const outcome = (result: Promise<unknown>): Promise<string> =>
  result.then(
    (value) => `value ${JSON.stringify(value)}`,
    (error: unknown) => (error instanceof JobError ? error.reason : `threw ${String(error)}`),
  )

describe('a worker pool with an idle time', () => {
  it('ends its threads without work and starts them again', async () => {
    const idle = createWorkerPool({ threads: 1, queueMax: QUEUE_MAX, heapMb: 256, idleMs: 300 })
    pools.push(idle)
    const first = await idle.run(job('busy'), 1)
    expect(await idle.run(job('busy'), 1)).toBe(first)
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect(await idle.run(job('busy'), 1)).not.toBe(first)
  })
})

describe('worker pool', () => {
  const pool = startPool(2)

  it('keeps the event loop free while a job runs', async () => {
    await pool.run(job('echo'), 1)
    expect(await usualTurnMs(() => pool.run(job('busy'), 400))).toBeLessThan(TURN_MAX_MS)
  })

  it('ends a job at its deadline and goes on with others', async () => {
    const startedAt = performance.now()
    expect(await outcome(pool.run(job('busy', { deadlineMs: 200 }), 60_000))).toBe('deadline')
    expect(performance.now() - startedAt).toBeLessThan(10_000)
    expect(await outcome(pool.run(job('echo'), 'next'))).toBe('value "next"')
  })

  it('counts the deadline from the start of a job, not from the call', async () => {
    const single = startPool(1)
    await single.run(job('echo'), 1)
    const calls = [0, 1, 2, 3].map(() =>
      outcome(single.run(job('busy', { deadlineMs: 5_000 }), 1_500).then(() => 'done')),
    )
    expect(await Promise.all(calls)).toEqual(Array(4).fill('value "done"'))
  })

  it.each([
    ['an exit', 'exit'],
    ['a heap that is full', 'exhaustMemory'],
  ] as const)('survives %s of a thread', async (_name, name) => {
    expect(await outcome(pool.run(job(name), null))).toBe('crash')
    expect(await outcome(pool.run(job('echo'), 'next'))).toBe('value "next"')
  })

  it('passes on what a job throws', async () => {
    expect(await outcome(pool.run(job('refuse'), null))).toBe('threw TypeError: not this one')
    expect(await outcome(pool.run(job('throwLater'), null))).toBe('threw Error: outside of the promise')
  })

  it('moves memory to a thread instead of copying it', async () => {
    const bytes = Buffer.from('x'.repeat(1_000_000))
    const result = pool.run(job('echo'), bytes, [bytes.buffer])
    expect(Buffer.from((await result) as Uint8Array).length).toBe(1_000_000)
    expect(bytes.length).toBe(0)
  })

  it('hands no environment variables to threads', async () => {
    expect(await pool.run(job('environment'), null)).toBe(0)
  })

  it('refuses jobs beyond the queue at once and accepts them again later', async () => {
    const single = startPool(1)
    const calls = Array.from({ length: QUEUE_MAX + 4 }, () => outcome(single.run(job('busy'), 30)))
    const outcomes = await Promise.all(calls)
    expect(outcomes.slice(QUEUE_MAX + 1)).toEqual(['queue_full', 'queue_full', 'queue_full'])
    expect(outcomes.slice(0, QUEUE_MAX + 1).every((text) => text.startsWith('value'))).toBe(true)
    expect(await outcome(single.run(job('echo'), 1))).toBe('value 1')
  })

  it('leaves a thread to short jobs while long ones run', async () => {
    await Promise.all([pool.run(job('echo'), 1), pool.run(job('echo'), 1)])
    const order: string[] = []
    const long = [1, 2].map((number) =>
      pool.run(job('busy', { isLong: true }), 600).then(() => order.push(`long ${number}`)),
    )
    await pool.run(job('echo'), 1).then(() => order.push('short'))
    await Promise.all(long)
    expect(order).toEqual(['short', 'long 1', 'long 2'])
  })

  it('starts jobs in order and gives each caller its own result', async () => {
    const single = startPool(1)
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ ms: fc.nat(4), value: fc.jsonValue({ maxDepth: 2 }) }), {
          maxLength: QUEUE_MAX,
        }),
        async (calls) => {
          const finished: number[] = []
          const results = await Promise.all(
            calls.map(async ({ value }, index) => {
              const result = await single.run(job('echo'), value)
              finished.push(index)
              return result
            }),
          )
          expect(JSON.stringify(results)).toBe(JSON.stringify(calls.map(({ value }) => value)))
          expect(finished).toEqual(calls.map((_call, index) => index))
        },
      ),
      { numRuns: 100 },
    )
  })

  it('gives every call exactly one outcome, whatever the others do', async () => {
    const expected = {
      echo: 'value 7',
      exit: 'crash',
      busy: 'deadline',
      refuse: 'threw TypeError: not this one',
    }
    const kind = fc.constantFrom(...(Object.keys(expected) as (keyof typeof expected)[]))
    await fc.assert(
      fc.asyncProperty(fc.array(kind, { maxLength: QUEUE_MAX }), async (calls) => {
        const outcomes = await Promise.all(
          calls.map((name) =>
            outcome(
              name === 'busy'
                ? pool.run(job('busy', { deadlineMs: 30 }), 60_000)
                : pool.run(job(name), name === 'echo' ? 7 : null),
            ),
          ),
        )
        expect(outcomes).toEqual(calls.map((name) => expected[name]))
      }),
      { numRuns: 25 },
    )
  })
})
