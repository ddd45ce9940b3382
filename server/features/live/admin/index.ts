/** The staff's side of live sessions, and webinars. */
import type { FastifyInstance } from 'fastify'
import * as providerCalls from '#contract/live/admin/providers.ts'
import * as recordingCalls from '#contract/live/admin/recordings.ts'
import * as calls from '#contract/live/admin/sessions.ts'
import * as webinarCalls from '#contract/live/webinars.ts'
import type { Core } from '#server/core/core.ts'
import { mount, type RequestPipeline } from '#server/core/http/pipeline.ts'
import type { Notifier } from '#server/core/notifier.ts'
import { createOutgoing, type Outgoing } from '#server/core/security/outgoing.ts'
import { internetOf } from '#server/core/security/web-probe.ts'
import { hookPath } from '../meetings/hook.routes.ts'
import { check } from './check.service.ts'
import { end, type EndContext } from './end.service.ts'
import { learners, options } from './options.service.ts'
import * as settings from './providers.service.ts'
import {
  place,
  sessionOwner,
  type PlacementContext,
  type RecordingUploads,
} from './recording-files.service.ts'
import { saveSessionRecording, type RecordingContext } from './recording.service.ts'
import * as sessions from './sessions.service.ts'
import * as webinars from './webinars.service.ts'

export { providerSecretColumn } from './providers.service.ts'

interface Dependencies extends PlacementContext {
  readonly notifier: Notifier
  readonly uploads: RecordingUploads
  readonly fileExists: RecordingContext['fileExists']
  /** Tests replace it by one that reaches their stand-ins. */
  readonly outgoing?: Outgoing | undefined
}

const mountSessions = (
  app: FastifyInstance,
  pipeline: RequestPipeline,
  context: RecordingContext & EndContext,
): void => {
  mount(app, pipeline, calls.listStaffSessions, (scope, { query }) => sessions.list(scope, query))
  mount(app, pipeline, calls.getCalendar, (scope, { query }) => sessions.calendar(scope, query))
  mount(app, pipeline, calls.getOptions, (scope) => options(scope))
  mount(app, pipeline, calls.findLearners, (scope, { query }) => learners(scope, query))
  mount(app, pipeline, calls.checkPlan, (scope, { body }) => check(scope, body))
  mount(app, pipeline, calls.createSession, (scope, { body }) => sessions.create(context, scope, body))
  mount(app, pipeline, calls.getStaffSession, (scope, { params }) => sessions.get(scope, params.sessionId))
  mount(app, pipeline, calls.updateSession, (scope, { params, body }) =>
    sessions.update(context, scope, params.sessionId, body),
  )
  mount(app, pipeline, calls.cancelSession, (scope, { params, body }) =>
    sessions.cancel(context, scope, params.sessionId, body),
  )
  mount(app, pipeline, calls.endSession, (scope, { params }) => end(context, scope, params.sessionId))
  mount(app, pipeline, calls.saveRecording, (scope, { params, body }) =>
    saveSessionRecording(context, scope, params.sessionId, body),
  )
}

const mountRecordings = (
  app: FastifyInstance,
  pipeline: RequestPipeline,
  { uploads, ...placement }: { uploads: RecordingUploads } & PlacementContext,
): void => {
  mount(app, pipeline, recordingCalls.beginRecordingUpload, (scope, { params, body }) =>
    uploads.begin(scope, sessionOwner(params.sessionId), body),
  )
  mount(app, pipeline, recordingCalls.getRecordingUpload, (scope, { params }) =>
    uploads.progress(scope, sessionOwner(params.sessionId), params.uploadId),
  )
  mount(app, pipeline, recordingCalls.sendRecordingPiece, (scope, { params, body }) =>
    uploads.append(scope, sessionOwner(params.sessionId), params.uploadId, body),
  )
  mount(app, pipeline, recordingCalls.finishRecordingUpload, (scope, { params }) =>
    uploads.finish(scope, sessionOwner(params.sessionId), params.uploadId),
  )
  mount(app, pipeline, recordingCalls.placeRecording, (scope, { params, body }) =>
    place(placement, scope, params.sessionId, body),
  )
}

const mountProviders = (
  app: FastifyInstance,
  pipeline: RequestPipeline,
  context: settings.SettingsContext,
): void => {
  mount(app, pipeline, providerCalls.listProviders, (scope) => settings.providers(scope))
  mount(app, pipeline, providerCalls.saveProvider, (scope, { params, body }) =>
    settings.save(context, scope, params.provider, body),
  )
  mount(app, pipeline, providerCalls.removeProvider, (scope, { params }) =>
    settings.remove(context, scope, params.provider),
  )
  mount(app, pipeline, providerCalls.saveConsentRule, (scope, { body }) =>
    settings.saveConsent(context, scope, body.consent_rule),
  )
  mount(app, pipeline, providerCalls.testProvider, (scope, { params }) =>
    settings.test(context, scope, params.provider),
  )
}

const mountWebinars = (app: FastifyInstance, pipeline: RequestPipeline): void => {
  mount(app, pipeline, webinarCalls.listWebinars, (scope, { query }) => webinars.list(scope, query))
  mount(app, pipeline, webinarCalls.registerForWebinar, (scope, { params }) =>
    webinars.register(scope, params.sessionId),
  )
  mount(app, pipeline, webinarCalls.leaveWebinar, (scope, { params }) =>
    webinars.leave(scope, params.sessionId),
  )
  mount(app, pipeline, webinarCalls.listRegistrations, (scope, { params, query }) =>
    webinars.registrations(scope, params.sessionId, query),
  )
}

export const liveAdminFeature = (
  core: Core,
  { notifier, fileExists, outgoing, uploads, placeVideo }: Dependencies,
) => ({
  register: (app: FastifyInstance, pipeline: RequestPipeline): void => {
    const services = { core, outgoing: outgoing ?? createOutgoing(internetOf(core.config)) }
    const { audit, changes, log } = core
    mountSessions(app, pipeline, { notifier, fileExists, audit, changes, log, services })
    mountProviders(app, pipeline, { ...services, hookPath })
    mountRecordings(app, pipeline, { uploads, placeVideo })
    mountWebinars(app, pipeline)
  },
})
