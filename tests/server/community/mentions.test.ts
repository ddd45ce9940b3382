import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PEOPLE_SUGGESTED } from '#contract/community/people.ts'
import { MENTIONS_MAX, type Comment, type Thread } from '#contract/community/community.ts'
import type { Change } from '#server/core/core.ts'
import type { Query, Rows } from '#server/core/db/query.ts'
import { firstMentioned, namesIn } from '#server/features/community/people/mentions.ts'
import { createPeopleCache } from '#server/features/community/people/people.cache.ts'
import { OTHER_CLIENT, startWorld, type CommentsPage, type World } from './world.ts'

describe('mentions in a body', () => {
  test.each([
    ['<p>Thanks @asha-rao-7 and @Ben.Okoro!</p>', ['asha-rao-7', 'ben.okoro']],
    ['<p>Ask @asha. Or @ben, or (@cleo)</p>', ['asha', 'ben', 'cleo']],
    ['<p>@आशा और @عمر</p>', ['आशा', 'عمر']],
    ['<p>@asha @ASHA @asha</p>', ['asha']],
    ['<p>mail asha@example.test or see x/@asha and @@asha</p>', []],
    [
      '<pre><code>@decorator</code></pre><p><code>@inline</code> <a href="https://a.example">@link</a></p>',
      [],
    ],
    ['<p>@ alone, @- and @.</p>', []],
    ['<p>no name &#64;? but &lt;@asha&gt;</p>', ['asha']],
    ['<p>plain words</p>', []],
  ])('finds in %s the names %j', (html, names) => {
    expect(namesIn(html)).toEqual(names)
  })

  test('takes the first ones when there are too many', () => {
    const names = Array.from({ length: 30 }, (_, index) => `n${index}`)
    const known = new Map(names.map((name, index) => [name, index + 1]))
    expect(firstMentioned(['nobody', ...names], known)).toEqual(
      Array.from({ length: MENTIONS_MAX }, (_, index) => index + 1),
    )
  })
})

interface Mention {
  id: number
  thread_id: number
  comment_id: number | null
  title: string
  excerpt: string
  author: { name: string }
  seen_at: string | null
}
interface MentionsPage {
  count: number
  next: string | null
  results: Mention[]
}

let world: World
const ASHA = 'asha-rao-7'
const BEN = 'ben-okoro-7'
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.server.close())

const mentionsOf = async (user: number, query = '') =>
  (await world.call<MentionsPage>(user, 'GET', `/mentions/?${query}`)).body

