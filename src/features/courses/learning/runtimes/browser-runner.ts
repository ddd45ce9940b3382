/** The runner in a real browser: workers by their trusted address, files by this page's own connection. */
import { trustedScriptUrl } from '#src/core/security/trusted-types.ts'
import { runtimeAddress } from './addresses.ts'
import type { Language } from './protocol.ts'
import { createRunner, type Runner, type RunnerState, type Worker as RunnerWorker } from './runner.ts'

/** Whole files as they came; each start copies them into its worker. */
const kept = new Map<string, Promise<ArrayBuffer>>()

const readWhole = async (
  address: string,
  size: number,
  onPart: (bytes: number) => void,
): Promise<ArrayBuffer> => {
  const response = await fetch(address)
  if (!response.ok || !response.body) throw new Error(`${address} answered ${response.status}`)
  const whole = new Uint8Array(size)
  const reader = response.body.getReader()
  let at = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    whole.set(value, at)
    at += value.length
    onPart(value.length)
  }
  if (at !== size) throw new Error(`${address} has ${at} of ${size} bytes`)
  return whole.buffer
}

const loadFiles = async (language: Language, onProgress: (loaded: number) => void) => {
  const { base, files: list } = runtimeAddress(language)
  const total = list.reduce((sum, file) => sum + file.bytes, 0)
  let loaded = 0
  const entries = await Promise.all(
    list.map(async ({ name, bytes }) => {
      const address = base + name
      const reading =
        kept.get(address) ??
        readWhole(address, bytes, (part) => {
          loaded += part
          onProgress(loaded / total)
        })
      kept.set(address, reading)
      try {
        return [name, (await reading).slice(0)] as const
      } catch (error) {
        kept.delete(address)
        throw error
      }
    }),
  )
  return Object.fromEntries(entries)
}

const createWorker = (language: Language): RunnerWorker =>
  new Worker(trustedScriptUrl(`${runtimeAddress(language).base}worker.js`), {
    type: 'module',
    credentials: 'omit',
    name: language,
  }) as RunnerWorker

export const browserRunner = (language: Language, onState: (state: RunnerState) => void): Runner =>
  createRunner(
    language,
    {
      createWorker,
      loadFiles,
      schedule: (action, ms) => {
        const timer = setTimeout(action, ms)
        return () => clearTimeout(timer)
      },
    },
    onState,
  )
