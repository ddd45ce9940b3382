import type { Core } from '#server/core/core.ts'
import { createOutgoing, type Outgoing } from '#server/core/security/outgoing.ts'
import { internetOf } from '#server/core/security/web-probe.ts'
import type { MeetingLink } from '../learner/join.service.ts'
import { ProviderError } from '../providers/provider.ts'
import { providerFor } from './providers.service.ts'

/** What the room shows of somebody who hides their name. */
const HIDDEN_NAME = 'Guest'

/** The address at which a person enters, made by the session's meeting service; null while it cannot be reached. */
export const serviceLink = (
  core: Core,
  outgoing: Outgoing = createOutgoing(internetOf(core.config)),
): MeetingLink => {
  const context = { core, outgoing }
  return async (scope, { provider, meetingLink, isHost, isHidden, ...session }) => {
    const { clientId } = scope.tenant
    const { userId } = scope.actor
    const { service, name } = await scope.tx(async (db) => ({
      service: await providerFor(context, db, clientId, provider),
      name: (
        await db
          .selectFrom('app_user')
          .select('full_name')
          .where('client_id', '=', clientId)
          .where('id', '=', userId)
          .executeTakeFirstOrThrow()
      ).full_name,
    }))
    if (!service) return null
    const person = { userId, name: isHidden ? HIDDEN_NAME : name, isHost, isHidden }
    try {
      return await service.joinUrl({ ...session, meetingLink }, person, scope.clock.now())
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      core.log.warn({ err: error, clientId }, 'a meeting service did not let anybody in')
      return null
    }
  }
}
