/** Why the mails of a campaign wait. */
import * as z from 'zod/mini'
import { timestamp } from '../common.ts'

/**
 * `mail_limit`: the plan has no room, until the next month where that helps. `sending_off`: the plan has no mails at all.
 * `refused`: the mail server said no for now. `own_clock`: it is not time yet by the clocks of those who are left.
 * `stalled`: no server picks up the mails that are due. `starter_left`: whoever scheduled it is no longer an admin.
 */
const waitReasons = [
  'scheduled',
  'paused',
  'mail_limit',
  'sending_off',
  'unreachable',
  'refused',
  'own_clock',
  'stalled',
  'starter_left',
] as const
export const mailWait = z.object({
  reason: z.enum(waitReasons),
  since: z.nullable(timestamp),
  /** When it goes on, or is tried again, by itself. */
  until: z.nullable(timestamp),
})
export type MailWait = z.infer<typeof mailWait>
