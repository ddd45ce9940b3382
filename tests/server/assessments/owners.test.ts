/** Who works on an assessment: owner, staff, admins; and that nobody decides on an attempt of their own. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AuthoredAssessment } from '#contract/assessments/admin/authoring.ts'
import type { AssessmentTotals, LearnerLine } from '#contract/assessments/admin/results.ts'
import type { AssessmentStaff } from '#contract/assessments/admin/staff.ts'
import { addQuestion } from '#server/features/question-bank/index.ts'
import { assessmentSettings, bankQuestion } from '#tests/support/content/assessments.ts'
import { addPerson } from '#tests/support/server/people.ts'
import { answer, CLIENT, OTHER_CLIENT, START, startExamWorld, type ExamWorld } from './world.ts'

let world: ExamWorld
let colleague: number
let stranger: number
let assessment: number
beforeAll(async () => {
  world = await startExamWorld()
  colleague = await instructor('Cora Colleague')
  stranger = await instructor('Stan Stranger')
})
afterAll(() => world.server.close())
beforeEach(async () => {
  world.server.clock.set(START)
  assessment = await world.assessment()
})

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const instructor = (name: string) =>
  addPerson(world.server.db, { clientId: CLIENT, name, role: 'instructor' })
const ask = <T = { code: string }>(user: number, method: Method, path: string, body?: unknown) =>
  world.call<T>(user, method, `/admin${path}`, body)
const staffPath = (user?: number) =>
  `/assessments/${assessment}/staff/${user === undefined ? '' : `${user}/`}`
const assign = (user: number, by = world.teacher) => ask<AssessmentStaff>(by, 'PUT', staffPath(user))
const audited = (action: string, object = `assessment:${assessment}`) =>
  world.server.db.asSuperuser<{ result: string; actor_id: number; detail: Record<string, unknown> }>(
    'select result, actor_id, detail from audit_event where client_id = $1 and action = $2 and object = $3 order by id',
    [CLIENT, action, object],
  )
const finish = async (user: number, of = assessment) => {
  const { page, device } = await world.begin(user, of)
  await world.submit(user, page.id, device, [answer(1, 'A', { final: true })])
  return page.id
}

/** Every call about one assessment, as staff make them. */
const everyCall = async (user: number, attempt: string): Promise<Record<string, number>> => {
  const learner = await world.learner()
  const reason = 'The line broke.'
  const calls: readonly (readonly [Method, string, unknown?])[] = [
    ['GET', `/assessments/${assessment}/`],
    ['PUT', `/assessments/${assessment}/`, { ...assessmentSettings(), revision: 99 }],
    ['POST', `/assessments/${assessment}/status/`, { status: 'active' }],
    ['POST', `/assessments/${assessment}/archive/`, { archived: false }],
    ['GET', `/assessments/${assessment}/preview/`],
    ['GET', `/assessments/${assessment}/results/`],
    ['GET', `/assessments/${assessment}/results/export/`],
    ['GET', `/assessments/${assessment}/monitor/`],
    ['GET', `/assessments/${assessment}/items/`],
    ['POST', `/assessments/${assessment}/regrade/`, { dry_run: false, reason, keys: [] }],
    ['PUT', `/assessments/${assessment}/release/`, { released: true }],
    ['GET', `/assessments/${assessment}/learners/`],
    [
      'POST',
      `/assessments/${assessment}/learners/${learner}/grants/`,
      { idempotency_key: randomUUID(), reason },
    ],
    ['PUT', `/assessments/${assessment}/learners/${learner}/accommodation/`, { extra_minutes: 5, reason }],
    ['GET', `/attempts/${attempt}/`],
    ['POST', `/attempts/${attempt}/extra-time/`, { idempotency_key: randomUUID(), minutes: 5, reason }],
    ['POST', `/attempts/${attempt}/late-answers/1/count/`, { reason }],
    ['PUT', `/attempts/${attempt}/decision/`, { decision: 'cleared', note: 'Nothing in it.' }],
    ['POST', `/attempts/${attempt}/appeal/`, { outcome: 'accepted', text: 'Agreed.' }],
    ['GET', staffPath()],
  ]
  const statuses: Record<string, number> = {}
  for (const [method, path, body] of calls)
    statuses[`${method} ${path}`] = (await ask(user, method, path, body)).status
  return statuses
}

