import { beforeEach, describe, expect, it } from 'vitest'
import type {
  FromWorker,
  Program,
  RunResult,
  ToWorker,
} from '#src/features/courses/learning/runtimes/protocol.ts'
import { createRunner, type Worker } from '#src/features/courses/learning/runtimes/runner.ts'

const program = (code: string): Program => ({ code, call: null, input: '', memoryMb: 64, timeLimitMs: 2000 })
const output = (text: string): RunResult => ({ outcome: 'output', output: text, printed: '', error: '' })

/** A worker that interprets the code: `hang` never answers, `crash` breaks the engine, any other code is the output. */
let workers: (Worker & { isTerminated: boolean })[]
let timers: { action: () => void; ms: number; isCancelled: boolean }[]
let startResult: 'ready' | 'failed'
const createWorker = (): Worker => {
  const worker = {
    isTerminated: false,
    onmessage: null as Worker['onmessage'],
    onerror: null as Worker['onerror'],
    terminate: () => {
      worker.isTerminated = true
    },
    postMessage: (message: ToWorker) => {
      const reply = (data: FromWorker) =>
        queueMicrotask(() => {
          if (!worker.isTerminated) worker.onmessage?.({ data } as MessageEvent<FromWorker>)
        })
      if (message.type === 'start')
        reply(startResult === 'ready' ? { type: 'ready' } : { type: 'failed', message: 'no' })
      else if (message.program.code === 'crash') reply({ type: 'failed', message: 'stack' })
      else if (message.program.code !== 'hang')
        reply({ type: 'result', id: message.id, result: output(message.program.code) })
    },
  }
  workers.push(worker)
  return worker
}
const runnerWith = (loadFiles: () => Promise<Record<string, ArrayBuffer>> = () => Promise.resolve({})) =>
  createRunner('python', {
    createWorker,
    loadFiles,
    schedule: (action, ms) => {
      const timer = { action, ms, isCancelled: false }
      timers.push(timer)
      return () => {
        timer.isCancelled = true
      }
    },
  })
/** Waits until the requested program runs. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 0))
const fireTimers = (ms: number) => {
  for (const timer of timers) if (!timer.isCancelled && timer.ms === ms) timer.action()
}

beforeEach(() => {
  workers = []
  timers = []
  startResult = 'ready'
})

describe('runner', () => {
  it('creates no worker and fetches nothing before the first program', () => {
    let loads = 0
    runnerWith(() => {
      loads += 1
      return Promise.resolve({})
    })
    expect([workers.length, loads]).toEqual([0, 0])
  })

  it('runs two programs in order in one worker', async () => {
    const runner = runnerWith()
    const results = await Promise.all([runner.run(program('a')), runner.run(program('b'))])
    expect(results.map(({ output }) => output)).toEqual(['a', 'b'])
    expect(workers).toHaveLength(1)
  })

  it('terminates the worker of an endless loop and starts a new one', async () => {
    const runner = runnerWith()
    const first = runner.run(program('hang'))
    await settle()
    fireTimers(3000)
    expect((await first).outcome).toBe('time')
    expect(workers[0]?.isTerminated).toBe(true)
    expect((await runner.run(program('after'))).output).toBe('after')
    expect(workers).toHaveLength(2)
  })

  it('ends a stopped program as stopped', async () => {
    const runner = runnerWith()
    const first = runner.run(program('hang'))
    await settle()
    runner.stop()
    expect((await first).outcome).toBe('stopped')
    expect(workers[0]?.isTerminated).toBe(true)
  })

  it('reports memory for a crashed engine and runs the next program', async () => {
    const runner = runnerWith()
    expect((await runner.run(program('crash'))).outcome).toBe('memory')
    expect((await runner.run(program('after'))).output).toBe('after')
  })

  it('throws when files or engine fail to load, and works on a later try', async () => {
    let online = false
    const runner = runnerWith(() => (online ? Promise.resolve({}) : Promise.reject(new Error('offline'))))
    await expect(runner.run(program('a'))).rejects.toThrow('offline')
    online = true
    startResult = 'failed'
    await expect(runner.run(program('a'))).rejects.toThrow('no')
    startResult = 'ready'
    expect((await runner.run(program('a'))).output).toBe('a')
  })

  it('starts nothing after it is closed', async () => {
    const runner = runnerWith()
    runner.close()
    expect((await runner.run(program('a'))).outcome).toBe('stopped')
    expect(workers).toHaveLength(0)
  })
})