describe('mentioned users', () => {
  test('lists mentions in threads and comments and keeps the text as typed', async () => {
    const thread = await world.thread(world.asha, {
      title: 'Who knows?',
      body: `<p>@${BEN.toUpperCase()} or @nobody-at-all, says @${ASHA}</p>`,
    })
    expect(thread.body).toBe(`<p>@${BEN.toUpperCase()} or @nobody-at-all, says @${ASHA}</p>`)
    expect(thread.mentions).toEqual([
      { user_name: BEN, name: 'Ben Okoro' },
      { user_name: ASHA, name: 'Asha Rao' },
    ])
    const comment = await world.comment(world.ben, thread.id, `<p>Not me, @${ASHA}.</p>`)
    expect(comment.mentions).toEqual([{ user_name: ASHA, name: 'Asha Rao' }])
    const read = await world.call<CommentsPage>(world.teacher, 'GET', `/threads/${thread.id}/comments/`)
    expect(read.body.results[0]?.mentions).toEqual(comment.mentions)
    expect(await mentionsOf(world.ben)).toMatchObject({
      count: 1,
      results: [
        { thread_id: thread.id, comment_id: null, title: 'Who knows?', author: { name: 'Asha Rao' } },
      ],
    })
    // Mentioning oneself notifies nobody.
    expect((await mentionsOf(world.asha)).results).toMatchObject([
      { comment_id: comment.id, excerpt: `Not me, @${ASHA}.`, seen_at: null },
    ])
    expect((await mentionsOf(world.teacher)).count).toBe(0)
  })

  test('marks mentions up to one of them as seen, for this person only', async () => {
    const cleo = await world.person('Cleo Seen')
    const thread = await world.thread(world.asha)
    for (let index = 0; index < 3; index += 1)
      await world.comment(world.ben, thread.id, `<p>@cleo-seen-7 ${index}</p>`)
    await world.comment(world.ben, thread.id, `<p>@${ASHA} too</p>`)
    const ashasUnseen = (await mentionsOf(world.asha, 'unseen=true')).count
    const page = await mentionsOf(cleo, 'page_size=2')
    expect([page.count, page.results.length, page.next !== null]).toEqual([3, 2, true])
    const second = page.results[1]?.id ?? 0
    for (const _ of [1, 2])
      expect((await world.call(cleo, 'POST', '/mentions/seen/', { up_to: second })).body).toEqual({
        unseen: 1,
      })
    expect((await mentionsOf(cleo, 'unseen=true')).results.map(({ id }) => id)).toEqual([page.results[0]?.id])
    expect((await mentionsOf(cleo)).results.map(({ seen_at }) => seen_at !== null)).toEqual([
      false,
      true,
      true,
    ])
    expect((await mentionsOf(world.asha, 'unseen=true')).count).toBe(ashasUnseen)
  })

  test('follows an edit: drops removed mentions, adds new ones, keeps seen ones seen', async () => {
    const [dora, emil] = [await world.person('Dora Edit'), await world.person('Emil Edit')]
    const thread = await world.thread(world.asha)
    const comment = await world.comment(world.ben, thread.id, '<p>@dora-edit-7</p>')
    const edit = async (body: string) =>
      (await world.call<Comment>(world.ben, 'PUT', `/comments/${comment.id}/`, { body })).body
    const mention = (await mentionsOf(dora)).results[0]
    await world.call(dora, 'POST', '/mentions/seen/', { up_to: mention?.id ?? 0 })
    expect((await edit('<p>@dora-edit-7 and @emil-edit-7</p>')).mentions).toHaveLength(2)
    expect((await mentionsOf(dora)).results).toMatchObject([{ id: mention?.id }])
    expect((await mentionsOf(dora, 'unseen=true')).count).toBe(0)
    expect((await mentionsOf(emil)).count).toBe(1)
    expect((await edit('<p>nobody</p>')).mentions).toEqual([])
    expect([(await mentionsOf(dora)).count, (await mentionsOf(emil)).count]).toEqual([0, 0])
    const put = await world.call<Thread>(world.teacher, 'PUT', `/threads/${thread.id}/`, {
      title: 'By the teacher',
      body: '<p>@emil-edit-7</p>',
      tags: [],
    })
    expect(put.body.mentions).toHaveLength(1)
    // Whoever edits it, the post belongs to its author.
    expect((await mentionsOf(emil)).results).toMatchObject([{ author: { name: 'Asha Rao' } }])
  })

  test('hides mentions in a deleted post and shows them again after a restore', async () => {
    const fay = await world.person('Fay Gone')
    const thread = await world.thread(world.asha)
    const comment = await world.comment(world.ben, thread.id, '<p>@fay-gone-7</p>')
    await world.comment(world.asha, thread.id, '<p>reply</p>', comment.id)
    await world.call(world.ben, 'DELETE', `/comments/${comment.id}/`)
    expect((await mentionsOf(fay)).count).toBe(0)
    const comments = await world.call<CommentsPage>(fay, 'GET', `/threads/${thread.id}/comments/`)
    expect(comments.body.results[0]).toMatchObject({ deleted: true, mentions: [], author: null })
    await world.call(world.ben, 'POST', `/comments/${comment.id}/restore/`)
    expect((await mentionsOf(fay)).count).toBe(1)
    await world.call(world.asha, 'DELETE', `/threads/${thread.id}/`)
    expect((await mentionsOf(fay)).count).toBe(0)
  })

  test('lists a mention in a muted thread, but not as unseen', async () => {
    const gus = await world.person('Gus Muted')
    const thread = await world.thread(world.asha)
    await world.call(gus, 'POST', `/threads/${thread.id}/follow/`, { following: false })
    await world.comment(world.ben, thread.id, '<p>@gus-muted-7</p>')
    expect([(await mentionsOf(gus)).count, (await mentionsOf(gus, 'unseen=true')).count]).toEqual([1, 0])
  })

  test('ignores names of users of another client and of disabled users', async () => {
    const hal = await world.person('Hal Out')
    await world.rows('update app_user set disabled_at = now() where id = $1', [hal])
    const thread = await world.thread(world.asha, { body: '<p>@sia-stranger-8 @hal-out-7</p>' })
    expect(thread.mentions).toEqual([])
    expect(
      (
        await world.call<MentionsPage>(world.stranger, 'GET', '/mentions/', undefined, {
          clientId: OTHER_CLIENT,
        })
      ).body.count,
    ).toBe(0)
  })

  test('shows a new name at once', async () => {
    const ida = await world.person('Ida Before')
    const thread = await world.thread(ida)
    await world.rows("update app_user set full_name = 'Ida After' where id = $1", [ida])
    const name = async () =>
      (await world.call<Thread>(world.ben, 'GET', `/threads/${thread.id}/`)).body.author.name
    await world.server.core.db.withTenant(7, (db) =>
      world.server.core.changes.announce(db, { kind: 'user', clientId: 7, userId: ida }),
    )
    await expect.poll(name, { timeout: 5_000 }).toBe('Ida After')
  })
})

