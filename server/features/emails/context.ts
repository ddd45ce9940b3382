import type { RawBuilder } from 'kysely'
import type { Audience } from '#contract/emails/campaigns.ts'
import type { Core } from '#server/core/core.ts'
import type { Deliver } from '#server/core/mail/delivery.ts'
import type { Tenant } from '#server/core/http/scope.ts'

/** The condition that the list of people makes of its filters, for `app_user u`; the feature of people hands it over. */
export type PeopleMatching = (clientId: number, filter: Audience['people'], now: Date) => RawBuilder<boolean>

export interface EmailsContext {
  readonly core: Core
  readonly peopleMatching: PeopleMatching
}

export interface SendingContext extends EmailsContext {
  readonly findTenant: (clientId: number) => Promise<Tenant | null>
  /** Null without a mail server: mails stay in the outbox. */
  readonly deliver: Deliver | null
}
