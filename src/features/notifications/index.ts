/** The door of notifications: how many wait, the list in the bell, the settings in the profile. */
import { lazy } from 'react'

export { useBellState } from './model/bell-state.ts'

export const loadNotificationList = async () =>
  (await import('./components/NotificationList.tsx')).NotificationList

export const NotificationSettings = lazy(async () => ({
  default: (await import('./components/NotificationSettings.tsx')).NotificationSettings,
}))

/** Listening begins once the page can be used; the end of it takes back what was begun. */
export const loadBell = async () => (await import('./live/start-bell.ts')).startBell
