import { useSyncExternalStore } from 'react'
import { onSession, storedUser } from './session.ts'

/** The signed-in user for code before sign-in and for guards; pages behind it use the auth slice. */
export const useStoredUser = () => useSyncExternalStore(onSession, storedUser)
