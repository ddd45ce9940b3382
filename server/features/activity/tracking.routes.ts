import type { FastifyInstance } from 'fastify'
import { getIntervals, trackTime } from '#contract/activity/activity.ts'
import type { Core } from '#server/core/core.ts'
import { AppError } from '#server/core/http/errors.ts'
import { Answer, mount, type RequestPipeline } from '#server/core/http/pipeline.ts'
import { createBeaconTokens, rejectForeignOrigin } from './beacon.ts'
import { roleOfSession } from './tracking.repository.ts'
import { reportTime, readIntervals, type TrackingDependencies } from './tracking.service.ts'

const parseBeacon = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    throw new AppError('malformed_request', 'The body is not valid JSON.', { cause })
  }
}

export const registerTrackingRoutes = (
  app: FastifyInstance,
  pipeline: RequestPipeline,
  core: Core,
  dependencies: TrackingDependencies,
): void => {
  const beaconTokens = createBeaconTokens({
    secret: core.secret('activity-beacon'),
    clock: core.clock,
    authenticate: pipeline.authenticate,
    actorOf: async (tenant, userId, sessionId) => {
      const role = await core.db.withTenant(tenant.clientId, (db) =>
        roleOfSession(db, { userId, sessionId, now: core.clock.now() }),
      )
      return role ? { userId, sessionId, role } : null
    },
  })
  mount(app, pipeline, getIntervals, (scope, { query }) => readIntervals(scope, query.day))
  // A separate plugin scope: beacons arrive as text/plain, which no other request may use.
  void app.register(async (beacons) => {
    beacons.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) => {
      try {
        done(null, parseBeacon(String(body)))
      } catch (error) {
        done(error as Error)
      }
    })
    beacons.addHook('onRequest', async (request) => rejectForeignOrigin(request.headers, request.host))
    mount(
      beacons,
      { ...pipeline, authenticate: beaconTokens.authenticate },
      trackTime,
      async (scope, { body }) =>
        new Answer(await reportTime(dependencies, scope, body), { cookies: [beaconTokens.issue(scope)] }),
    )
  })
}
