/** The runner in a browser: workers from trusted URLs; the page downloads the runtime files for them. */
import { trustedScriptUrl } from '#src/core/security/trusted-types.ts'
import { runtimeAddress } from './addresses.ts'
import type { Language } from './protocol.ts'
import { createRunner, type Runner, type RunnerState, type Worker as RunnerWorker } from './runner.ts'

/** Downloaded files; each start copies them into its worker. */
const fileCache = new Map<string, Promise<ArrayBuffer>>()

const download = async (
  url: string,
  size: number,
  onChunk: (bytes: number) => void,
): Promise<ArrayBuffer> => {
  const response = await fetch(url)
  if (!response.ok || !response.body) throw new Error(`${url} answered ${response.status}`)
  const content = new Uint8Array(size)
  const reader = response.body.getReader()
  let offset = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    content.set(value, offset)
    offset += value.length
    onChunk(value.length)
  }
  if (offset !== size) throw new Error(`${url} has ${offset} of ${size} bytes`)
  return content.buffer
}

const loadFiles = async (language: Language, onProgress: (loaded: number) => void) => {
  const { base, files: list } = runtimeAddress(language)
  const total = list.reduce((sum, file) => sum + file.bytes, 0)
  let loaded = 0
  const entries = await Promise.all(
    list.map(async ({ name, bytes }) => {
      const url = base + name
      const pending =
        fileCache.get(url) ??
        download(url, bytes, (chunk) => {
          loaded += chunk
          onProgress(loaded / total)
        })
      fileCache.set(url, pending)
      try {
        return [name, (await pending).slice(0)] as const
      } catch (error) {
        fileCache.delete(url)
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
