import type { FastifyInstance } from 'fastify'
import { parseWatch } from '#contract/notifications/live.ts'
import * as contract from '#contract/notifications/notifications.ts'
import type { ChangeFeed } from '#server/core/core.ts'
import { mount, type Border } from '#server/core/http/pipeline.ts'
import { notificationPage, read, unreadState, type ReadDeeds } from './notifications.service.ts'
import { choosePreferences, ownPreferences } from './preferences.service.ts'
import type { PushKeys } from './push/push-keys.ts'
import type { SendPush } from './push/push-sender.ts'
import { pushTest, subscribe, unsubscribe } from './push/push.service.ts'
import type { Streams } from './streams.ts'

export interface NotificationsContext {
  readonly changes: ChangeFeed
  readonly deeds: ReadDeeds
  readonly streams: Streams
  readonly keys: PushKeys
  readonly sendPush: SendPush
  readonly isPushService: (endpoint: string) => boolean
}

export const registerNotificationRoutes = (
  app: FastifyInstance,
  border: Border,
  context: NotificationsContext,
): void => {
  const { streams, keys, sendPush, isPushService } = context
  mount(app, border, contract.listNotifications, (scope, { query }) => notificationPage(scope, query))
  mount(app, border, contract.getUnread, (scope) => unreadState(scope))
  mount(app, border, contract.readNotifications, (scope, { body }) => read(context, scope, body))
  mount(app, border, contract.streamNotifications, (scope, { query }) =>
    streams.open(scope, parseWatch(query.watch)),
  )
  mount(app, border, contract.getPreferences, (scope) => ownPreferences(keys, scope))
  mount(app, border, contract.setPreferences, (scope, { body }) => choosePreferences(keys, scope, body))
  mount(app, border, contract.subscribePush, (scope, { body }) => subscribe(isPushService, scope, body))
  mount(app, border, contract.unsubscribePush, (scope, { body }) => unsubscribe(scope, body.endpoint))
  mount(app, border, contract.testPush, (scope) => pushTest(sendPush, scope))
  // Open bells end before the server waits for its requests to be over.
  app.addHook('preClose', (done) => {
    streams.closeAll()
    done()
  })
}