describe('who works on an assessment', () => {
  test('hides an assessment from an instructor who does not work on it', async () => {
    const attempt = await finish(await world.learner())
    const statuses = await everyCall(stranger, attempt)
    expect(Object.entries(statuses).filter(([, status]) => status !== 404)).toEqual([])
    const totals = await ask<{ results: AssessmentTotals[] }>(stranger, 'GET', '/assessment-results/')
    expect(totals.body.results).toEqual([])
    const list = await ask<{ count: number; counts: object }>(stranger, 'GET', '/assessments/')
    expect(list.body).toMatchObject({ count: 0, counts: { active: 0, inactive: 0, archived: 0 } })
  })

  test('control: the same calls find it for the owner, assigned staff and admins', async () => {
    const attempt = await finish(await world.learner())
    await assign(colleague)
    for (const user of [world.teacher, colleague, world.admin]) {
      const statuses = Object.entries(await everyCall(user, attempt))
      // The attempt has no late answer.
      expect(statuses.filter(([call, status]) => status === 404 && !call.includes('late-answers'))).toEqual(
        [],
      )
    }
  })

  test('makes the creator the owner and leaves the former owner as staff', async () => {
    const made = await ask<AuthoredAssessment>(stranger, 'POST', '/assessments/', {
      ...assessmentSettings(),
      idempotency_key: randomUUID(),
    })
    assessment = made.body.id
    expect((await ask<AssessmentStaff>(stranger, 'GET', staffPath())).body).toEqual({
      owner: { id: stranger, name: 'Stan Stranger', email: null },
      staff: [],
      may_assign: true,
      may_set_owner: false,
    })
    const ownerPath = `/assessments/${assessment}/owner/`
    expect((await ask(stranger, 'PUT', ownerPath, { user_id: colleague })).status).toBe(403)
    for (let repeat = 0; repeat < 2; repeat += 1) {
      const { body } = await ask<AssessmentStaff>(world.admin, 'PUT', ownerPath, { user_id: colleague })
      expect(body.owner).toMatchObject({ id: colleague })
      expect(body.staff.map(({ id }) => id)).toEqual([stranger])
    }
    expect(await audited('authoring.setOwner')).toHaveLength(1)
    expect((await ask(stranger, 'GET', `/assessments/${assessment}/`)).status).toBe(200)
  })

  test('lets the owner and admins choose the staff, and nobody else', async () => {
    const student = await world.learner()
    expect((await assign(student)).status).toBe(422)
    expect((await assign(2_000_000_000)).status).toBe(404)
    for (let repeat = 0; repeat < 2; repeat += 1) expect((await assign(colleague)).status).toBe(200)
    expect((await assign(stranger, colleague)).status).toBe(403)
    expect((await ask(colleague, 'DELETE', staffPath(colleague))).status).toBe(403)
    expect((await ask(colleague, 'DELETE', `/assessments/${assessment}/`)).status).toBe(403)
    expect((await ask(colleague, 'GET', `${staffPath()}candidates/`)).status).toBe(403)
    expect((await ask<AssessmentStaff>(colleague, 'GET', staffPath())).body.may_assign).toBe(false)
    for (let repeat = 0; repeat < 2; repeat += 1)
      expect((await ask(world.admin, 'DELETE', staffPath(colleague))).status).toBe(200)
    expect((await ask(colleague, 'GET', `/assessments/${assessment}/`)).status).toBe(404)
    expect(await audited('authoring.addStaff')).toMatchObject([{ detail: { person: colleague } }])
    expect(await audited('authoring.removeStaff')).toMatchObject([{ actor_id: world.admin }])
  })

  test('finds instructors by name, and by address for admins only', async () => {
    await assign(colleague)
    type Found = { results: { id: number; email: string | null }[] }
    const find = async (user: number, search: string) =>
      (await ask<Found>(user, 'GET', `${staffPath()}candidates/?search=${encodeURIComponent(search)}`)).body
        .results
    expect(await find(world.teacher, '')).toEqual([{ id: stranger, name: 'Stan Stranger', email: null }])
    const [found] = await find(world.admin, 'stan')
    expect(found?.email).toContain('@')
    expect(await find(world.admin, found?.email ?? '')).toHaveLength(1)
    expect(await find(world.teacher, found?.email ?? '')).toEqual([])
    expect(await find(world.admin, '%')).toEqual([])
  })

  test('lists everybody to admins; instructors find others by name or whole address', async () => {
    await world.learner('Una Untouched')
    await finish(await world.learner('Tom Taker'))
    const namesFor = async (user: number, search = '') => {
      const path = `/assessments/${assessment}/learners/?page_size=100&search=${encodeURIComponent(search)}`
      const { body } = await ask<{ results: LearnerLine[] }>(user, 'GET', path)
      return body.results.map(({ learner }) => learner.name)
    }
    const [una] = await world.server.db.asSuperuser<{ email: string }>(
      "select email from app_user where full_name = 'Una Untouched'",
    )
    expect(await namesFor(world.teacher)).toEqual(['Tom Taker'])
    expect(await namesFor(world.teacher, 'una unt')).toEqual(['Una Untouched'])
    expect(await namesFor(world.teacher, una?.email)).toEqual(['Una Untouched'])
    expect(await namesFor(world.teacher, una?.email.slice(0, -1))).toEqual([])
    expect(await namesFor(world.admin)).toEqual(expect.arrayContaining(['Tom Taker', 'Una Untouched']))
  })

  test('does not find people of another tenant', async () => {
    const outsider = await addPerson(world.server.db, {
      clientId: OTHER_CLIENT,
      name: 'O',
      role: 'instructor',
    })
    expect((await assign(outsider)).status).toBe(404)
  })
})

