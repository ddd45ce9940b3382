/** A file of people: reading it, the dry run, the import, its undoing. */
import type { StudentImport } from '#contract/students/imports.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { IMPORT_ROWS_MAX } from '#contract/students/imports.ts'
import { addPerson } from '#tests/support/server/people.ts'
import { CLIENT, createImportWorld, OTHER, type ImportWorld } from './world.ts'

let world: ImportWorld
let kites: number

beforeAll(async () => {
  world = await createImportWorld()
  kites = await world.course('Kites')
  await world.course('Foreign kites', 'free', OTHER)
  await world.course('Gold', 'premium')
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.server.db.asSuperuser("delete from app_user where email like '%@new.test'")
  await world.server.db.asSuperuser('delete from student_import')
})

const FILE = [
  'Name,E-mail,Mobile,Courses',
  'Nia New,nia@new.test,+91 98765 43210,Kites',
  'Omar,omar@new.test,,',
].join('\r\n')
const read = async (text: string | Buffer) => (await world.ours.upload(world.admin, text)).import
const sampleOf = async (text: string | Buffer) => (await read(text))?.sample
const issueOf = async (text: string | Buffer) => (await world.ours.upload(world.admin, text)).issue
const enrolledIn = async (course: number) =>
  (
    await world.server.db.asSuperuser<{ email: string }>(
      `select u.email from enrolment e join app_user u on u.client_id = e.client_id and u.id = e.user_id
       where e.course_id = $1 and e.client_id = $2 and e.left_at is null order by 1`,
      [course, CLIENT],
    )
  ).map(({ email }) => email)
const setName = (email: string, name: string) =>
  world.server.db.asSuperuser('update app_user set full_name = $2 where email = $1', [email, name])

describe('a file', () => {
  const TABLE = [
    ['Name', 'Email'],
    ['Ünal, "Ü"', 'u@new.test'],
    ['آدم', 'adam@new.test'],
  ]
  const write = (delimiter: string) =>
    TABLE.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter)).join('\n')

  it.each([
    ['commas', write(',')],
    ['semicolons', write(';')],
    ['tabs', write('\t')],
    ['a mark of UTF-8', `\uFEFF${write(',')}`],
    ['UTF-16 with a mark', Buffer.from(`\uFEFF${write(';')}`, 'utf16le')],
    ['UTF-16 without a mark', Buffer.from(write('\t'), 'utf16le')],
    ['UTF-16, the larger byte first', Buffer.from(`\uFEFF${write(',')}`, 'utf16le').swap16()],
  ])('is read with %s', async (_name, text) => {
    const file = await read(text)
    expect(file?.columns).toEqual(TABLE[0])
    expect(file?.sample).toEqual(TABLE.slice(1))
    expect(file?.mapping).toEqual(['name', 'email'])
  })

  it('keeps formulas as text and takes protecting apostrophes away', async () => {
    expect(await sampleOf("name,email,x\n=1+1,a@new.test,'=2\n")).toEqual([['=1+1', 'a@new.test', '=2']])
  })

  it.each([
    ['विद्यार्थी का नाम;ईमेल;मोबाइल;भाषा;कोर्स', ['name', 'email', 'phone', 'language', 'courses']],
    ['الاسم,البريد الإلكتروني,رقم الهاتف,اللغة,الدورات', ['name', 'email', 'phone', 'language', 'courses']],
    ['Notes,E-Mail Address,Name,Name', [null, 'email', 'name', null]],
  ])('guesses what the columns of %s are', async (header, mapping) => {
    expect((await read(`${header}\na,b,c`))?.mapping).toEqual(mapping)
  })

  it('that cannot be read is refused with the reason', async () => {
    expect(await issueOf('')).toEqual({ code: 'file_empty', detail: null })
    expect(await issueOf('name,email\n\n')).toEqual({ code: 'no_rows', detail: null })
    expect(await issueOf(Buffer.from('name,email\nJos\xe9,j@new.test', 'latin1'))).toMatchObject({
      code: 'file_not_text',
    })
    expect(await issueOf('name,email\n"open,a@new.test\n')).toMatchObject({ code: 'file_broken' })
  })

  it('of 200,000 rows is told its number and stores nothing', async () => {
    const rows = Array.from({ length: 200_000 }, (_, index) => `Learner ${index},l${index}@new.test`)
    expect(await issueOf(`name,email\n${rows.join('\n')}`)).toEqual({
      code: 'too_many_rows',
      detail: 200_000,
    })
    expect(IMPORT_ROWS_MAX).toBeGreaterThanOrEqual(50_000)
    expect(await world.server.db.asSuperuser('select 1 from student_import')).toEqual([])
  })

  it('uploaded again with the same key is the same import', async () => {
    const key = randomUUID()
    const first = await world.ours.upload(world.admin, FILE, key)
    const second = await world.ours.upload(world.admin, 'other,file\n1,2', key)
    expect(second).toEqual(first)
  })
})

