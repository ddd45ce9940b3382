/** What the browser itself says, read when asked; whatever it does not tell is null. */

export interface CacheFact {
  name: string
  files: number
  bytes: number
}

export interface BrowserFacts {
  workerState: 'none' | 'installing' | 'waiting' | 'active'
  scope: string | null
  controls: boolean
  caches: CacheFact[]
  /** Name of the newest kept shell: it carries the hash of its files. */
  shell: string | null
  pageKept: boolean
  used: number | null
  quota: number | null
  persisted: boolean | null
  push: NotificationPermission | null
  readAt: number
}

const orNull = async <T>(action: () => Promise<T> | undefined): Promise<NonNullable<T> | null> => {
  try {
    return (await action()) ?? null
  } catch {
    return null
  }
}

const sizeOf = async (cache: Cache, request: Request): Promise<number> => {
  const response = await cache.match(request, { ignoreVary: true })
  return response ? (await response.blob()).size : 0
}

const cacheFact = async (name: string): Promise<CacheFact> => {
  const cache = await caches.open(name)
  const requests = await cache.keys()
  let bytes = 0
  // One after another: a kept runtime is 30 MB and memory on a phone is short.
  for (const request of requests) bytes += await sizeOf(cache, request)
  return { name, files: requests.length, bytes }
}

const allCaches = async (): Promise<CacheFact[]> => {
  const facts: CacheFact[] = []
  for (const name of await caches.keys()) facts.push(await cacheFact(name))
  return facts
}

/** The worker keeps one page a client under this address (`public/sw-custom.js`). */
const keptPage = async (clientId: number) => (await caches.match(`/__page?client=${clientId}`)) !== undefined

const stateOf = (found: ServiceWorkerRegistration | null): BrowserFacts['workerState'] => {
  if (!found) return 'none'
  if (found.waiting) return 'waiting'
  return found.active ? 'active' : 'installing'
}

export const collectFacts = async (clientId: number): Promise<BrowserFacts> => {
  const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : null
  const [registration, kept, pageKept, estimate, persisted] = await Promise.all([
    orNull(() => workers?.getRegistration()),
    orNull(allCaches),
    orNull(() => keptPage(clientId)),
    orNull(() => navigator.storage?.estimate()),
    orNull(() => navigator.storage?.persisted()),
  ])
  return {
    workerState: stateOf(registration),
    scope: registration?.scope ?? null,
    controls: Boolean(workers?.controller),
    caches: kept ?? [],
    shell: kept?.findLast((cache) => cache.name.startsWith('lms-shell-'))?.name ?? null,
    pageKept: pageKept ?? false,
    used: estimate?.usage ?? null,
    quota: estimate?.quota ?? null,
    persisted,
    push: 'Notification' in window ? Notification.permission : null,
    readAt: Date.now(),
  }
}
