import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { monthsAfter } from '#server/features/certificates/criteria.ts'
import { verdictOf } from '#server/features/certificates/portal/bulk.service.ts'
import { DAY_MS, noRule, startSchool, type School } from './setup.ts'

let at: School
beforeAll(async () => {
  at = await startSchool()
})
afterAll(() => at.close())

const admin = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  at.call(at.admin, method, `/admin/certificates${path}`, body)
const rows = async (query: string) =>
  ((await admin('GET', `/?${query}`)).body as unknown as { results: { serial: string; state: string }[] })
    .results

describe('issued certificates', () => {
  it('are found by name, title, number and state, and counted', async () => {
    const courseId = await at.course('Findable')
    const { id, serial } = await at.certified(courseId, 'Zehra_100%')
    await at.certified(courseId, 'Zehra X100Y')
    expect(await rows('search=zehra_100%25')).toMatchObject([{ serial }])
    expect(await rows(`search=${serial.slice(0, 6)}`)).toMatchObject([{ serial }])
    expect(await rows(`kind=course&subject_id=${courseId}`)).toHaveLength(2)
    await admin('POST', `/${id}/revoke/`, { reason: 'A mistake.' })
    expect(await rows(`state=revoked&subject_id=${courseId}`)).toMatchObject([{ serial, state: 'revoked' }])
    expect(await rows(`state=valid&subject_id=${courseId}`)).toHaveLength(1)
    expect((await admin('GET', '/numbers/')).body).toMatchObject({ valid: 1, revoked: 1, recent: 2 })
  })

  it('keep the first reason when they are revoked twice, and issue nothing by themselves', async () => {
    const courseId = await at.course('Revoked')
    const { id, userId } = await at.certified(courseId)
    await admin('POST', `/${id}/revoke/`, { reason: 'First.' })
    expect((await admin('POST', `/${id}/revoke/`, { reason: 'Second.' })).body).toMatchObject({
      revoked_reason: 'First.',
      revoked_by: 'Admin',
    })
    await at.runJob()
    expect((await at.own(userId)).earned).toMatchObject([{ id, state: 'revoked' }])
    expect((await admin('POST', `/${id}/reissue/`, { name: 'X', reason: 'Y' })).status).toBe(409)
  })

  it('are replaced with today’s template and validity', async () => {
    const courseId = await at.course('Reissued')
    const { id, userId, serial } = await at.certified(courseId, 'Old Name')
    const look = { design: 'modern', orientation: 'landscape', show_seal: true, show_criteria: false }
    const made = await at.call(at.admin, 'POST', '/admin/certificate-templates/', {
      idempotency_key: randomUUID(),
      name: 'New look',
      is_default: true,
      ...look,
      signatures: [{ name: 'Dr. Mehta', role: 'Director' }],
    })
    expect(made.status).toBe(201)
    await at.rule(courseId, { valid_months: 12 })
    const before = at.clock.now()
    at.clock.set(new Date(before.getTime() + 10 * DAY_MS))
    const answer = await admin('POST', `/${id}/reissue/`, { name: 'New Name', reason: 'Married.' })
    expect(answer.body).toMatchObject({
      recipient_name: 'New Name',
      design: 'modern',
      signatures: [{ name: 'Dr. Mehta', role: 'Director' }],
      issued_on: '2026-01-25',
      expires_on: '2027-01-25',
      replaces: serial,
      replaced_for: 'reissued',
    })
    expect((await admin('POST', `/${id}/reissue/`, { name: 'Again', reason: 'Z' })).status).toBe(409)
    const { body } = await at.call(at.admin, 'PUT', `/admin/certificate-templates/${made.body['id']}/`, {
      version: 1,
      name: 'Newer look',
      is_default: true,
      ...look,
      design: 'bold',
      signatures: [],
    })
    expect(body).toMatchObject({ version: 2, design: 'bold', issued: 1 })
    expect((await at.own(userId)).earned).toMatchObject([{ design: 'modern' }])
    at.clock.set(before)
  })

  it('exist for admins alone', async () => {
    for (const path of ['/', '/numbers/', '/rules/'])
      expect((await at.call(at.teacher, 'GET', `/admin/certificates${path}`)).status).toBe(403)
  })
})

