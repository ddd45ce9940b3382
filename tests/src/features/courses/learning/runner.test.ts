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

/** A worker whose programs are words: `hang` never answers, `fall` breaks the engine, all else comes back. */
let made: (Worker & { ended: boolean })[]
let timers: { action: () => void; ms: number; gone: boolean }[]
let starts: 'well' | 'badly'
const createWorker = (): Worker => {
  const worker = {
    ended: false,
    onmessage: null as Worker['onmessage'],
    onerror: null as Worker['onerror'],
    terminate: () => {
      worker.ended = true
    },
    postMessage: (message: ToWorker) => {
      const tell = (data: FromWorker) =>
        queueMicrotask(() => {
          if (!worker.ended) worker.onmessage?.({ data } as MessageEvent<FromWorker>)
        })
      if (message.type === 'start')
        tell(starts === 'well' ? { type: 'ready' } : { type: 'failed', message: 'no' })
      else if (message.program.code === 'fall') tell({ type: 'failed', message: 'stack' })
      else if (message.program.code !== 'hang')
        tell({ type: 'result', id: message.id, result: output(message.program.code) })
    },
  }
  made.push(worker)
  return worker
}
const runnerWith = (loadFiles: () => Promise<Record<string, ArrayBuffer>> = () => Promise.resolve({})) =>
  createRunner('python', {
    createWorker,
    loadFiles,
    schedule: (action, ms) => {
      const timer = { action, ms, gone: false }
      timers.push(timer)
      return () => {
        timer.gone = true
      }
    },
  })
/** Until what was asked for is under way. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 0))
const ring = (ms: number) => {
  for (const timer of timers) if (!timer.gone && timer.ms === ms) timer.action()
}

beforeEach(() => {
  made = []
  timers = []
  starts = 'well'
})

describe('runner', () => {
  it('given nothing was run yet, when made, then no worker exists and nothing is fetched', () => {
    let asked = 0
    runnerWith(() => {
      asked += 1
      return Promise.resolve({})
    })
    expect([made.length, asked]).toEqual([0, 0])
  })

  it('given two programs, when run, then one worker answers both in order', async () => {
    const runner = runnerWith()
    const both = await Promise.all([runner.run(program('a')), runner.run(program('b'))])
    expect(both.map((each) => each.output)).toEqual(['a', 'b'])
    expect(made).toHaveLength(1)
  })

  it('given a loop without end, when its time is over, then its worker is ended and the next program gets a new one', async () => {
    const runner = runnerWith()
    const first = runner.run(program('hang'))
    await settle()
    ring(3000)
    expect((await first).outcome).toBe('time')
    expect(made[0]?.ended).toBe(true)
    expect((await runner.run(program('after'))).output).toBe('after')
    expect(made).toHaveLength(2)
  })

  it('given a running program, when stopped, then it ends as stopped', async () => {
    const runner = runnerWith()
    const first = runner.run(program('hang'))
    await settle()
    runner.stop()
    expect((await first).outcome).toBe('stopped')
    expect(made[0]?.ended).toBe(true)
  })

  it('given an engine that falls over, when run, then it says memory and the next program works', async () => {
    const runner = runnerWith()
    expect((await runner.run(program('fall'))).outcome).toBe('memory')
    expect((await runner.run(program('after'))).output).toBe('after')
  })

  it('given files that cannot be fetched or an engine that does not start, when run, then it throws and a later try works', async () => {
    let online = false
    const runner = runnerWith(() => (online ? Promise.resolve({}) : Promise.reject(new Error('offline'))))
    await expect(runner.run(program('a'))).rejects.toThrow('offline')
    online = true
    starts = 'badly'
    await expect(runner.run(program('a'))).rejects.toThrow('no')
    starts = 'well'
    expect((await runner.run(program('a'))).output).toBe('a')
  })

  it('given a closed runner, when it is asked to run, then nothing starts', async () => {
    const runner = runnerWith()
    runner.close()
    expect((await runner.run(program('a'))).outcome).toBe('stopped')
    expect(made).toHaveLength(0)
  })
})
