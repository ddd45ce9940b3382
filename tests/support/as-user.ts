/** Features with fake authentication: the bearer token is the user id, with `.name` for another session. Role and tenant come from the database. */
import { createFeatures, type Features } from '#server/app.ts'
import type { Role } from '#contract/common.ts'
import type { Core } from '#server/core/core.ts'
import { AppError } from '#server/core/http/errors.ts'

export const featuresAsUser = (core: Core): Features => ({
  ...createFeatures(core),
  auth: {
    register: () => undefined,
    authenticate: async (tenant, bearer) => {
      const [, id, session = ''] = /^Bearer (\d+)(?:\.(\w+))?$/.exec(bearer ?? '') ?? []
      const userId = Number(id)
      const row = await core.db.withTenant(tenant.clientId, (db) =>
        db
          .selectFrom('app_user')
          .select(['id', 'role'])
          .where('client_id', '=', tenant.clientId)
          .where('id', '=', Number.isInteger(userId) ? userId : 0)
          .executeTakeFirst(),
      )
      if (!row) throw new AppError('unauthenticated', 'Please sign in.')
      return {
        userId: row.id,
        sessionId: `s${row.id}${session}`,
        role: row.role as Role,
        provedAt: core.clock.now(),
      }
    },
  },
})
