/**
 * Limits how many actions run at once. The others wait here in order, so that they do not occupy a database
 * connection.
 */
export type ConcurrencyLimit = <T>(action: () => Promise<T>) => Promise<T>

export const createConcurrencyLimit = (slots: number): ConcurrencyLimit => {
  let freeSlots = slots
  const waiting: (() => void)[] = []
  return async (action) => {
    if (freeSlots > 0) freeSlots -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await action()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else freeSlots += 1
    }
  }
}
