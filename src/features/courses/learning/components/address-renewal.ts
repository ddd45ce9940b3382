/** Addresses of videos and pictures expire; the topic returns new ones. */
import { createContext, use, useEffect, useEffectEvent } from 'react'
import type { TopicPage } from '#contract/courses/topic-page.ts'
import { serverNow } from '#src/core/session/server-clock.ts'
import { firstExpiry, RENEW_BEFORE_MS } from '../model/address-expiry.ts'

/** Requests the topic again; its addresses follow with the page. */
export type RenewAddresses = () => Promise<unknown>

const RenewalContext = createContext<RenewAddresses>(() => Promise.resolve())
export const RenewalProvider = RenewalContext.Provider
export const useRenewAddresses = (): RenewAddresses => use(RenewalContext)

/** Renews the addresses before they expire, also of a tab that slept meanwhile. */
export const useTimelyRenewal = (page: TopicPage | undefined, renew: RenewAddresses): void => {
  const expiry = page ? firstExpiry(page) : null
  const onDue = useEffectEvent(() => {
    if (expiry !== null && serverNow() >= expiry - RENEW_BEFORE_MS) void renew()
  })
  useEffect(() => {
    if (expiry === null) return
    const timer = setTimeout(() => onDue(), Math.max(0, expiry - RENEW_BEFORE_MS - serverNow()))
    const onVisible = () => {
      if (document.visibilityState === 'visible') onDue()
    }
    document.addEventListener('visibilitychange', onVisible)
    window.addEventListener('online', onDue)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisible)
      window.removeEventListener('online', onDue)
    }
  }, [expiry])
}