describe('the dry run', () => {
  it('shows each difference and writes no account', async () => {
    await world.run((await world.checked(FILE)).id)
    await setName('omar@new.test', 'Omar Old')
    const before = await world.people()
    const file = await world.checked(
      'Name,E-mail,Mobile\nNia New,NIA@new.test,+91 (98765) 43210\nOmar,omar@new.test,0123456\nPia,pia@new.test,',
    )
    expect(file).toMatchObject({ state: 'checked', rows: { new: 1, changed: 1, same: 1, wrong: 0 } })
    expect(await world.ours.rows(world.admin, file.id, 'state=changed')).toMatchObject([
      {
        row: 3,
        changes: [
          { field: 'name', from: 'Omar Old', to: 'Omar' },
          { field: 'phone', from: null, to: '0123456' },
        ],
      },
    ])
    expect(await world.people()).toEqual(before)
  })

  it('names what is wrong with a row and lets the others pass', async () => {
    const file = await world.checked(
      [
        'Name,E-mail,Phone,Language,Courses',
        'Ann,ann@new.test,,Hindi,',
        ',no-name@new.test,,,',
        'Bob,not-an-address,call me,,',
        'Cleo,ann@new.test,,,',
        'Dan "the man",dan@new.test,,,Kites;Unknown course',
        'Eve,eve@new.test,,Klingon,Gold',
        'Fay,fay@new.test,,,,extra',
        'Gil,gil@new.test,,,Kites',
        `Ada,ada-admin-${CLIENT}@example.test,,,`,
      ].join('\n'),
    )
    expect(file.rows).toEqual({ new: 2, changed: 0, same: 0, wrong: 7 })
    const rows = await world.ours.rows(world.admin, file.id, 'state=wrong')
    expect(rows.map(({ row, problems }) => [row, problems.map(({ code, value }) => [code, value])])).toEqual([
      [3, [['name_missing', null]]],
      [
        4,
        [
          ['email_invalid', 'not-an-address'],
          ['phone_invalid', 'call me'],
        ],
      ],
      [5, [['email_repeated', '2']]],
      [6, [['course_unknown', 'Unknown course']]],
      [
        7,
        [
          ['language_unknown', 'Klingon'],
          ['course_premium', 'Gold'],
        ],
      ],
      [8, [['too_many_cells', null]]],
      [10, [['not_allowed', null]]],
    ])
    const done = await world.run(file.id)
    expect(done.results).toMatchObject({ created: 2, refused: 0 })
    expect(await world.people()).toMatchObject([{ name: 'Ann', language: 'hi' }, { name: 'Gil' }])
    expect(await enrolledIn(kites)).toEqual(['gil@new.test'])
  })

  it('finds the courses of its own client only', async () => {
    const file = await world.checked('Name,Email,Course\nAnn,ann@new.test,Foreign kites')
    expect((await world.ours.rows(world.admin, file.id))[0]?.problems).toMatchObject([
      { code: 'course_unknown' },
    ])
  })

  it('needs the e-mail address and one meaning for each column', async () => {
    const file = await read(FILE)
    const check = async (mapping: Parameters<typeof world.ours.check>[2]) =>
      (await world.ours.check(world.admin, file?.id ?? '', mapping)).status
    expect(await check(['name', null, null, null])).toBe(422)
    expect(await check(['email', 'email', null, null])).toBe(422)
    expect(await check(['email'])).toBe(422)
    expect(await check([null, 'email', null, null])).toBe(200)
  })
})

