import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pathFor } from '#contract/endpoint.ts'
import { readNotifications, type NotificationKind } from '#contract/notifications/notifications.ts'
import { CLIENT, startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.server.close())

interface Heard {
  user_id: number
  kind: NotificationKind
  link: string
  params: Record<string, string>
}
/** What stands in the bells about one thread, by person. */
const heardOf = async (threadId: number) => {
  const rows = await world.rows<Heard & Record<string, unknown>>(
    `select user_id, kind, link, params from notification
     where in_app and not withdrawn and (link = $1 or link like $1 || '#%') order by id`,
    [`/community/thread/${threadId}`],
  )
  return rows
}
const pairs = (rows: readonly Heard[]) => rows.map(({ user_id: id, kind }) => `${id} ${kind}`).toSorted()

describe('who hears of a comment', () => {
  test('given one who is named, one who asked, one who follows and one who muted, when somebody comments, then each hears once and in their own way', async () => {
    const { asha, ben } = world
    const follower = await world.person('Fay Follower')
    const muted = await world.person('Max Muted')
    const writer = await world.person('Wim Writer')
    const thread = await world.thread(asha)
    await world.call(follower, 'POST', `/threads/${thread.id}/follow/`, { following: true })
    await world.call(muted, 'POST', `/threads/${thread.id}/follow/`, { following: false })
    // Ben follows as well, and is named: being named counts.
    await world.call(ben, 'POST', `/threads/${thread.id}/follow/`, { following: true })

    const comment = await world.comment(
      writer,
      thread.id,
      '<p>Ask @ben-okoro-7 and @max-muted-7, or @wim-writer-7</p>',
    )
    const heard = await heardOf(thread.id)
    expect(pairs(heard)).toEqual([`${ben} mention`, `${asha} reply`, `${follower} followed`].toSorted())
    expect(heard[0]).toMatchObject({
      link: `/community/thread/${thread.id}#comment-${comment.id}`,
      params: { who: 'Wim Writer', title: thread.title },
    })
    // The control: the muted one is named where he muted nothing.
    const other = await world.thread(asha)
    await world.comment(writer, other.id, '<p>@max-muted-7</p>')
    expect(pairs(await heardOf(other.id))).toContain(`${muted} mention`)
  })

  test.each(['👩', '👩‍👩‍👧‍👦', '🇮🇳'])(
    'given a thread under a title of %s and nothing else, when somebody comments, then the bell says its beginning, no sign of it torn',
    async (sign) => {
      const title = sign.repeat(Math.floor(200 / Array.from(sign).length))
      const thread = await world.thread(world.asha, {
        title: `${title}${'.'.repeat(200 % Array.from(sign).length)}`,
      })
      await world.comment(world.ben, thread.id)
      const [heard] = await heardOf(thread.id)
      expect(heard?.params['title']?.replaceAll(sign, '').replaceAll(/[.…]/g, '')).toBe('')
      expect(Array.from(heard?.params['title'] ?? '').length).toBeGreaterThan(190)
    },
  )

  test('given a reply to a comment, when written, then who is answered hears it as a reply and who asked as a follower', async () => {
    const { asha, ben, teacher } = world
    const thread = await world.thread(asha)
    const first = await world.comment(ben, thread.id)
    await world.comment(teacher, thread.id, '<p>Not quite</p>', first.id)
    const rows = (await heardOf(thread.id)).filter(({ link }) => !link.endsWith(`-${first.id}`))
    expect(pairs(rows)).toEqual([`${asha} followed`, `${ben} reply`].toSorted())
  })

  test('given a thread that names people, when it is changed to name another, then only the new one hears', async () => {
    const { asha, ben } = world
    const late = await world.person('Lia Late')
    const thread = await world.thread(asha, { body: '<p>@ben-okoro-7?</p>' })
    expect(pairs(await heardOf(thread.id))).toEqual([`${ben} mention`])
    await world.call(asha, 'PUT', `/threads/${thread.id}/`, {
      title: thread.title,
      body: '<p>@ben-okoro-7 or @lia-late-7?</p>',
      tags: [],
    })
    expect(pairs(await heardOf(thread.id))).toEqual([`${ben} mention`, `${late} mention`].toSorted())
  })

  test('given a comment or its thread that is deleted and restored, when the bell is read, then it follows', async () => {
    const { asha, ben } = world
    const thread = await world.thread(asha)
    const gone = await world.comment(ben, thread.id)
    await world.comment(ben, thread.id)
    expect(await heardOf(thread.id)).toHaveLength(2)
    await world.call(ben, 'DELETE', `/comments/${gone.id}/`)
    expect(await heardOf(thread.id)).toHaveLength(1)
    await world.call(asha, 'DELETE', `/threads/${thread.id}/`)
    expect(await heardOf(thread.id)).toHaveLength(0)
    await world.call(asha, 'POST', `/threads/${thread.id}/restore/`)
    // What was deleted by itself stays away.
    expect(await heardOf(thread.id)).toHaveLength(1)
    await world.call(ben, 'POST', `/comments/${gone.id}/restore/`)
    expect(await heardOf(thread.id)).toHaveLength(2)
  })
})

