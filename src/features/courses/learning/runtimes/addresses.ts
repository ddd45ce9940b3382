import type { Language } from './protocol.ts'

interface RuntimeFiles {
  base: string
  files: readonly { name: string; bytes: number }[]
}
/** Defined at build time by build/runtimes.ts. */
declare const __RUNTIMES__: Record<Language, RuntimeFiles>

export const runtimeAddress = (language: Language): RuntimeFiles => __RUNTIMES__[language]
