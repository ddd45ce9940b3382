/** Certificates of the demo: two templates, criteria, and earned, waiting, revoked and replaced ones. */
import { randomUUID } from 'node:crypto'
import type { FieldKind, LookField } from '#contract/certificates/look.ts'
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
/** So long ago that it is over: the last one of a course whose certificates end. */
const EXPIRED_DAYS_AGO = (VALID_MONTHS + 1) * 31
/** This person has not confirmed the name. */
const WAITING_AT = 7

type Place = readonly [x: number, y: number, width: number, height: number, size: number]
const placed = (kind: FieldKind, place: Place, style: Partial<LookField> = {}): LookField => {
  const [x, y, width, height, size] = place
  const plain = { face: 'sans', is_bold: false, align: 'center', colour: 'ink' } as const
  return { kind, x, y, width, height, size, ...plain, ...style }
}
/** Below each other on the paper of the classic design, with the name larger than the heading. */
const PLACES: LookField[] = [
  placed('logo', [115, 110, 770, 80, 15], { is_bold: true }),
  placed('heading', [115, 205, 770, 75, 24], { face: 'serif', colour: 'accent' }),
  placed('before', [115, 295, 770, 40, 11], { colour: 'muted' }),
  placed('recipient', [115, 340, 770, 150, 48], { face: 'serif' }),
  placed('after', [115, 500, 770, 40, 11], { colour: 'muted' }),
  placed('subject', [115, 545, 770, 80, 20], { is_bold: true, colour: 'accent' }),
  placed('dates', [115, 645, 770, 35, 10], { colour: 'muted' }),
  placed('signatures', [290, 715, 420, 170, 10]),
  placed('seal', [115, 715, 150, 170, 10], { align: 'start', colour: 'accent' }),
  placed('qr', [735, 715, 150, 105, 10], { align: 'end' }),
  placed('check', [735, 828, 150, 57, 10], { align: 'end' }),
]

type Own = Pick<WantedTemplate, 'name' | 'design' | 'signatures'> &
  Partial<Pick<WantedTemplate, 'texts' | 'fields'>>
/** The default one, and one with places and texts of its own for the first course. */
const TEMPLATES: ReadonlyMap<number, readonly [Own, Own]> = new Map<number, readonly [Own, Own]>([
  [
    7,
    [
      {
        name: 'Kitewing',
        design: 'frame',
        signatures: [
          { name: 'Dr. Meera Joshi', role: 'Academic Director', picture: null },
          { name: 'Rohan Kulkarni', role: 'Head of Learning', picture: null },
        ],
      },
      {
        name: 'Excellence',
        design: 'classic',
        signatures: [{ name: 'Dr. Meera Joshi', role: 'Academic Director', picture: null }],
        texts: {
          en: { heading: 'Certificate of Excellence', before: 'Proudly presented to', after: '' },
          hi: { heading: 'उत्कृष्टता प्रमाणपत्र', before: '', after: '' },
        },
        fields: PLACES,
      },
    ],
  ],
  [
    8,
    [
      {
        name: 'أفق',
        design: 'modern',
        signatures: [{ name: 'د. ليلى الحربي', role: 'مديرة الأكاديمية', picture: null }],
      },
      {
        name: 'التميّز',
        design: 'classic',
        signatures: [{ name: 'د. ليلى الحربي', role: 'مديرة الأكاديمية', picture: null }],
        texts: { ar: { heading: 'شهادة تميّز', before: '', after: '' } },
        fields: PLACES,
      },
    ],
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

/** The first course's certificate expires, so that every state can be seen, and has a template of its own. */
const addRule = async (
  db: TenantDb,
  clientId: number,
  { now, templateId }: { now: Date; templateId: number | null },
): Promise<void> => {
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
    template_id: templateId,
  }
  await writeRule(
    db,
    clientId,
    { kind: 'course', id: course.subject_id },
    { rule, version: 0, now, by: null },
  )
}

const addLook = async (
  db: TenantDb,
  clientId: number,
  { own, isDefault, now }: { own: Own; isDefault: boolean; now: Date },
) => {
  const look: WantedTemplate = {
    orientation: 'landscape',
    show_seal: true,
    show_criteria: false,
    show_logo: true,
    texts: {},
    fields: null,
    background: null,
    ...own,
    is_default: isDefault,
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
  const made = new Date(now.getTime() - 50 * DAY_MS)
  const [usual, special] = TEMPLATES.get(clientId) ?? []
  const standard = usual ? await addLook(db, clientId, { own: usual, isDefault: true, now: made }) : null
  const own = special ? await addLook(db, clientId, { own: special, isDefault: false, now: made }) : null
  await addRule(db, clientId, { now, templateId: own?.id ?? null })
  await issueDue(db, clientId, { now, standard, own })
}

type Look = Awaited<ReturnType<typeof addLook>>

/** Issues what is due, over the last weeks: one is still waiting, one expired, one revoked and one replaced. */
const issueDue = async (
  db: TenantDb,
  clientId: number,
  { now, standard, own }: { now: Date; standard: Look; own: Look },
) => {
  const due = await readFacts(db, { clientId, now, language: 'en' }, { due: true, limit: SHOWN_MAX })
  const waiting = due[WAITING_AT]?.user_id
  const issued = due.filter(({ user_id: id }) => id !== waiting)
  const expired = issued.findLastIndex(({ valid_months: months }) => months !== null)
  for (const [index, facts] of issued.entries()) {
    const daysAgo = index === expired ? EXPIRED_DAYS_AGO : 2 + ((index * 7) % 40)
    const at = new Date(now.getTime() - daysAgo * DAY_MS)
    const name = facts.account_name
    const template = own && facts.template_id === own.id ? own : standard
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
