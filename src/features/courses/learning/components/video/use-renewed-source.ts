import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import type { VideoItem } from '#contract/courses/topic-page.ts'
import { useRenewAddresses } from '../address-renewal.ts'
import { hasFailed, mediaActions } from './media-actions.ts'
import type { ProgrammaticSeek } from './questions/video-actions.ts'

/** A file that fails again so soon has another trouble than its address. */
const RENEWAL_PAUSE_MS = 5_000

/**
 * A video whose address was refused continues where it was with a new one. Returns a function for the player's error
 * handler, which answers whether new addresses are on their way.
 */
export const useRenewedSource = (
  video: RefObject<HTMLVideoElement | null>,
  { sources }: VideoItem,
  programmaticSeek: ProgrammaticSeek,
): (() => boolean) => {
  const renew = useRenewAddresses()
  const renewedAt = useRef(Number.NEGATIVE_INFINITY)
  const [renewals, setRenewals] = useState(0)
  const reload = useEffectEvent(() => {
    if (video.current && hasFailed(video.current)) video.current.load()
  })
  const address = sources[0]?.url
  // The new address may be on the page before or after its request ends.
  useEffect(() => {
    if (renewals > 0) reload()
  }, [renewals, address])
  return () => {
    const isOwnFile = sources.some(({ url }) => url.startsWith('/files/'))
    if (!isOwnFile || !navigator.onLine || performance.now() - renewedAt.current < RENEWAL_PAUSE_MS)
      return false
    renewedAt.current = performance.now()
    // Browsers pause a failed video a moment later: whether it was playing is known only now.
    programmaticSeek.expect(video.current?.currentTime ?? 0)
    mediaActions(() => video.current).keepPosition()
    void renew()
      .catch(() => undefined)
      .then(() => setRenewals((count) => count + 1))
    return true
  }
}
