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
const taught = async (content: VideoContent) => {
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
  it('given chapters in any order and one without a name, when published, then learners get the named ones in the film’s order', async () => {
    const courseId = await taught(
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

  it('given a draft of before chapters could be written, when published again, then the film keeps those it has', async () => {
    const courseId = await taught(video([{ second: 5, title: 'Kept' }]))
    await world.save(courseId, [{ op: 'item', key: 'v1', set: { content: video() } }])
    await world.publish(courseId)
    expect(await chaptersOf(courseId)).toEqual([{ second: 5, title: 'Kept' }])

    await world.save(courseId, [{ op: 'item', key: 'v1', set: { content: video([]) } }])
    await world.publish(courseId)
    expect(await chaptersOf(courseId)).toEqual([])
  })

  it('given the name of a chapter in Hindi, when a word of it is looked for by who reads Hindi, then the film is found; else the main name finds it', async () => {
    const courseId = await taught(
      video([
        { second: 0, title: 'Start', titles: { hi: 'आरंभ' } },
        { second: 9, title: 'Middle', titles: { hi: ' ' } },
      ]),
    )
    const finds = async (words: string, language: string) => {
      const reply = await world.server.app.inject({
        method: 'GET',
        url: `/api/clients/${CLIENT}/courses/${courseId}/search/?q=${encodeURIComponent(words)}`,
        headers: { authorization: `Bearer ${world.sam}`, 'accept-language': language },
      })
      return reply.json<{ results: unknown[] }>().results.length
    }

    expect([await finds('आरंभ', 'hi'), await finds('start', 'hi'), await finds('middle', 'hi')]).toEqual([
      1, 0, 1,
    ])
    expect([await finds('आरंभ', 'en'), await finds('start', 'en')]).toEqual([0, 1])
  })

  it('given a cover with words about it, when published and taken away again, then learners get both and then neither', async () => {
    const courseId = await taught(video())
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
