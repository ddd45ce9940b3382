import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pathFor } from '#contract/endpoint.ts'
import { readNotifications, type NotificationKind } from '#contract/notifications/notifications.ts'
import { CLIENT, startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.server.close())

interface NotificationRow {
  user_id: number
  kind: NotificationKind
  link: string
  params: Record<string, string>
}
/** The notifications about one thread. */
const notificationsOf = async (threadId: number) => {
  const rows = await world.rows<NotificationRow & Record<string, unknown>>(
    `select user_id, kind, link, params from notification
     where in_app and not withdrawn and (link = $1 or link like $1 || '#%') order by id`,
    [`/community/thread/${threadId}`],
  )
  return rows
}
const recipients = (rows: readonly NotificationRow[]) =>
  rows.map(({ user_id: id, kind }) => `${id} ${kind}`).toSorted()

describe('comment notifications', () => {
  test('notifies who is mentioned, asked or follows, each once, and nobody who muted', async () => {
    const { asha, ben } = world
    const follower = await world.person('Fay Follower')
    const muted = await world.person('Max Muted')
    const writer = await world.person('Wim Writer')
    const thread = await world.thread(asha)
    await world.call(follower, 'POST', `/threads/${thread.id}/follow/`, { following: true })
    await world.call(muted, 'POST', `/threads/${thread.id}/follow/`, { following: false })
    // Ben follows the thread and is mentioned: the mention wins.
    await world.call(ben, 'POST', `/threads/${thread.id}/follow/`, { following: true })

    const comment = await world.comment(
      writer,
      thread.id,
      '<p>Ask @ben-okoro-7 and @max-muted-7, or @wim-writer-7</p>',
    )
    const notifications = await notificationsOf(thread.id)
    expect(recipients(notifications)).toEqual(
      [`${ben} mention`, `${asha} reply`, `${follower} followed`].toSorted(),
    )
    expect(notifications[0]).toMatchObject({
      link: `/community/thread/${thread.id}#comment-${comment.id}`,
      params: { who: 'Wim Writer', title: thread.title },
    })
    // Control: where he muted nothing the same person is notified.
    const otherThread = await world.thread(asha)
    await world.comment(writer, otherThread.id, '<p>@max-muted-7</p>')
    expect(recipients(await notificationsOf(otherThread.id))).toContain(`${muted} mention`)
  })

  test.each(['👩', '👩‍👩‍👧‍👦', '🇮🇳'])(
    'truncates a title of %s without splitting a character',
    async (character) => {
      const title = character.repeat(Math.floor(200 / Array.from(character).length))
      const thread = await world.thread(world.asha, {
        title: `${title}${'.'.repeat(200 % Array.from(character).length)}`,
      })
      await world.comment(world.ben, thread.id)
      const [notification] = await notificationsOf(thread.id)
      expect(notification?.params['title']?.replaceAll(character, '').replaceAll(/[.…]/g, '')).toBe('')
      expect(Array.from(notification?.params['title'] ?? '').length).toBeGreaterThan(190)
    },
  )

  test('notifies who is replied to of the reply, and the asker as a follower', async () => {
    const { asha, ben, teacher } = world
    const thread = await world.thread(asha)
    const first = await world.comment(ben, thread.id)
    await world.comment(teacher, thread.id, '<p>Not quite</p>', first.id)
    const rows = (await notificationsOf(thread.id)).filter(({ link }) => !link.endsWith(`-${first.id}`))
    expect(recipients(rows)).toEqual([`${asha} followed`, `${ben} reply`].toSorted())
  })

  test('notifies only newly mentioned people after an edit', async () => {
    const { asha, ben } = world
    const newlyMentioned = await world.person('Lia Late')
    const thread = await world.thread(asha, { body: '<p>@ben-okoro-7?</p>' })
    expect(recipients(await notificationsOf(thread.id))).toEqual([`${ben} mention`])
    await world.call(asha, 'PUT', `/threads/${thread.id}/`, {
      title: thread.title,
      body: '<p>@ben-okoro-7 or @lia-late-7?</p>',
      tags: [],
    })
    expect(recipients(await notificationsOf(thread.id))).toEqual(
      [`${ben} mention`, `${newlyMentioned} mention`].toSorted(),
    )
  })

  test('hides and restores notifications together with a comment or its thread', async () => {
    const { asha, ben } = world
    const thread = await world.thread(asha)
    const deleted = await world.comment(ben, thread.id)
    await world.comment(ben, thread.id)
    expect(await notificationsOf(thread.id)).toHaveLength(2)
    await world.call(ben, 'DELETE', `/comments/${deleted.id}/`)
    expect(await notificationsOf(thread.id)).toHaveLength(1)
    await world.call(asha, 'DELETE', `/threads/${thread.id}/`)
    expect(await notificationsOf(thread.id)).toHaveLength(0)
    await world.call(asha, 'POST', `/threads/${thread.id}/restore/`)
    // A comment that was deleted itself stays deleted.
    expect(await notificationsOf(thread.id)).toHaveLength(1)
    await world.call(ben, 'POST', `/comments/${deleted.id}/restore/`)
    expect(await notificationsOf(thread.id)).toHaveLength(2)
  })
})

describe('the list of mentions', () => {
  test('marks only the mention whose notification was read as seen', async () => {
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

describe('decision notifications', () => {
  test('notifies once of an answer accepted, withdrawn and accepted again', async () => {
    const { asha, ben } = world
    const thread = await world.thread(asha)
    const answer = await world.comment(ben, thread.id)
    const accept = (accepted: boolean) =>
      world.call(asha, 'POST', `/comments/${answer.id}/accept/`, { accepted })
    const acceptedNotices = async () =>
      (await notificationsOf(thread.id)).filter(({ kind }) => kind === 'accepted')
    await accept(true)
    expect(await acceptedNotices()).toMatchObject([{ user_id: ben }])
    await accept(false)
    expect(await acceptedNotices()).toEqual([])
    await accept(true)
    expect(await acceptedNotices()).toHaveLength(1)
    // Accepting one's own answer notifies nobody.
    const ownAnswer = await world.comment(asha, thread.id)
    await world.call(asha, 'POST', `/comments/${ownAnswer.id}/accept/`, { accepted: true })
    expect((await acceptedNotices()).map(({ user_id: id }) => id)).toEqual([ben])
  })

  test('notifies the author of a removed comment and who reported it', async () => {
    const { asha, ben, teacher } = world
    const thread = await world.thread(asha)
    const reported = await world.comment(ben, thread.id)
    await world.call(asha, 'POST', '/reports/', {
      subject_type: 'comment',
      subject_id: reported.id,
      reason: 'rude',
    })
    const [report] = await world.rows<{ id: number }>(`select id from forum_report where comment_id = $1`, [
      reported.id,
    ])
    const settle = () =>
      world.call(teacher, 'POST', `/reports/${report?.id}/settle/`, {
        decision: 'remove',
        reason: 'Insulting',
      })
    await settle()
    // Settled already: nobody is notified twice.
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
