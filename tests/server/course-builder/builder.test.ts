import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DraftState, TrashLine, VersionLine } from '#contract/course-builder/course-builder.ts'
import type { CourseDocument } from '#contract/course-builder/draft.ts'
import { coursesFeature } from '#server/features/courses/index.ts'
import { interestsQuery } from '#server/features/learner-plan/index.ts'
import { nextClass } from '#server/features/live/index.ts'
import { purchaseLedger } from '#server/features/money/index.ts'
import { notifier } from '#server/features/notifications/index.ts'
import {
  CLIENT,
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

/** Publishes a course: one section, two topics with an article each, a quiz in the first. */
const publishedCourse = async (): Promise<number> => {
  const courseId = await world.create()
  await world.save(courseId, [
    addSection(section('s1', [topic('t1', [article('a1'), quizItem('q1')]), topic('t2', [article('a2')])])),
  ])
  expect((await world.publish(courseId)).status).toBe(200)
  return courseId
}
const itemId = async (courseId: number, title: string): Promise<number> => {
  const { body } = await world.detail(courseId, world.sam)
  const items = body.sections.flatMap(({ topics }) => topics.flatMap((topic) => topic.items))
  const found = items.find((item) => item.title === title)
  if (!found) throw new Error(`no item ${title}`)
  return found.id
}
const listOf = async <T>(courseId: number, list: 'versions' | 'trash'): Promise<T[]> =>
  (await world.ask<{ results: T[] }>(world.tara, 'GET', `/admin/courses/${courseId}/${list}/`)).body.results

const emptyTexts = { title: '', description: '', objectives: [], features: [], requirements: [] }

describe('publishing', () => {
  it('hides changes of a draft from learners until it is published', async () => {
    const courseId = await publishedCourse()

    await world.save(courseId, [{ op: 'topic', key: 't2', set: { title: 'A better name' } }])

    const before = await world.detail(courseId, world.sam)
    expect(before.body.sections[0]?.topics[1]?.title).toBe('Topic t2')
    expect((await world.draft(courseId)).status).toBe('changed')
    expect((await world.publish(courseId)).body.status).toBe('published')
    const after = await world.detail(courseId, world.sam)
    expect(after.body.sections[0]?.topics[1]?.title).toBe('A better name')
  })

  it('hides a course that was never published', async () => {
    const courseId = await world.create()
    await world.save(courseId, [addSection(section('s1', [topic('t1', [article('a1')])]))])

    expect((await world.detail(courseId, world.sam)).status).toBe(404)
  })

  it('refuses to publish an empty topic and an incomplete question, and names them', async () => {
    const courseId = await world.create()
    const quiz = quizItem('q1')
    if (quiz.content.type === 'quiz') {
      const options = ['Yes', 'No'].map((text) => ({ id: randomUUID(), text, correct: false }))
      quiz.content.questions.push(
        { kind: 'single', prompt: '' },
        { kind: 'single', prompt: 'Which?', options },
        { kind: 'true_false', prompt: 'Is it so?', answer: null },
        { kind: 'numeric', prompt: 'How many?', value: null },
      )
    }
    await world.save(courseId, [addSection(section('s1', [topic('t1', [quiz]), topic('t2', [])]))])

    expect((await world.publish(courseId)).status).toBe(422)

    const found = await world.findings(courseId)
    expect(found).toContainEqual(
      expect.objectContaining({ code: 'empty_topic', node: expect.objectContaining({ key: 't2' }) }),
    )
    expect(found.filter(({ code }) => code === 'question_incomplete').map(({ detail }) => detail)).toEqual([
      '3',
      '4',
      '5',
      '6',
    ])
  })

  it('reports a started translation until every title and text exists', async () => {
    const courseId = await world.create()
    await world.save(courseId, [
      addSection(section('s1', [topic('t1', [article('a1')])])),
      { op: 'section', key: 's1', set: { titles: { hi: 'भाग एक' } } },
    ])
    const untranslated = async () =>
      (await world.findings(courseId))
        .filter(({ code }) => code === 'untranslated')
        .map(({ detail }) => detail)

    expect(await untranslated()).toEqual(['hi'])
    const { texts } = (await world.draft(courseId)).document.course
    await world.save(courseId, [
      { op: 'topic', key: 't1', set: { titles: { hi: 'विषय' } } },
      { op: 'item', key: 'a1', set: { titles: { hi: 'लेख' } } },
      { op: 'course', set: { texts: { ...texts, hi: { ...(texts.en ?? emptyTexts), title: 'कोर्स' } } } },
    ])
    // The article itself is still English.
    expect(await untranslated()).toEqual(['hi'])
    await world.save(courseId, [
      {
        op: 'item',
        key: 'a1',
        set: { content: { type: 'article', html: '<p>Words</p>', htmls: { hi: '<p>शब्द</p>' } } },
      },
    ])

    expect(await untranslated()).toEqual([])
  })

  it('publishes all or nothing when the last step fails', async () => {
    const courseId = await publishedCourse()
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

  it('shows readers the old or the new course while it is published', async () => {
    const courseId = await publishedCourse()
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

describe('progress', () => {
  const complete = (id: number) => world.ask(world.sam, 'POST', `/items/${id}/complete/`)

  it('keeps progress when a finished article is removed and restored', async () => {
    const courseId = await publishedCourse()
    await world.ask(world.sam, 'POST', `/courses/${courseId}/enrolment/`)
    const id = await itemId(courseId, 'Article a1')
    await complete(id)

    await world.save(courseId, [{ op: 'remove', kind: 'topic', key: 't1' }])
    await world.publish(courseId)
    const without = await world.detail(courseId, world.sam)
    expect(without.body.sections[0]?.topics.map(({ title }) => title)).toEqual(['Topic t2'])
    expect(without.body).toMatchObject({ lessons: 1, progress: { completed_items: 0, total_items: 1 } })
    expect((await complete(id)).status).toBe(404)

    const [trashed] = await listOf<TrashLine>(courseId, 'trash')
    await world.ask(world.tara, 'POST', `/admin/courses/${courseId}/trash/${trashed?.id}/restoration/`)
    await world.publish(courseId)

    const restored = await world.detail(courseId, world.sam)
    expect(restored.body.sections[0]?.topics.map(({ title }) => title)).toEqual(['Topic t1', 'Topic t2'])
    expect(await itemId(courseId, 'Article a1')).toBe(id)
    expect(restored.body.progress).toMatchObject({ completed_items: 1, total_items: 3 })
  })

  it('counts no removed items in the catalogue and in roadmaps, as on the page', async () => {
    const courseId = await publishedCourse()
    await world.ask(world.sam, 'POST', `/courses/${courseId}/enrolment/`)
    await complete(await itemId(courseId, 'Article a1'))
    await world.save(courseId, [{ op: 'remove', kind: 'topic', key: 't1' }])
    await world.publish(courseId)
    expect((await world.detail(courseId, world.sam)).body).toMatchObject({
      progress: { state: 'not_started', completed_items: 0, total_items: 1 },
    })

    const coursesIn = async (state: string) =>
      (
        await world.ask<{ results: { id: number }[] }>(
          world.sam,
          'GET',
          `/courses/?page_size=100&progress=${state}`,
        )
      ).body.results.map(({ id }) => id)
    expect(await coursesIn('completed')).not.toContain(courseId)
    expect(await coursesIn('in_progress')).not.toContain(courseId)
    const { core } = world.server
    const { roadmap } = coursesFeature(core, notifier(core), {
      interestsQuery,
      ledger: purchaseLedger,
      nextClass,
    })
    expect(
      await core.db.withTenant(CLIENT, (db) =>
        roadmap(db, { clientId: CLIENT, userId: world.sam }, [courseId]),
      ),
    ).toMatchObject([{ id: courseId, enrolled: true, completed: false, progressPercent: 0 }])
  })

  it('keeps the ids of reworded and reordered questions', async () => {
    const courseId = await publishedCourse()
    const quizId = await itemId(courseId, 'Quiz q1')
    const questionIds = async () =>
      (
        await world.server.db.asSuperuser<{ id: number }>(
          'select id from quiz_question where item_id = $1 order by position',
          [quizId],
        )
      ).map(({ id }) => id)
    const idsBefore = await questionIds()
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

    expect(idsBefore).toHaveLength(2)
    expect(await questionIds()).toEqual(idsBefore.toReversed())
  })

  it("keeps an item's id when it moves to another topic", async () => {
    const courseId = await publishedCourse()
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

  it('accepts one of thirty concurrent saves and tells the others who saved', async () => {
    const courseId = await publishedCourse()
    const { revision } = await world.draft(courseId)

    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        rename(index % 2 ? world.tara : world.admin, courseId, revision, randomUUID(), `Name ${index}`),
      ),
    )

    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    const rejected = replies.filter(({ status }) => status === 409)
    expect(rejected).toHaveLength(29)
    expect(['Tara Teacher', 'Ada Admin']).toContain(
      rejected[0]?.body.fields?.['revision']?.[0]?.params?.['saved_by'],
    )
    expect((await world.draft(courseId)).revision).toBe(revision + 1)
  })

  it('control: without the revision check the second save overwrites the first', async () => {
    const courseId = await publishedCourse()
    const saveBlindly = async (title: string) =>
      world.save(courseId, [{ op: 'section', key: 's1', set: { title } }])
    await saveBlindly('Tara wrote this')
    await saveBlindly('Ada never saw it')

    expect((await world.draft(courseId)).document.sections[0]?.title).toBe('Ada never saw it')
  })

  it('counts a repeated batch once', async () => {
    const courseId = await publishedCourse()
    const { revision } = await world.draft(courseId)
    const batch = randomUUID()

    const first = await rename(world.tara, courseId, revision, batch, 'Once')
    const second = await rename(world.tara, courseId, revision, batch, 'Once')

    expect([first.status, second.status]).toEqual([200, 200])
    expect((await world.draft(courseId)).revision).toBe(revision + 1)
  })
})

describe('versions and trash', () => {
  it('saves a version when another person edits, but not for their own next change', async () => {
    const courseId = await publishedCourse()
    const save = (user: number, title: string) =>
      world.save(courseId, [{ op: 'section', key: 's1', set: { title } }], user)
    await save(world.tara, 'By Tara')
    const before = (await listOf<VersionLine>(courseId, 'versions')).length

    await save(world.admin, 'By Ada')
    await save(world.admin, 'By Ada again')

    const lines = await listOf<VersionLine>(courseId, 'versions')
    expect(lines).toHaveLength(before + 1)
    expect(lines[0]).toMatchObject({ reason: 'interval', created_by: { id: world.tara } })
    const { body } = await world.ask<{ document: CourseDocument }>(
      world.tara,
      'GET',
      `/admin/courses/${courseId}/versions/${lines[0]?.id}/`,
    )
    expect(body.document.sections[0]?.title).toBe('By Tara')
  })

  it('restores a version and saves the state before it', async () => {
    const courseId = await publishedCourse()
    await world.save(courseId, [{ op: 'remove', kind: 'section', key: 's1' }])
    const version = (await listOf<VersionLine>(courseId, 'versions')).find(
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
    expect((await listOf<VersionLine>(courseId, 'versions'))[0]?.reason).toBe('restored')
  })

  it('restores from the trash for 30 days', async () => {
    const courseId = await publishedCourse()
    await world.save(courseId, [{ op: 'remove', kind: 'topic', key: 't1' }])
    await world.save(courseId, [{ op: 'remove', kind: 'item', key: 'a2' }])
    const [second, first] = await listOf<TrashLine>(courseId, 'trash')
    const restore = (id: number | undefined) =>
      world.ask<DraftState>(world.tara, 'POST', `/admin/courses/${courseId}/trash/${id}/restoration/`)

    world.server.clock.advance(29 * 86_400_000)
    expect((await restore(first?.id)).body.document.sections[0]?.topics.map(({ key }) => key)).toEqual([
      't1',
      't2',
    ])
    world.server.clock.advance(2 * 86_400_000)

    expect((await restore(second?.id)).status).toBe(404)
    expect(await listOf<TrashLine>(courseId, 'trash')).toEqual([])
  })
})

describe('access', () => {
  it('lets only its instructors and admins open a draft', async () => {
    const courseId = await publishedCourse()

    expect((await world.ask(world.tom, 'GET', `/admin/courses/${courseId}/draft/`)).status).toBe(403)
    expect((await world.ask(world.sam, 'GET', `/admin/courses/${courseId}/draft/`)).status).toBe(403)
    expect((await world.ask(world.admin, 'GET', `/admin/courses/${courseId}/draft/`)).status).toBe(200)
  })

  it('makes one complete copy for a repeated key', async () => {
    const courseId = await publishedCourse()
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
