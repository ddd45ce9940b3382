import type { FastifyInstance } from 'fastify'
import { FORUM_SLUG } from '#contract/client-info/feature-slugs.ts'
import { parseWatch } from '#contract/notifications/live.ts'
import * as contract from '#contract/notifications/notifications.ts'
import type { ChangeFeed } from '#server/core/core.ts'
import { mount, type RequestPipeline } from '#server/core/http/pipeline.ts'
import { notificationPage, markAsRead, unreadState, type ReadDependencies } from './notifications.service.ts'
import { changePreferences, readPreferences } from './preferences.service.ts'
import type { PushKeys } from './push/push-keys.ts'
import type { SendPush } from './push/push-sender.ts'
import { sendTestPush, subscribe, unsubscribe } from './push/push.service.ts'
import type { Streams } from './streams.ts'

export interface NotificationsContext {
  readonly changes: ChangeFeed
  readonly dependencies: ReadDependencies
  readonly streams: Streams
  readonly keys: PushKeys
  readonly sendPush: SendPush
  readonly isPushService: (endpoint: string) => boolean
}

export const registerNotificationRoutes = (
  app: FastifyInstance,
  pipeline: RequestPipeline,
  context: NotificationsContext,
): void => {
  const { streams, keys, sendPush, isPushService } = context
  mount(app, pipeline, contract.listNotifications, (scope, { query }) => notificationPage(scope, query))
  mount(app, pipeline, contract.getUnread, (scope) => unreadState(scope))
  mount(app, pipeline, contract.readNotifications, (scope, { body }) => markAsRead(context, scope, body))
  mount(app, pipeline, contract.streamNotifications, (scope, { query }) =>
    // Threads are all that can be watched.
    streams.open(scope, scope.tenant.features.has(FORUM_SLUG) ? parseWatch(query.watch) : []),
  )
  mount(app, pipeline, contract.getPreferences, (scope) => readPreferences(keys, scope))
  mount(app, pipeline, contract.setPreferences, (scope, { body }) => changePreferences(keys, scope, body))
  mount(app, pipeline, contract.subscribePush, (scope, { body }) => subscribe(isPushService, scope, body))
  mount(app, pipeline, contract.unsubscribePush, (scope, { body }) => unsubscribe(scope, body.endpoint))
  mount(app, pipeline, contract.testPush, (scope) => sendTestPush(sendPush, scope))
  // Close open streams before the server waits for its requests to finish.
  app.addHook('preClose', (done) => {
    streams.closeAll()
    done()
  })
}
