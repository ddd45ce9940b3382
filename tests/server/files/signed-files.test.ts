/** Films, captions and pictures of courses: only the session that the server gave an address to can fetch it. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { featureSlugs } from '#contract/client-info/feature-slugs.ts'
import type { TopicPage } from '#contract/courses/topic-page.ts'
import { expiryOf, withStablePaths } from '#contract/files/stored-path.ts'
import type { CourseOffline } from '#contract/offline/offline.ts'
import { cleanOperations } from '#server/features/course-builder/clean.ts'
import { addCourse } from '#server/features/courses/index.ts'
import { storeFile } from '#server/features/files/index.ts'
import { cleanHtml } from '#server/core/security/html.ts'
import { aNewCourse } from '#tests/support/content/courses.ts'
import { switchFeatures } from '#tests/support/server/people.ts'
import { createAuthWorld, quickHasher, type AuthWorld } from '../auth/world.ts'

const FILM = Buffer.from('0123456789'.repeat(1000))
const HOUR_MS = 3_600_000

interface Session {
  token: string
  refreshToken: string
  /** As the browser would send it; '' before the server set one. */
  cookie: string
}

let world: AuthWorld
let courseId: number
let topicId: number
let stored: { video: string; captions: string; picture: string; cover: string; post: string }

beforeAll(async () => {
  world = await createAuthWorld({ hasher: quickHasher() })
  await switchFeatures(world.server.db, 7, featureSlugs)
  const store = (words: string, ending: string) =>
    storeFile(world.server.config.dataDir, 7, { words, ending, content: FILM })
  stored = {
    video: await store('course-video', 'webm'),
    captions: await store('course-captions', 'vtt'),
    picture: await store('course-image', 'webp'),
    cover: await store('course-cover', 'webp'),
    post: await store('post', 'webp'),
  }
  ;[courseId, topicId] = await world.server.core.db.withTenant(7, async (db) => {
    const id = await addCourse(
      db,
      7,
      aNewCourse({
        title: 'Films',
        cover: stored.cover,
        sections: [
          {
            title: 'One',
            topics: [
              {
                title: 'First',
                items: [
                  {
                    type: 'article',
                    title: 'Read',
                    minutes: 1,
                    html: `<p>Look: src="${stored.picture}"</p><img src="${stored.picture}" alt="A kite" />`,
                  },
                  {
                    type: 'video',
                    title: 'Watch',
                    minutes: 1,
                    durationSeconds: 40,
                    sources: [
                      { url: stored.video, mime: 'video/webm' },
                      { url: 'https://films.example.org/a.m3u8', mime: 'application/vnd.apple.mpegurl' },
                    ],
                    posterUrl: stored.picture,
                    captions: [{ language: 'en', label: 'English', url: stored.captions }],
                  },
                ],
              },
            ],
          },
          {
            title: 'Before',
            topics: [
              {
                title: 'Rules',
                items: [{ type: 'article', title: 'Rules', minutes: 1, html: '<p>Be kind.</p>' }],
              },
            ],
          },
        ],
      }),
    )
    const topic = await db
      .selectFrom('course_topic')
      .select('id')
      .where('course_id', '=', id)
      .orderBy('id')
      .executeTakeFirst()
    return [id, topic?.id ?? 0]
  })
})
afterAll(() => world.close())

const ask = async <T>(session: Session, path: string, method: 'GET' | 'POST' | 'DELETE' = 'GET') => {
  const reply = await world.server.app.inject({
    method,
    url: `/api/clients/7${path}`,
    headers: { authorization: `Bearer ${session.token}` },
  })
  const set = reply.cookies.find(({ name }) => name === 'files_7')
  if (set) session.cookie = `files_7=${set.value}`
  return { status: reply.statusCode, body: reply.json<T>(), setCookie: reply.headers['set-cookie'] }
}
const signIn = async (email: string): Promise<Session> => {
  const { access_token: token, refresh_token: refreshToken } = await world.signIn(email)
  return { token, refreshToken, cookie: '' }
}
const learner = async () => {
  const { email } = await world.person()
  const session = await signIn(email)
  await ask(session, `/courses/${courseId}/enrolment/`, 'POST')
  return { email, session }
}
const fetchFile = (
  url: string,
  session: Session | null,
  headers: Record<string, string> = {},
  method: 'GET' | 'HEAD' = 'GET',
) =>
  world.server.app.inject({
    method,
    url,
    headers: { ...headers, ...(session?.cookie && { cookie: session.cookie }) },
  })
const statusOf = async (url: string, session: Session | null) => (await fetchFile(url, session)).statusCode

