/** Jobs for the tests of the worker pool; a thread imports this file. */
import { threadId } from 'node:worker_threads'

export const echo = (input: unknown): unknown => input
export const busy = (ms: number): number => {
  const until = performance.now() + ms
  while (performance.now() < until);
  return threadId
}
export const exit = (): never => process.exit(3)
/** A list of small objects: a single allocation over the limit would end the whole process (Node 24). */
export const exhaustMemory = (): number => {
  let kept: object | null = null
  for (let index = 0; ; index += 1) kept = { index, kept }
}
export const refuse = (): never => {
  throw new TypeError('not this one')
}
export const throwLater = async (): Promise<void> => {
  setTimeout(() => {
    throw new Error('outside of the promise')
  }, 1)
  await new Promise((resolve) => setTimeout(resolve, 5_000))
}
export const environment = (): number => Object.keys(process.env).length
