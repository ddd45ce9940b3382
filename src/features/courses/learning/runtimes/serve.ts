/** The common part of every runtime worker: start with the files, lock down the globals, then run programs. */
import { limitMemory, lockDown } from './lockdown.ts'
import type { FromWorker, Program, RunResult, ToWorker } from './protocol.ts'

type Run = (program: Program) => RunResult | Promise<RunResult>
export interface MemoryLimit {
  readonly set: (megabytes: number) => void
  readonly hit: () => boolean
}

export const serve = (
  boot: (files: Readonly<Record<string, ArrayBuffer>>, memory: MemoryLimit) => Promise<Run>,
): void => {
  const scope = globalThis as unknown as DedicatedWorkerGlobalScope
  // Only this closure can post messages after the lockdown; code in the worker cannot.
  const send = scope.postMessage.bind(scope) as (message: FromWorker) => void
  const listen = scope.addEventListener.bind(scope)
  let run: Run | null = null
  const start = async (files: Readonly<Record<string, ArrayBuffer>>) => {
    try {
      const memory = limitMemory()
      run = await boot(files, memory)
      const remaining = lockDown(scope)
      if (remaining.length > 0) throw new Error(`still reachable: ${remaining.join(', ')}`)
      send({ type: 'ready' })
    } catch (error) {
      send({ type: 'failed', message: error instanceof Error ? error.message : String(error) })
    }
  }
  const answer = async (id: number, program: Program) => {
    if (!run) return
    try {
      send({ type: 'result', id, result: await run(program) })
    } catch (error) {
      // The runtime crashed; the page terminates this worker and starts another one.
      send({ type: 'failed', message: error instanceof Error ? error.message : String(error) })
    }
  }
  listen('message', (event) => {
    const message = (event as MessageEvent<ToWorker>).data
    if (message.type === 'start') void start(message.files)
    else void answer(message.id, message.program)
  })
}
