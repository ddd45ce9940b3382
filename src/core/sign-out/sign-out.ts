/** Sign-out by choice: hooks first, then revoked on the server, ended here, and a fresh page so that memory forgets too. */
import { runtimeConfig } from '#src/core/client-config/runtime-config.ts'
import { paths } from '#src/core/paths.ts'
import { storedUser } from '#src/core/session/session.ts'
import { runSignOutHooks } from '#src/core/session/sign-out-hooks.ts'
import { endSession } from './end-session.ts'

/** How long hooks, and the call to the server, may hold the person up; the call itself outlives the page. */
const PATIENCE_MS = 2000

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
  await Promise.race([runSignOutHooks(), atMost(PATIENCE_MS)])
  const revoked = Promise.race([revoke(token), atMost(PATIENCE_MS)])
  await endSession()
  await revoked
  window.location.replace(paths.login)
}
