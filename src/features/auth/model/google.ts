/** Google's sign-in client: loaded only if the client has Google sign-in, and only when a page shows it. */
import { GOOGLE_CLIENT_URL, trustedScriptUrl } from '#src/core/security/trusted-types.ts'

interface GoogleId {
  initialize: (options: {
    client_id: string
    nonce: string
    callback: (answer: { credential: string }) => void
  }) => void
  renderButton: (container: HTMLElement, options: Record<string, string | number>) => void
}
interface WithGoogle {
  google?: { accounts?: { id?: GoogleId } }
}

const TIMEOUT_MS = 10_000
let pending: Promise<GoogleId> | null = null

const loadedGoogle = () => (window as WithGoogle).google?.accounts?.id

const addScript = (): Promise<GoogleId> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const settle = (failed: boolean) => {
      const google = loadedGoogle()
      if (google && !failed) return resolve(google)
      script.remove()
      reject(new Error('Google sign-in did not load'))
    }
    const timer = setTimeout(() => settle(true), TIMEOUT_MS)
    const onEvent = (failed: boolean) => () => {
      clearTimeout(timer)
      settle(failed)
    }
    script.async = true
    script.onload = onEvent(false)
    script.onerror = onEvent(true)
    script.src = trustedScriptUrl(GOOGLE_CLIENT_URL)
    document.head.append(script)
  })

/** One script per page; after a failure the next call retries. */
export const loadGoogle = (): Promise<GoogleId> => {
  const google = loadedGoogle()
  if (google) return Promise.resolve(google)
  pending ??= addScript().finally(() => {
    pending = null
  })
  return pending
}
