import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathFor } from '#contract/endpoint.ts'
import { allEndpoints } from '#contract/index.ts'
import { brandFileNames } from '#server/features/client-info/brand.ts'
import { matrix } from '#tests/server/access/matrix.ts'
import { A, B, startAccessWorld, type AccessWorld, type Principal } from '#tests/server/access/world.ts'
import { createTestDist, type TestDist } from '#tests/support/server/dist.ts'
import { CANARY, plantCanaries } from './canary.ts'
import { tenantTables } from './fill.ts'

let world: AccessWorld
let dist: TestDist
let planted: number

const principalsOfA = [
  'anonymous',
  'studentA1',
  'studentA2',
  'instructorA',
  'adminA',
  'assignedInstructorA',
  'otherInstructorA',
  'superadminA',
] as const satisfies Principal[]

beforeAll(async () => {
  dist = await createTestDist()
  world = await startAccessWorld(undefined, dist.folder)
  await world.server.core.db.withTenant(B, (db) =>
    world.server.core.outbox.add(db, {
      to: 'student-b@example.test',
      channel: 'email',
      language: 'en',
      subject: 'For B',
      text: 'For B',
      html: null,
    }),
  )
  planted = await plantCanaries(world.server.db, B)
  await world.server.core.db.withTenant(B, async (db) => {
    await world.server.core.changes.announce(db, { kind: 'client', clientId: B })
    await world.server.core.changes.announce(db, { kind: 'courses', clientId: B })
    await world.server.core.changes.announce(db, { kind: 'jobs', clientId: B })
  })
})
afterAll(async () => {
  await world.server.close()
  await dist.remove()
})

interface Visit {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  payload?: object
  headers?: Record<string, string>
}

const SIGNS_OUT = new Set(['auth.endMemberSessions', 'auth.resetMemberSecondStep'])
const UNKNOWN_USER = 999_999

/**
 * Every endpoint with own, others' and foreign ids, at A and (for members) at B; then addresses outside the
 * contract.
 */
const visits = (): Visit[] => [
  // In the order of the matrix: endpoints that delete come last.
  ...Object.entries(matrix).flatMap(([name, row]) => {
    const spec = allEndpoints.find((endpoint) => endpoint.name === name)
    if (!spec) return []
    const clients = spec.access === 'public' ? [A] : [A, B]
    return clients.flatMap((clientId) =>
      (['own', 'others', 'foreign'] as const).map((variant): Visit => {
        const lesson = world.lessons[variant]
        const itemId =
          row.of === 'client' || row.of === 'session'
            ? lesson.article
            : lesson[row.of === 'attempt' ? 'quiz' : row.of]
        const payload = row.body?.() as object | undefined
        return {
          method: spec.method,
          url: pathFor(spec, {
            clientId,
            courseId: lesson.course,
            submoduleId: lesson.topic,
            itemId,
            attemptId: row.of === 'examAttempt' ? lesson.examAttempt : lesson.attempt,
            noteId: randomUUID(),
            momentId: randomUUID(),
            uploadId: randomUUID(),
            packageId: randomUUID(),
            downloadId: randomUUID(),
            bulkId: randomUUID(),
            importId: randomUUID(),
            campaignId: randomUUID(),
            groupId: 2_000_000_000,
            viewId: 2_000_000_000,
            searchId: randomUUID(),
            passkeyId: 'bm8ta2V5',
            tokenId: randomUUID(),
            webhookId: randomUUID(),
            deliveryId: randomUUID(),
            handle: 'nobody-at-all',
            versionId: lesson.article,
            trashId: lesson.article,
            threadId: lesson.thread,
            commentId: lesson.comment,
            reportId: lesson.report,
            workshopId: lesson.workshop,
            code: name.startsWith('students.') ? 'A'.repeat(22) : lesson.workshopCode,
            jobId: lesson.job,
            applicationId: lesson.application,
            linkId: name.startsWith('students.') ? randomUUID() : lesson.application,
            certificateId: lesson.certificate,
            templateId: lesson.certificate,
            kind: 'course',
            reviewId: lesson.review,
            submissionId: lesson.submission,
            purchaseId: lesson.purchase,
            instructorId: lesson.instructor,
            topic: lesson.topic,
            item: 'nowhere',
            topicKey: 'logic',
            provider: 'bigbluebutton',
            legalKind: 'terms',
            domainId: 2_000_000_000,
            paymentProvider: 'stripe',
            findingId: 2_000_000_000,
            programme: 'flagship',
            checkoutId: randomUUID(),
            documentId: 2_000_000_000,
            orderId: 2_000_000_000,
            couponId: 2_000_000_000,
            referralId: 2_000_000_000,
            paymentLinkId: lesson.article,
            paymentNoteId: lesson.article,
            paymentReturnId: lesson.article,
            payCode: 'A'.repeat(22),
            otherId: 2_000_000_000,
            questionId: lesson.question,
            assessmentId: row.of === 'exam' ? lesson.exam : lesson.assessment,
            lateId: lesson.article,
            // Nobody who visits anything later may be signed out.
            userId: SIGNS_OUT.has(name) ? UNKNOWN_USER : world.users.studentA1,
            subjectType: 'thread',
            subjectId: row.of === 'course' ? lesson.course : lesson.thread,
            sessionId:
              row.of === 'liveSession' || row.of === 'classSession' || row.of === 'webinar'
                ? lesson[row.of]
                : world.sessions[variant],
            disputeId: lesson.markDispute,
          }),
          ...(payload === undefined ? {} : { payload }),
        }
      }),
    )
  }),
  { method: 'GET', url: `/api/clients/${A}/courses/?search=${CANARY}` },
  { method: 'GET', url: `/manifest.webmanifest?client=${A}` },
  { method: 'GET', url: '/manifest.webmanifest' },
  { method: 'GET', url: '/runtime-config.json' },
  { method: 'GET', url: '/', headers: { accept: 'text/html' } },
  { method: 'GET', url: '/courses', headers: { accept: 'text/html' } },
  { method: 'GET', url: `/courses/${world.lessons.foreign.course}`, headers: { accept: 'text/html' } },
  { method: 'GET', url: '/dev/outbox/?to=student-one@example.test' },
  { method: 'GET', url: '/dev/outbox/?to=student-one@example.test', headers: { accept: 'text/html' } },
  { method: 'GET', url: '/api/openapi.json' },
  { method: 'GET', url: '/healthz' },
  { method: 'GET', url: '/readyz' },
  ...brandFileNames.map((name): Visit => ({ method: 'GET', url: `/brand/${A}/${name}` })),
]

