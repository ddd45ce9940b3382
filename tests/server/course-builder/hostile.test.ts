import fc from '#tests/support/property.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DraftState } from '#contract/course-builder/course-builder.ts'
import type { CourseDocument, Operation } from '#contract/course-builder/draft.ts'
import { featuresAsUser } from '#tests/support/as-user.ts'
import { startDemoServer } from '#tests/support/server/demo.ts'
import { addSection, article, section, startBuilderWorld, topic, type BuilderWorld } from './world.ts'

let world: BuilderWorld
let courseId: number
beforeAll(async () => {
  world = await startBuilderWorld()
  courseId = await world.create()
  await world.save(courseId, [addSection(section('s1', [topic('t1', [article('a1')])]))])
})
afterAll(() => world.server.close())

/** C7: right-to-left marks, joiners, NUL, lone surrogates, SQL, templates, formulas, three scripts. */
const HOSTILE = [
  '\u202Eexe.txt',
  'a\u200Db\u200C',
  'NUL\0here',
  'half \uD800 pair',
  '\uDC00',
  '\\u0000',
  "'; drop table course; --",
  '{{7*7}}${7*7}<%= 7 %>',
  '=1+1',
  '__proto__',
  'constructor',
  '<img src=x onerror=alert(1)>',
  '\uFEFFbom',
  'नमस्ते दुनिया',
  'السلام عليكم',
  'e\u0301\u0301\u0301',
  '👩‍👩‍👧‍👦',
  '%00%2e%2e/',
  '\u2028\u2029',
  '1e400',
]
const hostileText = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary', maxLength: 40 }))

const save = (operations: Operation[]) => world.save(courseId, operations)

describe('C7: hostile text in drafts', () => {
  it('C7: stores hostile text as written or rejects the field, without an error', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, hostileText, async (text, other) => {
        const before = (await world.draft(courseId)).document.sections[0]?.title
        const replies = [
          await save([{ op: 'section', key: 's1', set: { title: text } }]),
          await save([
            {
              op: 'item',
              key: 'a1',
              set: { titles: { hi: other }, content: { type: 'article', html: text } },
            },
          ]),
          await save([
            {
              op: 'course',
              set: {
                tags: [text],
                texts: {
                  en: {
                    title: other,
                    description: text,
                    objectives: [other],
                    features: [],
                    requirements: [],
                  },
                },
              },
            },
          ]),
        ]
        for (const { status } of replies) expect([200, 422]).toContain(status)
        const saved = (await world.draft(courseId)).document
        const normalized = text.normalize('NFC').replaceAll('\r\n', '\n').toWellFormed()
        // Rejected: the former title stays.
        expect(saved.sections[0]?.title).toBe(replies[0]?.status === 200 ? normalized : before)
        const content = saved.sections[0]?.topics[0]?.items[0]?.content
        expect(content?.type === 'article' ? content.html : '').not.toMatch(/<img[^>]*onerror/)
      }),
      { numRuns: 80 },
    )
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  it('C7: stores or rejects incomplete questions of any shape, without an error', async () => {
    const shape = fc.dictionary(hostileText, fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }), {
      maxKeys: 5,
    })
    await fc.assert(
      fc.asyncProperty(fc.array(shape, { maxLength: 3 }), async (questions) => {
        const content = {
          type: 'quiz' as const,
          pass_percent: 60,
          attempts_limit: null,
          cooldown_minutes: 0,
          reveal: 'done' as const,
          questions,
        }
        const { status } = await save([{ op: 'item', key: 'a1', set: { content } }])
        // The JSON parser rejects a `__proto__` key.
        expect([200, 400, 422]).toContain(status)
        expect((await world.ask(world.tara, 'GET', `/admin/courses/${courseId}/check/`)).status).toBe(200)
      }),
      { numRuns: 40 },
    )
  })

  it('C7: rejects endless nesting', async () => {
    const { revision } = await world.draft(courseId)
    const send = (levels: number) =>
      world.server.app.inject({
        method: 'PATCH',
        url: `/api/clients/7/admin/courses/${courseId}/draft/`,
        headers: { authorization: `Bearer ${world.tara}`, 'content-type': 'application/json' },
        payload: `{"revision":${revision},"batch":"${crypto.randomUUID()}","operations":[{"op":"item","key":"a1",
          "set":{"content":{"type":"problem","problem":{"kind":${'['.repeat(levels)}1${']'.repeat(levels)}}}}}]}`,
      })

    for (const levels of [40, 2_000, 100_000]) expect([400, 422]).toContain((await send(levels)).statusCode)
    expect((await send(10)).statusCode).toBe(200)
  })

  it('C7: sanitizes scripts in articles and problems before storing', async () => {
    const html = '<p onclick="x()">Words</p><script>alert(1)</script><a href="javascript:alert(1)">link</a>'
    await save([
      {
        op: 'item',
        key: 'a1',
        set: { content: { type: 'problem', problem: { kind: 'text', statement: html } } },
      },
      { op: 'add_item', parent: 't1', index: 1, node: article('a2', html) },
    ])

    const stored = await world.server.db.asSuperuser<{ document: CourseDocument }>(
      'select document from course_draft where course_id = $1',
      [courseId],
    )
    expect(JSON.stringify(stored[0]?.document)).toContain('Words')
    expect(JSON.stringify(stored[0]?.document)).not.toMatch(/<script|onclick/)
  })

  it('C7: rejects an added node with a key that exists', async () => {
    const reply = await save([addSection(section('s2', [topic('t1', [])]))])

    expect(reply.status).toBe(422)
  })
})

