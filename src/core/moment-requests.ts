/**
 * Asks the moments feature to look whether something was reached. Whoever learns from the server that something may be
 * reached asks here; what is due decides the server.
 */
export interface MomentRequest {
  /** Later requests with the same key are ignored while this page lives. */
  once?: string
  /** The result of this attempt is on the screen. */
  attemptId?: string
}

type Listener = (request: MomentRequest) => void

const seen = new Set<string>()
let listener: Listener | null = null
let early: MomentRequest[] = []

export const requestMoments = (request: MomentRequest = {}): void => {
  if (request.once !== undefined) {
    if (seen.has(request.once)) return
    seen.add(request.once)
  }
  if (listener) listener(request)
  else early.push(request)
}

/** One listener at a time; it also gets what was asked before it came. */
export const onMomentRequest = (next: Listener): (() => void) => {
  listener = next
  const waiting = early
  early = []
  for (const request of waiting) next(request)
  return () => {
    if (listener === next) listener = null
  }
}

/** Another person starts with nothing asked. */
export const forgetMomentRequests = (): void => {
  seen.clear()
  early = []
}