/** Name the other clients to superadmins, who read the audit log of each and look after all. */
const EVERY_CLIENT = [`/api/clients/${A}/admin/security-events/`, `/api/clients/${A}/platform/`]
const namesEveryClient = (url: string) => EVERY_CLIENT.some((path) => url.startsWith(path))

/**
 * Requests everything as one principal; returns the addresses that contain a canary, and the number of successes.
 */
const crawl = async (principal: Principal): Promise<{ leaks: string[]; good: number }> => {
  const token = world.tokens[principal]
  const leaks: string[] = []
  let successes = 0
  for (const { method, url, payload, headers } of visits()) {
    const answer = await world.server.app.inject({
      method,
      url,
      ...(payload === undefined ? {} : { payload }),
      headers: {
        ...headers,
        'accept-encoding': 'identity',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
    })
    if (answer.statusCode < 300) successes += 1
    const all = `${answer.body}${JSON.stringify(answer.headers)}`.replaceAll(`search=${CANARY}`, '')
    if (all.includes(CANARY) && !(principal === 'superadminA' && namesEveryClient(url)))
      leaks.push(`${principal}: ${method} ${url}`)
  }
  return { leaks, good: successes }
}

describe('B3: nothing of client B reaches client A', () => {
  it('B3: plants many canaries in all texts of B', () => {
    expect(planted).toBeGreaterThan(80)
  })

  it.each(principalsOfA)('B3: shows no canary to %s of client A', async (principal) => {
    const { leaks, good } = await crawl(principal)
    expect(leaks).toEqual([])
    // If everything were rejected, the crawl would find nothing either.
    expect(good).toBeGreaterThan(principal === 'anonymous' ? 15 : 40)
  })

  it('B3: shows no canary to a student or admin even without row-level security', async () => {
    const tables = await tenantTables(world.server.db)
    const setRowLevelSecurity = (state: 'disable' | 'enable') =>
      world.server.db.asSuperuser(
        tables.map((table) => `alter table ${table} ${state} row level security`).join('; '),
      )
    await setRowLevelSecurity('disable')
    try {
      // Row-level security is really off: without a tenant all rows are visible.
      const { rows } = await world.server.core.db.withoutTenant((tx) =>
        sql<{ n: number }>`select count(*)::int as n from app_user where client_id = ${B}`.execute(tx),
      )
      expect(rows[0]?.n).toBeGreaterThan(0)
      for (const principal of ['studentA1', 'adminA'] as const)
        expect((await crawl(principal)).leaks).toEqual([])
    } finally {
      await setRowLevelSecurity('enable')
    }
  })

  it('B3: logs no canary', () => {
    const logs = world.server.logs().replaceAll(`search=${CANARY}`, '')
    expect(logs.length).toBeGreaterThan(1000)
    expect(logs).not.toContain(CANARY)
  })

  it('control: finds canaries planted in client A', async () => {
    const { db, core } = world.server
    await db.asSuperuser(`update client set name = '${CANARY} 1' where client_id = ${A}`)
    await db.asSuperuser(`update course set title = '${CANARY} 2' where client_id = ${A}`)
    await db.asSuperuser(`update app_user set full_name = '${CANARY} 3' where client_id = ${A}`)
    await db.asSuperuser(`update item_article set html = '<p>${CANARY} 4</p>' where client_id = ${A}`)
    await core.db.withTenant(A, async (tx) => {
      await core.outbox.add(tx, {
        to: 'student-one@example.test',
        channel: 'email',
        language: 'en',
        subject: `${CANARY} 5`,
        text: '',
        html: null,
      })
      await core.changes.announce(tx, { kind: 'client', clientId: A })
      await core.changes.announce(tx, { kind: 'courses', clientId: A })
    })
    const { leaks } = await crawl('studentA1')
    const lesson = world.lessons.own
    for (const address of [
      `GET /api/clients/${A}/client-info/`,
      `GET /api/clients/${A}/public-info/`,
      `GET /manifest.webmanifest?client=${A}`,
      'GET /runtime-config.json',
      'GET /',
      `GET /accounts/clients/${A}/user/me/`,
      `GET /api/clients/${A}/courses/`,
      `GET /api/clients/${A}/courses/${lesson.course}/`,
      'GET /dev/outbox/?to=student-one@example.test',
    ])
      expect(leaks).toContain(`studentA1: ${address}`)
  })
})
