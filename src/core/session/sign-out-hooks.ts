/** What other parts do when a session ends. `core/sign-out` runs them. */
type Hook = () => void | Promise<unknown>

const createHooks = () => {
  const hooks = new Set<Hook>()
  return {
    add: (hook: Hook): (() => void) => {
      hooks.add(hook)
      return () => hooks.delete(hook)
    },
    /** All of them; one that fails does not keep the others from running. */
    run: async (): Promise<void> => {
      await Promise.allSettled([...hooks].map(async (hook) => hook()))
    },
  }
}

const before = createHooks()
const clear = createHooks()

/** Work that must finish with the person's own token before the session ends, such as sending the outbox. */
export const beforeSignOut = before.add
export const runSignOutHooks = before.run

/**
 * Forgets what a part of the app keeps of a person in memory, or keeps what must outlive the session; the device's stores
 * are cleared without hooks. The sign-in page opens after all of them.
 */
export const onClearUserData = clear.add
export const runClearHooks = clear.run
