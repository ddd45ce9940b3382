import type { FastifyInstance } from 'fastify'
import type { Core } from '#server/core/core.ts'
import type { RequestPipeline } from '#server/core/http/pipeline.ts'
import { brandFolders, drawableLogo } from './brand.ts'
import { registerClientRoutes } from './clients.routes.ts'
import { createClientsService } from './clients.service.ts'

export { DEFAULT_CLIENT_ID } from './default-client.ts'
export {
  insertClient,
  insertPlainClient,
  listClientIds,
  markSetUp,
  readClientOrigin,
  setClientActive,
  setFeature,
  type NewClient,
} from './clients.repository.ts'
export { featureCatalogue, type FeatureSlug } from './feature-catalogue.ts'
export { tenantCommand, UsageError, type TenantCommandTools } from './tenant-command.ts'

/** Clients, found by id or host name, with their public info, manifest, logo and icons. */
export const clientsFeature = (core: Core) => {
  const service = createClientsService(core)
  return {
    register: (app: FastifyInstance, pipeline: RequestPipeline) =>
      registerClientRoutes(app, pipeline, core, service),
    findTenant: service.findTenant,
    findTenantByHost: service.findTenantByHost,
    publicInfo: service.publicInfo,
    list: service.list,
    logo: async (clientId: number): Promise<Uint8Array | null> => {
      const info = await service.publicInfo(clientId)
      return info && drawableLogo(brandFolders(core.config), info)
    },
  }
}