describe('addresses of learners', () => {
  test('are shown to admins alone, who alone search in them', async () => {
    await assign(colleague)
    const attempt = await finish(await world.learner('Lara Listed'))
    const [lea] = await world.server.db.asSuperuser<{ email: string }>(
      "select email from app_user where full_name = 'Lara Listed' order by id desc limit 1",
    )
    const address = lea?.email ?? ''
    const pages = [
      `/assessments/${assessment}/results/`,
      `/assessments/${assessment}/monitor/`,
      `/assessments/${assessment}/learners/`,
      `/attempts/${attempt}/`,
    ]
    for (const path of pages) {
      expect(JSON.stringify((await ask(world.admin, 'GET', path)).body), path).toContain(address)
      for (const user of [world.teacher, colleague]) {
        const { status, body } = await ask(user, 'GET', path)
        expect(status, path).toBe(200)
        expect(JSON.stringify(body), path).toContain('Lara Listed')
        expect(JSON.stringify(body), path).not.toContain('@')
      }
    }
    const found = async (user: number, search: string) => {
      const path = `/assessments/${assessment}/results/?search=${encodeURIComponent(search)}`
      return (await ask<{ count: number }>(user, 'GET', path)).body.count
    }
    expect(await found(world.admin, address.slice(0, -2))).toBe(1)
    expect(await found(world.teacher, address.slice(0, -2))).toBe(0)
    expect(await found(world.teacher, address)).toBe(1)
  })

  test('are exported for admins alone', async () => {
    await assign(colleague)
    await finish(await world.learner('Lea Learner'))
    const exported = async (user: number) =>
      (await ask<{ csv: string }>(user, 'GET', `/assessments/${assessment}/results/export/`)).body.csv
    for (const user of [world.teacher, colleague]) {
      const csv = await exported(user)
      expect(csv).toContain('Lea Learner')
      expect(csv).not.toMatch(/email|@/)
    }
    expect(await exported(world.admin)).toMatch(/attempt,name,email,.*\r?\n.*Lea Learner,[^,]+@/)
    expect((await audited('assessments.export')).map(({ detail }) => detail['addresses'])).toEqual([
      false,
      false,
      true,
    ])
  })
})

