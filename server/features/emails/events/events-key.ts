/** The key of the address for reports. It derives from the client's number of keys, so there is nothing to store. */
import { createHmac } from 'node:crypto'
import type { Core } from '#server/core/core.ts'
import { sameText } from '#server/core/mail/plain-page.ts'

const keyOf = ({ secret }: Pick<Core, 'secret'>, clientId: number, number: number): string =>
  createHmac('sha256', secret('emails.events')).update(`${clientId}:${number}`).digest('base64url')

/** The key stands in the query, which no log keeps. */
export const eventsPath = (core: Pick<Core, 'secret'>, clientId: number, number: number): string =>
  `/mail/events/${clientId}/?key=${keyOf(core, clientId, number)}`

export const isEventsKey = (
  core: Pick<Core, 'secret'>,
  clientId: number,
  { number, key }: { number: number; key: string },
): boolean => sameText(key, keyOf(core, clientId, number))
