import type { ServerHealth } from '#contract/platform/health.ts'
import type { SuperadminScope } from '#server/core/http/scope.ts'
import type { PlatformContext } from '../context.ts'
import { readReports } from '../jobs.repository.ts'
import { SILENT_AFTER_MS } from '../jobs.service.ts'

/** Every server as it reported itself. One that stopped in order is gone; one that crashed stays for a day. */
export const health = async (
  { core }: PlatformContext,
  scope: SuperadminScope,
): Promise<{ servers: ServerHealth[] }> => {
  const rows = await core.db.withoutTenant(readReports)
  const now = scope.clock.now().getTime()
  return {
    servers: rows.map(({ id, name, version, ...row }) => ({
      id,
      name,
      version,
      started_at: row.started_at.toISOString(),
      seen_at: row.seen_at.toISOString(),
      is_silent: now - row.seen_at.getTime() >= SILENT_AFTER_MS,
      checks: row.health,
    })),
  }
}
