import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DraftState, TrashLine, VersionLine } from '#contract/course-builder/course-builder.ts'
import type { CourseDocument } from '#contract/course-builder/draft.ts'
import {
  addSection,
  article,
  quizItem,
  section,
  startBuilderWorld,
  topic,
  type BuilderWorld,
} from './world.ts'

let world: BuilderWorld
beforeAll(async () => {
  world = await startBuilderWorld()
})
afterAll(() => world.server.close())

/** A published course: one section, two topics, an article each, a quiz in the first. */
const published = async (): Promise<number> => {
  const courseId = await world.create()
  await world.save(courseId, [
    addSection(section('s1', [topic('t1', [article('a1'), quizItem('q1')]), topic('t2', [article('a2')])])),
  ])
  expect((await world.publish(courseId)).status).toBe(200)
  return courseId
}
const itemId = async (courseId: number, title: string): Promise<number> => {
  const { body } = await world.detail(courseId, world.sam)
  const items = body.sections.flatMap(({ topics }) => topics.flatMap((one) => one.items))
  const found = items.find((item) => item.title === title)
  if (!found) throw new Error(`no item ${title}`)
  return found.id
}
const page = async <T>(courseId: number, what: 'versions' | 'trash'): Promise<T[]> =>
  (await world.ask<{ results: T[] }>(world.tara, 'GET', `/admin/courses/${courseId}/${what}/`)).body.results

const missing = { title: '', description: '', objectives: [], features: [], requirements: [] }

describe('publishing', () => {
  it('given a draft, when it is edited, then learners see nothing of it until it is published', async () => {
    const courseId = await published()

    await world.save(courseId, [{ op: 'topic', key: 't2', set: { title: 'A better name' } }])

    const before = await world.detail(courseId, world.sam)
    expect(before.body.sections[0]?.topics[1]?.title).toBe('Topic t2')
    expect((await world.draft(courseId)).status).toBe('changed')
    expect((await world.publish(courseId)).body.status).toBe('published')
    const after = await world.detail(courseId, world.sam)
    expect(after.body.sections[0]?.topics[1]?.title).toBe('A better name')
  })

  it('given a course that was never published, when a learner asks, then it is not there', async () => {
    const courseId = await world.create()
    await world.save(courseId, [addSection(section('s1', [topic('t1', [article('a1')])]))])

    expect((await world.detail(courseId, world.sam)).status).toBe(404)
  })

  it('given an empty topic and a half-written question, when published, then refused, and each is named', async () => {
    const courseId = await world.create()
    const quiz = quizItem('q1')
    if (quiz.content.type === 'quiz') quiz.content.questions.push({ kind: 'single', prompt: '' })
    await world.save(courseId, [addSection(section('s1', [topic('t1', [quiz]), topic('t2', [])]))])

    expect((await world.publish(courseId)).status).toBe(422)

    const found = await world.findings(courseId)
    expect(found).toContainEqual(
      expect.objectContaining({ code: 'empty_topic', node: expect.objectContaining({ key: 't2' }) }),
    )
    expect(found).toContainEqual(expect.objectContaining({ code: 'question_incomplete', detail: '3' }))
  })

  it('given a language that was begun, when checked, then it is named until every title and text is there', async () => {
    const courseId = await world.create()
    await world.save(courseId, [
      addSection(section('s1', [topic('t1', [article('a1')])])),
      { op: 'section', key: 's1', set: { titles: { hi: 'भाग एक' } } },
    ])
    const named = async () =>
      (await world.findings(courseId))
        .filter(({ code }) => code === 'untranslated')
        .map(({ detail }) => detail)

    expect(await named()).toEqual(['hi'])
    const { texts } = (await world.draft(courseId)).document.course
    await world.save(courseId, [
      { op: 'topic', key: 't1', set: { titles: { hi: 'विषय' } } },
      { op: 'item', key: 'a1', set: { titles: { hi: 'लेख' } } },
      { op: 'course', set: { texts: { ...texts, hi: { ...(texts.en ?? missing), title: 'कोर्स' } } } },
    ])
    // The article itself is still English.
    expect(await named()).toEqual(['hi'])
    await world.save(courseId, [
      {
        op: 'item',
        key: 'a1',
        set: { content: { type: 'article', html: '<p>Words</p>', htmls: { hi: '<p>शब्द</p>' } } },
      },
    ])

    expect(await named()).toEqual([])
  })

  it('given a failure in the last step, when published, then nothing of it is there; without it all is', async () => {
    const courseId = await published()
    await world.save(courseId, [
      {
        op: 'item',
        key: 'a1',
        set: { title: 'New title', content: { type: 'article', html: '<p>New</p>' } },
      },
      addSection(section('s2', [topic('t3', [article('a3')])])),
    ])
    const before = (await world.detail(courseId, world.sam)).body
    await world.server.db.asSuperuser(
      `create function fall() returns trigger language plpgsql as $$ begin raise exception 'fell'; end $$`,
    )
    await world.server.db.asSuperuser(
      `create trigger fall after insert on course_version for each row when (new.reason = 'published') execute function fall()`,
    )

    expect((await world.publish(courseId)).status).toBe(500)

    expect((await world.detail(courseId, world.sam)).body).toEqual(before)
    expect((await world.draft(courseId)).status).toBe('changed')
    await world.server.db.asSuperuser('drop trigger fall on course_version')
    expect((await world.publish(courseId)).status).toBe(200)
    const after = (await world.detail(courseId, world.sam)).body
    expect(after.sections.map(({ title }) => title)).toEqual(['Section s1', 'Section s2'])
  })

  it('given readers all the while, when published, then each sees the old or the new whole', async () => {
    const courseId = await published()
    const titlesSeen = new Set<string>()
    const name = (round: number, key: string) => `${key} of round ${round}`
    for (let round = 1; round <= 4; round += 1) {
      await world.save(courseId, [
        { op: 'topic', key: 't1', set: { title: name(round, 'one') } },
        { op: 'topic', key: 't2', set: { title: name(round, 'two') } },
      ])
      const reads = [1, 2, 3, 4, 5].map(() => world.detail(courseId, world.sam))
      await Promise.all([world.publish(courseId), ...reads])
      for (const { body } of await Promise.all(reads))
        titlesSeen.add(JSON.stringify(body.sections[0]?.topics.map(({ title }) => title.split(' of ')[1])))
    }
    for (const pair of titlesSeen) {
      const [one, two] = JSON.parse(pair) as string[]
      expect(one).toBe(two)
    }
  })
})

