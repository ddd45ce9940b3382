import type { Core } from '../core.ts'
import { createDelivery, type Delivery } from './delivery.ts'
import { smsDelivery } from './sms.ts'
import { smtpDelivery } from './smtp.ts'

/** The delivery worker with the providers that the settings name; a channel without one keeps to the outbox table. */
export const deliveryFor = (
  core: Pick<Core, 'config' | 'db' | 'clock' | 'log'>,
  senderName: (clientId: number) => Promise<string>,
): Delivery =>
  createDelivery({
    db: core.db,
    clock: core.clock,
    log: core.log,
    providers: {
      email: core.config.mail ? smtpDelivery(core.config.mail) : null,
      sms: core.config.sms ? smsDelivery(core.config.sms) : null,
    },
    senderName,
    logBodies: core.config.demo,
  })
