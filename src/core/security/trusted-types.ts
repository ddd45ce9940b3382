/** The only place that makes script addresses trusted (C4): the workers, and Google's sign-in client. */
interface Policy {
  createScriptURL: (url: string) => unknown
}
interface PolicyFactory {
  createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => Policy
}

export const WORKER_URL = '/sw-custom.js'
export const GOOGLE_CLIENT_URL = 'https://accounts.google.com/gsi/client'

/** Workers in which learners' code runs; their answers carry a policy of their own. */
const RUNTIME_URL = /^\/runtimes\/(?:python|javascript|sql)-[\w.-]+\/worker\.js$/

const allowed = (url: string): string => {
  if (url === WORKER_URL || url === GOOGLE_CLIENT_URL || RUNTIME_URL.test(url)) return url
  throw new TypeError(`Not a script of this product: ${url}`)
}

let policy: Policy | null = null

/** What `script.src` and `serviceWorker.register` accept; throws for any other address. */
export const trustedScriptUrl = (url: string): string => {
  const factory = (window as unknown as { trustedTypes?: PolicyFactory }).trustedTypes
  if (!factory) return allowed(url)
  policy ??= factory.createPolicy('lms', { createScriptURL: allowed })
  // The sinks take the trusted object where the type says string.
  return policy.createScriptURL(url) as string
}
