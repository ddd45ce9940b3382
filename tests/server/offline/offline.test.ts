import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CourseOffline } from '#contract/offline/offline.ts'
import { storeFile } from '#server/features/files/index.ts'
import { addPerson } from '#tests/support/server/people.ts'
import { article, CLIENT, quiz, startWorld, type World } from '../courses/world.ts'

let world: World
let course: number
let learner: number
let video: string
let picture: string
beforeAll(async () => {
  world = await startWorld()
  const store = (words: string, ending: string, bytes: number) =>
    storeFile(world.server.config.dataDir, CLIENT, { words, ending, content: Buffer.alloc(bytes, words) })
  video = await store('film', 'webm', 3_000)
  const other = await store('film', 'mp4', 2_000)
  const captions = await store('words', 'vtt', 100)
  picture = await store('picture', 'webp', 500)
  course = await world.course({
    sections: [
      {
        title: 'Open',
        topics: [
          {
            title: 'First',
            items: [
              article('Read', `<p>Look</p><img src="${picture}" alt="A kite">`),
              {
                type: 'video',
                title: 'Watch',
                minutes: 1,
                durationSeconds: 40,
                sources: [
                  { url: video, mime: 'video/webm' },
                  { url: other, mime: 'video/mp4' },
                  { url: '/files/7/stream.m3u8', mime: 'application/vnd.apple.mpegurl' },
                ],
                posterUrl: picture,
                captions: [{ language: 'en', label: 'English', url: captions }],
              },
            ],
          },
        ],
      },
      { title: 'Later', topics: [{ title: 'Second', items: [quiz('Check', 2)] }] },
    ],
  })
  learner = await addPerson(world.server.db, { clientId: CLIENT, name: 'On The Road' })
})
afterAll(() => world.server.close())

const getOffline = (person: number) => world.call<CourseOffline>(person, 'GET', `/courses/${course}/offline/`)

describe('contents of an offline course', () => {
  test('rejects a person who is not enrolled', async () => {
    expect((await getOffline(learner)).status).toBe(403)
  })

  test('lists each stored file once with its size and leaves out streams', async () => {
    await world.call(learner, 'POST', `/courses/${course}/enrolment/`)

    const { status, body } = await getOffline(learner)

    expect(status).toBe(200)
    expect(
      body.files
        .map(({ url, bytes, kind }) => [url.replace(/\..*\./, '.'), bytes, kind])
        .toSorted(([a], [b]) => String(a).localeCompare(String(b))),
    ).toEqual([
      ['/files/7/film.mp4', 2_000, 'film'],
      ['/files/7/film.webm', 3_000, 'film'],
      ['/files/7/picture.webp', 500, 'picture'],
      ['/files/7/words.vtt', 100, 'captions'],
    ])
    expect(body.text_bytes).toBeGreaterThan(0)
    expect(body.online_only).toEqual([])
  })

  test('counts topics of a section that opens later as locked and does not list them', async () => {
    const open = (await getOffline(learner)).body
    await world.server.core.db.withTenant(CLIENT, async (db) => {
      await sql`update course_section set opens_after_days = 30 where course_id = ${course} and title = 'Later'`.execute(
        db,
      )
      await world.server.core.changes.announce(db, { kind: 'courses', clientId: CLIENT })
    })

    const { body } = await getOffline(learner)

    expect([open.topics.length, open.locked_topics]).toEqual([2, 0])
    expect([body.topics.length, body.locked_topics]).toEqual([1, 1])
    expect(body.revision).not.toBe(open.revision)
  })

  test('keeps the revision when nothing changed', async () => {
    const before = (await getOffline(learner)).body.revision
    expect((await getOffline(learner)).body.revision).toBe(before)
  })
})
