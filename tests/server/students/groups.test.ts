/** Groups of people: making, renaming, archiving, members, and the list by group. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { StudentGroup } from '#contract/students/groups.ts'
import type { StudentResult, StudentRow } from '#contract/students/students.ts'
import { featuresAsUser } from '#tests/support/as-user.ts'
import { addClient, addPerson } from '#tests/support/server/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

const CLIENT = 7
let server: TestServer
let people: Record<'admin' | 'teacher' | 'ann' | 'bob' | 'foreigner' | 'foreignAdmin', number>

const call = async <T>(
  by: number,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  payload?: object,
  clientId = CLIENT,
) => {
  const answer = await server.app.inject({
    method,
    url: `/api/clients/${clientId}/admin/${path}`,
    headers: { authorization: `Bearer ${by}` },
    ...(payload ? { payload } : {}),
  })
  return { status: answer.statusCode, body: answer.json() as T }
}
const make = async (name: string) =>
  (await call<StudentGroup>(people.admin, 'POST', 'student-groups/', { name })).body
const groups = async () =>
  (await call<{ groups: StudentGroup[] }>(people.admin, 'GET', 'student-groups/')).body.groups
const save = (id: number, name: string, isArchived = false) =>
  call<StudentGroup>(people.admin, 'PUT', `student-groups/${id}/`, { name, is_archived: isArchived })
const setMembers = async (id: number, ids: number[], isMember = true) => {
  const { body } = await call<{ results: StudentResult[] }>(
    people.admin,
    'POST',
    `student-groups/${id}/members/`,
    { ids, is_member: isMember },
  )
  return body.results?.map(({ result }) => result)
}
const list = async (by: number, query = '') =>
  (await call<{ results: StudentRow[] }>(by, 'GET', `students/?page_size=100&${query}`)).body.results

beforeAll(async () => {
  server = await startTestServer({ features: featuresAsUser })
  await addClient(server.db, { id: CLIENT })
  await addClient(server.db, { id: 8 })
  const person = (name: string, role: 'student' | 'instructor' | 'admin' = 'student', clientId = CLIENT) =>
    addPerson(server.db, { clientId, name, role })
  people = {
    admin: await person('Ada Admin', 'admin'),
    teacher: await person('Tara Teacher', 'instructor'),
    ann: await person('Ann'),
    bob: await person('Bob'),
    foreigner: await person('Fay', 'student', 8),
    foreignAdmin: await person('Fred', 'admin', 8),
  }
})
afterAll(() => server.close())
beforeEach(() => server.db.asSuperuser('delete from student_group'))

describe('groups', () => {
  it('have names that no other group in use has, whatever the letters and spaces', async () => {
    const group = await make('Class  7B')
    expect((await call(people.admin, 'POST', 'student-groups/', { name: ' class 7b ' })).status).toBe(422)
    await save(group.id, group.name, true)
    const next = await make('Class 7B')
    // Control: the first one is in the archive and cannot come back under the name.
    expect((await save(group.id, group.name)).status).toBe(422)
    expect((await groups()).map(({ id, is_archived: isArchived }) => [id, isArchived])).toEqual([
      [next.id, false],
      [group.id, true],
    ])
  })

  it('keep their members when they are renamed or archived, and take nobody from the archive', async () => {
    const group = await make('Spring')
    await setMembers(group.id, [people.ann])
    expect((await save(group.id, 'Summer')).body).toMatchObject({ name: 'Summer', members: 1 })
    expect((await save(group.id, 'Summer', true)).body).toMatchObject({ is_archived: true, members: 1 })
    const body = { ids: [people.bob], is_member: true }
    expect((await call(people.admin, 'POST', `student-groups/${group.id}/members/`, body)).status).toBe(409)
    expect((await list(people.admin, 'search=ann'))[0]?.groups).toEqual([])
  })

  it('add and remove people with a result for each; a repeat changes nothing', async () => {
    const group = await make('Spring')
    expect(await setMembers(group.id, [people.ann, people.foreigner])).toEqual(['done', 'refused'])
    expect(await setMembers(group.id, [people.ann, people.bob])).toEqual(['unchanged', 'done'])
    expect(await setMembers(group.id, [people.ann], false)).toEqual(['done'])
    expect(await setMembers(group.id, [people.ann], false)).toEqual(['unchanged'])
    expect((await groups())[0]?.members).toBe(1)
  })

  it('narrow the list, and stand in it for admins only', async () => {
    const group = await make('Spring')
    await setMembers(group.id, [people.ann])
    expect(await list(people.admin, `group=${group.id}`)).toMatchObject([
      { name: 'Ann', groups: [{ id: group.id, name: 'Spring' }] },
    ])
    expect(await list(people.teacher, `group=${group.id}`)).toEqual([])
    expect((await call(people.teacher, 'GET', 'student-groups/')).status).toBe(403)
  })

  it('of another client do not exist', async () => {
    const group = await make('Spring')
    const save8 = { name: 'Stolen', is_archived: false }
    const of8 = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
      call<{ groups: unknown[] }>(people.foreignAdmin, method, `student-groups/${path}`, body, 8)
    expect((await of8('PUT', `${group.id}/`, save8)).status).toBe(404)
    const members = { ids: [people.foreigner], is_member: true }
    expect((await of8('POST', `${group.id}/members/`, members)).status).toBe(404)
    expect((await of8('GET', '')).body.groups).toEqual([])
  })
})