describe('existing courses', () => {
  it('shows learners the same after every demo course is opened and published unchanged', async () => {
    const server = await startDemoServer({ features: featuresAsUser })
    try {
      const people = await server.db.asSuperuser<{ id: number; client_id: number }>(
        `select id, client_id from app_user where role = 'admin' and client_id in (7, 8)`,
      )
      let seen = 0
      for (const { id: user, client_id: clientId } of people) {
        const call = async <T>(method: 'GET' | 'POST', path: string, payload?: object) => {
          const reply = await server.app.inject({
            method,
            url: `/api/clients/${clientId}${path}`,
            headers: { authorization: `Bearer ${user}` },
            ...(payload ? { payload } : {}),
          })
          expect([path, reply.statusCode, reply.statusCode === 200 ? '' : reply.body]).toEqual([
            path,
            200,
            '',
          ])
          return reply.json<T>()
        }
        const { results } = await call<{ results: { id: number; status: string }[] }>(
          'GET',
          '/admin/courses/?page_size=100',
        )
        for (const { id } of results.filter(({ status }) => status === 'published')) {
          const shown = await call<{ sections: { topics: { id: number }[] }[] }>('GET', `/courses/${id}/`)
          const topics = shown.sections.flatMap((section) => section.topics)
          const pages = () =>
            Promise.all(topics.map((topic) => call<object>('GET', `/courses/${id}/topics/${topic.id}/`)))
          const before = await pages()
          const draft = await call<DraftState>('GET', `/admin/courses/${id}/draft/`)
          const { findings } = await call<{ findings: { blocking: boolean }[] }>(
            'GET',
            `/admin/courses/${id}/check/`,
          )
          expect([id, findings.filter(({ blocking }) => blocking)]).toEqual([id, []])
          await server.app.inject({
            method: 'PATCH',
            url: `/api/clients/${clientId}/admin/courses/${id}/draft/`,
            headers: { authorization: `Bearer ${user}` },
            payload: {
              revision: draft.revision,
              batch: crypto.randomUUID(),
              operations: [{ op: 'course', set: { difficulty: draft.document.course.difficulty } }],
            },
          })
          await call('POST', `/admin/courses/${id}/publication/`, { revision: draft.revision + 1 })
          expect(await call('GET', `/courses/${id}/`)).toEqual(shown)
          expect(await pages()).toEqual(before)
          seen += 1
        }
      }
      expect(seen).toBeGreaterThan(5)
    } finally {
      await server.close()
    }
  })
})
