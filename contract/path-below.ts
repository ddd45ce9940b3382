/** Whether `path` is one of `prefixes` or lies below one. */
export const isBelow = (prefixes: readonly string[], path: string): boolean =>
  prefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
