import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { compareGroups } from '#contract/dashboard/groups.ts'
import type { exportDashboard, listDashboardRows } from '#contract/dashboard/rows.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { switchFeatures } from '#tests/support/server/people.ts'
import { CLIENT, createDashboardWorld, NOW, TODAY, type DashboardWorld } from './world.ts'

type Groups = ResponseOf<typeof compareGroups>
type Rows = ResponseOf<typeof listDashboardRows>

let world: DashboardWorld
let morning: number
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000)

const group = async (name: string, members: readonly number[]): Promise<number> => {
  const [row] = await world.db.asSuperuser<{ id: number }>(
    'insert into student_group (client_id, name, name_key, created_at) values (7, $1, lower($1), now()) returning id',
    [name],
  )
  for (const member of members)
    await world.db.asSuperuser(
      'insert into student_group_member (client_id, group_id, user_id, added_at) values (7, $1, $2, now())',
      [row!.id, member],
    )
  return row!.id
}

beforeAll(async () => {
  world = await createDashboardWorld()
  await switchFeatures(world.server.db, CLIENT, [
    'dashboard',
    'admin_dashboard',
    'admin_manage_students',
    'course',
  ])
  const [ann, bob, eve] = [await world.person('Ann'), await world.person('Bob'), await world.person('Eve')]
  morning = await group('Morning', [ann, bob])
  await group('Evening', [eve])
  const course = await world.course('Charts', world.staff.teacher)
  await world.enrol(ann, course.id, daysAgo(5))
  await world.db.asSuperuser('update enrolment set completed_at = $1 where user_id = $2', [daysAgo(1), ann])
  await world.studied(ann, TODAY, 3600)
  await world.studied(bob, '2025-11-01', 3600)
  await world.studied(eve, TODAY, 600)
  const exam = await world.assessment(null)
  await world.attempt(exam, ann, 1, { at: daysAgo(2), percent: 80 })
  await world.attempt(exam, bob, 1, { at: daysAgo(2), percent: 40 })
  const held = await world.held(course.id, daysAgo(3))
  await world.mark(held, ann, 'present')
  await world.mark(held, bob, 'absent')
})
afterAll(() => world.close())

describe('groups side by side', () => {
  it('count what happened in the period, for each group', async () => {
    const { status, body } = await world.call<Groups>(world.staff.admin, 'groups/?days=30')
    expect(status).toBe(200)
    expect(body.groups.map(({ id: _id, ...numbers }) => numbers)).toEqual([
      {
        name: 'Morning',
        learners: 2,
        active: 1,
        study_seconds: 3600,
        completed: 1,
        submitted: 2,
        average_percent: 60,
        attended: 1,
        held: 2,
      },
      {
        name: 'Evening',
        learners: 1,
        active: 1,
        study_seconds: 600,
        completed: 0,
        submitted: 0,
        average_percent: null,
        attended: 0,
        held: 0,
      },
    ])
  })

  it('open the very rows of each number', async () => {
    const period = 'from=2025-12-18&to=2026-01-16'
    const counts: unknown[] = []
    for (const kind of ['active', 'completed', 'submitted', 'attendance']) {
      const { body } = await world.call<Rows>(
        world.staff.admin,
        `rows/?kind=${kind}&${period}&group=${morning}`,
      )
      counts.push([kind, body.count, body.group?.name])
    }
    expect(counts).toEqual([
      ['active', 1, 'Morning'],
      ['completed', 1, 'Morning'],
      ['submitted', 2, 'Morning'],
      ['attendance', 2, 'Morning'],
    ])
    // Control: without the group there are more.
    expect((await world.call<Rows>(world.staff.admin, `rows/?kind=active&${period}`)).body.count).toBe(2)
  })

  it('are the admins’ alone, in the page, the rows and the file', async () => {
    const { teacher, admin } = world.staff
    expect((await world.call(teacher, 'groups/')).status).toBe(403)
    expect((await world.call(teacher, `rows/?kind=active&group=${morning}`)).status).toBe(404)
    expect((await world.call(teacher, 'export/', { kind: 'groups' })).status).toBe(404)
    expect((await world.call(admin, 'rows/?kind=active&group=2000000000')).status).toBe(404)
    const { body } = await world.call<ResponseOf<typeof exportDashboard>>(admin, 'export/', {
      kind: 'groups',
    })
    const file = await world.server.app.inject({ url: body.url })
    expect(file.body.split('\r\n').slice(1, 3)).toEqual([
      'Morning,2,1,60,1,2,60,1,2',
      'Evening,1,1,10,0,0,,0,0',
    ])
  })
})
