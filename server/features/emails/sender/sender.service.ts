/** The client's own sender address: chosen, proved by a DNS record, used, and given up. */
import { domainToASCII } from 'node:url'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { checkSender as checkCall, getSender as getCall } from '#contract/emails/sender.ts'
import type { AuditAction } from '#contract/security/audit-actions.ts'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { invalidField, notFound } from '#server/core/http/errors.ts'
import type { AdminScope } from '#server/core/http/scope.ts'
import { fieldIssue } from '#server/core/http/validate.ts'
import type { OwnAddress } from '#server/core/mail/delivery.ts'
import { findRecord, recordName, recordValue, type ResolveTxt } from './dns-record.ts'
import { newSenderKey, privateKeyOf } from './sender-key.ts'
import * as repository from './sender.repository.ts'

type Sender = ResponseOf<typeof getCall>

const record = (core: Core, db: TenantDb, scope: AdminScope, action: AuditAction, detail = {}) =>
  core.audit.record(db, {
    action,
    result: 'ok',
    actorId: scope.actor.userId,
    sessionId: scope.actor.sessionId,
    object: `client:${scope.tenant.clientId}`,
    detail,
  })

const shown = (row: repository.SenderRecord | undefined): Sender => ({
  own: row
    ? {
        address: row.address,
        domain: row.domain,
        record: { name: recordName(row), type: 'TXT', value: recordValue(row.public_key) },
        verified_at: row.verified_at?.toISOString() ?? null,
        checked_at: row.checked_at?.toISOString() ?? null,
      }
    : null,
})

export const getSender = (scope: AdminScope): Promise<Sender> =>
  scope.tx(async (db) => shown(await repository.readSender(db)))

const LOCAL_PART = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/i
const HOST = /^(?=.{3,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

/** As mail programs write it: the domain in ASCII. */
const partsOf = (email: string): { address: string; domain: string } => {
  const at = email.lastIndexOf('@')
  const local = email.slice(0, at)
  const domain = domainToASCII(email.slice(at + 1)).toLowerCase()
  if (!LOCAL_PART.test(local) || !HOST.test(domain)) throw invalidField('address', fieldIssue('invalid'))
  return { address: `${local}@${domain}`, domain }
}

export const setSender = async (core: Core, scope: AdminScope, email: string): Promise<Sender> => {
  const { address, domain } = partsOf(email)
  // Before the transaction: making a key takes a while.
  const key = await newSenderKey(core, scope.tenant.clientId)
  return scope.tx(async (db) => {
    const before = await repository.readSender(db)
    if (before?.domain === domain) await repository.changeAddress(db, address)
    else
      await repository.replaceSender(db, {
        ...{ address, domain, key },
        by: scope.actor.userId,
        now: scope.clock.now(),
      })
    await record(core, db, scope, 'emails.sender_set', { domain })
    return shown(await repository.readSender(db))
  })
}

export const checkSender = async (
  core: Core,
  scope: AdminScope,
  resolve: ResolveTxt,
): Promise<ResponseOf<typeof checkCall>> => {
  const row = await scope.tx((db) => repository.readSender(db))
  if (!row) throw notFound()
  // Outside of any transaction: names are resolved over the network.
  const found = await findRecord(resolve, recordName(row), row.public_key)
  return scope.tx(async (db) => {
    const isVerified = found === 'verified'
    // Without an answer nothing is known.
    if (found !== 'no_answer')
      await repository.noteCheck(db, row.selector, { isVerified, now: scope.clock.now() })
    if (isVerified && row.verified_at === null)
      await record(core, db, scope, 'emails.sender_verified', { domain: row.domain })
    return { ...shown(await repository.readSender(db)), found }
  })
}

export const removeSender = (core: Core, scope: AdminScope): Promise<undefined> =>
  scope.tx(async (db) => {
    const before = await repository.readSender(db)
    if (!before) return undefined
    await repository.removeSender(db)
    await record(core, db, scope, 'emails.sender_removed', { domain: before.domain })
    return undefined
  })

/** For the delivery of mails: the verified address with its key. Decrypted keys are kept as long as they are stored. */
export const ownAddresses = (
  core: Pick<Core, 'db' | 'vault'>,
): ((clientId: number) => Promise<OwnAddress | null>) => {
  const decrypted = new Map<number, { selector: string; privateKey: string }>()
  return async (clientId) => {
    const row = await core.db.withTenant(clientId, (db) => repository.readSender(db))
    if (!row?.verified_at) {
      decrypted.delete(clientId)
      return null
    }
    const { address, domain, selector } = row
    let key = decrypted.get(clientId)
    if (key?.selector !== selector) {
      key = { selector, privateKey: privateKeyOf(core, clientId, row.private_enc) }
      decrypted.set(clientId, key)
    }
    return { address, domain, ...key }
  }
}
