/** Certificates: criteria, issuing, the learner's pages, verification and the portal for admins. */
import type { FastifyInstance } from 'fastify'
import * as own from '#contract/certificates/certificates.ts'
import * as portal from '#contract/certificates/portal.ts'
import * as downloads from '#contract/certificates/downloads.ts'
import * as looks from '#contract/certificates/templates.ts'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { mount, type RequestPipeline } from '#server/core/http/pipeline.ts'
import type { Notifier } from '#server/core/notifier.ts'
import { createDownloads, type OpenFile } from './downloads/downloads.service.ts'
import { createCertificatesJob } from './certificates.job.ts'
import type { IssueContext } from './issue.service.ts'
import { confirmName, courseCertificate, ownCertificates } from './own.service.ts'
import { issueBulk, previewBulk } from './portal/bulk.service.ts'
import { issuedPage, numbers, reissue, restore, revoke } from './portal/issued.service.ts'
import { rules, saveRule } from './portal/rules.service.ts'
import { drawPreview } from './portal/previews.service.ts'
import { revokeCourses } from './refunds.ts'
import {
  createTemplate,
  publishTemplate,
  saveDraft,
  templates,
  uploadPicture,
  versions,
  type TemplateContext,
} from './portal/templates.service.ts'

export { credentialKeyColumn } from './credential/credential-keys.ts'
export { registerCredentials } from './credential/documents.routes.ts'
export { insertCertificate, markReplaced, setRevoked, todayOf } from './certificates.repository.ts'
export { criteriaOf, monthsAfter } from './criteria.ts'
export { readFacts, type FactsRow as CertificateFactsRow } from './facts.repository.ts'
export { addName } from './names.repository.ts'
export { ruledSubjects, writeRule } from './portal/rules.repository.ts'
export { addTemplate } from './templates.repository.ts'
export { warmUpDrawing } from './drawing/warm-up.ts'
export { createDownloadsJob } from './downloads/downloads.job.ts'
export { createPicturesSweep } from './portal/pictures.job.ts'
export { newCertificates } from './new-certificates.ts'
export { registerVerification } from './verify/verify.routes.ts'

const mountOwn = (app: FastifyInstance, pipeline: RequestPipeline, context: IssueContext): void => {
  mount(app, pipeline, own.getCertificates, (scope) => ownCertificates(context, scope))
  mount(app, pipeline, own.confirmName, (scope, { body }) => confirmName(context, scope, body.name))
  mount(app, pipeline, own.getCourseCertificate, (scope, { params }) =>
    courseCertificate(context, scope, params.courseId),
  )
}

const mountTemplates = (app: FastifyInstance, pipeline: RequestPipeline, context: TemplateContext): void => {
  mount(app, pipeline, looks.listTemplates, (scope) => templates(scope))
  mount(app, pipeline, looks.createTemplate, (scope, { body }) => createTemplate(context, scope, body))
  mount(app, pipeline, looks.publishTemplate, (scope, { params, body }) =>
    publishTemplate(context, scope, params.templateId, body),
  )
  mount(app, pipeline, looks.saveDraft, (scope, { params, body }) =>
    saveDraft(context, scope, params.templateId, body),
  )
  mount(app, pipeline, looks.listVersions, (scope, { params }) => versions(scope, params.templateId))
  mount(app, pipeline, looks.uploadTemplatePicture, (scope, { body }) =>
    uploadPicture(context, scope, body.picture),
  )
  mount(app, pipeline, looks.previewTemplate, (scope, { body }) => drawPreview(context, scope, body))
}

const mountPortal = (app: FastifyInstance, pipeline: RequestPipeline, context: IssueContext): void => {
  mount(app, pipeline, portal.listIssued, (scope, { query }) => issuedPage(scope, query))
  mount(app, pipeline, portal.getCertificateNumbers, (scope) => numbers(scope))
  mount(app, pipeline, portal.revokeCertificate, (scope, { params, body }) =>
    revoke(context, scope, params.certificateId, body.reason),
  )
  mount(app, pipeline, portal.restoreCertificate, (scope, { params, body }) =>
    restore(context, scope, params.certificateId, body.reason),
  )
  mount(app, pipeline, portal.reissueCertificate, (scope, { params, body }) =>
    reissue(context, scope, params.certificateId, body),
  )
  mount(app, pipeline, portal.listRules, (scope) => rules(scope))
  mount(app, pipeline, portal.saveRule, (scope, { params, body }) =>
    saveRule(context, scope, { kind: params.kind, id: params.subjectId }, body),
  )
  mount(app, pipeline, portal.previewBulk, (scope, { params }) =>
    previewBulk(scope, { kind: params.kind, id: params.subjectId }),
  )
  mount(app, pipeline, portal.issueBulk, (scope, { params, body }) =>
    issueBulk(context, scope, { kind: params.kind, id: params.subjectId }, body.user_ids),
  )
}

interface Dependencies extends Pick<TemplateContext, 'notifier' | 'logo' | 'files'> {
  readonly open: OpenFile
  readonly defaultClientId: number
}

export const certificatesFeature = (core: Core, { notifier, logo, files, ...rest }: Dependencies) => {
  const context: IssueContext = { audit: core.audit, notifier }
  const zips = createDownloads(core, rest)
  return {
    register: (app: FastifyInstance, pipeline: RequestPipeline): void => {
      mountOwn(app, pipeline, context)
      mountPortal(app, pipeline, context)
      mountTemplates(app, pipeline, { ...context, logo, files })
      mount(app, pipeline, downloads.startDownload, (scope, { body }) => zips.start(scope, body))
      mount(app, pipeline, downloads.getDownload, (scope, { params }) => zips.get(scope, params.downloadId))
      zips.register(app, pipeline)
    },
    context,
  }
}

/** Background job: issues what became due without a visit, and tells learners what they must know. */
export const certificatesJob = (core: Core, notifier: Notifier) =>
  createCertificatesJob(core, { audit: core.audit, notifier })

/** For programmes whose money goes back: revokes in the caller's transaction. */
export const refundedCertificates = (core: Core, notifier: Pick<Notifier, 'notify'>) => {
  const context = { audit: core.audit, notifier }
  return {
    revokeCertificates: (
      db: TenantDb,
      clientId: number,
      of: { userId: number; courseIds: readonly number[]; at: Date },
    ): Promise<void> => revokeCourses(context, db, clientId, of),
  }
}
