/** Google's own sign-in client: fetched only where a tenant has Google sign-in, and only once a page shows it. */
import { GOOGLE_CLIENT_URL, trustedScriptUrl } from '#src/core/security/trusted-types.ts'

interface GoogleId {
  initialize: (options: { client_id: string; callback: (answer: { credential: string }) => void }) => void
  renderButton: (place: HTMLElement, look: Record<string, string | number>) => void
}
interface WithGoogle {
  google?: { accounts?: { id?: GoogleId } }
}

const TIMEOUT_MS = 10_000
let pending: Promise<GoogleId> | null = null

const present = () => (window as WithGoogle).google?.accounts?.id

const addScript = (): Promise<GoogleId> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const give = (failed: boolean) => {
      const found = present()
      if (found && !failed) return resolve(found)
      script.remove()
      reject(new Error('Google sign-in did not load'))
    }
    const timer = setTimeout(() => give(true), TIMEOUT_MS)
    const end = (failed: boolean) => () => {
      clearTimeout(timer)
      give(failed)
    }
    script.async = true
    script.onload = end(false)
    script.onerror = end(true)
    script.src = trustedScriptUrl(GOOGLE_CLIENT_URL)
    document.head.append(script)
  })

/** One script a page; after a failure the next call tries again. */
export const loadGoogle = (): Promise<GoogleId> => {
  const found = present()
  if (found) return Promise.resolve(found)
  pending ??= addScript().finally(() => {
    pending = null
  })
  return pending
}
