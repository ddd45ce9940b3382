import { useEffect, useEffectEvent } from 'react'
import { useOnline } from '#src/core/pwa/use-online.ts'

/** Reads again once the connection is back, where the last reading failed for want of one. */
export const useWhenBack = (failed: boolean, read: () => void) => {
  const online = useOnline()
  const back = useEffectEvent(() => {
    if (failed) read()
  })
  useEffect(() => {
    if (online) back()
  }, [online])
}
