import { useEffect, useEffectEvent } from 'react'
import { useOnline } from '#src/core/pwa/use-online.ts'

/** Retries a request that failed offline once the connection is back. */
export const useRetryWhenOnline = (failed: boolean, retry: () => void) => {
  const online = useOnline()
  const retryIfFailed = useEffectEvent(() => {
    if (failed) retry()
  })
  useEffect(() => {
    if (online) retryIfFailed()
  }, [online])
}
