/** Under whose name data lies on this device. */
import { clientId } from '#src/core/client-config/runtime-config.ts'
import { storedUser } from '#src/core/session/session.ts'

/** `client:person` of who is signed in; null while nobody is, and then nothing is stored for anybody. */
export const currentOwner = (): string | null => {
  const user = storedUser()
  return user?.isAuthenticated && user.id !== null ? `${clientId()}:${user.id}` : null
}

export const userIdOf = (owner: string): number => Number(owner.split(':')[1])
