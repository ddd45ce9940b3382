import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JobFacets, ListedJob } from '#contract/jobs/jobs.ts'
import { DAY_BEFORE, startJobsWorld, type JobsWorld } from './world.ts'

let world: JobsWorld
const ids: Record<string, number> = {}

beforeAll(async () => {
  world = await startJobsWorld()
  const { add } = world
  ids['analyst'] = await add({
    texts: {
      en: { title: 'Data analyst', location: 'Pune, India', description: 'Reports in SQL.', benefits: [] },
      hi: { title: 'डेटा विश्लेषक', location: 'पुणे, भारत', description: 'रिपोर्ट बनाना।', benefits: [] },
      ar: { title: 'محلّل بيانات', location: 'بونه، الهند', description: 'إعداد التقارير.', benefits: [] },
    },
    salary: { min: 400_000, max: 700_000, currency: 'INR', period: 'year' },
    featured: true,
  })
  ids['intern'] = await add({
    texts: { en: { title: 'Design intern', location: 'Delhi', description: 'Draw.', benefits: ['Lunch'] } },
    type: 'internship',
    salary: { min: 15_000, max: 20_000, currency: 'INR', period: 'month' },
    remote: true,
  })
  ids['senior'] = await add({
    texts: { en: { title: 'Python lead', location: 'Pune', description: 'Lead people.', benefits: [] } },
    level: 'senior',
    salary: { min: 5_000_000, max: 6_000_000, currency: 'INR', period: 'year' },
  })
  ids['unpaid'] = await add({
    texts: { en: { title: 'Mentor', location: 'Online', description: 'Help.', benefits: [] } },
    type: 'part-time',
    salary: null,
    country: null,
    remote: true,
  })
  await add(
    { texts: { en: { title: 'Draft', location: 'Pune', description: 'x', benefits: [] } } },
    { state: 'draft' },
  )
  ids['expired'] = await add({
    texts: { en: { title: 'Expired analyst', location: 'Pune', description: 'x', benefits: [] } },
    deadline: '2026-01-15',
  })
  ids['closed'] = await add(
    {},
    { state: 'closed', postedAt: DAY_BEFORE, closedAt: new Date('2026-01-10T00:00:00Z') },
  )
  ids['later'] = await add(
    {},
    {
      state: 'scheduled',
      opensAt: new Date('2026-01-20T00:00:00Z'),
    },
  )
})
afterAll(() => world.server.close())

const ascending = (one: number, other: number) => one - other
const list = async (query: string) =>
  (await world.call<{ count: number; results: ListedJob[] }>(world.people.ann, 'GET', `/jobs/?${query}`)).body
const found = async (query: string) => (await list(query)).results.map(({ id }) => id)
const facets = async (query: string) =>
  (await world.call<JobFacets>(world.people.ann, 'GET', `/job-facets/?${query}`)).body

