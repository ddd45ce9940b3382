import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DraftItem } from '#contract/course-builder/draft.ts'
import { getCourse, type CourseDetail } from '#contract/courses/outline.ts'
import { getTopic, type TopicPage } from '#contract/courses/topic-page.ts'
import { getRecommended, listCourses } from '#contract/courses/catalogue.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { askedLanguage } from '#server/core/http/language.ts'
import {
  addSection,
  section,
  startBuilderWorld,
  topic,
  type BuilderWorld,
} from '#tests/server/course-builder/world.ts'

let world: BuilderWorld
beforeAll(async () => {
  world = await startBuilderWorld()
  await world.server.db.asSuperuser(`update client set languages = '{en,hi,ar}' where client_id = 7`)
})
afterAll(() => world.server.close())

const [YES, NO, CLEAR, SHORT] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
const items: DraftItem[] = [
  {
    key: 'a1',
    title: 'Rows',
    titles: { hi: 'पंक्तियाँ' },
    minutes: 2,
    content: { type: 'article', html: '<p>A row.</p>', htmls: { hi: '<p>एक पंक्ति।</p><script>x()</script>' } },
  },
  {
    key: 'q1',
    title: 'Check',
    titles: {},
    minutes: 2,
    content: {
      type: 'quiz',
      pass_percent: 60,
      attempts_limit: null,
      cooldown_minutes: 0,
      reveal: 'always',
      questions: [
        {
          kind: 'single',
          prompt: 'Is it one?',
          explanation: 'It is.',
          options: [
            { id: YES, text: 'Yes', correct: true },
            { id: NO, text: 'No', correct: false },
          ],
          texts: { hi: { prompt: 'क्या यह एक है?', explanation: 'हाँ, है।', parts: { [YES]: 'हाँ' }, hints: {} } },
        },
      ],
    },
  },
  {
    key: 'p1',
    title: 'Sum',
    titles: { hi: 'योग' },
    minutes: 5,
    content: {
      type: 'problem',
      problem: {
        kind: 'text',
        statement: '<p>Write.</p>',
        rubric: [
          { id: CLEAR, title: 'Clear', description: 'Anybody understands it.', points: 5 },
          { id: SHORT, title: 'Short', description: 'One page.', points: 5 },
        ],
        texts: {
          hi: {
            statement: '<p>लिखिए।</p>',
            parts: { [CLEAR]: 'स्पष्ट' },
            hints: { [CLEAR]: 'कोई भी समझ सके।' },
          },
        },
      },
    },
  },
  {
    key: 'v1',
    title: 'Film',
    titles: {},
    minutes: 1,
    content: {
      type: 'video',
      sources: [{ url: 'https://films.example/knot.mp4', mime: 'video/mp4' }],
      poster_url: null,
      captions: [],
      duration_seconds: 60,
      chapters: [
        { second: 20, title: 'The end' },
        { second: 0, title: 'The start', titles: { hi: 'आरंभ' } },
      ],
    },
  },
]

const publishedCourse = async () => {
  const courseId = await world.create('Queries that answer')
  const second = { ...topic('t2', [{ ...(items[0] as DraftItem), key: 'a2', titles: {} }]) }
  await world.save(courseId, [
    {
      op: 'course',
      set: {
        texts: {
          en: {
            title: 'Queries',
            description: 'In English',
            objectives: ['Ask'],
            features: [],
            requirements: [],
          },
          hi: { title: 'प्रश्न', description: '', objectives: ['पूछना'], features: [], requirements: [] },
        },
      },
    },
    addSection(
      section('s1', [{ ...topic('t1', items), titles: { hi: 'पहला विषय' } }, second], {
        titles: { hi: 'आरंभ' },
      }),
    ),
  ])
  expect((await world.publish(courseId)).status).toBe(200)
  await request('POST', `/courses/${courseId}/enrolment/`, 'en')
  return courseId
}

const request = async <T>(
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  language: string,
  payload?: object,
) => {
  const reply = await world.server.app.inject({
    method,
    url: `/api/clients/7${path}`,
    headers: { authorization: `Bearer ${world.sam}`, 'accept-language': language },
    ...(payload && { payload }),
  })
  return { status: reply.statusCode, body: reply.json<T>(), etag: reply.headers['etag'] }
}
const detail = (courseId: number, language: string) =>
  request<CourseDetail>('GET', `/courses/${courseId}/`, language)
