import { clientId } from '#src/core/client-config/runtime-config.ts'
import { storedUser } from '#src/core/session/session.ts'

/** `client:person` of who is signed in here; null for nobody. */
export const personNow = (): string | null => {
  const user = storedUser()
  return user?.isAuthenticated && user.id !== null ? `${clientId()}:${user.id}` : null
}
