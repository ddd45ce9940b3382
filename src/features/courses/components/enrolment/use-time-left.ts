import { useCountdown } from '#src/shared/lib/hooks/use-countdown.ts'
import type { KnownAccess } from '../../api/access.queries.ts'

/** Seconds until a moment of the server's clock, counted on this device from when the answer came. */
export const useTimeLeft = (access: KnownAccess | undefined): number => {
  const until = access?.seat?.until
  const left = until && access ? Date.parse(until) - Date.parse(access.now) : null
  return useCountdown(
    left === null || !access ? null : access.received_at + left,
    left === null ? undefined : Math.ceil(left / 1000),
  )
}