const firstTopic = async (courseId: number, language: string) => {
  const { body } = await detail(courseId, language)
  return request<TopicPage>(
    'GET',
    `/courses/${courseId}/topics/${body.sections[0]?.topics[0]?.id}/`,
    language,
  )
}

describe("course in the learner's language", () => {
  it('shows each text in Hindi where translated, and marks the others', async () => {
    const courseId = await publishedCourse()

    const { body } = await detail(courseId, 'hi')

    expect(body).toMatchObject({ title: 'प्रश्न', description: 'In English', objectives: ['पूछना'] })
    expect(body.language).toBeUndefined()
    expect(body.sections[0]).toMatchObject({ title: 'आरंभ' })
    expect(body.sections[0]?.topics[0]).toMatchObject({ title: 'पहला विषय' })
    expect(body.sections[0]?.topics[1]).toMatchObject({ title: 'Topic t2', language: 'en' })
    expect(body.sections[0]?.topics[0]?.items.map(({ title, language }) => [title, language])).toEqual([
      ['पंक्तियाँ', undefined],
      ['Check', 'en'],
      ['योग', undefined],
      ['Film', 'en'],
    ])
    expect(getCourse.response.parse(body)).toEqual(body)
  })

  it('shows the original in English, and marks it for an Arabic reader', async () => {
    const courseId = await publishedCourse()

    const english = await detail(courseId, 'en')
    const arabic = await detail(courseId, 'ar')

    expect(english.body.title).toBe('Queries')
    expect(JSON.stringify(english.body.sections)).not.toContain('"language"')
    expect(arabic.body).toMatchObject({ title: 'Queries', language: 'en' })
    expect(arabic.body.sections[0]).toMatchObject({ title: 'Section s1', language: 'en' })
  })

  it('shows a lesson in Hindi, sanitized and without the key', async () => {
    const courseId = await publishedCourse()

    const { body } = await firstTopic(courseId, 'hi')

    const [article, quiz, problem] = body.items
    expect(article).toMatchObject({ html: '<p>एक पंक्ति।</p>' })
    expect(article?.content_language).toBeUndefined()
    expect(quiz).toMatchObject({ title: 'Check', language: 'en' })
    expect(quiz?.type === 'quiz' && quiz.questions[0]).toMatchObject({
      prompt: 'क्या यह एक है?',
      options: [
        { id: YES, text: 'हाँ' },
        { id: NO, text: 'No' },
      ],
    })
    expect(JSON.stringify(quiz)).not.toContain('correct')
    const shown = await request<{ problem: { statement: string } }>(
      'GET',
      `/items/${problem?.id}/problem/`,
      'hi',
    )
    expect(shown.body.problem.statement).toBe('<p>लिखिए।</p>')
    expect(getTopic.response.parse(body)).toEqual(body)
    const arabic = await firstTopic(courseId, 'ar')
    expect(arabic.body.items.map((item) => item.content_language)).toEqual(['en', 'en', 'en', undefined])
  })

  it('translates chapters and rubrics partly, and marks untranslated chapters', async () => {
    const courseId = await publishedCourse()

    const { body } = await firstTopic(courseId, 'hi')

    const [, , problem, video] = body.items
    expect(video).toMatchObject({
      chapters: [
        { second: 0, title: 'आरंभ' },
        { second: 20, title: 'The end', language: 'en' },
      ],
    })
    const shown = await request<{ problem: { rubric: { title: string; description: string }[] } }>(
      'GET',
      `/items/${problem?.id}/problem/`,
      'hi',
    )
    expect(shown.body.problem.rubric).toMatchObject([
      { title: 'स्पष्ट', description: 'कोई भी समझ सके।' },
      { title: 'Short', description: 'One page.' },
    ])
    // The author gets both languages back.
    const { document } = await world.draft(courseId)
    const [, , , written] = document.sections[0]?.topics[0]?.items ?? []
    expect(written?.content).toMatchObject({ chapters: [{ second: 20 }, { titles: { hi: 'आरंभ' } }] })
  })

  it('grades a quiz with explanations in Hindi', async () => {
    const courseId = await publishedCourse()
    const { body } = await firstTopic(courseId, 'hi')
    const quiz = body.items[1]
    const question = quiz?.type === 'quiz' ? quiz.questions[0] : undefined

    const graded = await request<{ percent: number; questions: { explanation: string }[] }>(
      'POST',
      `/items/${quiz?.id}/quiz-attempts/`,
      'hi',
      {
        idempotency_key: randomUUID(),
        answers: [{ question_id: question?.id, kind: 'single', chosen: YES }],
      },
    )

    expect(graded.body).toMatchObject({ percent: 100, questions: [{ explanation: 'हाँ, है।' }] })
  })

  it('caches responses per language, each with its own ETag', async () => {
    await publishedCourse()
    const list = (language: string) =>
      request<{ results: { title: string; language?: string }[] }>(
        'GET',
        '/courses/?page_size=100&sort=newest',
        language,
      )

    const english = await list('en')
    const hindi = await list('hi')
    const again = await list('en')

    expect(english.body.results[0]?.title).toBe('Queries')
    expect(hindi.body.results[0]?.title).toBe('प्रश्न')
    expect(hindi.etag).not.toBe(english.etag)
    expect(again.etag).toBe(english.etag)
    expect(listCourses.response.parse(hindi.body)).toEqual(hindi.body)
  })

  it('control: a cache without the language serves the wrong one', async () => {
    const cache = new Map<string, string>()
    const naive = async (language: string) => {
      const found = cache.get('courses')
      if (found) return found
      const { body } = await request<{ results: { title: string }[] }>(
        'GET',
        '/courses/?page_size=100&sort=newest',
        language,
      )
      cache.set('courses', body.results[0]?.title ?? '')
      return cache.get('courses')
    }

    expect(await naive('en')).toBe(await naive('hi'))
  })

  it('shows a translation as soon as it is published', async () => {
    const courseId = await publishedCourse()
    expect((await detail(courseId, 'ar')).body.title).toBe('Queries')

    const { document } = await world.draft(courseId)
    await world.save(courseId, [
      {
        op: 'course',
        set: {
          texts: {
            ...document.course.texts,
            ar: { title: 'استعلامات', description: '', objectives: [], features: [], requirements: [] },
          },
        },
      },
    ])
    await world.publish(courseId)

    expect((await detail(courseId, 'ar')).body.title).toBe('استعلامات')
  })

  it('restores translations into a draft made from a published course', async () => {
    const courseId = await publishedCourse()
    const before = (await world.draft(courseId)).document
    await world.server.db.asSuperuser(`delete from course_draft where course_id = ${courseId}`)

    const { document } = await world.draft(courseId)

    expect(document.course.texts).toMatchObject({ hi: { title: 'प्रश्न' }, en: { title: 'Queries' } })
    expect(document.sections.map(({ titles }) => titles)).toEqual(before.sections.map(({ titles }) => titles))
    const [article] = document.sections[0]?.topics[0]?.items ?? []
    expect(article?.content).toMatchObject({ htmls: { hi: '<p>एक पंक्ति।</p>' } })
  })
})

