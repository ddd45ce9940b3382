/** What this browser can do about pushes, as plain facts. */
export type PushSupport =
  | 'ready'
  /** The person said no in the browser. */
  | 'denied'
  /** iPhones and iPads push to installed apps only. */
  | 'install_first'
  | 'unsupported'

export interface PushFacts {
  readonly worker: boolean
  readonly pushManager: boolean
  /** `Notification.permission`; null without notifications. */
  readonly permission: NotificationPermission | null
  readonly ios: boolean
  readonly standalone: boolean
}

export const pushSupport = (facts: PushFacts): PushSupport => {
  if (facts.ios && !facts.standalone) return 'install_first'
  if (!facts.worker || !facts.pushManager || facts.permission === null) return 'unsupported'
  return facts.permission === 'denied' ? 'denied' : 'ready'
}
