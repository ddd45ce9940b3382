/** The owner of data on this device. */
import { clientId } from '#src/core/client-config/runtime-config.ts'
import { storedUser } from '#src/core/session/session.ts'

/** `client:person` of the signed-in person; null without one, and then nothing is stored. */
export const currentOwner = (): string | null => {
  const user = storedUser()
  return user?.isAuthenticated && user.id !== null ? `${clientId()}:${user.id}` : null
}

export const userIdOf = (owner: string): number => Number(owner.split(':')[1])
