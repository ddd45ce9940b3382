import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { VideoContent } from '#contract/course-builder/draft.ts'
import type { TopicPage } from '#contract/courses/topic-page.ts'
import { addSection, CLIENT, section, startBuilderWorld, topic, type BuilderWorld } from './world.ts'

let world: BuilderWorld
beforeAll(async () => {
  world = await startBuilderWorld()
  await world.server.db.asSuperuser(`update client set languages = '{en,hi}' where client_id = ${CLIENT}`)
})
afterAll(() => world.server.close())

const video = (chapters?: VideoContent['chapters']): VideoContent => ({
  type: 'video',
  sources: [{ url: 'https://films.example.test/a.mp4', mime: 'video/mp4' }],
  poster_url: null,
  captions: [],
  duration_seconds: 120,
  ...(chapters && { chapters }),
})
const publishedCourse = async (content: VideoContent) => {
  const courseId = await world.create()
  await world.save(courseId, [
    addSection(section('s1', [topic('t1', [{ key: 'v1', title: 'Film', titles: {}, minutes: 2, content }])])),
  ])
  await world.publish(courseId)
  await world.ask(world.sam, 'POST', `/courses/${courseId}/enrolment/`)
  return courseId
}
const chaptersOf = async (courseId: number) => {
  const { body } = await world.detail(courseId, world.sam)
  const page = await world.ask<TopicPage>(
    world.sam,
    'GET',
    `/courses/${courseId}/topics/${body.sections[0]?.topics[0]?.id}/`,
  )
  const [item] = page.body.items
  return item?.type === 'video' ? item.chapters : null
}

describe('chapters and cover', () => {
  it('shows named chapters to learners, in the order of the video', async () => {
    const courseId = await publishedCourse(
      video([
        { second: 60, title: ' The join ' },
        { second: 0, title: 'Start' },
        { second: 90, title: '  ' },
      ]),
    )

    expect(await chaptersOf(courseId)).toEqual([
      { second: 0, title: 'Start' },
      { second: 60, title: 'The join' },
    ])
  })

  it('keeps existing chapters when a draft without the field is published', async () => {
    const courseId = await publishedCourse(video([{ second: 5, title: 'Kept' }]))
    await world.save(courseId, [{ op: 'item', key: 'v1', set: { content: video() } }])
    await world.publish(courseId)
    expect(await chaptersOf(courseId)).toEqual([{ second: 5, title: 'Kept' }])

    await world.save(courseId, [{ op: 'item', key: 'v1', set: { content: video([]) } }])
    await world.publish(courseId)
    expect(await chaptersOf(courseId)).toEqual([])
  })

  it("finds chapters by their name in the reader's language, else by the main name", async () => {
    const courseId = await publishedCourse(
      video([
        { second: 0, title: 'Start', titles: { hi: 'आरंभ' } },
        { second: 9, title: 'Middle', titles: { hi: ' ' } },
      ]),
    )
    const resultCount = async (query: string, language: string) => {
      const reply = await world.server.app.inject({
        method: 'GET',
        url: `/api/clients/${CLIENT}/courses/${courseId}/search/?q=${encodeURIComponent(query)}`,
        headers: { authorization: `Bearer ${world.sam}`, 'accept-language': language },
      })
      return reply.json<{ results: unknown[] }>().results.length
    }

    expect([
      await resultCount('आरंभ', 'hi'),
      await resultCount('start', 'hi'),
      await resultCount('middle', 'hi'),
    ]).toEqual([1, 0, 1])
    expect([await resultCount('आरंभ', 'en'), await resultCount('start', 'en')]).toEqual([0, 1])
  })

  it('publishes and removes a cover with its alternative text', async () => {
    const courseId = await publishedCourse(video())
    const cover = 'https://pictures.example.test/cover.png'
    await world.save(courseId, [{ op: 'course', set: { cover_url: cover, cover_alt: 'Two tables' } }])
    await world.publish(courseId)
    expect((await world.detail(courseId, world.sam)).body).toMatchObject({
      cover_url: cover,
      cover_alt: 'Two tables',
    })

    await world.save(courseId, [{ op: 'course', set: { cover_url: null, cover_alt: '' } }])
    await world.publish(courseId)
    const { body } = await world.detail(courseId, world.sam)
    expect([body.cover_url, body.cover_alt]).toEqual([null, undefined])
  })
})
