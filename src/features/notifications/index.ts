/** Entry point of notifications: the unread count, the list in the bell, the settings in the profile. */
import { lazyPage } from '#src/core/i18n/lazy-page.ts'

export { useBellState } from './model/bell-state.ts'

/** One part of the profile. */
export const NotificationSettings = lazyPage(
  async () => (await import('./components/NotificationSettings.tsx')).NotificationSettings,
  'notifications',
)

/** The list arrives with the code that listens; the first page waits for neither. */
export const NotificationList = lazyPage(
  async () => (await import('./components/NotificationList.tsx')).NotificationList,
  'notifications',
  'leaderboard',
)
/** Starts live updates after the page can be used; the returned function stops them. */
export const loadBell = async () => (await import('./live/start-bell.ts')).startBell