describe('people cache', () => {
  const asha = { user_name: 'asha', name: 'Asha', profile_pic_url: null }
  const setUp = () => {
    const listeners: ((change: Change | null) => void)[] = []
    const state = { live: true, reads: 0, name: 'Asha', during: () => undefined as void }
    const people = createPeopleCache({
      subscribe: (listener) => void listeners.push(listener),
      live: () => state.live,
    })
    const rows = (async ({ values }: Query) => {
      state.reads += 1
      const read = [{ id: 1, ...asha, name: state.name }].filter(() => String(values[1]).includes('1'))
      state.during()
      return read
    }) as Rows
    const nameOf = async (clientId = 7) => (await people.get(rows, clientId, [1, 1])).get(1)?.name
    const announce = (change: Change | null) => {
      for (const listener of listeners) listener(change)
    }
    return { state, nameOf, tell: announce, people, rows }
  }

  test('reads a person once for each client', async () => {
    const { state, nameOf } = setUp()
    expect([await nameOf(), await nameOf(), state.reads]).toEqual(['Asha', 'Asha', 1])
    await nameOf(8)
    expect(state.reads).toBe(2)
  })

  test.each([
    ['this person', { kind: 'user', clientId: 7, userId: 1 }, 'New'],
    ['everything', null, 'New'],
    ['somebody else', { kind: 'user', clientId: 7, userId: 2 }, 'Asha'],
    ['a namesake by id in another client', { kind: 'user', clientId: 8, userId: 1 }, 'Asha'],
    ['a course', { kind: 'courses', clientId: 7 }, 'Asha'],
  ] as [string, Change | null, string][])(
    'answers correctly after a change of %s',
    async (_name, change, expected) => {
      const { state, nameOf, tell } = setUp()
      await nameOf()
      state.name = 'New'
      tell(change)
      expect(await nameOf()).toBe(expected)
    },
  )

  test('is bypassed while the change feed is down', async () => {
    const { state, nameOf } = setUp()
    state.live = false
    await nameOf()
    await nameOf()
    state.live = true
    await nameOf()
    expect(state.reads).toBe(3)
  })

  test('does not keep a name that changed during the read', async () => {
    const { state, nameOf, tell } = setUp()
    state.during = () => tell({ kind: 'user', clientId: 7, userId: 1 })
    expect(await nameOf()).toBe('Asha')
    state.name = 'New'
    expect(await nameOf()).toBe('New')
  })

  test('leaves out people who do not exist', async () => {
    const { people, rows, state } = setUp()
    expect((await people.get(rows, 7, [2])).size).toBe(0)
    expect((await people.get(rows, 7, [])).size).toBe(0)
    expect(state.reads).toBe(1)
  })
})

