/** Mounts the features and the pages of the built app on one HTTP server. */
import type { FastifyInstance } from 'fastify'
import { join } from 'node:path'
import type { Core } from './core/core.ts'
import { hasDemoBanner, keepDemoLocal } from './core/demo-mode.ts'
import { registerApiDescription } from './core/http/openapi.ts'
import { registerCspReports } from './core/http/csp-reports.ts'
import { registerHealth } from './core/http/health.ts'
import { createAuthLimiter, createLimiter } from './core/http/limit.ts'
import type { RequestPipeline } from '#server/core/http/pipeline.ts'
import { keepBuild } from '#server/core/http/page/former-builds.ts'
import { clientOf, createPage, type PageOptions } from '#server/core/http/page/page.ts'
import { pagePolicy } from './core/http/security-headers.ts'
import { registerSecurityText } from './core/security/security-txt.ts'
import { createServer } from './core/http/server.ts'
import { registerStatic } from '#server/core/http/page/static.ts'
import { workerSwitch } from '#server/core/http/page/worker-switch.ts'
import { registerOutboxPage } from './core/mail/outbox-page.ts'
import { createSupportTrail } from './features/auth/index.ts'
import { registerCredentials, registerVerification } from './features/certificates/index.ts'
import { fileStore, openStored } from './features/files/index.ts'
import { DEFAULT_CLIENT_ID } from './features/client-info/index.ts'
import { createJobDocuments } from './features/jobs/index.ts'
import { BADGE_TITLES } from './features/notifications/index.ts'
import { createPersonDocuments } from './features/profile/index.ts'
import { packageSources } from './features/scorm/index.ts'
import { createFeatures, type Features } from './app.ts'

export interface AppOptions {
  readonly features?: Features
  /** Folder of the built app; without it only the API is served. */
  readonly dist?: string
}

/** Builds the server without listening. */
export const createApp = async (core: Core, options: AppOptions = {}): Promise<FastifyInstance> => {
  const { config } = core
  const features = options.features ?? createFeatures(core)
  const isHttps = config.publicUrl?.startsWith('https:') ?? false
  const pipeline: RequestPipeline = {
    db: core.db,
    clock: core.clock,
    findTenant: features.clients.findTenant,
    authenticate: features.auth.authenticate,
    authenticateToken: features.apiAccess.authenticateToken,
    findSession: features.auth.findSession,
    fileAccess: core.fileAccess,
    limitAuthentication: createAuthLimiter(config.rateLimitFactor, core.clock),
    limit: createLimiter(config.rateLimitFactor, core.clock),
    recordSupport: createSupportTrail(core),
  }
  const hosts = {
    https: isHttps,
    demo: config.demo,
    defaultClientId: DEFAULT_CLIENT_ID,
    publicUrl: config.publicUrl,
    clientIdByHost: async (host: string) => (await features.clients.findTenantByHost(host))?.clientId ?? null,
  }
  const page = options.dist
    ? createPage({
        ...hosts,
        folder: options.dist,
        streams: config.videoHosts,
        packages: packageSources(config.packagesUrl, isHttps),
        hasDemoBanner: hasDemoBanner(config),
        publicInfo: features.clients.publicInfo,
        documentAt: documents(core, features.clients),
        sendWithoutClient: features.setup.sendWaiting,
      })
    : null
  const app = await createServer({ config, log: core.log, sendPage: page?.send ?? null })
  keepDemoLocal(app, config)
  registerHealth(app, core.db)
  registerSecurityText(app, config, core.clock)
  await registerCspReports(app, core)
  registerApiDescription(app)
  for (const feature of [
    features.clients,
    features.auth,
    features.apiAccess,
    features.setup,
    ...features.others,
  ])
    feature.register(app, pipeline)
  registerVerification(app, core, {
    clientOf: (request) => clientOf(hosts, request),
    findTenant: features.clients.findTenant,
    publicInfo: features.clients.publicInfo,
  })
  const files = fileStore(config)
  registerCredentials(app, core, {
    clientOf: (request) => clientOf(hosts, request),
    findTenant: features.clients.findTenant,
    publicInfo: features.clients.publicInfo,
    defaultClientId: DEFAULT_CLIENT_ID,
    pictures: {
      logo: features.clients.logo,
      stored: async (clientId, path) => {
        const file = await openStored(files, clientId, path)
        return file && Buffer.concat(await file.stream().toArray())
      },
    },
  })
  if (config.demo) registerOutboxPage(app, core.db)
  page?.register(app)
  if (options.dist)
    registerStatic(app, options.dist, {
      policy: pagePolicy({
        https: isHttps,
        google: false,
        streams: config.videoHosts,
        packages: packageSources(config.packagesUrl, isHttps),
      }),
      formerAssets: keepFormerBuilds(core, options.dist),
      workerOff: workerSwitch(config),
    })
  return app
}

/** The pages that say what they hold without JavaScript. */
const documents = (
  core: Core,
  { findTenant, documentAt: legalAt }: Features['clients'],
): NonNullable<PageOptions['documentAt']> => {
  const jobAt = createJobDocuments(core, findTenant)
  const personAt = createPersonDocuments(core, { findTenant, badgeTitles: BADGE_TITLES })
  return async (asked) => (await jobAt(asked)) ?? (await personAt(asked)) ?? legalAt(asked)
}

/** Null if they cannot be written: the newest build is served anyway. */
const keepFormerBuilds = (core: Core, dist: string): string | null => {
  try {
    return keepBuild(dist, join(core.config.dataDir, 'builds'))
  } catch (error) {
    core.log.warn({ err: error }, 'could not store the assets of former builds')
    return null
  }
}