describe('criteria of a course', () => {
  it('are saved once for each version and must make sense', async () => {
    const courseId = await at.course('Ruled')
    expect((await at.rule(courseId, { min_minutes: 30 })).body).toMatchObject({ version: 1 })
    expect((await at.rule(courseId, { min_minutes: 40 })).status).toBe(409)
    expect((await at.rule(courseId, { min_minutes: 40 }, 1)).body).toMatchObject({
      version: 2,
      rule: { min_minutes: 40 },
    })
    for (const more of [
      { completion: false },
      { min_score: 80 },
      { payment: true },
      { score_assessment_id: 1 },
      { template_id: 999 },
    ])
      expect((await at.rule(courseId, more, 2)).status, JSON.stringify(more)).toBe(422)
  })

  it('can be switched off: then the course has no certificate', async () => {
    const courseId = await at.course('Without')
    const me = await at.person()
    await at.complete(me, courseId)
    await at.rule(courseId, { is_active: false })
    expect((await at.own(me)).in_progress).toEqual([])
    expect((await at.call(me, 'GET', `/student/certificates/courses/${courseId}/`)).body).toMatchObject({
      has_certificate: false,
      certificate: null,
    })
  })
})

describe('issuing in bulk', () => {
  it('says who gets one and who does not and why, and issues only to those who get one', async () => {
    const courseId = await at.course('Bulk')
    const { userId: has } = await at.certified(courseId)
    const { userId: revoked, id } = await at.certified(courseId)
    await admin('POST', `/${id}/revoke/`, { reason: 'A mistake.' })
    const [gets, misses] = [await at.person('student', 'Gets One'), await at.person()]
    await at.complete(gets, courseId)
    await at.enrol(misses, courseId)
    const preview = await admin('GET', `/bulk/course/${courseId}/`)
    const found = (
      preview.body as unknown as { rows: { person: { id: number }; verdict: string; missing: string[] }[] }
    ).rows
    expect(Object.fromEntries(found.map((row) => [row.person.id, [row.verdict, ...row.missing]]))).toEqual({
      [has]: ['has'],
      [revoked]: ['revoked'],
      [gets]: ['gets'],
      [misses]: ['missing', 'completion'],
    })
    const user_ids = [has, revoked, gets, misses]
    const issue = () => admin('POST', `/bulk/course/${courseId}/`, { user_ids })
    expect((await issue()).body).toEqual({ issued: 1, skipped: 3 })
    expect((await issue()).body).toEqual({ issued: 0, skipped: 4 })
    expect(await at.own(gets)).toMatchObject({
      earned: [{ recipient_name: 'Gets One' }],
      name: { is_confirmed: true, correct_until: '2026-01-22T10:00:00.000Z' },
    })
  })

  it('renews what has expired', async () => {
    const courseId = await at.course('Yearly')
    await at.rule(courseId, { ...noRule, valid_months: 12 })
    const { userId, serial } = await at.certified(courseId)
    const before = at.clock.now()
    at.clock.set(new Date(before.getTime() + 400 * DAY_MS))
    expect((await admin('GET', `/bulk/course/${courseId}/`)).body).toMatchObject({
      rows: [{ verdict: 'renews' }],
    })
    await admin('POST', `/bulk/course/${courseId}/`, { user_ids: [userId] })
    expect((await at.own(userId)).earned).toMatchObject([{ state: 'valid' }])
    expect((await at.verify(serial)).html).toContain('was replaced by a new one')
    at.clock.set(before)
  })

  it('decides by the criteria and the certificate that counts', () => {
    expect([
      verdictOf(true, undefined),
      verdictOf(false, undefined),
      verdictOf(true, { revoked: false, expired: false }),
      verdictOf(true, { revoked: false, expired: true }),
      verdictOf(false, { revoked: false, expired: true }),
      verdictOf(true, { revoked: true, expired: true }),
    ]).toEqual(['gets', 'missing', 'has', 'renews', 'missing', 'revoked'])
  })
})

describe('months later', () => {
  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2026-11-30', 3, '2027-02-28'],
    ['2026-01-15', 12, '2027-01-15'],
  ])('from %s, %i months end on %s', (day, months, expected) => {
    expect(monthsAfter(day, months)).toBe(expected)
  })
})
