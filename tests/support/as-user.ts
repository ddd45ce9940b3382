/** Features with fake authentication: the bearer token is the user id, with `.name` for another session. Role and tenant come from the database. */
import { createFeatures, type Features } from '#server/app.ts'
import type { Core } from '#server/core/core.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Outgoing } from '#server/core/security/outgoing.ts'
import type { ResolveTxt } from '#server/features/emails/index.ts'
import type { ProviderHosts } from '#server/features/money/index.ts'

const findPerson = (core: Core, clientId: number, userId: number) =>
  core.db.withTenant(clientId, (db) =>
    db
      .selectFrom('app_user')
      .select(['id', 'role'])
      .where('client_id', '=', clientId)
      .where('id', '=', Number.isInteger(userId) ? userId : 0)
      .executeTakeFirst(),
  )

interface Outside {
  outgoing?: Outgoing
  dns?: ResolveTxt
}

export const featuresAsUser = (core: Core, payments?: ProviderHosts, outside: Outside = {}): Features => ({
  ...createFeatures(core, undefined, undefined, outside.outgoing, payments, outside.dns),
  auth: {
    register: () => undefined,
    findSession: async ({ clientId, userId, sessionId }) => {
      const row = await findPerson(core, clientId, userId)
      return row ? { userId, sessionId, role: row.role } : null
    },
    authenticate: async (tenant, bearer) => {
      const [, id, session = ''] = /^Bearer (\d+)(?:\.(\w+))?$/.exec(bearer ?? '') ?? []
      const row = await findPerson(core, tenant.clientId, Number(id))
      if (!row) throw new AppError('unauthenticated', 'Please sign in.')
      return {
        userId: row.id,
        sessionId: `s${row.id}${session}`,
        role: row.role,
        provedAt: core.clock.now(),
      }
    },
  },
})
