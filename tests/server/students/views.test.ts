/** Saved views of the list of people: whose they are, who sees them, who changes them. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { StudentView } from '#contract/students/views.ts'
import { featuresAsUser } from '#tests/support/as-user.ts'
import { addClient, addPerson } from '#tests/support/server/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

let server: TestServer
let people: Record<'admin' | 'colleague' | 'teacher' | 'foreignAdmin', number>

const SETTINGS = {
  search: 'asha',
  course: null,
  group: null,
  state: 'inactive',
  role: 'student',
  sort: 'newest',
  columns: ['phone', 'courses'],
} as const
const call = async <T>(
  by: number,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  payload?: object,
  clientId = 7,
) => {
  const answer = await server.app.inject({
    method,
    url: `/api/clients/${clientId}/admin/student-views/${path}`,
    headers: { authorization: `Bearer ${by}` },
    ...(payload ? { payload } : {}),
  })
  return { status: answer.statusCode, body: (answer.body === '' ? null : answer.json()) as T }
}
const save = (by: number, name: string, isShared = false) =>
  call<StudentView>(by, 'POST', '', { name, is_shared: isShared, settings: SETTINGS })
const names = async (by: number, clientId = 7) =>
  (await call<{ views: StudentView[] }>(by, 'GET', '', undefined, clientId)).body.views.map(
    ({ name }) => name,
  )

beforeAll(async () => {
  server = await startTestServer({ features: featuresAsUser })
  await addClient(server.db, { id: 7 })
  await addClient(server.db, { id: 8 })
  const person = (name: string, role: 'instructor' | 'admin', clientId = 7) =>
    addPerson(server.db, { clientId, name, role })
  people = {
    admin: await person('Ada', 'admin'),
    colleague: await person('Cora', 'admin'),
    teacher: await person('Tara', 'instructor'),
    foreignAdmin: await person('Fred', 'admin', 8),
  }
})
afterAll(() => server.close())
beforeEach(() => server.db.asSuperuser('delete from student_view'))

describe('saved views', () => {
  it('keep filters, order and columns', async () => {
    const { status, body } = await save(people.admin, 'Quiet people')
    expect(status).toBe(201)
    expect(body).toMatchObject({ name: 'Quiet people', is_own: true, owner: 'Ada', settings: SETTINGS })
  })

  it('are private unless shared, and shared ones are for admins of the client', async () => {
    await save(people.admin, 'Mine')
    await save(people.admin, 'Ours', true)
    expect(await names(people.admin)).toEqual(['Mine', 'Ours'])
    expect(await names(people.colleague)).toEqual(['Ours'])
    expect(await names(people.teacher)).toEqual([])
    expect(await names(people.foreignAdmin, 8)).toEqual([])
  })

  it('of instructors cannot be shared', async () => {
    expect((await save(people.teacher, 'Ours', true)).status).toBe(403)
    expect((await save(people.teacher, 'Mine')).status).toBe(201)
  })

  it('are changed and deleted by their owner only', async () => {
    const { body: view } = await save(people.admin, 'Ours', true)
    const body = { name: 'Theirs', is_shared: true, settings: SETTINGS }
    expect((await call(people.colleague, 'PUT', `${view.id}/`, body)).status).toBe(403)
    const own = { ...body, is_shared: false }
    expect((await call(people.teacher, 'PUT', `${view.id}/`, own)).status).toBe(404)
    await call(people.colleague, 'DELETE', `${view.id}/`)
    expect(await names(people.admin)).toEqual(['Ours'])
    expect((await call(people.admin, 'PUT', `${view.id}/`, body)).status).toBe(200)
    await call(people.admin, 'DELETE', `${view.id}/`)
    expect(await names(people.admin)).toEqual([])
  })

  it('have names that their owner uses once', async () => {
    const { body: first } = await save(people.admin, 'Quiet')
    expect((await save(people.admin, ' QUIET ')).status).toBe(422)
    const { body: second } = await save(people.admin, 'Loud')
    const rename = (id: number) =>
      call(people.admin, 'PUT', `${id}/`, { name: 'quiet', is_shared: false, settings: SETTINGS })
    expect((await rename(second.id)).status).toBe(422)
    expect((await rename(first.id)).status).toBe(200)
    expect((await save(people.colleague, 'Quiet')).status).toBe(201)
  })
})