describe('requested language', () => {
  const tenant = { clientId: 7, name: 'Seven', isActive: true, languages: ['ar', 'hi'] } as const

  it.each([
    ['hi', 'hi'],
    ['hi-IN,en;q=0.8', 'hi'],
    ['en,hi;q=0.5', 'hi'],
    ['hi;q=0.2, ar;q=0.9', 'ar'],
    ['hi;q=0', undefined],
    ['*', undefined],
    ['', undefined],
    [';;,,q=1', undefined],
  ])('for Accept-Language %j and a client with Arabic and Hindi, chooses %j', (header, expected) => {
    expect(askedLanguage(header, tenant)).toBe(expected)
  })
})

it('recommends a course by an interest that was chosen on a page in another language', async () => {
  const courseId = await world.create('Python for beginners')
  const texts = { description: '', objectives: [], features: [], requirements: [] }
  await world.save(courseId, [
    {
      op: 'course',
      set: {
        texts: {
          en: { title: 'Python for beginners', ...texts },
          hi: { title: 'शुरुआत से पायथन', ...texts },
        },
      },
    },
    addSection(section('s1', [topic('t1', [{ ...(items[0] as DraftItem), key: 'a3' }])])),
  ])
  expect((await world.publish(courseId)).status).toBe(200)
  const [shown] = (await detail(courseId, 'en')).body.tags
  expect((await detail(courseId, 'hi')).body.tags).not.toContain(shown)
  await request('PUT', '/student/learner-plan/', 'en', { purpose: null, interests: [shown] })
  for (const language of ['en', 'hi']) {
    const { body } = await request<ResponseOf<typeof getRecommended>>(
      'GET',
      '/student/recommended-learning/',
      language,
    )
    const found = body.results.find(({ course }) => course.id === courseId)
    expect(found?.reason, language).toEqual({ kind: 'interest', tag: shown })
  }
})
