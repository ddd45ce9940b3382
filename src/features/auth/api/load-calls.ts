/** The calls with their schemas and the HTTP client; asked for early (focus), awaited at submit. */
export const loadCalls = () => import('./auth-calls.ts')

/** Starts the download without waiting; a failure shows at submit. */
export const prefetchCalls = () => void loadCalls().catch(() => undefined)
