import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

/** A thenable that resolves synchronously, for `React.lazy`. */
const resolvedThenable = <T>(value: T): Promise<T> =>
  ({ then: (resolve: (value: T) => void) => resolve(value) }) as unknown as Promise<T>

/**
 * `React.lazy` for code that can be preloaded. A lazy component suspends on its first render even when its
 * code is loaded, and React shows suspended content after 300 ms at the earliest. Once `preload` has
 * resolved, this component renders at once. Concurrent calls share one fetch; a failed fetch is repeated on
 * the next call.
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> & { preload: () => Promise<void> } => {
  type Module = { default: ComponentType<Props> }
  let loaded: Module | null = null
  let fetching: Promise<ComponentType<Props>> | null = null
  const loadOnce = async (): Promise<Module> => {
    fetching ??= load()
    try {
      return (loaded ??= { default: await fetching })
    } catch (error) {
      fetching = null
      throw error
    }
  }
  return Object.assign(
    lazy(() => (loaded ? resolvedThenable(loaded) : loadOnce())),
    { preload: async () => void (await loadOnce()) },
  )
}
