import { setFlagsFromString } from 'node:v8'

/**
 * V8 compiles functions of WebAssembly a second time, optimised, while they run. For a program of Typst's size that takes
 * about 100 MB, which the threads of the optimiser keep for good, and saves a quarter of the time. Drawing pixels needs it.
 * Function 0 is an import: with that filter nothing is optimised. The flag is the process's, so whoever runs sets it.
 */
export const setOptimiser = (isOn: boolean): void =>
  setFlagsFromString(`--wasm-tier-up-filter=${isOn ? -1 : 0}`)
