/** What came out of the seal for a queue that is already in use: it takes it in by itself. */
import { idbDelete, idbGet } from '#src/core/storage/idb.ts'

export const backPlace = (queue: string, person: string) => `${queue}_back:${person}`

const listeners = new Set<() => void>()

/** Calls back when something of the person who is here came back. */
export const onBack = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const tellBack = () => {
  for (const listener of listeners) listener()
}

/** Hands what came back to the queue; it leaves its place once the queue has it on the disk. False when nothing came. */
export const takeBack = async <T>(
  queue: string,
  person: string,
  take: (older: readonly T[]) => Promise<unknown>,
): Promise<boolean> => {
  const older = await idbGet<readonly T[]>(backPlace(queue, person))
  if (older === null) return false
  await take(older)
  await idbDelete(backPlace(queue, person))
  return true
}