describe('the import', () => {
  it('makes accounts, enrols, and writes no mails unless they are wanted', async () => {
    const mails = () =>
      world.server.db.asSuperuser("select 1 from outbox_message where recipient like '%@new.test'")
    const silent = await world.run((await world.checked(FILE)).id)
    expect(silent).toMatchObject({ state: 'done', results: { created: 2 }, step: { done: 2, of: 2 } })
    expect(await mails()).toEqual([])
    expect(await enrolledIn(kites)).toEqual(['nia@new.test'])
    await world.run((await world.checked('name,email\nPia,pia@new.test')).id, world.admin, true)
    expect(await mails()).toHaveLength(1)
  })

  it('changes nothing with the same file twice', async () => {
    await world.run((await world.checked(FILE)).id)
    const before = await world.server.db.asSuperuser('select * from app_user order by id')
    const again = await world.checked(FILE)
    expect(again.rows).toEqual({ new: 0, changed: 0, same: 2, wrong: 0 })
    await world.run(again.id)
    expect(await world.server.db.asSuperuser('select * from app_user order by id')).toEqual(before)
  })

  it('leaves a row out that somebody changed after the dry run', async () => {
    await world.run((await world.checked('name,email\nOmar,omar@new.test')).id)
    const file = await world.checked('name,email\nOmar New,omar@new.test\nPia,pia@new.test')
    await setName('omar@new.test', 'Omar by hand')
    const done = await world.run(file.id)
    expect(done.results).toMatchObject({ created: 1, updated: 0, refused: 1 })
    expect(await world.ours.rows(world.admin, file.id, 'result=refused')).toMatchObject([
      { row: 2, problems: [{ code: 'changed_since' }] },
    ])
    expect(await world.people()).toMatchObject([{ name: 'Omar by hand' }, { name: 'Pia' }])
  })

  it('of two admins at once makes each account once', async () => {
    const text = ['name,email', ...Array.from({ length: 600 }, (_, n) => `P ${n},p${n}@new.test`)].join('\n')
    const [mine, hers] = [await world.checked(text), await world.checked(text, world.colleague)]
    const begin = (id: string, by: number) =>
      world.ours.call(by, 'POST', `${id}/run/`, { sends_invitations: false })
    await Promise.all([begin(mine.id, world.admin), begin(hers.id, world.colleague)])
    await Promise.all([world.job.look(), world.job.look()])
    const results = [await world.ours.get(world.admin, mine.id), await world.ours.get(world.admin, hers.id)]
    expect(results.map(({ state }) => state)).toEqual(['done', 'done'])
    expect(results.reduce((sum, { results: { created } }) => sum + created, 0)).toBe(600)
    expect(results.reduce((sum, { results: { unchanged } }) => sum + unchanged, 0)).toBe(600)
    expect(await world.people()).toHaveLength(600)
  })

  it('that is stopped writes nothing more and can be undone; a stopped check can begin again', async () => {
    const { import: file } = await world.ours.upload(world.admin, FILE)
    const id = file?.id ?? ''
    const step = async (name: string, body?: object) =>
      (await world.ours.call<StudentImport>(world.admin, 'POST', `${id}/${name}/`, body)).body
    await world.ours.check(world.admin, id, file?.mapping ?? [])
    expect((await step('stop')).state).toBe('uploaded')
    await world.ours.check(world.admin, id, file?.mapping ?? [])
    await world.job.look()
    expect((await world.ours.get(world.admin, id)).state).toBe('checked')
    await step('run', { sends_invitations: false })
    expect(await step('stop')).toMatchObject({ state: 'stopped', step: { done: 0 } })
    expect((await step('stop')).state).toBe('stopped')
    const before = await world.people()
    await world.job.look()
    expect(await world.people()).toEqual(before)
    expect((await step('undo')).state).toBe('undoing')
    await world.job.look()
    expect((await world.ours.get(world.admin, id)).state).toBe('undone')
  })

  it('goes no further when its admin lost the role', async () => {
    const file = await world.checked(FILE, world.colleague)
    await world.ours.call(world.colleague, 'POST', `${file.id}/run/`, { sends_invitations: false })
    const setRole = (role: string) =>
      world.server.db.asSuperuser('update app_user set role = $2 where id = $1', [world.colleague, role])
    await setRole('student')
    await world.job.look()
    await setRole('admin')
    expect((await world.ours.get(world.admin, file.id)).state).toBe('failed')
    expect(await world.people()).toEqual([])
  })

  it('does only what the admin who starts it may do, whoever brought the file', async () => {
    const superadmin = await addPerson(world.server.db, { clientId: CLIENT, name: 'Sue', role: 'superadmin' })
    await world.server.db.asSuperuser(
      "update app_user set email = 'sue@new.test', email_key = 'sue@new.test' where id = $1",
      [superadmin],
    )
    const boss = await addPerson(world.server.db, { clientId: CLIENT, name: 'Bea', role: 'superadmin' })
    const text = 'name,email\nSue Renamed,sue@new.test'
    const file = await world.checked(text, boss)
    expect(file.rows.changed).toBe(1)
    expect((await world.run(file.id)).results).toMatchObject({ updated: 0, refused: 1 })
    expect(await world.people()).toMatchObject([{ name: 'Sue' }])
    // Control: whoever may change her does, and an admin who may not leaves it so.
    const own = await world.run((await world.checked(text, boss)).id, boss)
    expect(own.results.updated).toBe(1)
    expect((await world.undo(own.id)).undone).toMatchObject({ restored: 0, kept: 1 })
    expect(await world.people()).toMatchObject([{ name: 'Sue Renamed' }])
  })

  it('finds everybody unchanged in a file that the list of students exported', async () => {
    await world.run((await world.checked(FILE)).id)
    await setName('omar@new.test', '=Omar; "O"')
    const { url, rows } = await world.server.app
      .inject({
        method: 'GET',
        url: `/api/clients/${CLIENT}/admin/students/export/`,
        headers: { authorization: `Bearer ${world.admin}` },
      })
      .then((answer) => answer.json() as { url: string; rows: number })
    expect(rows).toBeGreaterThanOrEqual(2)
    const { body } = await world.server.app.inject({ url })
    expect((await world.checked(body)).rows).toEqual({ new: 0, changed: 0, same: rows, wrong: 0 })
  })

  it('gives the rows with problems back as a file that is read again', async () => {
    const file = await world.checked('Name,Email\n=1+1,bad\nAnn,ann@new.test\n')
    const { body } = await world.ours.call<{ csv: string; rows: number; file_name: string }>(
      world.admin,
      'GET',
      `${file.id}/errors/`,
    )
    expect(body.rows).toBe(1)
    expect(body.file_name).toBe('errors-people.csv')
    expect(body.csv).toBe(
      "\uFEFFRow,Name,Email,Problem,Value\r\n2,'=1+1,bad,This is no e-mail address,bad\r\n",
    )
    expect(await sampleOf(body.csv)).toEqual([['2', '=1+1', 'bad', 'This is no e-mail address', 'bad']])
  })

  it('is recorded with its numbers', async () => {
    await world.run((await world.checked(FILE)).id)
    const [event] = await world.server.db.asSuperuser<{ detail: unknown; actor_id: number }>(
      "select detail, actor_id from audit_event where action = 'students.import' order by id desc limit 1",
    )
    expect(event).toEqual({ detail: { created: 2, updated: 0, refused: 0 }, actor_id: world.admin })
  })
})

