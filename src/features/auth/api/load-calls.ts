/** Loads the calls with their schemas and the HTTP client: started on focus, awaited at submit. */
export const loadCalls = () => import('./auth-calls.ts')

/** Starts loading without waiting; a failure shows at submit. */
export const prefetchCalls = () => void loadCalls().catch(() => undefined)
