import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PlacementOutcome } from '#contract/live/admin/recordings.ts'
import type { DraftState } from '#contract/course-builder/course-builder.ts'
import { createTestClock } from '#tests/support/clock.ts'
import { CLIENT, startLiveWorld, type LiveWorld } from '#tests/support/live/world.ts'

const clock = createTestClock(new Date('2026-11-23T06:00:00Z'))
const media = (name: string) =>
  readFile(new URL(`../../../../server/demo/content/media/${name}`, import.meta.url))

let world: LiveWorld
let session: number
let section: number
beforeAll(async () => {
  world = await startLiveWorld(clock)
  const planned = await world.create(
    world.people.teacher,
    { starts_local: '2026-11-20T10:00' },
    { past_ok: true },
  )
  session = (planned.json() as { id: number }).id
  const [row] = await world.server.db.asSuperuser<{ id: number }>(
    'select id from course_section where course_id = $1',
    [world.courses.own],
  )
  section = row?.id ?? 0
})
afterAll(() => world.server.close())

const pathOf = (rest: string) => `/admin/live-sessions/${session}/${rest}`
const begin = (kind: string, size: number, userId = world.people.teacher) =>
  world.call(userId, 'POST', pathOf('uploads/'), { kind, name: 'a', size, fingerprint: `${kind}-${size}-x` })
const upload = async (kind: 'video' | 'captions', bytes: Buffer): Promise<string> => {
  const { upload_id: id } = (await begin(kind, bytes.length)).json() as { upload_id: string }
  const sent = await world.server.app.inject({
    method: 'PATCH',
    url: `/api/clients/${CLIENT}${pathOf(`uploads/${id}/`)}`,
    headers: { authorization: `Bearer ${world.people.teacher}` },
    payload: { offset: 0, data: bytes.toString('base64') },
  })
  expect(sent.statusCode, sent.body).toBe(200)
  const finished = await world.call(world.people.teacher, 'POST', pathOf(`uploads/${id}/completion/`))
  expect(finished.statusCode, finished.body).toBe(200)
  return (finished.json() as { url: string }).url
}
const place = (courseId: number, sectionId: number, userId = world.people.teacher) =>
  world.call(userId, 'POST', pathOf('recording/placement/'), { course_id: courseId, section_id: sectionId })
const outcomeOf = async () =>
  ((await place(world.courses.own, section)).json() as { outcome: PlacementOutcome }).outcome
const draft = async () =>
  (
    await world.call(world.people.teacher, 'GET', `/admin/courses/${world.courses.own}/draft/`)
  ).json() as DraftState

describe('the recording of a session', () => {
  it('cannot be placed before there is one', async () => {
    expect((await place(world.courses.own, section)).statusCode).toBe(409)
  })

  it('is uploaded with its captions, and invited learners find it', async () => {
    const [url, captions] = [
      await upload('video', await media('join-matches-rows.webm')),
      await upload('captions', await media('join-matches-rows.en.vtt')),
    ]
    const saved = await world.call(world.people.teacher, 'PUT', pathOf('recording/'), {
      state: 'ready',
      url,
      duration_seconds: 12,
      captions: [{ language: 'en', label: 'English', url: captions }],
    })
    expect(saved.json()).toMatchObject({ recording: { state: 'ready' }, recording_media: { url } })
    const watched = await world.call(world.people.ann, 'GET', `/live/sessions/${session}/recording/`)
    expect(watched.json()).toMatchObject({
      sources: [{ mime: 'video/webm' }],
      captions: [{ language: 'en', label: 'English' }],
    })
    expect(
      (await world.call(world.people.cem, 'GET', `/live/sessions/${session}/recording/`)).statusCode,
    ).toBe(404)
  })

  it('takes videos and captions alone, from people who plan the session', async () => {
    expect((await begin('package', 10)).statusCode).toBe(422)
    expect((await begin('captions', 10, world.people.colleague)).statusCode).toBe(404)
    const { upload_id: id } = (await begin('video', 4)).json() as { upload_id: string }
    await world.server.app.inject({
      method: 'PATCH',
      url: `/api/clients/${CLIENT}${pathOf(`uploads/${id}/`)}`,
      headers: { authorization: `Bearer ${world.people.teacher}` },
      payload: { offset: 0, data: Buffer.from('none').toString('base64') },
    })
    const finished = await world.call(world.people.teacher, 'POST', pathOf(`uploads/${id}/completion/`))
    expect(finished.statusCode).toBe(415)
  })

  it('becomes a lesson of the course once, at once where nothing else waits', async () => {
    expect(await outcomeOf()).toBe('published')
    expect(await outcomeOf()).toBe('there')
    const topics = (await draft()).document.sections.at(0)?.topics ?? []
    expect(topics.map(({ title }) => title)).toEqual(['One', 'Loops'])
    const [row] = await world.server.db.asSuperuser<{ topic: number }>(
      `select i.topic_id as topic from course_item i join course_topic t on t.id = i.topic_id
       where t.course_id = $1 and i.type = 'video'`,
      [world.courses.own],
    )
    const lesson = await world.call(
      world.people.ann,
      'GET',
      `/courses/${world.courses.own}/topics/${row?.topic}/`,
    )
    expect(lesson.json()).toMatchObject({
      items: [{ type: 'video', title: 'Loops', captions: [{ language: 'en' }] }],
    })
  })

  it('waits in the draft of a course with other changes', async () => {
    await world.call(world.people.teacher, 'PUT', pathOf('recording/'), {
      state: 'ready',
      url: 'https://cdn.example.org/loops.mp4',
      duration_seconds: 60,
      captions: [],
    })
    const { revision, document } = await draft()
    const saved = await world.server.app.inject({
      method: 'PATCH',
      url: `/api/clients/${CLIENT}/admin/courses/${world.courses.own}/draft/`,
      headers: { authorization: `Bearer ${world.people.teacher}` },
      payload: {
        revision,
        batch: crypto.randomUUID(),
        operations: [{ op: 'section', key: document.sections[0]?.key, set: { title: 'Renamed' } }],
      },
    })
    expect(saved.statusCode, saved.body).toBe(200)
    expect(await outcomeOf()).toBe('drafted')
    expect((await draft()).document.sections.at(0)?.topics).toHaveLength(3)
  })

  it('goes only to courses of the caller and sections of that course', async () => {
    await world.call(world.people.teacher, 'PUT', pathOf('recording/'), {
      state: 'ready',
      url: 'https://cdn.example.org/again.mp4',
      duration_seconds: 60,
      captions: [],
    })
    expect((await place(world.courses.other, section)).statusCode).toBe(403)
    expect((await place(world.courses.own, 999_999)).statusCode).toBe(409)
    expect((await place(world.courses.own, section, world.people.colleague)).statusCode).toBe(404)
  })
})
