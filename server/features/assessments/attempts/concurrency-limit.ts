/** Lets so many do something at once; the others wait here, in their order, and not for a connection to the database. */
export type Turns = <T>(action: () => Promise<T>) => Promise<T>

export const createTurns = (atOnce: number): Turns => {
  let free = atOnce
  const waiting: (() => void)[] = []
  return async (action) => {
    if (free > 0) free -= 1
    else await new Promise<void>((go) => waiting.push(go))
    try {
      return await action()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
