/** Issues certificates whose criteria hold, each once, however many calls look at the same time. */
import type { Audit } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Notifier } from '#server/core/notifier.ts'
import { certificatesPath } from './paths.ts'
import { insertCertificate, todayOf } from './certificates.repository.ts'
import { criteriaOf, isFulfilled, monthsAfter } from './criteria.ts'
import { readFacts, type FactsRow } from './facts.repository.ts'
import { templateFor } from './templates.repository.ts'

export interface IssueContext {
  readonly audit: Audit
  readonly notifier: Pick<Notifier, 'notify'>
}

interface Issue {
  readonly name: string
  readonly now: Date
  /** The admin who issues it; null where the criteria do. */
  readonly by: number | null
  readonly replaces?: { readonly id: number; readonly for: 'renewed' }
}

/** Issues one certificate and tells its person. Null if there is one. */
export const issueOne = async (
  { audit, notifier }: IssueContext,
  db: TenantDb,
  clientId: number,
  facts: FactsRow,
  { name, now, by, replaces }: Issue,
): Promise<{ id: number; serial: string } | null> => {
  const issuedOn = await todayOf(db, now)
  const issued = await insertCertificate(db, clientId, {
    userId: facts.user_id,
    kind: facts.kind,
    subjectId: facts.subject_id,
    recipientName: name,
    title: facts.own_title,
    language: facts.own_language,
    criteria: criteriaOf(facts),
    template: await templateFor(db, clientId, facts.template_id),
    now,
    issuedOn,
    expiresOn: facts.valid_months === null ? null : monthsAfter(issuedOn, facts.valid_months),
    issuedBy: by,
    ...(replaces && { replaces }),
  })
  if (!issued) return null
  await audit.record(db, {
    action: 'certificates.issue',
    result: 'ok',
    actorId: by,
    object: `certificate:${issued.id}`,
    detail: { user: facts.user_id, [facts.kind]: facts.subject_id },
  })
  await notifier.notify(db, clientId, {
    kind: 'certificate_issued',
    userIds: [facts.user_id],
    params: { title: facts.own_title },
    link: certificatesPath(issued.serial),
    dedupeKey: `certificate_issued:${issued.id}`,
  })
  return issued
}

/** Certificates of one person at a time, or of one run of the job. */
const DUE_MAX = 200

/** Issues everything that is due to people who confirmed their name. Answers how many. */
export const issueDue = async (
  context: IssueContext,
  db: TenantDb,
  clientId: number,
  { now, userId }: { now: Date; userId?: number },
): Promise<number> => {
  const due = await readFacts(
    db,
    { clientId, now, language: 'en' },
    { due: true, hasName: true, limit: DUE_MAX, ...(userId !== undefined && { userId }) },
  )
  let issued = 0
  for (const facts of due) {
    if (facts.confirmed_name === null || !isFulfilled(criteriaOf(facts))) continue
    const done = await issueOne(context, db, clientId, facts, { name: facts.confirmed_name, now, by: null })
    if (done) issued += 1
  }
  return issued
}
