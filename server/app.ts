/** The only place that knows all features: builds them, hands one's deeds to another, mounts them. */
import type { FastifyInstance } from 'fastify'
import type { PublicInfo } from '#contract/client-info.ts'
import type { Core } from './core/core.ts'
import { registerHealth } from './core/http/health.ts'
import { createLimiter } from './core/http/limit.ts'
import type { Border } from './core/http/mount.ts'
import type { Tenant } from './core/http/scope.ts'
import { createServer } from './core/http/server.ts'
import { activityFeature } from './features/activity/index.ts'
import { authFeature } from './features/auth/index.ts'
import { clientsFeature } from './features/client-info/index.ts'
import { coursesFeature } from './features/courses/index.ts'
import { dashboardFeature } from './features/dashboard/index.ts'
import { filesFeature } from './features/files/index.ts'

export interface Feature {
  readonly register: (app: FastifyInstance, border: Border) => void
}
export interface ClientsFeature extends Feature {
  readonly findTenant: Border['findTenant']
  readonly findTenantByHost: (host: string) => Promise<Tenant | null>
  readonly publicInfo: (clientId: number) => Promise<PublicInfo | null>
}
export interface AuthFeature extends Feature {
  readonly authenticate: Border['authenticate']
}
export interface Features {
  readonly clients: ClientsFeature
  readonly auth: AuthFeature
  readonly others: readonly Feature[]
}

/** Every feature of the product. A new one adds its line here. */
export const createFeatures = (core: Core): Features => ({
  clients: clientsFeature(core),
  auth: authFeature(core),
  others: [coursesFeature(core), activityFeature(core), filesFeature(core), dashboardFeature()],
})

/** The whole product as a server that does not listen yet. */
export const createApp = async (
  core: Core,
  features: Features = createFeatures(core),
): Promise<FastifyInstance> => {
  const border: Border = {
    db: core.db,
    clock: core.clock,
    findTenant: features.clients.findTenant,
    authenticate: features.auth.authenticate,
    limit: createLimiter(core.config.rateLimitFactor, core.clock),
  }
  const app = await createServer({ config: core.config, log: core.log, sendPage: null })
  registerHealth(app, core.db)
  for (const feature of [features.clients, features.auth, ...features.others]) feature.register(app, border)
  return app
}
