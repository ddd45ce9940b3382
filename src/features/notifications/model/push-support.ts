/** Whether a browser can receive pushes, decided from plain facts. */
export type PushSupport =
  | 'ready'
  /** The person denied the permission. */
  | 'denied'
  /** iPhones and iPads deliver pushes only to installed apps. */
  | 'install_first'
  | 'unsupported'

export interface PushFacts {
  readonly worker: boolean
  readonly pushManager: boolean
  /** `Notification.permission`; null if the browser has no notifications. */
  readonly permission: NotificationPermission | null
  readonly ios: boolean
  readonly standalone: boolean
}

export const pushSupport = (facts: PushFacts): PushSupport => {
  if (facts.ios && !facts.standalone) return 'install_first'
  if (!facts.worker || !facts.pushManager || facts.permission === null) return 'unsupported'
  return facts.permission === 'denied' ? 'denied' : 'ready'
}
