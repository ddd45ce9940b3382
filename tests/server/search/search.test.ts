import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { searchAll, SearchGroup } from '#contract/search/search.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { folded, wordsOf } from '#server/core/text/search-text.ts'
import { addCourse } from '#server/features/courses/index.ts'
import { featuresAsUser } from '#tests/support/as-user.ts'
import { aNewCourse } from '#tests/support/content/courses.ts'
import { addClient, addPerson, switchFeatures } from '#tests/support/server/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

const CLIENT = 7
const OTHER_CLIENT = 8
const WITHOUT_FORUM = 9
type Answer = ResponseOf<typeof searchAll>

let server: TestServer
let people: Record<'ann' | 'bob' | 'teacher' | 'stranger' | 'alone', number>
const courses: Record<string, number> = {}

const addCourseTo = async (
  clientId: number,
  title: string,
  values: {
    status?: 'draft' | 'published'
    lesson?: string
    activity?: string
    freePreview?: boolean
    teacher?: number
  } = {},
) => {
  const {
    status = 'published',
    lesson = 'Only lesson',
    activity = 'Only activity',
    freePreview,
    teacher,
  } = values
  const id = await server.core.db.withTenant(clientId, (db) =>
    addCourse(
      db,
      clientId,
      aNewCourse({
        title,
        status,
        ...(teacher !== undefined && { instructors: [{ userId: teacher, bio: '' }] }),
        sections: [
          {
            title: 'Section',
            topics: [
              {
                title: lesson,
                ...(freePreview !== undefined && { freePreview }),
                items: [{ type: 'article', title: activity, minutes: 1, html: '<p>x</p>' }],
              },
            ],
          },
        ],
      }),
    ),
  )
  courses[title] = id
  return id
}

