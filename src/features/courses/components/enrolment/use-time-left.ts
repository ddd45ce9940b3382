import { useCountdown } from '#src/shared/lib/hooks/use-countdown.ts'
import type { ReceivedAccess } from '../../api/consequences.ts'

/** Seconds until the hold ends by the server's clock, counted on this device from the arrival of the response. */
export const useTimeLeft = (access: ReceivedAccess | undefined): number => {
  const until = access?.seat?.until
  const left = until && access ? Date.parse(until) - Date.parse(access.now) : null
  return useCountdown(
    left === null || !access ? null : access.received_at + left,
    left === null ? undefined : Math.ceil(left / 1000),
  )
}
