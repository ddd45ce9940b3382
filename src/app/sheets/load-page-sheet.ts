let loading: Promise<unknown> | null = null

/** The sheet of every page but the first; asked for once, again only after a failure. */
export const loadPageSheet = (): Promise<unknown> => {
  loading ??= import('./page-sheet.ts').catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}
