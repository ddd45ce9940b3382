import type { FastifyInstance } from 'fastify'
import {
  createWorkshop as createCall,
  getWorkshop as getCall,
  getWorkshopOptions,
  listWorkshops as listCall,
  saveWorkshop as saveCall,
  setWorkshopState as stateCall,
  uploadWorkshopCover,
} from '#contract/workshops/manage.ts'
import {
  cancelRegistration,
  confirmRegistration,
  getMyRegistration,
  getWorkshopPage,
  openRegistration,
  registerForWorkshop,
  registerMyself as registerMyselfCall,
} from '#contract/workshops/public.ts'
import {
  changeRegistrations as changeCall,
  exportRegistrations as exportCall,
  getSavedViews,
  listRegistrations as registrationsCall,
  mailRegistrations as mailCall,
  saveViews as saveViewsCall,
} from '#contract/workshops/registrations.ts'
import type { Core } from '#server/core/core.ts'
import { mount, type RequestPipeline } from '#server/core/http/pipeline.ts'
import { originOf } from '#server/core/mail/site.ts'
import { changeRegistrations, mailSelection } from './staff/bulk.service.ts'
import type { MailContext, WorkshopDependencies, WorkshopsContext } from './context.ts'
import * as manage from './staff/manage.service.ts'
import { cancelOwn, confirmOwn, openOwn } from './own.service.ts'
import { myRegistration, workshopPage } from './page.service.ts'
import { register, registerMyself } from './register.service.ts'
import { createSettleJob } from './settle.job.ts'
import { exportRegistrations, registrationPage, savedViews, saveViews } from './staff/list.service.ts'

export { mayReadRegistrationFile } from './staff/list.service.ts'
export { newCode } from './tokens.ts'
export { addPastRegistrations, addWorkshop, type PastRegistration } from './past.repository.ts'

const mailContextOf = (core: Core): MailContext => ({
  outbox: core.outbox,
  // A mail that asks to confirm an address is worth nothing without its link.
  publicUrl: originOf(core.config),
  demo: core.config.demo,
  linkKey: core.secret('workshops.links'),
})

const mountPublic = (app: FastifyInstance, pipeline: RequestPipeline, context: WorkshopsContext): void => {
  mount(app, pipeline, getWorkshopPage, (scope, { params }) => workshopPage(context, scope, params.code))
  mount(app, pipeline, registerForWorkshop, (scope, { params, body }) =>
    register(context, scope, params.code, body),
  )
  mount(app, pipeline, getMyRegistration, (scope, { params }) => myRegistration(context, scope, params.code))
  mount(app, pipeline, registerMyselfCall, (scope, { params, body }) =>
    registerMyself(context, scope, params.code, body),
  )
  mount(app, pipeline, openRegistration, (scope, { body }) => openOwn(context, scope, body.token))
  mount(app, pipeline, confirmRegistration, (scope, { body }) => confirmOwn(context, scope, body.token))
  mount(app, pipeline, cancelRegistration, (scope, { body }) => cancelOwn(context, scope, body.token))
}

const mountStaff = (app: FastifyInstance, pipeline: RequestPipeline, context: WorkshopsContext): void => {
  mount(app, pipeline, listCall, (scope, { query }) => manage.listWorkshops(scope, query))
  mount(app, pipeline, createCall, (scope, { body }) => manage.createWorkshop(context, scope, body))
  mount(app, pipeline, getCall, (scope, { params }) => manage.getWorkshop(scope, params.workshopId))
  mount(app, pipeline, saveCall, (scope, { params, body }) =>
    manage.saveWorkshop(context, scope, params.workshopId, body),
  )
  mount(app, pipeline, stateCall, (scope, { params, body }) =>
    manage.setWorkshopState(context, scope, params.workshopId, body.state),
  )
  mount(app, pipeline, uploadWorkshopCover, (scope, { body }) =>
    manage.uploadCover(context, scope, body.data),
  )
  mount(app, pipeline, getWorkshopOptions, (scope) => manage.workshopOptions(scope))
  mount(app, pipeline, registrationsCall, (scope, { query }) => registrationPage(scope, query))
  mount(app, pipeline, exportCall, (scope, { query }) => exportRegistrations(context, scope, query))
  mount(app, pipeline, changeCall, (scope, { body }) => changeRegistrations(context, scope, body))
  mount(app, pipeline, mailCall, (scope, { body }) => mailSelection(context, scope, body))
  mount(app, pipeline, getSavedViews, (scope) => savedViews(scope))
  mount(app, pipeline, saveViewsCall, (scope, { body }) => saveViews(scope, body.views))
}

/** Workshops: a public page with a registration form, seats with a waiting list, and what staff do with both. */
export const workshopsFeature = (core: Core, dependencies: WorkshopDependencies) => {
  const context: WorkshopsContext = {
    ...dependencies,
    ...mailContextOf(core),
    audit: core.audit,
    formKey: core.secret('workshops.forms'),
  }
  return {
    register: (app: FastifyInstance, pipeline: RequestPipeline): void => {
      mountPublic(app, pipeline, context)
      mountStaff(app, pipeline, context)
    },
  }
}

/** Background job: frees seats whose time is over and moves waiting lists on. */
export const workshopSeatsJob = (core: Core) => createSettleJob(core, mailContextOf(core))
