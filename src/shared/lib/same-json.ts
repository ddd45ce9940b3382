/** Whether two plain values say the same; not for values with bytes, dates or keys. */
export const isSameJson = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
