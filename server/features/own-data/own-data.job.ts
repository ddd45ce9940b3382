import { EXPORT_DAYS } from '#contract/own-data/own-data.ts'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { createRepeatingJob, type RepeatingJob } from '#server/core/jobs/repeating.ts'
import { eraseAccount, type ForgetPerson } from './account-eraser.ts'
import { personalCopy, zipOf, type OpenStored } from './export-file.ts'
import { ownDataTexts } from './mail-texts.ts'
import * as rows from './own-data.repository.ts'
import { recipientOf, sendOwnDataMail } from './send-mail.ts'

type JobCore = Pick<Core, 'db' | 'clock' | 'log' | 'config' | 'outbox' | 'audit' | 'changes'>

export interface JobDependencies {
  readonly open: OpenStored
  readonly store: (
    clientId: number,
    file: { words: string; ending: string; content: Buffer },
  ) => Promise<string>
  readonly drop: (clientId: number, url: string) => Promise<void>
  readonly forgetPerson: ForgetPerson
}

const EVERY_MS = 20_000
const FIRST_MS = 15_000
const DAY_MS = 86_400_000
const RETRY_AFTER_MS = 10 * 60_000
const TRIES_MAX = 5

type Tenant = <T>(work: (db: TenantDb) => Promise<T>) => Promise<T>

/** Prepares one copy; returns whether there was one. */
const prepareNext = async (
  core: JobCore,
  dependencies: JobDependencies,
  clientId: number,
  inTenant: Tenant,
) => {
  const now = core.clock.now()
  const retryAt = new Date(now.getTime() + RETRY_AFTER_MS)
  const copy = await inTenant((db) => rows.takeExport(db, { now, retryAt }))
  if (!copy) return false
  if (copy.tries > TRIES_MAX) {
    await inTenant((db) => rows.failExport(db, copy.id))
    return true
  }
  const content = await inTenant((db) => personalCopy(db, copy.user_id, now))
  const zip = await zipOf(content, (url) => dependencies.open(clientId, url))
  // The id makes each copy a file of its own.
  const url = await dependencies.store(clientId, {
    words: `own-data-${copy.id}`,
    ending: 'zip',
    content: zip,
  })
  const expiresAt = new Date(now.getTime() + EXPORT_DAYS * DAY_MS)
  const isDone = await inTenant(async (db) => {
    if (!(await rows.finishExport(db, { id: copy.id, url, bytes: zip.length, expiresAt }))) return false
    const to = await recipientOf(db, copy.user_id)
    if (to) await sendOwnDataMail(core, db, { clientId, to, kind: 'exportReady', date: expiresAt })
    return true
  })
  if (!isDone) await dependencies.drop(clientId, url)
  return true
}

type Erase = { clientId: number; userId: number; now: Date }

const eraseOne = async (
  core: JobCore,
  db: TenantDb,
  { clientId, userId, now }: Erase,
  forgetPerson: ForgetPerson,
) => {
  // Again, because the person may have changed their mind a moment ago.
  const deletion = await rows.lockDeletion(db, userId)
  const to = await recipientOf(db, userId)
  if (!deletion || deletion.erased_at !== null || !to) return
  const name = ownDataTexts[to.language].deletedMember
  const files = await eraseAccount(db, { clientId, userId, name, now }, forgetPerson)
  await rows.markErased(db, { userId, files, now })
  await core.audit.record(db, {
    action: 'ownData.account_erased',
    result: 'ok',
    actorId: userId,
    object: `user:${userId}`,
  })
  await core.changes.announce(db, { kind: 'user', clientId, userId })
  // No mail: it would keep the address. The mail of the request named this day.
}

const eraseDue = async (
  core: JobCore,
  { forgetPerson }: JobDependencies,
  clientId: number,
  inTenant: Tenant,
) => {
  const now = core.clock.now()
  for (const { user_id: userId } of await inTenant((db) => rows.dueDeletions(db, now)))
    try {
      await inTenant((db) => eraseOne(core, db, { clientId, userId, now }, forgetPerson))
    } catch (error) {
      // One account that cannot be erased must not keep the others.
      core.log.error({ err: error, clientId, userId }, 'an account was not erased')
    }
}

const dropFiles = async ({ drop }: JobDependencies, clientId: number, inTenant: Tenant, now: Date) => {
  for (const url of await inTenant((db) => rows.removeExpired(db, now))) await drop(clientId, url)
  for (const deletion of await inTenant((db) => rows.deletionsWithFiles(db))) {
    for (const url of deletion.files) await drop(clientId, url)
    await inTenant((db) => rows.forgetFiles(db, deletion.user_id))
  }
}

/** Prepares copies, deletes accounts that are due, and removes files that are no longer needed. */
export const createOwnDataJob = (core: JobCore, dependencies: JobDependencies): RepeatingJob<void> =>
  createRepeatingJob(core, {
    name: 'ownData',
    firstMs: FIRST_MS,
    everyMs: EVERY_MS,
    failure: 'copies and deletions of personal data were not worked on',
    look: async (tenants) => {
      for await (const clientId of tenants()) {
        const inTenant: Tenant = (work) => core.db.withTenant(clientId, work)
        try {
          while (await prepareNext(core, dependencies, clientId, inTenant));
          await eraseDue(core, dependencies, clientId, inTenant)
          await dropFiles(dependencies, clientId, inTenant, core.clock.now())
        } catch (error) {
          // Another client's people do not wait for this one's trouble.
          core.log.error({ err: error, clientId }, 'own data of a client failed')
        }
      }
    },
  })
