import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

/** What `React.lazy` asks of a promise, answered at once. */
const alreadyThere = <T>(value: T): Promise<T> =>
  ({ then: (resolve: (value: T) => void) => resolve(value) }) as unknown as Promise<T>

/**
 * `React.lazy` for what can be fetched before it is shown. A lazy component interrupts its first rendering even when its
 * code is there, and React shows what was interrupted 300 ms later at the earliest: on the way to a first view that adds
 * up. Once `preload` has fulfilled, this one renders straight away. Asked for twice it is fetched once; after a failure
 * the next one who asks has it fetched again.
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> & { preload: () => Promise<void> } => {
  type Module = { default: ComponentType<Props> }
  let known: Module | null = null
  let fetching: Promise<ComponentType<Props>> | null = null
  const fetchIt = async (): Promise<Module> => {
    fetching ??= load()
    try {
      return (known ??= { default: await fetching })
    } catch (error) {
      fetching = null
      throw error
    }
  }
  return Object.assign(
    lazy(() => (known ? alreadyThere(known) : fetchIt())),
    { preload: async () => void (await fetchIt()) },
  )
}
