/** Sign-out by choice: revoked on the server, forgotten here, then a fresh page so that memory forgets too. */
import { runtimeConfig } from '#src/core/client-config/runtime-config.ts'
import { sayFarewells } from './farewell.ts'
import { forgetUser, storedUser } from './session.ts'

/** How long the farewell to the server may hold the person up; the request itself outlives the page. */
const FAREWELL_MS = 2000

const revoke = async (refreshToken: string | null): Promise<void> => {
  if (!refreshToken) return
  const { api_base_url, client_id } = runtimeConfig()
  try {
    await fetch(`${api_base_url}/accounts/clients/${client_id}/user/logout/`, {
      method: 'POST',
      keepalive: true,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token: refreshToken }),
    })
  } catch {
    // Offline: the device forgets the tokens all the same; the server's session ends by its idle limit.
  }
}

const atMost = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

export const signOut = async (): Promise<void> => {
  const token = storedUser()?.refresh_token ?? null
  await Promise.race([sayFarewells(), atMost(FAREWELL_MS)])
  const farewell = Promise.race([revoke(token), atMost(FAREWELL_MS)])
  await forgetUser({ everything: false })
  await farewell
  window.location.replace('/login')
}
