/** The number on the installed app's sign, where there is such a thing. */
type Badging = { setAppBadge?: (count?: number) => Promise<void>; clearAppBadge?: () => Promise<void> }

export const showAppBadge = (unread: number): void => {
  const badging = navigator as Badging
  const done = unread > 0 ? badging.setAppBadge?.(unread) : badging.clearAppBadge?.()
  done?.catch(() => undefined)
}
