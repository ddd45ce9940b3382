import type { FastifyInstance } from 'fastify'
import * as applications from '#contract/job-applications/applications.ts'
import * as editorCalls from '#contract/job-applications/editor.ts'
import * as partnerCalls from '#contract/job-applications/partner.ts'
import * as pipelineCalls from '#contract/job-applications/pipeline.ts'
import * as resumes from '#contract/job-applications/resume.ts'
import type { Core } from '#server/core/core.ts'
import { mount, type RequestPipeline } from '#server/core/http/pipeline.ts'
import { applyForm, applyTo } from './applying/applying.service.ts'
import { ownApplication, ownApplications, withdraw } from './applying/own-applications.service.ts'
import type { ApplicationContext, ApplicationDependencies } from './context.ts'
import { create, editedJob, jobOptions, save, setRecruiters } from './editor/editor.service.ts'
import { deleteJob, setState } from './editor/state.service.ts'
import { createCodes } from './partner/codes.ts'
import { addPartnerLink, partnerLinks, revokeLink } from './partner/links.service.ts'
import { registerPartnerResumes } from './partner/resume.routes.ts'
import { openLink } from './partner/view.service.ts'
import { board, exportBoard, recruitJobs } from './pipeline/board.service.ts'
import {
  addNote,
  handledApplication,
  openApplication,
  rate,
  sendMessage,
} from './pipeline/handling.service.ts'
import { moveAll } from './pipeline/moves.service.ts'
import { registerResumePreview } from './resumes/preview.routes.ts'
import { createResumeZips } from './resumes/zip.routes.ts'
import { forgetResume, ownResume, replaceResume } from './resumes/resumes.service.ts'

const registerLearnerRoutes = (
  app: FastifyInstance,
  pipeline: RequestPipeline,
  context: ApplicationContext,
): void => {
  mount(app, pipeline, resumes.getResume, (scope) => ownResume(scope))
  mount(app, pipeline, resumes.putResume, (scope, { body }) => replaceResume(context, scope, body))
  mount(app, pipeline, resumes.deleteResume, (scope) => forgetResume(context, scope))
  mount(app, pipeline, applications.getApplyForm, (scope, { params }) =>
    applyForm(context, scope, params.jobId),
  )
  mount(app, pipeline, applications.apply, (scope, { params, body }) =>
    applyTo(context, scope, params.jobId, body),
  )
  mount(app, pipeline, applications.listApplications, (scope, { query }) => ownApplications(scope, query))
  mount(app, pipeline, applications.getApplication, (scope, { params }) =>
    ownApplication(scope, params.applicationId),
  )
  mount(app, pipeline, applications.withdrawApplication, (scope, { params }) =>
    withdraw(scope, params.applicationId),
  )
}

const registerStaffRoutes = (
  app: FastifyInstance,
  pipeline: RequestPipeline,
  context: ApplicationContext,
): void => {
  mount(app, pipeline, pipelineCalls.listRecruitJobs, (scope, { query }) => recruitJobs(scope, query))
  mount(app, pipeline, pipelineCalls.getBoard, (scope, { params }) => board(scope, params.jobId))
  mount(app, pipeline, pipelineCalls.exportApplications, (scope, { params }) =>
    exportBoard(context, scope, params.jobId),
  )
  const zips = createResumeZips(context)
  mount(app, pipeline, pipelineCalls.exportResumes, (scope, { params }) =>
    zips.addressFor(scope, params.jobId),
  )
  zips.register(app, pipeline)
  registerResumePreview(app, pipeline, context)
  mount(app, pipeline, pipelineCalls.moveApplications, (scope, { params, body }) =>
    moveAll(context, scope, params.jobId, body),
  )
  mount(app, pipeline, pipelineCalls.getStaffApplication, (scope, { params }) =>
    handledApplication(scope, params.applicationId),
  )
  mount(app, pipeline, pipelineCalls.viewApplication, (scope, { params }) =>
    openApplication(scope, params.applicationId),
  )
  mount(app, pipeline, pipelineCalls.addNote, (scope, { params, body }) =>
    addNote(scope, params.applicationId, body),
  )
  mount(app, pipeline, pipelineCalls.sendMessage, (scope, { params, body }) =>
    sendMessage(context, scope, params.applicationId, body),
  )
  mount(app, pipeline, pipelineCalls.rateApplication, (scope, { params, body }) =>
    rate(scope, params.applicationId, body.rating),
  )
}

const registerEditorRoutes = (
  app: FastifyInstance,
  pipeline: RequestPipeline,
  context: ApplicationContext,
): void => {
  mount(app, pipeline, editorCalls.getJobOptions, (scope) => jobOptions(scope))
  mount(app, pipeline, editorCalls.createJob, (scope, { body }) => create(context, scope, body))
  mount(app, pipeline, editorCalls.getEditedJob, (scope, { params }) => editedJob(scope, params.jobId))
  mount(app, pipeline, editorCalls.saveEditedJob, (scope, { params, body }) =>
    save(context, scope, params.jobId, body),
  )
  mount(app, pipeline, editorCalls.setJobState, (scope, { params, body }) =>
    setState(context, scope, params.jobId, body),
  )
  mount(app, pipeline, editorCalls.deleteJob, (scope, { params }) => deleteJob(context, scope, params.jobId))
  mount(app, pipeline, editorCalls.setJobRecruiters, (scope, { params, body }) =>
    setRecruiters(context, scope, params.jobId, body),
  )
}

const registerPartnerRoutes = (
  app: FastifyInstance,
  pipeline: RequestPipeline,
  context: ApplicationContext,
): void => {
  const codes = createCodes(context.secret('job-partner-link'))
  mount(app, pipeline, partnerCalls.listPartnerLinks, (scope, { params }) =>
    partnerLinks(codes, scope, params.jobId),
  )
  mount(app, pipeline, partnerCalls.createPartnerLink, (scope, { params, body }) =>
    addPartnerLink(context, codes, scope, params.jobId, body),
  )
  mount(app, pipeline, partnerCalls.revokePartnerLink, (scope, { params }) =>
    revokeLink(context, scope, params),
  )
  mount(app, pipeline, partnerCalls.openPartnerLink, (scope, { body, query }) =>
    openLink(context, codes, scope, { code: body.code, query }),
  )
  registerPartnerResumes(app, pipeline, context, codes)
}

export { mayReadResume } from './pipeline/handling.service.ts'

/** Applications to jobs: what learners send, and what recruiters make of it. */
export const jobApplicationsFeature = (
  { audit, changes, log, secret, clock, db }: Core,
  dependencies: ApplicationDependencies,
) => {
  const context: ApplicationContext = { ...dependencies, audit, changes, log, secret, clock, db }
  return {
    register: (app: FastifyInstance, pipeline: RequestPipeline): void => {
      registerLearnerRoutes(app, pipeline, context)
      registerStaffRoutes(app, pipeline, context)
      registerEditorRoutes(app, pipeline, context)
      registerPartnerRoutes(app, pipeline, context)
    },
  }
}
export { addPastApplication, addRecruiter, type PastStep } from './past.repository.ts'