describe('progress stays', () => {
  const read = (id: number) => world.ask(world.sam, 'POST', `/items/${id}/complete/`)

  it('given a finished article, when it is taken out, published, put back and published, then it is finished', async () => {
    const courseId = await published()
    await world.ask(world.sam, 'POST', `/courses/${courseId}/enrolment/`)
    const id = await itemId(courseId, 'Article a1')
    await read(id)

    await world.save(courseId, [{ op: 'remove', kind: 'topic', key: 't1' }])
    await world.publish(courseId)
    const without = await world.detail(courseId, world.sam)
    expect(without.body.sections[0]?.topics.map(({ title }) => title)).toEqual(['Topic t2'])
    expect(without.body).toMatchObject({ lessons: 1, progress: { completed_items: 0, total_items: 1 } })
    expect((await read(id)).status).toBe(404)

    const [trashed] = await page<TrashLine>(courseId, 'trash')
    await world.ask(world.tara, 'POST', `/admin/courses/${courseId}/trash/${trashed?.id}/restoration/`)
    await world.publish(courseId)

    const back = await world.detail(courseId, world.sam)
    expect(back.body.sections[0]?.topics.map(({ title }) => title)).toEqual(['Topic t1', 'Topic t2'])
    expect(await itemId(courseId, 'Article a1')).toBe(id)
    expect(back.body.progress).toMatchObject({ completed_items: 1, total_items: 3 })
  })

  it('given questions written anew in words, when published again, then they keep their ids', async () => {
    const courseId = await published()
    const quizId = await itemId(courseId, 'Quiz q1')
    const idsNow = async () =>
      (
        await world.server.db.asSuperuser<{ id: number }>(
          'select id from quiz_question where item_id = $1 order by position',
          [quizId],
        )
      ).map(({ id }) => id)
    const first = await idsNow()
    const { document } = await world.draft(courseId)
    const content = document.sections[0]?.topics[0]?.items[1]?.content
    if (content?.type !== 'quiz') throw new Error('no quiz')
    const [join, word] = content.questions

    await world.save(courseId, [
      {
        op: 'item',
        key: 'q1',
        set: {
          content: { ...content, questions: [word ?? {}, { ...join, prompt: 'What stays in a join?' }] },
        },
      },
    ])
    await world.publish(courseId)

    expect(first).toHaveLength(2)
    expect(await idsNow()).toEqual(first.toReversed())
  })

  it('given a moved item, when published, then it is the same item in another topic', async () => {
    const courseId = await published()
    const id = await itemId(courseId, 'Article a1')

    await world.save(courseId, [{ op: 'move', kind: 'item', key: 'a1', parent: 't2', index: 1 }])
    await world.publish(courseId)

    const { body } = await world.detail(courseId, world.sam)
    expect(body.sections[0]?.topics[1]?.items.map((item) => item.id)).toContain(id)
  })
})