describe('suggested people', () => {
  interface Suggestions {
    results: { user_name: string; name: string; profile_pic_url: string | null }[]
  }
  const suggestions = async (query: string, user = world.ben) =>
    (await world.call<Suggestions>(user, 'GET', `/people/?${query}`)).body.results.map(({ name }) => name)

  test('finds people by prefixes of names in any script, without the caller', async () => {
    await world.person('Ólafur Zetterström')
    const hindi = await world.person('आरती ज़ैदी')
    await world.rows("update app_user set username = 'aarti-x', username_key = 'aarti-x' where id = $1", [
      hindi,
    ])
    await world.rows(
      `insert into app_user (client_id, email, email_key, username, username_key, full_name, time_zone)
       values (7, 'o@example.test', 'o@example.test', 'omar-said', 'omar-said', 'أُسَامة سعيد', 'UTC')`,
    )
    expect(await suggestions('search=zetter')).toEqual(['Ólafur Zetterström'])
    expect(await suggestions('search=%C3%93LA')).toEqual(['Ólafur Zetterström'])
    expect(await suggestions(`search=${encodeURIComponent('आर')}`)).toEqual(['आरती ज़ैदी'])
    expect(await suggestions('search=aarti-x')).toEqual(['आरती ज़ैदी'])
    expect(await suggestions(`search=${encodeURIComponent('اسام')}`)).toEqual(['أُسَامة سعيد'])
    expect(await suggestions('search=asha%20ra')).toEqual(['Asha Rao'])
    expect(await suggestions('search=asha', world.asha)).toEqual([])
    expect(await suggestions('search=sia')).toEqual([])
    for (const query of ['search=', 'search=.', 'search=%00', 'search=qqqq', ''])
      expect(await suggestions(query)).toEqual([])
  })

  test("suggests at most eight, the thread's writers first; without a term only the writers", async () => {
    const namesakes: number[] = []
    for (let index = 10; index < 22; index += 1) namesakes.push(await world.person(`Same Name ${index}`))
    const thread = await world.thread(world.asha)
    await world.comment(namesakes[11] ?? 0, thread.id)
    const names = await suggestions(`search=same&thread=${thread.id}`)
    expect(names).toHaveLength(PEOPLE_SUGGESTED)
    expect(names.slice(0, 2)).toEqual(['Same Name 21', 'Same Name 10'])
    expect(await suggestions(`thread=${thread.id}`)).toEqual(['Asha Rao', 'Same Name 21'])
    expect(await suggestions('thread=2000000000')).toEqual([])
    expect((await world.call(world.ben, 'GET', '/people/?thread=x')).status).toBe(422)
  })

  test('finds renamed people by the new name only, and no disabled ones', async () => {
    const jon = await world.person('Jon Wasnamed')
    await world.rows(
      "update app_user set full_name = 'Jon Isnamed', username = 'jon', username_key = 'jon' where id = $1",
      [jon],
    )
    expect([await suggestions('search=wasnamed'), await suggestions('search=isnamed')]).toEqual([
      [],
      ['Jon Isnamed'],
    ])
    await world.rows('update app_user set disabled_at = now() where id = $1', [jon])
    expect(await suggestions('search=isnamed')).toEqual([])
  })
})