const call = (userId: number, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
  server.app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${userId}` },
    ...(payload && { payload }),
  })
const find = async (
  userId: number,
  q: string,
  { client = CLIENT, ...more }: { client?: number; group?: SearchGroup; author?: string } = {},
): Promise<Answer> => {
  const query = new URLSearchParams({ q, ...more })
  const reply = await call(userId, 'GET', `/api/clients/${client}/search/?${query.toString()}`)
  expect(reply.statusCode).toBe(200)
  return reply.json()
}
const titles = (group: { results: readonly { title: string }[] } | null) =>
  group?.results.map(({ title }) => title)
const names = (answer: Answer) => answer.people?.results.map(({ name }) => name)
const addThread = (userId: number, title: string, client = CLIENT) =>
  call(userId, 'POST', `/community-forum/api/clients/${client}/threads/`, {
    title,
    body: '<p>?</p>',
    tags: [],
  })

beforeAll(async () => {
  server = await startTestServer({ features: featuresAsUser })
  for (const id of [CLIENT, OTHER_CLIENT])
    await addClient(server.db, { id, features: ['course', 'community_forum'] })
  await addClient(server.db, { id: WITHOUT_FORUM, features: ['course'] })
  const person = (name: string, clientId = CLIENT, role: 'student' | 'instructor' = 'student') =>
    addPerson(server.db, { clientId, name, role })
  people = {
    ann: await person('Ann Python'),
    bob: await person('Bob Builder'),
    teacher: await person('Tara Pythagoras', CLIENT, 'instructor'),
    stranger: await person('Pyotr Stranger', OTHER_CLIENT),
    alone: await person('Pyke Alone', WITHOUT_FORUM),
  }
  await addCourseTo(CLIENT, 'Python for data', { lesson: 'Python lists', teacher: people.teacher })
  await addCourseTo(CLIENT, 'Numbers', { lesson: 'Loops', activity: 'A python in the garden' })
  await addCourseTo(CLIENT, 'Preview', { lesson: 'Python without enrolment', freePreview: true })
  await addCourseTo(CLIENT, 'Python draft', {
    status: 'draft',
    lesson: 'Python unpublished',
    freePreview: true,
  })
  await addCourseTo(CLIENT, 'हिन्दी पाठ', { lesson: 'पाँच प्रश्न', freePreview: true })
  await addCourseTo(CLIENT, 'تعلُّم البرمجة', { lesson: 'إجابة سهلة', freePreview: true })
  await addCourseTo(OTHER_CLIENT, 'Python elsewhere', { lesson: 'Python abroad', freePreview: true })
  await addThread(people.bob, 'Why is my Python slow?')
  await addThread(people.ann, 'Something else')
  await addThread(people.stranger, 'Python in another client', OTHER_CLIENT)
})
afterAll(() => server.close())

describe('search over everything', () => {
  it('finds published courses, open lessons, discussions and people of the own client', async () => {
    const answer = await find(people.bob, 'pyth')
    expect(titles(answer.courses)).toEqual(['Python for data'])
    expect(titles(answer.lessons)).toEqual(['Python without enrolment'])
    expect(titles(answer.threads)).toEqual(['Why is my Python slow?'])
    expect(names(answer)).toEqual(['Tara Pythagoras', 'Ann Python'])
    expect(answer.people?.results.map((person) => person.instructor_id)).toEqual([people.teacher, null])
  })

  it('finds lessons by their activities once the person is enrolled, and not after leaving', async () => {
    const path = `/api/clients/7/courses/${courses['Numbers']}/enrolment/`
    const lessons = async () => (await find(people.ann, 'python garden')).lessons
    expect(await lessons()).toEqual({ count: 0, results: [] })
    await call(people.ann, 'POST', path)
    expect(await lessons()).toMatchObject({
      count: 1,
      results: [{ title: 'Loops', activity: 'A python in the garden', course_title: 'Numbers' }],
    })
    await server.app.inject({
      method: 'DELETE',
      url: path,
      headers: { authorization: `Bearer ${people.ann}` },
    })
    expect((await lessons())?.count).toBe(0)
  })

  it('shows staff the lessons of every published course, never those of a draft', async () => {
    const found = titles((await find(people.teacher, 'python', { group: 'lessons' })).lessons)
    expect(found?.toSorted()).toEqual(['Loops', 'Python lists', 'Python without enrolment'])
  })

  it.each([
    ['हिंदी', 'courses', 'हिन्दी पाठ'],
    ['पांच', 'lessons', 'पाँच प्रश्न'],
    ['تعلم', 'courses', 'تعلُّم البرمجة'],
    ['اجابه', 'lessons', 'إجابة سهلة'],
  ] as const)('finds %s whatever its marks', async (q, group, title) => {
    const answer = await find(people.bob, q)
    expect(titles(answer[group])).toEqual([title])
  })

  it('leaves out learners who hide their name on leaderboards, unless they teach', async () => {
    const choose = (userId: number, visibility: string) =>
      call(userId, 'PUT', '/api/clients/7/student/leaderboard-visibility/', {
        visibility,
        nickname: 'Sly Fox',
      })
    await choose(people.ann, 'nickname')
    await choose(people.teacher, 'hidden')
    expect(names(await find(people.bob, 'python'))).toEqual([])
    expect(names(await find(people.bob, 'fox'))).toEqual([])
    expect(names(await find(people.bob, 'pythagoras'))).toEqual(['Tara Pythagoras'])
    await choose(people.ann, 'shown')
    expect(names(await find(people.bob, 'python'))).toEqual(['Ann Python'])
  })

  it('leaves out disabled accounts', async () => {
    const gone = await addPerson(server.db, { clientId: CLIENT, name: 'Gone Quokka' })
    expect(names(await find(people.bob, 'quokka'))).toEqual(['Gone Quokka'])
    await server.db.asSuperuser('update app_user set disabled_at = now() where id = $1', [gone])
    expect(names(await find(people.bob, 'quokka'))).toEqual([])
  })

  it('has no discussions, and of people only teachers, for a client without the community', async () => {
    const teacher = await addPerson(server.db, {
      clientId: WITHOUT_FORUM,
      name: 'Pyle Teacher',
      role: 'instructor',
    })
    await addCourseTo(WITHOUT_FORUM, 'Pyramids', { teacher })
    const answer = await find(people.alone, 'py', { client: WITHOUT_FORUM })
    expect(answer.threads).toBeNull()
    expect(titles(answer.courses)).toEqual(['Pyramids'])
    expect(answer.people).toMatchObject({ count: 1, results: [{ name: 'Pyle Teacher' }] })
  })

  it('has nothing for a client without courses and community', async () => {
    await switchFeatures(server.db, WITHOUT_FORUM, [])
    await server.core.db.withTenant(WITHOUT_FORUM, (db) =>
      server.core.changes.announce(db, { kind: 'client', clientId: WITHOUT_FORUM }),
    )
    const answer = await find(people.alone, 'py', { client: WITHOUT_FORUM })
    expect(answer).toEqual({ courses: null, lessons: null, threads: null, people: null, author: null })
  })

  it('answers one group alone, and the discussions of one person', async () => {
    const one = await find(people.bob, 'python', { group: 'threads' })
    expect(one).toMatchObject({ courses: null, lessons: null, people: null, threads: { count: 1 } })
    const [bob] = await server.db.asSuperuser<{ username: string }>(
      'select username from app_user where id = $1',
      [people.bob],
    )
    const byBob = await find(people.ann, '', { author: bob?.username ?? '' })
    expect(byBob.author?.name).toBe('Bob Builder')
    expect(titles(byBob.threads)).toEqual(['Why is my Python slow?'])
    expect(await find(people.ann, '', { author: 'nobody-here' })).toMatchObject({
      author: null,
      threads: null,
    })
  })

  it.each(['', 'p', '?!', '%', '_'])('finds nothing for "%s"', async (q) => {
    const answer = await find(people.bob, q)
    for (const group of [answer.courses, answer.lessons, answer.threads, answer.people])
      expect(group).toEqual({ count: 0, results: [] })
  })

  it('follows a changed title and an activity that was taken out', async () => {
    const course = await addCourseTo(CLIENT, 'Moving', {
      lesson: 'Zebra',
      activity: 'Yak',
      freePreview: true,
    })
    const lessons = async (q: string) => titles((await find(people.bob, q)).lessons)
    expect([await lessons('zebra'), await lessons('yak')]).toEqual([['Zebra'], ['Zebra']])
    await server.core.db.withTenant(CLIENT, async (db) => {
      await db.updateTable('course_topic').set({ title: 'Walrus' }).where('course_id', '=', course).execute()
      await sql`update course_item set topic_id = null where client_id = ${CLIENT} and course_id = ${course}`.execute(
        db,
      )
    })
    expect([await lessons('zebra'), await lessons('yak'), await lessons('walrus')]).toEqual([
      [],
      [],
      ['Walrus'],
    ])
  })
})

describe('words in the database', () => {
  const SAMPLES = [
    'How do I read_CSV in Python?',
    'C++ or C#, node.js',
    'العَرَبِيَّة جميـــلة، أليس كذلك؟',
    'مؤتمر الأسئلة على شاطئ',
    'हिन्दी में पाँच प्रश्न।',
    'क़लम और ज़मीन, सम्बन्ध',
    '١٢ १२ 12',
    'ﬁne ＦＵＬＬ CAFÉ cafe\u0301',
    "O'Brien <b> a=b (x|y) ~ 5^2 $1",
    '?!।،',
  ]
  const wordsInDatabase = async (text: string) =>
    (await server.db.asSuperuser<{ word: string }>('select word from search_words($1) word', [text])).map(
      ({ word }) => word,
    )

  it.each(SAMPLES)('cuts "%s" like the product', async (text) => {
    expect((await wordsInDatabase(text)).toSorted()).toEqual(wordsOf(text).toSorted())
  })

  it('control: tells a text from its folded form', () => {
    expect(SAMPLES.filter((text) => folded(text) !== text).length).toBeGreaterThan(5)
  })
})
