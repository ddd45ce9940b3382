// Apart from the server's paths: those need every endpoint of the contract, which the app must not load at once.
/** Whether `path` is one of `prefixes` or lies below one. */
export const isBelow = (prefixes: readonly string[], path: string): boolean =>
  prefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