describe('attempts of one’s own', () => {
  const reason = 'I deserve it.'
  const decisions = (
    user: number,
    attempt: string,
  ): readonly (readonly [string, Method, string, unknown])[] => [
    [
      'assessments.extraTime',
      'POST',
      `/attempts/${attempt}/extra-time/`,
      { idempotency_key: randomUUID(), minutes: 30, reason },
    ],
    ['assessments.countLate', 'POST', `/attempts/${attempt}/late-answers/1/count/`, { reason }],
    ['assessments.decide', 'PUT', `/attempts/${attempt}/decision/`, { decision: 'cleared', note: reason }],
    [
      'assessments.answerAppeal',
      'POST',
      `/attempts/${attempt}/appeal/`,
      { outcome: 'accepted', text: reason },
    ],
    [
      'assessments.grant',
      'POST',
      `/assessments/${assessment}/learners/${user}/grants/`,
      { idempotency_key: randomUUID(), reason },
    ],
    [
      'assessments.accommodate',
      'PUT',
      `/assessments/${assessment}/learners/${user}/accommodation/`,
      { extra_minutes: 30, reason },
    ],
  ]

  test('are decided on by nobody, whatever their part; the refusal is audited once', async () => {
    await assign(colleague)
    for (const user of [world.teacher, colleague, world.admin]) {
      const attempt = await finish(user)
      for (const [action, method, path, body] of decisions(user, attempt)) {
        const { status, body: reply } = await ask(user, method, path, body)
        expect([action, status, reply.code]).toEqual([action, 403, 'own_attempt'])
        const object = path.startsWith('/attempts') ? `attempt:${attempt}` : `assessment:${assessment}`
        const mine = (await audited(action, object)).filter((event) => event.actor_id === user)
        expect(mine).toMatchObject([{ result: 'refused', detail: { reason: 'own_attempt' } }])
      }
      expect(await world.row(attempt)).toMatchObject({ decision: null, extra_minutes: 0 })
    }
  })

  test('are not regraded by their learner, who may still look at what would change', async () => {
    const question = await fixedQuestion()
    assessment = await world.assessment({ rules: [], fixed: [question] })
    await finish(world.teacher)
    const regrade = (user: number, dryRun: boolean) =>
      ask<{ code?: string; changed?: number }>(user, 'POST', `/assessments/${assessment}/regrade/`, {
        dry_run: dryRun,
        reason,
        keys: [{ question_id: question, version: 1, right: ['A', 'B', 'C', 'D'] }],
      })
    expect((await regrade(world.teacher, true)).status).toBe(200)
    expect((await regrade(world.teacher, false)).body.code).toBe('own_attempt')
    expect((await regrade(world.admin, false)).status).toBe(200)
    expect((await audited('assessments.regrade')).map(({ result }) => result)).toEqual(['refused', 'ok'])
  })
})

const fixedQuestion = async () => {
  const { id } = await world.server.core.db.withTenant(CLIENT, (db) =>
    addQuestion(db, CLIENT, bankQuestion({ topic_id: world.topics.logic }), {
      now: world.server.clock.now(),
      by: null,
    }),
  )
  return id
}

test('lets only somebody who works on all of them correct a key of several assessments', async () => {
  const question = await fixedQuestion()
  const settings = { rules: [], fixed: [question] }
  assessment = await world.assessment(settings)
  await finish(await world.learner())
  await ask(world.admin, 'PUT', `/assessments/${assessment}/owner/`, { user_id: colleague })
  await ask(world.admin, 'DELETE', staffPath(world.teacher))
  const other = await world.assessment(settings)
  await finish(await world.learner(), other)
  const regrade = (user: number) =>
    ask(user, 'POST', `/assessments/${other}/regrade/`, {
      dry_run: false,
      reason: 'The key was wrong.',
      keys: [{ question_id: question, version: 1, right: ['A', 'B', 'C', 'D'] }],
    })
  expect((await regrade(world.teacher)).body.code).toBe('shared_key')
  await assign(world.teacher, colleague)
  expect((await regrade(world.teacher)).status).toBe(200)
})
