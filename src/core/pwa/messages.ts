import type { Language } from '#contract/languages.ts'

/** The written protocol between page and worker (spec 7); `public/sw-custom.js` speaks the same. */
export const toWorker = {
  config: 'PWA_CONFIG',
  skipWaiting: 'SKIP_WAITING',
  clearCaches: 'CLEAR_CACHES',
} as const

export const fromWorker = {
  requestConfig: 'REQUEST_PWA_CONFIG',
  getClientId: 'GET_CLIENT_ID',
  cachesCleared: 'CACHE_CLEARED',
} as const

export interface PwaConfig {
  /** The tenant whose page is kept for offline use. */
  clientId: number
  /** The language whose texts are cached for offline use. */
  language?: Language
}

type MessageType = (typeof toWorker)[keyof typeof toWorker] | (typeof fromWorker)[keyof typeof fromWorker]

export interface WorkerMessage {
  type: MessageType
  config?: PwaConfig
}