describe('two editors', () => {
  const rename = (user: number, courseId: number, revision: number, batch: string, title: string) =>
    world.ask(user, 'PATCH', `/admin/courses/${courseId}/draft/`, {
      revision,
      batch,
      operations: [{ op: 'section', key: 's1', set: { title } }],
    })

  it('given thirty saves upon one revision, when sent at once, then one is taken and the others are told by whom', async () => {
    const courseId = await published()
    const { revision } = await world.draft(courseId)

    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        rename(index % 2 ? world.tara : world.admin, courseId, revision, randomUUID(), `Name ${index}`),
      ),
    )

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status === 409)
    expect(refused).toHaveLength(29)
    expect(['Tara Teacher', 'Ada Admin']).toContain(
      refused[0]?.body.fields?.['revision']?.[0]?.params?.['saved_by'],
    )
    expect((await world.draft(courseId)).revision).toBe(revision + 1)
  })

  it('given who does not look at the revision, when two save, then the first one’s words are gone', async () => {
    // The control: what the revision protects from.
    const courseId = await published()
    const blind = async (title: string) =>
      world.save(courseId, [{ op: 'section', key: 's1', set: { title } }])
    await blind('Tara wrote this')
    await blind('Ada never saw it')

    expect((await world.draft(courseId)).document.sections[0]?.title).toBe('Ada never saw it')
  })

  it('given a lost answer, when the same batch comes again, then it counts once', async () => {
    const courseId = await published()
    const { revision } = await world.draft(courseId)
    const batch = randomUUID()

    const first = await rename(world.tara, courseId, revision, batch, 'Once')
    const second = await rename(world.tara, courseId, revision, batch, 'Once')

    expect([first.status, second.status]).toEqual([200, 200])
    expect((await world.draft(courseId)).revision).toBe(revision + 1)
  })
})

describe('versions and trash', () => {
  it('given what somebody wrote, when another person goes on, then it is kept under the name of who wrote it; their own next change keeps nothing', async () => {
    const courseId = await published()
    const save = (user: number, title: string) =>
      world.save(courseId, [{ op: 'section', key: 's1', set: { title } }], user)
    await save(world.tara, 'By Tara')
    const before = (await page<VersionLine>(courseId, 'versions')).length

    await save(world.admin, 'By Ada')
    await save(world.admin, 'By Ada again')

    const lines = await page<VersionLine>(courseId, 'versions')
    expect(lines).toHaveLength(before + 1)
    expect(lines[0]).toMatchObject({ reason: 'interval', created_by: { id: world.tara } })
    const { body } = await world.ask<{ document: CourseDocument }>(
      world.tara,
      'GET',
      `/admin/courses/${courseId}/versions/${lines[0]?.id}/`,
    )
    expect(body.document.sections[0]?.title).toBe('By Tara')
  })

  it('given a publication and a wrong turn, when the version is restored, then it is the draft, and the turn is kept', async () => {
    const courseId = await published()
    await world.save(courseId, [{ op: 'remove', kind: 'section', key: 's1' }])
    const version = (await page<VersionLine>(courseId, 'versions')).find(
      ({ reason }) => reason === 'published',
    )
    const { revision } = await world.draft(courseId)

    const restored = await world.ask<DraftState>(
      world.tara,
      'POST',
      `/admin/courses/${courseId}/versions/${version?.id}/restoration/`,
      { revision },
    )

    expect(restored.body.document.sections.map(({ key }) => key)).toEqual(['s1'])
    expect((await page<VersionLine>(courseId, 'versions'))[0]?.reason).toBe('restored')
  })

  it('given a deleted topic, when 30 days have gone, then it cannot be brought back; a day before it can', async () => {
    const courseId = await published()
    await world.save(courseId, [{ op: 'remove', kind: 'topic', key: 't1' }])
    await world.save(courseId, [{ op: 'remove', kind: 'item', key: 'a2' }])
    const [second, first] = await page<TrashLine>(courseId, 'trash')
    const back = (id: number | undefined) =>
      world.ask<DraftState>(world.tara, 'POST', `/admin/courses/${courseId}/trash/${id}/restoration/`)

    world.server.clock.advance(29 * 86_400_000)
    expect((await back(first?.id)).body.document.sections[0]?.topics.map(({ key }) => key)).toEqual([
      't1',
      't2',
    ])
    world.server.clock.advance(2 * 86_400_000)

    expect((await back(second?.id)).status).toBe(404)
    expect(await page<TrashLine>(courseId, 'trash')).toEqual([])
  })
})

describe('who may', () => {
  it('given a course that one does not teach, when an instructor asks, then refused; the admin may', async () => {
    const courseId = await published()

    expect((await world.ask(world.tom, 'GET', `/admin/courses/${courseId}/draft/`)).status).toBe(403)
    expect((await world.ask(world.sam, 'GET', `/admin/courses/${courseId}/draft/`)).status).toBe(403)
    expect((await world.ask(world.admin, 'GET', `/admin/courses/${courseId}/draft/`)).status).toBe(200)
  })

  it('given a course, when duplicated twice with one key, then there is one copy, with everything in it', async () => {
    const courseId = await published()
    const body = { idempotency_key: randomUUID(), title: 'The copy' }
    const copies = await Promise.all(
      [1, 2].map(() =>
        world.ask<{ course_id: number }>(world.tara, 'POST', `/admin/courses/${courseId}/copies/`, body),
      ),
    )

    expect(copies[0]?.body).toEqual(copies[1]?.body)
    const copy = copies[0]?.body.course_id ?? 0
    expect((await world.draft(copy)).document.sections[0]?.topics).toHaveLength(2)
    expect((await world.publish(copy)).status).toBe(200)
    expect((await world.detail(courseId, world.sam)).body.sections).toHaveLength(1)
  })
})
