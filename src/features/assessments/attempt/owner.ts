import { clientId } from '#src/core/client-config/runtime-config.ts'
import { storedUser } from '#src/core/session/session.ts'

/** Whose attempts are kept on this device now. */
export const ownerNow = () => `${clientId()}:${storedUser()?.id ?? 0}`
