/** The badge on the installed app's icon, where the platform has one. */
type Badging = { setAppBadge?: (count?: number) => Promise<void>; clearAppBadge?: () => Promise<void> }

export const showAppBadge = (unread: number): void => {
  const badging = navigator as Badging
  const done = unread > 0 ? badging.setAppBadge?.(unread) : badging.clearAppBadge?.()
  done?.catch(() => undefined)
}
