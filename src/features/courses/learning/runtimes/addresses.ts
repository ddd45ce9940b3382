import type { Language } from './protocol.ts'

interface Address {
  base: string
  files: readonly { name: string; bytes: number }[]
}
/** Written into the build by build/runtimes.ts. */
declare const __RUNTIMES__: Record<Language, Address>

export const runtimeAddress = (language: Language): Address => __RUNTIMES__[language]
