/** Takes due moments from the server: one call after another, each repeated with its key until it is answered. */
import { v4 as uuid } from 'uuid'
import type { Moment } from '#contract/moments/moments.ts'
import type { MomentRequest } from '#src/core/moment-requests.ts'
import { isRefusal, retryAfterMs } from '#src/core/offline/retry.ts'

interface ClaimerParts {
  call: (body: { idempotency_key: string; attempt_id?: string }) => Promise<readonly Moment[]>
  onMoments: (moments: readonly Moment[]) => void
  /** Waits that long, or until the connection is back. */
  wait: (ms: number) => Promise<void>
}

const TRIES_MAX = 5

export const createClaimer = ({ call, onMoments, wait }: ClaimerParts) => {
  let queue: MomentRequest[] = []
  let isRunning = false
  let isStopped = false

  const claim = async ({ attemptId }: MomentRequest): Promise<void> => {
    const body = { idempotency_key: uuid(), ...(attemptId !== undefined && { attempt_id: attemptId }) }
    for (let tries = 1; !isStopped; tries += 1)
      try {
        const moments = await call(body)
        if (moments.length > 0 && !isStopped) onMoments(moments)
        return
      } catch (error) {
        if (isRefusal(error) || tries >= TRIES_MAX) return
        await wait(retryAfterMs(tries))
      }
  }

  const run = async () => {
    if (isRunning) return
    isRunning = true
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await claim(next)
    isRunning = false
  }

  return {
    request: (request: MomentRequest): void => {
      // A call that has not begun also answers what was reached since.
      if (request.attemptId === undefined && queue.some(({ attemptId }) => attemptId === undefined)) return
      queue.push(request)
      void run()
    },
    stop: (): void => {
      isStopped = true
      queue = []
    },
  }
}
