/** The entry point of notifications: how many wait, the list in the bell, the settings in the profile. */
import { lazyPage } from '#src/core/lazy-page.ts'

export { useBellState } from './model/bell-state.ts'
export { NotificationSettings } from './components/NotificationSettings.tsx'

/** The list arrives with the code that listens; the first page waits for neither. */
export const NotificationList = lazyPage(
  async () => (await import('./components/NotificationList.tsx')).NotificationList,
  'notifications',
)
/** Listening begins once the page can be used; the end of it takes back what was begun. */
export const loadBell = async () => (await import('./live/start-bell.ts')).startBell
