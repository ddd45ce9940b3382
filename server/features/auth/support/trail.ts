import type { Core } from '#server/core/core.ts'
import type { RequestPipeline } from '#server/core/http/pipeline.ts'

const MINUTE_MS = 60_000
/** Views of one process whose current minute is known; the oldest leaves first. */
const VIEWS_MAX = 200

/**
 * Writes every call of a support view to the audit log, the same call once a minute. Each process remembers its own
 * minute, so a repeat at another one is written again rather than lost.
 */
export const createSupportTrail = ({
  db,
  audit,
  clock,
}: Pick<Core, 'db' | 'audit' | 'clock'>): RequestPipeline['recordSupport'] => {
  const minutes = new Map<string, { minute: number; calls: Set<string> }>()

  const isKnown = (viewId: string, call: string): boolean => {
    const minute = Math.floor(clock.now().getTime() / MINUTE_MS)
    const current = minutes.get(viewId)
    if (current?.minute === minute) return current.calls.has(call) || !current.calls.add(call)
    if (!current && minutes.size >= VIEWS_MAX) minutes.delete(minutes.keys().next().value ?? '')
    minutes.set(viewId, { minute, calls: new Set([call]) })
    return false
  }

  return async ({ clientId, actor, endpoint, path, isRefused, request }) => {
    if (isKnown(actor.sessionId, `${isRefused} ${endpoint} ${path}`)) return
    await db.withTenant(clientId, (tx) =>
      audit.record(tx, {
        action: isRefused ? 'support.refused' : 'support.view',
        result: isRefused ? 'refused' : 'ok',
        actorId: actor.support.adminId,
        sessionId: actor.sessionId,
        object: `user:${actor.userId}`,
        detail: { endpoint, path: path.slice(0, 200), reason: actor.support.reason },
        requestId: request.id,
        ip: request.ip,
      }),
    )
  }
}
