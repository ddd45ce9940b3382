import { useSyncExternalStore } from 'react'
import { isReachable, onConnectivity } from '#src/core/http/connectivity.ts'

/** False while the offline banner belongs on the screen. */
export const useOnline = (): boolean => useSyncExternalStore(onConnectivity, isReachable)
