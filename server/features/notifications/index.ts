import './notifications.tables.ts'
import type { FastifyInstance } from 'fastify'
import type { Core } from '#server/core/core.ts'
import type { RequestPipeline } from '#server/core/http/pipeline.ts'
import type { Notifier } from '#server/core/notifier.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { createMailJob } from './mail/mail.job.ts'
import { registerNotificationRoutes } from './notifications.routes.ts'
import type { ReadDependencies } from './notifications.service.ts'
import { createNotify, createWithdraw } from './notify.ts'
import { createPushJob } from './push/push.job.ts'
import { createPushKeys } from './push/push-keys.ts'
import { createPushSender } from './push/push-sender.ts'
import { isPushService } from './push/push-services.ts'
import { createStreams, type CameSince } from './streams.ts'
import { registerUnsubscribe } from './mail/unsubscribe.ts'

export { BADGE_TITLES } from './badge-titles.ts'
export { pushKeyColumn } from './push/push-keys.ts'

/** How pushes are sent; tests provide their own push service. */
export interface PushOutlet {
  readonly fetch?: typeof globalThis.fetch
  readonly isPushService: (endpoint: string) => boolean
}

/** Push services require a contact address for reports about a misbehaving installation. */
const contactOf = ({ publicUrl, mail }: Core['config']): string => {
  if (publicUrl?.startsWith('https:')) return publicUrl
  const address = /<([^<>]+)>\s*$/.exec(mail?.from ?? '')?.[1] ?? mail?.from
  return address ? `mailto:${address.trim()}` : 'mailto:webmaster@localhost.localdomain'
}

const senderOf = (core: Core, outlet: PushOutlet) => {
  const keys = createPushKeys(core)
  const { fetch } = outlet
  const sendPush = createPushSender({
    keys,
    contact: contactOf(core.config),
    isAllowed: outlet.isPushService,
    ...(fetch ? { fetch } : {}),
  })
  return { keys, sendPush }
}

/** Sends notifications; other features receive it in app.ts. */
export const notifier = (core: Pick<Core, 'clock' | 'changes'>): Notifier => ({
  notify: createNotify(core),
  withdraw: createWithdraw(core),
})

/** Notifications, their settings, live streams and push subscriptions. */
export const notificationsFeature = (
  core: Core,
  dependencies: ReadDependencies & { readonly cameSince: CameSince },
  outlet: PushOutlet = { isPushService },
) => {
  const { keys, sendPush } = senderOf(core, outlet)
  return {
    register: (app: FastifyInstance, pipeline: RequestPipeline): void => {
      registerNotificationRoutes(app, pipeline, {
        changes: core.changes,
        dependencies,
        streams: createStreams(core, dependencies.cameSince),
        keys,
        sendPush,
        isPushService: outlet.isPushService,
      })
      registerUnsubscribe(app, core)
    },
  }
}

/** Background jobs that send pushes and mails when they are due. A mail waits while the client's plan has no room for it. */
export const notificationJobs = (
  core: Core,
  hasMailRoom: (db: TenantDb) => Promise<boolean>,
  outlet: PushOutlet = { isPushService },
) => {
  const push = createPushJob(core, senderOf(core, outlet).sendPush)
  const mail = createMailJob(core, hasMailRoom)
  return {
    push,
    mail,
    start: () => {
      push.start()
      mail.start()
    },
    stop: async () => {
      await Promise.all([push.stop(), mail.stop()])
    },
  }
}
