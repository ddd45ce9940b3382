/** Entry point of notifications: the unread count, the list in the bell, the settings in the profile. */
import { lazy } from 'react'

export { useBellState } from './model/bell-state.ts'

export const loadNotificationList = async () =>
  (await import('./components/NotificationList.tsx')).NotificationList

export const NotificationSettings = lazy(async () => ({
  default: (await import('./components/NotificationSettings.tsx')).NotificationSettings,
}))

/** Starts live updates after the page can be used; the returned function stops them. */
export const loadBell = async () => (await import('./live/start-bell.ts')).startBell
