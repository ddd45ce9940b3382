import type { FastifyInstance } from 'fastify'
import type { Core } from '#server/core/core.ts'
import { brandFolders, drawableLogo, type BrandSource } from './brand.ts'
import * as brandCalls from '#contract/client-info/brand-endpoints.ts'
import * as settingsCalls from '#contract/client-info/settings-endpoints.ts'
import { mount, type RequestPipeline } from '#server/core/http/pipeline.ts'
import { registerClientRoutes } from './clients.routes.ts'
import { createClientsService } from './clients.service.ts'
import { readPicture } from './settings/brand.repository.ts'
import { createBrandService } from './settings/brand.service.ts'
import { createSettingsService } from './settings/settings.service.ts'

export { DEFAULT_CLIENT_ID } from './default-client.ts'
export { forbidFeature } from './forbid-feature.ts'
export { rollOutFeature } from './roll-out.ts'
export {
  BRAND_COLOUR_DEFAULT,
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

/** /admin/settings. */
const registerSettings = (app: FastifyInstance, pipeline: RequestPipeline, core: Core): void => {
  const brand = createBrandService(core)
  mount(app, pipeline, brandCalls.getBrand, (scope) => brand.read(scope))
  mount(app, pipeline, brandCalls.saveBrandDraft, (scope, { body }) => brand.saveDraft(scope, body))
  mount(app, pipeline, brandCalls.publishBrand, (scope, { body }) =>
    brand.publishDraft(scope, body.draft_number),
  )
  mount(app, pipeline, brandCalls.restoreBrand, (scope, { params, body }) =>
    brand.restore(scope, { version: params.versionId, current: body.current }),
  )
  mount(app, pipeline, brandCalls.uploadBrandPicture, (scope, { body }) => brand.upload(scope, body))
  const settings = createSettingsService(core)
  mount(app, pipeline, settingsCalls.getSettings, (scope) => settings.read(scope))
  mount(app, pipeline, settingsCalls.switchFeature, (scope, { body }) => settings.switchFeature(scope, body))
  mount(app, pipeline, settingsCalls.setLanguages, (scope, { body }) => settings.setLanguages(scope, body))
  mount(app, pipeline, settingsCalls.setMail, (scope, { body }) => settings.setMail(scope, body))
  mount(app, pipeline, settingsCalls.sendTestMail, (scope) => settings.sendTestMail(scope))
}

/** Clients, found by id or host name, with their public info, manifest, logo and icons. */
export const clientsFeature = (core: Core) => {
  const service = createClientsService(core)
  const source: BrandSource = {
    folders: brandFolders(core.config),
    picture: (clientId, id) => core.db.withTenant(clientId, (db) => readPicture(db, clientId, id)),
  }
  return {
    register: (app: FastifyInstance, pipeline: RequestPipeline) => {
      registerClientRoutes(app, pipeline, core, service, source)
      registerSettings(app, pipeline, core)
    },
    findTenant: service.findTenant,
    findTenantByHost: service.findTenantByHost,
    publicInfo: service.publicInfo,
    list: service.list,
    mailIdentity: service.mailIdentity,
    logo: async (clientId: number): Promise<Uint8Array | null> => {
      const record = await service.record(clientId)
      return record && drawableLogo(source, record)
    },
  }
}