const addressesOf = async (session: Session) => {
  const { body } = await ask<TopicPage>(session, `/courses/${courseId}/topics/${topicId}/`)
  const [article, video] = body.items
  if (article?.type !== 'article' || video?.type !== 'video') throw new Error('another topic')
  return {
    html: article.html,
    picture: /<img src="([^"]+)"/.exec(article.html)?.[1] ?? '',
    video: video.sources[0]?.url ?? '',
    stream: video.sources[1]?.url,
    poster: video.poster_url ?? '',
    captions: video.captions[0]?.url ?? '',
  }
}

describe('addresses of course files', () => {
  test('refuse stable paths to visitors and learners, and keep covers and posts public', async () => {
    const { session } = await learner()
    await addressesOf(session)
    for (const path of [stored.video, stored.captions, stored.picture])
      for (const who of [null, session]) expect(await statusOf(path, who), path).toBe(404)
    for (const path of [stored.cover, stored.post]) {
      const reply = await fetchFile(path, null)
      expect([reply.statusCode, reply.headers['cache-control']]).toEqual([
        200,
        'public, max-age=31536000, immutable',
      ])
    }
  })

  test('are signed in the article, the video, its poster and captions, and in nothing else', async () => {
    const { session } = await learner()
    const addresses = await addressesOf(session)
    for (const url of [addresses.picture, addresses.video, addresses.poster, addresses.captions]) {
      expect(url).toMatch(
        /^\/files\/7\/signed\/[0-9a-z]+\.i[0-9a-z]+-[\w-]{22}\/[a-z-]+\.[0-9a-f]{20}\.[a-z0-9]+$/,
      )
      expect(await statusOf(url, session)).toBe(200)
    }
    expect(addresses.stream).toBe('https://films.example.org/a.m3u8')
    expect(addresses.html).toContain(`<p>Look: src="${stored.picture}"</p>`)
    expect(withStablePaths(addresses.html)).toContain(`<img src="${stored.picture}"`)
    expect(withStablePaths(addresses.video)).toBe(stored.video)
  })

  test('answer ranges, If-Range, If-None-Match and HEAD, and are kept by no shared cache', async () => {
    const { session } = await learner()
    const { video } = await addressesOf(session)
    const part = await fetchFile(video, session, { range: 'bytes=5-9' })
    expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([
      206,
      '56789',
      'bytes 5-9/10000',
    ])
    expect(part.headers).toMatchObject({
      'cache-control': 'private, no-cache',
      'cross-origin-resource-policy': 'same-origin',
      'content-type': 'video/webm',
      'content-security-policy': "sandbox; default-src 'none'",
    })
    const etag = String(part.headers['etag'])
    expect((await fetchFile(video, session, { range: 'bytes=0-1', 'if-range': etag })).statusCode).toBe(206)
    expect((await fetchFile(video, session, { range: 'bytes=0-1', 'if-range': '"old"' })).statusCode).toBe(
      200,
    )
    expect((await fetchFile(video, session, { 'if-none-match': etag })).statusCode).toBe(304)
    const head = await fetchFile(video, session, {}, 'HEAD')
    expect([head.statusCode, head.headers['content-length']]).toEqual([200, '10000'])
  })

  test('work neither without the cookie nor with that of another session', async () => {
    const { email, session } = await learner()
    const other = (await learner()).session
    const secondDevice = await signIn(email)
    await addressesOf(other)
    await addressesOf(secondDevice)
    const { video } = await addressesOf(session)
    expect(await statusOf(video, session)).toBe(200)
    expect(await statusOf(video, null)).toBe(404)
    for (const who of [other, secondDevice]) expect(await statusOf(video, who)).toBe(404)
    const forged = { ...other, cookie: other.cookie.replace(/=\d+\./, '=1.') }
    expect(await statusOf((await addressesOf(other)).video, forged)).toBe(404)
  })

  test('stop at sign-out, at the end of the session by its owner, and when the person is disabled', async () => {
    const { id, email } = await world.person()
    const leave = async (how: (session: Session) => Promise<unknown>) => {
      const session = await signIn(email)
      await ask(session, `/courses/${courseId}/enrolment/`, 'POST')
      const { video } = await addressesOf(session)
      expect(await statusOf(video, session)).toBe(200)
      await how(session)
      return statusOf(video, session)
    }
    expect(await leave(({ refreshToken }) => world.post('logout', { refresh_token: refreshToken }))).toBe(404)
    const laptop = await signIn(email)
    const others = `/accounts/clients/7/user/sessions/`
    expect(
      await leave(() =>
        world.server.app.inject({
          method: 'DELETE',
          url: others,
          headers: { authorization: `Bearer ${laptop.token}` },
        }),
      ),
    ).toBe(404)
    expect(
      await leave(() =>
        world.server.core.db.withTenant(7, async (db) => {
          await sql`update app_user set disabled_at = now() where id = ${id}`.execute(db)
          await world.server.core.changes.announce(db, { kind: 'user', clientId: 7, userId: id })
        }),
      ),
    ).toBe(404)
  })

  test('stop while the section is closed, by its day or by the days since the enrolment', async () => {
    const { session } = await learner()
    const { video } = await addressesOf(session)
    const statusWhen = async (opensAt: Date | null, afterDays: number | null) => {
      await world.server.core.db.withTenant(7, (db) =>
        sql`update course_section set opens_at = ${opensAt}, opens_after_days = ${afterDays}
            where client_id = 7 and course_id = ${courseId}`.execute(db),
      )
      return statusOf(video, session)
    }
    const inHours = (hours: number) => new Date(world.server.core.clock.now().getTime() + hours * HOUR_MS)
    try {
      expect(await statusWhen(inHours(1), null)).toBe(404)
      expect(await statusWhen(inHours(-1), 1)).toBe(404)
      expect(await statusWhen(inHours(-1), null)).toBe(200)
    } finally {
      expect(await statusWhen(null, null)).toBe(200)
    }
  })

  test('stop when the section gets a prerequisite, until the learner completes it', async () => {
    const { email, session } = await learner()
    const { video } = await addressesOf(session)
    const change = (query: ReturnType<typeof sql>) =>
      world.server.core.db.withTenant(7, (db) => query.execute(db))
    const setPrerequisite = (title: string | null) =>
      change(sql`update course_section set requires = coalesce(
          (select array[s.id] from course_section s where s.course_id = ${courseId} and s.title = ${title}), '{}')
        where client_id = 7 and course_id = ${courseId} and title = 'One'`)
    try {
      await setPrerequisite('Before')
      expect(await statusOf(video, session)).toBe(404)
      await change(sql`
        insert into item_progress (client_id, user_id, item_id, course_id, first_at, last_at, completed_at)
        select 7, u.id, i.id, i.course_id, now(), now(), now() from app_user u, course_item i
        where u.client_id = 7 and u.email = ${email} and i.course_id = ${courseId} and i.title = 'Rules'`)
      expect(await statusOf(video, session)).toBe(200)
    } finally {
      await setPrerequisite(null)
    }
  })

  test('stop as soon as the learner leaves the course, whatever is asked, and work again on return', async () => {
    const { session } = await learner()
    const { video, picture, captions } = await addressesOf(session)
    const { body } = await ask<CourseOffline>(session, `/courses/${courseId}/offline/`)
    const etag = String((await fetchFile(video, session)).headers['etag'])
    const attempts = () =>
      Promise.all([
        ...[video, picture, captions].map((url) => statusOf(url, session)),
        ...body.files.flatMap(({ url, address = '' }) =>
          url === stored.cover ? [] : [statusOf(address, session)],
        ),
        fetchFile(video, session, { range: 'bytes=5-9' }).then(({ statusCode }) => statusCode),
        fetchFile(video, session, { 'if-none-match': etag }).then(({ statusCode }) => statusCode),
        fetchFile(video, session, {}, 'HEAD').then(({ statusCode }) => statusCode),
      ])
    const before = await attempts()
    expect(before).toEqual([200, 200, 200, 200, 200, 200, 206, 304, 200])

    const left = await world.server.app.inject({
      method: 'DELETE',
      url: `/api/clients/7/courses/${courseId}/enrolment/`,
      headers: { authorization: `Bearer ${session.token}` },
    })
    expect(left.statusCode).toBe(204)
    expect(await attempts()).toEqual(before.map(() => 404))
    await ask(session, `/courses/${courseId}/enrolment/`, 'POST')
    expect(await attempts()).toEqual(before)
  })

  test('stop for learners when the course is no longer published, and not for staff', async () => {
    const { session } = await learner()
    const { email } = await world.person({ role: 'instructor' })
    const staff = await signIn(email)
    const [own, taught] = [await addressesOf(session), await addressesOf(staff)]
    const setStatus = (status: string) =>
      world.server.core.db.withTenant(7, (db) =>
        sql`update course set status = ${status} where client_id = 7 and id = ${courseId}`.execute(db),
      )
    await setStatus('draft')
    expect(await statusOf(own.video, session)).toBe(404)
    expect(await statusOf(taught.video, staff)).toBe(200)
    await setStatus('published')
    expect(await statusOf(own.video, session)).toBe(200)
  })

  test('open a free preview to everybody for as long as it is one', async () => {
    const session = await signIn((await world.person()).email)
    const setPreview = (isFree: boolean) =>
      world.server.core.db.withTenant(7, async (db) => {
        await sql`update course_topic set free_preview = ${isFree} where client_id = 7 and id = ${topicId}`.execute(
          db,
        )
        await world.server.core.changes.announce(db, { kind: 'courses', clientId: 7 })
      })
    await setPreview(true)
    const { video } = await addressesOf(session)
    expect(await statusOf(video, session)).toBe(200)
    await setPreview(false)
    expect(await statusOf(video, session)).toBe(404)
  })

  test('refuse a changed signature, hour, name or tenant', async () => {
    const { session } = await learner()
    const { video, picture } = await addressesOf(session)
    const [, , , , ticket = '', name = ''] = video.split('/')
    const [until = '', signature = ''] = ticket.split('.')
    const [item, code] = [signature.slice(0, -23), signature.slice(-22)]
    const later = (Number.parseInt(until, 36) + 6).toString(36)
    for (const url of [
      video.replace(ticket, `${later}.${signature}`),
      video.replace(ticket, `${until}.${signature.slice(0, -1)}`),
      video.replace(ticket, `${until}.${'A'.repeat(22)}`),
      video.replace(ticket, until),
      // Another lesson, another kind of file, and a file of one's own.
      ...[`${item}0-${code}`, `a${item.slice(1)}-${code}`, `x${item.slice(1)}-${code}`, code].map((other) =>
        video.replace(ticket, `${until}.${other}`),
      ),
      video.replace(name, picture.split('/').at(-1) ?? ''),
      video.replace('/files/7/', '/files/8/'),
      video.replace(name, `..%2f${name}`),
      video.replace(name, 'scorm-package.0123456789abcdef0123.zip'),
    ])
      expect(await statusOf(url, session), url).toBe(404)
    expect(await statusOf(video, session)).toBe(200)
  })

  test('say when they expire, stay the same for a while and are refused afterwards', async () => {
    const { email } = await learner()
    const session = await signIn(email)
    const { video } = await addressesOf(session)
    const expiry = expiryOf(video) ?? 0
    const left = expiry - world.clock.now().getTime()
    expect(left).toBeGreaterThan(6 * HOUR_MS)
    expect(left).toBeLessThanOrEqual(12 * HOUR_MS)
    world.clock.advance(10 * 60_000)
    expect((await addressesOf(session)).video).toBe(video)
    world.clock.advance(expiry - world.clock.now().getTime() - 1000)
    expect(await statusOf(video, session)).toBe(200)
    world.clock.advance(1000)
    expect(await statusOf(video, session)).toBe(404)
    const again = await signIn(email)
    expect(await statusOf((await addressesOf(again)).video, again)).toBe(200)
  })

  test('let staff fetch stable paths, which the course builder works with', async () => {
    const { email } = await world.person({ role: 'instructor' })
    const session = await signIn(email)
    expect(await statusOf(stored.video, session)).toBe(404)
    const { setCookie } = await ask(session, '/admin/courses/')
    expect(String(setCookie)).toMatch(/^files_7=.*Path=\/files\/7\/; HttpOnly; SameSite=Strict$/)
    expect(await statusOf(stored.video, session)).toBe(200)
  })

  test('are listed for a device with the stable path beside them', async () => {
    const { session } = await learner()
    const { body } = await ask<CourseOffline>(session, `/courses/${courseId}/offline/`)
    expect(body.files.map(({ url }) => url).toSorted()).toEqual(
      [stored.captions, stored.cover, stored.video, stored.picture].toSorted(),
    )
    for (const { url, address = '' } of body.files) {
      expect(withStablePaths(address)).toBe(url)
      expect(await statusOf(address, session)).toBe(200)
    }
  })

  test('are stored as stable paths when an author sends them back', async () => {
    const { session } = await learner()
    const { picture, video, html } = await addressesOf(session)
    expect(cleanHtml(`<p>${`<img src="${picture}" alt="A kite" />`}</p>`, 'text')).toContain(stored.picture)
    const [operation] = await cleanOperations([
      { op: 'item', key: 'a', set: { content: { type: 'article', html } } },
    ])
    expect(JSON.stringify(operation)).not.toContain('/signed/')
    const [second] = await cleanOperations([{ op: 'course', set: { cover_url: video } }])
    expect(second).toEqual({ op: 'course', set: { cover_url: stored.video } })
  })
})