describe('undoing', () => {
  it('removes unused accounts, restores fields and ends enrolments', async () => {
    await world.run((await world.checked('name,email\nOmar Old,omar@new.test')).id)
    const before = await world.people()
    const done = await world.run((await world.checked(FILE)).id)
    expect(await world.people()).toHaveLength(2)
    const undone = await world.undo(done.id)
    expect(undone).toMatchObject({
      state: 'undone',
      undone: { removed: 1, restored: 1, partly: 0, kept: 0 },
      undo_until: null,
    })
    expect(await world.people()).toEqual(before)
    expect(await enrolledIn(kites)).toEqual([])
  })

  it('keeps accounts that were used and fields that were changed since', async () => {
    await world.run((await world.checked('name,email,phone\nOmar Old,omar@new.test,111111')).id)
    const done = await world.run(
      (
        await world.checked(
          'name,email,phone\nOmar,omar@new.test,222222\nNia,nia@new.test,\nPia,pia@new.test,',
        )
      ).id,
    )
    await setName('omar@new.test', 'Omar by hand')
    await world.server.db.asSuperuser(
      "update app_user set email_verified_at = now() where email = 'nia@new.test'",
    )
    await world.server.db.asSuperuser(
      `insert into daily_activity (client_id, user_id, day, seconds)
       select client_id, id, '2026-11-20', 60 from app_user where email = 'pia@new.test'`,
    )
    const undone = await world.undo(done.id)
    expect(undone.undone).toEqual({ removed: 0, restored: 0, partly: 1, kept: 2 })
    expect(await world.people()).toMatchObject([
      { name: 'Nia' },
      { name: 'Omar by hand', phone: '111111' },
      { name: 'Pia' },
    ])
  })

  it('takes people out of the groups that the import put them into', async () => {
    const [spring] = await world.server.db.asSuperuser<{ id: number }>(
      `insert into student_group (client_id, name, name_key, created_at)
       values ($1, 'Spring', 'spring', now()), ($1, 'Old', 'old', now()) returning id`,
      [CLIENT],
    )
    const members = () =>
      world.server.db.asSuperuser<{ email: string }>(
        `select u.email from student_group_member m join app_user u on u.client_id = m.client_id and u.id = m.user_id
         where m.group_id = $1 order by 1`,
        [spring?.id],
      )
    await world.run((await world.checked('name,email,group\nOmar,omar@new.test,Old')).id)
    const file = await world.checked(
      'name,email,class\nOmar,omar@new.test,SPRING;Old\nPia,pia@new.test,Spring\nX,x@new.test,Winter',
    )
    expect(file.rows).toEqual({ new: 1, changed: 1, same: 0, wrong: 1 })
    const rows = await world.ours.rows(world.admin, file.id)
    expect(rows.map(({ changes, problems }) => [changes.length, problems[0]?.code])).toEqual([
      [1, undefined],
      [4, undefined],
      [0, 'group_unknown'],
    ])
    await world.run(file.id)
    expect(await members()).toEqual([{ email: 'omar@new.test' }, { email: 'pia@new.test' }])
    expect((await world.undo(file.id)).undone).toMatchObject({ removed: 1, restored: 1 })
    expect(await members()).toEqual([])
    expect(await world.server.db.asSuperuser('select 1 from student_group_member')).toHaveLength(1)
  })

  it('is possible for 24 hours', async () => {
    const done = await world.run((await world.checked(FILE)).id)
    world.clock.advance(24 * 3_600_000)
    expect((await world.ours.get(world.admin, done.id)).undo_until).toBeNull()
    expect((await world.ours.call(world.admin, 'POST', `${done.id}/undo/`)).status).toBe(409)
    world.clock.advance(-1)
    expect((await world.ours.call(world.admin, 'POST', `${done.id}/undo/`)).status).toBe(200)
  })
})

