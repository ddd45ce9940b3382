import type { FastifyInstance } from 'fastify'
import type { Core } from '#server/core/core.ts'
import { createDnsRecords } from '#server/core/security/dns-records.ts'
import { createOutgoing } from '#server/core/security/outgoing.ts'
import { internetOf } from '#server/core/security/web-probe.ts'
import { smsDelivery } from '#server/core/mail/sms.ts'
import { brandFolders, drawableLogo, type BrandSource } from './brand.ts'
import * as brandCalls from '#contract/client-info/brand-endpoints.ts'
import * as domainCalls from '#contract/client-info/domains.ts'
import * as legalCalls from '#contract/client-info/legal.ts'
import * as serviceCalls from '#contract/client-info/services.ts'
import * as settingsCalls from '#contract/client-info/settings-endpoints.ts'
import { mount, type RequestPipeline } from '#server/core/http/pipeline.ts'
import { registerClientRoutes } from './clients.routes.ts'
import { createClientsService } from './clients.service.ts'
import { createDomainsService, type DomainTools } from './domains/domains.service.ts'
import { createLegalDocuments } from './legal/legal-page.ts'
import { createLegalService, type LegalService } from './legal/legal.service.ts'
import { createServicesService, type ServiceTools, type TryStorage } from './services/services.service.ts'
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
const registerBrand = (app: FastifyInstance, pipeline: RequestPipeline, core: Core): void => {
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
}

/** Each change counts the version of the settings. */
const registerSettings = (app: FastifyInstance, pipeline: RequestPipeline, core: Core): void => {
  const settings = createSettingsService(core)
  mount(app, pipeline, settingsCalls.getSettings, (scope) => settings.read(scope))
  mount(app, pipeline, settingsCalls.switchFeature, (scope, { body }) => settings.switchFeature(scope, body))
  mount(app, pipeline, settingsCalls.setLanguages, (scope, { body }) => settings.setLanguages(scope, body))
  mount(app, pipeline, settingsCalls.setMail, (scope, { body }) => settings.setMail(scope, body))
  mount(app, pipeline, settingsCalls.sendTestMail, (scope) => settings.sendTestMail(scope))
  mount(app, pipeline, settingsCalls.setAccountRules, (scope, { body }) =>
    settings.setAccountRules(scope, body),
  )
}

const registerLegal = (app: FastifyInstance, pipeline: RequestPipeline, legal: LegalService): void => {
  mount(app, pipeline, legalCalls.getLegalText, (scope, { params, query }) =>
    legal.read(scope, { kind: params.legalKind, language: query.language }),
  )
  mount(app, pipeline, legalCalls.getLegalState, (scope, { params }) => legal.state(scope, params.legalKind))
  mount(app, pipeline, legalCalls.publishLegalText, (scope, { params, body }) =>
    legal.publish(scope, params.legalKind, body),
  )
  mount(app, pipeline, legalCalls.getLegalVersion, (scope, { params }) =>
    legal.version(scope, { kind: params.legalKind, version: params.versionId }),
  )
}

const registerDomains = (
  app: FastifyInstance,
  pipeline: RequestPipeline,
  domains: ReturnType<typeof createDomainsService>,
): void => {
  mount(app, pipeline, domainCalls.listDomains, (scope) => domains.list(scope))
  mount(app, pipeline, domainCalls.addDomain, (scope, { body }) => domains.add(scope, body.host))
  mount(app, pipeline, domainCalls.checkDomain, (scope, { params }) => domains.check(scope, params.domainId))
  mount(app, pipeline, domainCalls.setMainDomain, (scope, { params }) =>
    domains.setMain(scope, params.domainId),
  )
  mount(app, pipeline, domainCalls.removeDomain, (scope, { params }) =>
    domains.remove(scope, params.domainId),
  )
}

const registerServices = (
  app: FastifyInstance,
  pipeline: RequestPipeline,
  services: ReturnType<typeof createServicesService>,
): void => {
  mount(app, pipeline, serviceCalls.getServices, (scope) => services.read(scope))
  mount(app, pipeline, serviceCalls.testSms, (scope, { body }) => services.testSms(scope, body.phone_number))
  mount(app, pipeline, serviceCalls.testStorage, (scope) => services.testStorage(scope))
}

/** Tests replace the outgoing ones. */
export interface ClientTools {
  readonly storage: TryStorage
  readonly records?: DomainTools['records'] | undefined
  readonly outgoing?: DomainTools['outgoing'] | undefined
  readonly sms?: ServiceTools['sms'] | undefined
}

/** Clients, found by id or host name, with their public info, manifest, logo and icons. */
export const clientsFeature = (core: Core, tools: ClientTools) => {
  const service = createClientsService(core)
  const legal = createLegalService(core)
  const { records = createDnsRecords(), outgoing = createOutgoing(internetOf(core.config)), storage } = tools
  const { sms = core.config.sms && smsDelivery(core.config.sms) } = tools
  const source: BrandSource = {
    folders: brandFolders(core.config),
    picture: (clientId, id) => core.db.withTenant(clientId, (db) => readPicture(db, clientId, id)),
  }
  return {
    register: (app: FastifyInstance, pipeline: RequestPipeline) => {
      registerClientRoutes(app, pipeline, core, service, source)
      registerBrand(app, pipeline, core)
      registerSettings(app, pipeline, core)
      registerLegal(app, pipeline, legal)
      registerDomains(app, pipeline, createDomainsService(core, { records, outgoing }))
      registerServices(app, pipeline, createServicesService(core, { sms, storage }))
    },
    /** The terms and the privacy notice as text in the page. */
    documentAt: createLegalDocuments(service.findTenant, legal),
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
