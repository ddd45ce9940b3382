/** Certificates of the demo: a template, criteria, and earned, waiting, revoked and replaced ones. */
import { randomUUID } from 'node:crypto'
import type { WantedTemplate } from '#contract/certificates/templates.ts'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import {
  addName,
  addTemplate,
  criteriaOf,
  insertCertificate,
  markReplaced,
  monthsAfter,
  readFacts,
  ruledSubjects,
  setRevoked,
  todayOf,
  writeRule,
  type CertificateFactsRow,
} from '#server/features/certificates/index.ts'
import type { ContentTenant } from './seed-courses.ts'

const DAY_MS = 86_400_000
const SHOWN_MAX = 120
const VALID_MONTHS = 24

/** What the demo tells by: the place of a certificate in the list. */
const REVOKED_AT = 3
const REPLACED_AT = 5
/** This person has not confirmed the name. */
const WAITING_AT = 7

type Own = Pick<WantedTemplate, 'name' | 'design' | 'signatures'>
const TEMPLATES: ReadonlyMap<number, Own> = new Map<number, Own>([
  [
    7,
    {
      name: 'Kitewing',
      design: 'frame',
      signatures: [
        { name: 'Dr. Meera Joshi', role: 'Academic Director', picture: null },
        { name: 'Rohan Kulkarni', role: 'Head of Learning', picture: null },
      ],
    },
  ],
  [
    8,
    {
      name: 'أفق',
      design: 'modern',
      signatures: [{ name: 'د. ليلى الحربي', role: 'مديرة الأكاديمية', picture: null }],
    },
  ],
])

const REASONS: ReadonlyMap<number, string> = new Map([
  [7, 'The final project was copied from another learner.'],
  [8, 'نُسخ المشروع النهائي من متعلّم آخر.'],
])

interface Issue {
  readonly facts: CertificateFactsRow
  readonly name: string
  readonly now: Date
  readonly template: { id: number; version: number } | null
  readonly replaces?: number
}

const issue = async (
  db: TenantDb,
  clientId: number,
  { facts, name, now, template, replaces }: Issue,
): Promise<number | null> => {
  const issuedOn = await todayOf(db, now)
  const issued = await insertCertificate(db, clientId, {
    userId: facts.user_id,
    kind: facts.kind,
    subjectId: facts.subject_id,
    recipientName: name,
    title: facts.own_title,
    language: facts.own_language,
    criteria: criteriaOf(facts),
    template,
    now,
    issuedOn,
    expiresOn: facts.valid_months === null ? null : monthsAfter(issuedOn, facts.valid_months),
    issuedBy: null,
    ...(replaces !== undefined && { replaces: { id: replaces, for: 'corrected' as const } }),
  })
  return issued?.id ?? null
}

/** The first course's certificate expires, so that every state can be seen. */
const addRule = async (db: TenantDb, clientId: number, now: Date): Promise<void> => {
  const course = (await ruledSubjects(db, clientId, 'en')).find(({ kind }) => kind === 'course')
  if (!course) return
  const rule = {
    is_active: true,
    completion: true,
    min_score: null,
    score_assessment_id: null,
    min_minutes: null,
    min_attendance: null,
    payment: false,
    valid_months: VALID_MONTHS,
    template_id: null,
  }
  await writeRule(
    db,
    clientId,
    { kind: 'course', id: course.subject_id },
    { rule, version: 0, now, by: null },
  )
}

const addLook = async (db: TenantDb, clientId: number, now: Date) => {
  const own = TEMPLATES.get(clientId)
  if (!own) return null
  const look: WantedTemplate = {
    ...own,
    is_default: true,
    orientation: 'landscape',
    show_seal: true,
    show_criteria: false,
    show_logo: true,
    texts: {},
    fields: null,
    background: null,
  }
  const id = await addTemplate(db, clientId, randomUUID(), { look, now, by: null })
  return id === null ? null : { id, version: 1 }
}

export const seedCertificates = async (
  core: Core,
  db: TenantDb,
  { clientId }: ContentTenant,
): Promise<void> => {
  const now = core.clock.now()
  const template = await addLook(db, clientId, new Date(now.getTime() - 50 * DAY_MS))
  await addRule(db, clientId, now)
  const due = await readFacts(db, { clientId, now, language: 'en' }, { due: true, limit: SHOWN_MAX })
  const waiting = due[WAITING_AT]?.user_id
  for (const [index, facts] of due.filter(({ user_id: id }) => id !== waiting).entries()) {
    const at = new Date(now.getTime() - (2 + ((index * 7) % 40)) * DAY_MS)
    const name = facts.account_name
    await addName(db, clientId, facts.user_id, { name, now: at })
    const id = await issue(db, clientId, { facts, name, now: at, template })
    if (id === null) continue
    if (index === REVOKED_AT)
      await setRevoked(db, clientId, id, {
        reason: REASONS.get(clientId) ?? '',
        for: 'admin',
        by: null,
        now: new Date(at.getTime() + DAY_MS),
      })
    if (index === REPLACED_AT && (await markReplaced(db, clientId, id, new Date(at.getTime() + DAY_MS))))
      await issue(db, clientId, { facts, name, now: new Date(at.getTime() + DAY_MS), template, replaces: id })
  }
}