describe('the list of jobs', () => {
  it('lists open jobs only, featured ones first', async () => {
    expect(await found('')).toEqual([ids['analyst'], ids['unpaid'], ids['senior'], ids['intern']])
  })

  it('lists a job from its opening time until its last day in the client’s time zone', async () => {
    const other = await startJobsWorld()
    try {
      const today = await other.add({ deadline: '2026-01-16' })
      const later = await other.add(
        {},
        {
          state: 'scheduled',
          opensAt: new Date('2026-01-16T18:29:30Z'),
        },
      )
      const seen = async () =>
        (
          await other.call<{ results: ListedJob[] }>(other.people.ann, 'GET', '/jobs/?sort=newest')
        ).body.results.map(({ id }) => id)
      expect(await seen()).toEqual([today])
      // 23:59:59 in Kolkata.
      other.clock.set(new Date('2026-01-16T18:29:59Z'))
      expect(await seen()).toEqual([later, today])
      other.clock.set(new Date('2026-01-16T18:30:00Z'))
      expect(await seen()).toEqual([later])
    } finally {
      await other.server.close()
    }
  })

  it.each([
    ['an English word of the description', 'search=sql', ['analyst']],
    ['the start of a word', 'search=analy', ['analyst']],
    ['another case and a full-width form', 'search=PYTHON', ['senior']],
    ['a word of the benefits', 'search=lunch', ['intern']],
    ['Hindi in another spelling of the nasal', 'search=डेटा विश्लेषक', ['analyst']],
    ['Arabic without its marks', 'search=محلل بيانات', ['analyst']],
    ['a place in English', 'location=pune', ['analyst', 'senior']],
    ['a place in Hindi', 'location=पुणे', ['analyst']],
    ['a place in Arabic', 'location=الهند', ['analyst']],
    ['keyword and place together', 'search=lead&location=pune', ['senior']],
    ['no job with all words', 'search=lead analyst', []],
    ['no place in the keyword', 'search=delhi', []],
  ])('finds by %s', async (_, query, names) => {
    expect((await found(encodeURI(query))).toSorted(ascending)).toEqual(
      names.map((name) => ids[name]!).toSorted(ascending),
    )
  })

  it.each([
    ['type=internship,part-time', ['intern', 'unpaid']],
    ['level=senior', ['senior']],
    ['remote=true', ['intern', 'unpaid']],
    ['featured=true', ['analyst']],
    // 15,000 to 20,000 a month are 1.8 to 2.4 lakh a year.
    ['salary=1.2L-2L', ['intern']],
    ['salary=2L-5L', ['analyst', 'intern']],
    ['salary=5L-10L', ['analyst']],
    ['salary=50L%2B', ['senior']],
    ['type=full-time&remote=true', []],
  ])('filters by %s', async (query, names) => {
    expect((await found(query)).toSorted(ascending)).toEqual(
      names.map((name) => ids[name]!).toSorted(ascending),
    )
  })

  it('sorts by salary and by deadline', async () => {
    expect(await found('sort=salary')).toEqual([ids['senior'], ids['analyst'], ids['intern'], ids['unpaid']])
    expect(await found('sort=newest')).toEqual([ids['unpaid'], ids['senior'], ids['intern'], ids['analyst']])
  })

  it('pages with links that keep the filters', async () => {
    const { body } = await world.call<{ count: number; next: string | null; results: ListedJob[] }>(
      world.people.ann,
      'GET',
      '/jobs/?remote=true&page_size=1',
    )
    expect([body.count, body.results.length]).toEqual([2, 1])
    expect(body.next).toContain('remote=true')
    const next = await world.server.app.inject({
      url: body.next ?? '',
      headers: { authorization: `Bearer ${world.people.ann}` },
    })
    expect(next.json<{ results: ListedJob[] }>().results.map(({ id }) => id)).toEqual([ids['intern']])
  })

  it('counts each option with the other filters unchanged', async () => {
    const all = await facets('')
    expect(all).toMatchObject({ count: 4, remote: 2, featured: 1, saved: 0, matched: 0 })
    expect(Object.fromEntries(all.type.map(({ value, count }) => [value, count]))).toEqual({
      'full-time': 2,
      'part-time': 1,
      contract: 0,
      internship: 1,
    })
    const remote = await facets('remote=true&type=internship')
    expect(remote.count).toBe(1)
    // The remote filter counts without itself, the types count without theirs.
    expect(remote.remote).toBe(1)
    expect(remote.type.map(({ count }) => count)).toEqual([0, 1, 0, 1])
  })

  it('counts what each option then finds', async () => {
    const counts = await facets('location=pune')
    for (const { value, count } of [...counts.salary, ...counts.type, ...counts.level]) {
      const group = counts.salary.some((each) => each.value === value)
        ? 'salary'
        : counts.type.some((each) => each.value === value)
          ? 'type'
          : 'level'
      const { count: listed } = await list(`location=pune&${group}=${encodeURIComponent(value)}`)
      expect([value, count]).toEqual([value, listed])
    }
  })

  it('rejects unknown values of a filter', async () => {
    const { status } = await world.call(world.people.ann, 'GET', '/jobs/?type=gig')
    expect(status).toBe(422)
  })

  it('shows the texts of the asked language, and says where they are in another one', async () => {
    const inHindi = await world.call<{ results: ListedJob[] }>(world.people.ann, 'GET', '/jobs/', undefined, {
      'accept-language': 'hi',
    })
    const [analyst, mentor] = inHindi.body.results
    expect([analyst?.title, analyst?.language]).toEqual(['डेटा विश्लेषक', undefined])
    expect([mentor?.title, mentor?.language]).toEqual(['Mentor', 'en'])
  })
})

describe('one job', () => {
  it('is readable without sign-in', async () => {
    const { status, body } = await world.call<{ title: string; closed: null }>(
      null,
      'GET',
      `/jobs/${ids['analyst']}/`,
    )
    expect([status, body.title, body.closed]).toEqual([200, 'Data analyst', null])
  })

  it.each([
    ['expired', 'deadline'],
    ['closed', 'closed'],
  ])('stays readable when %s', async (name, reason) => {
    const { status, body } = await world.call<{ closed: string }>(null, 'GET', `/jobs/${ids[name]}/`)
    expect([status, body.closed]).toEqual([200, reason])
  })

  it('does not exist before it opens', async () => {
    expect((await world.call(null, 'GET', `/jobs/${ids['later']}/`)).status).toBe(404)
    expect(
      (await world.call(world.people.ann, 'PUT', `/jobs/${ids['later']}/saved/`, { saved: true })).status,
    ).toBe(404)
  })

  it('has the number that the client gives, from 1', async () => {
    expect(ids['analyst']).toBe(1)
    expect(ids['intern']).toBe(2)
  })
})