describe('the list of where one was named', () => {
  test('given two mentions, when one is read in the bell, then it is seen there as well and the other is not', async () => {
    const nia = await world.person('Nia Named')
    const thread = await world.thread(world.asha, { body: '<p>@nia-named-7?</p>' })
    const comment = await world.comment(world.ben, thread.id, '<p>@nia-named-7!</p>')
    const [row] = await world.rows<{ id: number }>(
      `select id from notification where user_id = $1 and dedupe_key = $2`,
      [nia, `comment:${comment.id}`],
    )
    const unseen = async () =>
      (
        await world.call<{ results: { comment_id: number | null }[] }>(nia, 'GET', '/mentions/?unseen=true')
      ).body.results.map(({ comment_id: id }) => id)
    expect(await unseen()).toEqual([comment.id, null])
    await world.server.app.inject({
      method: 'POST',
      url: pathFor(readNotifications, { clientId: CLIENT }),
      headers: { authorization: `Bearer ${nia}` },
      payload: { ids: [row?.id] },
    })
    expect(await unseen()).toEqual([null])
  })
})

describe('who hears of a decision', () => {
  test('given an answer that is chosen, unchosen and chosen again, when the bell is read, then it says so once', async () => {
    const { asha, ben } = world
    const thread = await world.thread(asha)
    const answer = await world.comment(ben, thread.id)
    const accept = (accepted: boolean) =>
      world.call(asha, 'POST', `/comments/${answer.id}/accept/`, { accepted })
    const chosen = async () => (await heardOf(thread.id)).filter(({ kind }) => kind === 'accepted')
    await accept(true)
    expect(await chosen()).toMatchObject([{ user_id: ben }])
    await accept(false)
    expect(await chosen()).toEqual([])
    await accept(true)
    expect(await chosen()).toHaveLength(1)
    // Nobody is praised by themselves.
    const own = await world.comment(asha, thread.id)
    await world.call(asha, 'POST', `/comments/${own.id}/accept/`, { accepted: true })
    expect((await chosen()).map(({ user_id: id }) => id)).toEqual([ben])
  })

  test('given a reported comment that is removed, when decided, then its author hears why and who reported hears it too', async () => {
    const { asha, ben, teacher } = world
    const thread = await world.thread(asha)
    const bad = await world.comment(ben, thread.id)
    await world.call(asha, 'POST', '/reports/', {
      subject_type: 'comment',
      subject_id: bad.id,
      reason: 'rude',
    })
    const [report] = await world.rows<{ id: number }>(`select id from forum_report where comment_id = $1`, [
      bad.id,
    ])
    const settle = () =>
      world.call(teacher, 'POST', `/reports/${report?.id}/settle/`, {
        decision: 'remove',
        reason: 'Insulting',
      })
    await settle()
    // Decided already: nobody is told twice.
    expect((await settle()).status).toBe(409)
    const rows = await world.rows<{ user_id: number; kind: string; reason: string }>(
      `select user_id, kind, params ->> 'reason' as reason from notification
       where kind in ('post_removed', 'report_settled') and not withdrawn order by id`,
    )
    expect(rows).toEqual([
      { user_id: ben, kind: 'post_removed', reason: 'Insulting' },
      { user_id: asha, kind: 'report_settled', reason: 'Insulting' },
    ])
  })
})