describe('whose imports they are', () => {
  it('shows another client’s as absent', async () => {
    const file = await world.checked(FILE)
    const theirs = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
      (await world.theirs.call(world.foreigner, method, `${file.id}/${path}`, body)).status
    expect(await theirs('GET', '')).toBe(404)
    expect(await theirs('GET', 'rows/')).toBe(404)
    expect(await theirs('GET', 'errors/')).toBe(404)
    expect(await theirs('POST', 'run/', { sends_invitations: false })).toBe(404)
    expect(await theirs('DELETE', '')).toBe(404)
    const { body } = await world.theirs.call<{ count: number }>(world.foreigner, 'GET', '')
    expect(body.count).toBe(0)
    expect((await world.ours.call(world.admin, 'GET', `${file.id}/`)).status).toBe(200)
  })

  it('makes accounts in its own client only, also for an address that another one knows', async () => {
    await world.run((await world.checked(FILE)).id)
    const { import: file } = await world.theirs.upload(world.foreigner, FILE)
    await world.theirs.check(world.foreigner, file?.id ?? '', ['name', 'email', null, null])
    await world.job.look()
    expect((await world.theirs.get(world.foreigner, file?.id ?? '')).rows.new).toBe(2)
  })

  it('lets a file go that was not imported, and keeps one that was', async () => {
    const file = await world.checked(FILE)
    expect((await world.ours.call(world.admin, 'DELETE', `${file.id}/`)).status).toBe(204)
    const done = await world.run((await world.checked(FILE)).id)
    expect((await world.ours.call(world.admin, 'DELETE', `${done.id}/`)).status).toBe(409)
    world.clock.advance(30 * 86_400_000)
    await world.job.look()
    expect((await world.ours.call(world.admin, 'GET', `${done.id}/`)).status).toBe(404)
  })
})
