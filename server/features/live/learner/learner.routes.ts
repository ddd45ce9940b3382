import type { FastifyInstance } from 'fastify'
import {
  beatPresence,
  getCalendarFile,
  getFeed,
  getRecording,
  joinSession,
  listPast,
  listSchedule,
  renewFeed as renewFeedEndpoint,
  revokeFeed as revokeFeedEndpoint,
  watchRecording,
} from '#contract/live/live.ts'
import type { Core } from '#server/core/core.ts'
import { mount, type RequestPipeline } from '#server/core/http/pipeline.ts'
import { calendarFile, ownFeed, renewFeed, revokeFeed } from '../calendar/calendar.service.ts'
import { beat, join, type MeetingLink } from './join.service.ts'
import { recordingOf, saveWatch } from './recording.service.ts'
import { pastSessions, schedule } from './schedule.service.ts'

export const registerLearnerRoutes = (
  app: FastifyInstance,
  pipeline: RequestPipeline,
  core: Core,
  meetingLink: MeetingLink,
): void => {
  mount(app, pipeline, listSchedule, (scope, { query }) => schedule(scope, query))
  mount(app, pipeline, listPast, (scope, { query }) => pastSessions(scope, query))
  mount(app, pipeline, joinSession, (scope, { params, body }) =>
    join({ meetingLink, changes: core.changes }, scope, params.sessionId, body),
  )
  mount(app, pipeline, beatPresence, (scope, { params, body }) => beat(scope, params.sessionId, body.page))
  mount(app, pipeline, getCalendarFile, (scope, { params }) => calendarFile(core, scope, params.sessionId))
  mount(app, pipeline, getFeed, (scope) => ownFeed(core, scope))
  mount(app, pipeline, renewFeedEndpoint, (scope) => renewFeed(core, scope))
  mount(app, pipeline, revokeFeedEndpoint, (scope) => revokeFeed(scope))
  mount(app, pipeline, getRecording, (scope, { params }) => recordingOf(scope, params.sessionId))
  mount(app, pipeline, watchRecording, (scope, { params, body }) => saveWatch(scope, params.sessionId, body))
}
