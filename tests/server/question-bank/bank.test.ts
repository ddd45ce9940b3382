import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuthoredAssessment, DrawPreview } from '#contract/assessments/admin/authoring.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import type {
  BankQuestion,
  exportQuestions,
  ImportAnswer,
  listQuestions,
  listQuestionVersions,
} from '#contract/question-bank/question-bank.ts'
import { drawQuestions } from '#server/features/question-bank/index.ts'
import { assessmentSettings, bankQuestion, words } from '#tests/support/content/assessments.ts'
import { CLIENT, startBankWorld, type BankWorld } from './world.ts'

let world: BankWorld
beforeAll(async () => {
  world = await startBankWorld()
})
afterAll(() => world.server.close())

const versionsOf = async (id: number) =>
  (
    await world.request<ResponseOf<typeof listQuestionVersions>>(
      world.admin,
      'GET',
      `/question-bank/questions/${id}/versions/`,
    )
  ).body.results
const list = async (query: string) =>
  (
    await world.request<ResponseOf<typeof listQuestions>>(
      world.admin,
      'GET',
      `/question-bank/questions/?page_size=100&${query}`,
    )
  ).body

describe('questions and their versions', () => {
  test('refuses learners', async () => {
    const { id } = await world.add({ texts: { en: words('Only for staff?') } })
    for (const path of ['topics/', 'questions/', `questions/${id}/`, 'export/'])
      expect((await world.request(world.student, 'GET', `/question-bank/${path}`)).status).toBe(403)
  })

  test('creates one question for a repeated request', async () => {
    const body = {
      ...bankQuestion({ topic_id: world.logic, texts: { en: words('Twice sent?') } }),
      idempotency_key: randomUUID(),
    }
    const replies = await Promise.all(
      [1, 2, 3, 4].map(() =>
        world.request<BankQuestion>(world.admin, 'POST', '/question-bank/questions/', body),
      ),
    )
    expect(new Set(replies.map((reply) => reply.body.id)).size).toBe(1)
    expect((await list('search=Twice%20sent')).count).toBe(1)
  })

  test('adds a version when texts change and keeps the first one', async () => {
    const question = await world.add({ texts: { en: words('First words?') } })
    const { body } = await world.save(question, { texts: { en: words('Second words?') }, note: 'clearer' })
    expect(body).toMatchObject({ version: 2, texts: { en: { prompt: 'Second words?' } } })
    const versions = await versionsOf(question.id)
    expect(versions.map(({ version, note }) => [version, note])).toEqual([
      [2, 'clearer'],
      [1, ''],
    ])
    expect(versions[1]?.texts.en?.prompt).toBe('First words?')
  })

  test('refuses to change a version in the database, because attempts reference it', async () => {
    const { id } = await world.add()
    const change = world.server.db.asSuperuser(
      `update bank_question_version set answer = 'A' where question_id = $1`,
      [id],
    )
    await expect(change).rejects.toThrow(/append-only/)
  })

  test('creates one version for a repeated save, and none for other tags', async () => {
    const question = await world.add()
    const changes = { answer: 'C' as const }
    expect((await world.save(question, changes)).body.version).toBe(2)
    expect((await world.save(question, changes)).body.version).toBe(2)
    const current = (
      await world.request<BankQuestion>(world.admin, 'GET', `/question-bank/questions/${question.id}/`)
    ).body
    expect((await world.save(current, { tags: ['cube'] })).body).toMatchObject({ version: 2, tags: ['cube'] })
  })

  test('records for a corrected key which earlier versions it applies to', async () => {
    const question = await world.add()
    const corrected = (await world.save(question, { answer: 'C' })).body
    const reworded = (await world.save(corrected, { texts: { en: words('Other words, same options?') } }))
      .body
    await world.save(reworded, { texts: { en: words('New options?', { options: ['1', '2', '3', '4'] }) } })
    expect((await versionsOf(question.id)).map(({ version, options_of }) => [version, options_of])).toEqual([
      [4, 4],
      [3, 1],
      [2, 1],
      [1, 1],
    ])
  })

  test('answers 409 to the second of two simultaneous editors', async () => {
    const question = await world.add()
    const [first, second] = await Promise.all([
      world.save(question, { texts: { en: words('Words of one?') } }),
      world.save(question, { texts: { en: words('Words of two?') } }),
    ])
    expect([first.status, second.status].toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await versionsOf(question.id)).toHaveLength(2)
  })

  test.each([
    ['three options', { texts: { en: words('?', { options: ['1', '2', '3'] }) } }],
    ['two equal options', { texts: { en: words('?', { options: ['1', ' 1', '3', '4'] }) } }],
    ['no texts in its main language', { language: 'hi' as const }],
    ['an unknown topic', { topic_id: 2_000_000_000 }],
  ])('rejects a question with %s', async (_, changes) => {
    const { status } = await world.request(world.admin, 'POST', '/question-bank/questions/', {
      ...bankQuestion({ topic_id: world.logic, ...changes }),
      idempotency_key: randomUUID(),
    })
    expect(status).toBe(422)
  })

  test('finds questions by texts in every language, by tag and by number', async () => {
    const { id } = await world.add({
      tags: ['geometry-x'],
      texts: { en: words('A “quoted” word?'), hi: words('घनाकार पिंड?') },
    })
    for (const search of ['“quoted”', 'घनाकार', 'GEOMETRY-X', `#${id}`])
      expect((await list(`search=${encodeURIComponent(search)}`)).results.map((each) => each.id)).toEqual([
        id,
      ])
    expect((await list(`search=${encodeURIComponent('geometry-x')}&difficulty=hard`)).count).toBe(0)
  })
})

describe('assembling', () => {
  const rule = (count: number, difficulty: 'easy' | 'medium' | 'hard' | null = null) => ({
    topic_id: world.numbers,
    difficulty,
    count,
  })
  beforeAll(async () => {
    for (let index = 0; index < 6; index += 1)
      await world.add({
        topic_id: world.numbers,
        difficulty: index < 4 ? 'easy' : 'hard',
        texts: { en: words(`Number ${index}?`) },
      })
  })

  test('refuses to activate without enough questions and names the rule', async () => {
    const assessment = await world.assemble({ rules: [rule(5, 'easy'), rule(2, 'hard')] })
    expect(assessment.findings).toEqual([
      { code: 'not_enough', rule: 0, question_id: null, needed: 5, available: 4 },
    ])
    expect((await world.activate(assessment)).status).toBe(409)
  })

  test('draws fitting questions without duplicates for overlapping rules, a hundred times', async () => {
    const { id } = await world.assemble({ rules: [rule(3), rule(3, 'easy')] })
    const orders = new Set<string>()
    for (let seed = 0; seed < 100; seed += 1) {
      const drawn = await world.server.core.db.withTenant(CLIENT, (db) =>
        drawQuestions(db, CLIENT, { id }, `seed-${seed}`),
      )
      expect(drawn).toHaveLength(6)
      expect(new Set(drawn?.map((each) => each.id)).size).toBe(6)
      for (const { options } of drawn ?? []) expect(options.toSorted()).toEqual([0, 1, 2, 3])
      orders.add(JSON.stringify(drawn?.map((each) => [each.id, each.options])))
    }
    expect(orders.size).toBeGreaterThan(90)
  })

  test('draws the same with the same seed and differently with another', async () => {
    const { id } = await world.assemble({ rules: [rule(3, 'easy')] })
    const preview = (seed: string) =>
      world.request<DrawPreview>(world.admin, 'GET', `/assessments/${id}/preview/?seed=${seed}`)
    const [first, repeated, other] = await Promise.all([preview('a'), preview('a'), preview('b')])
    expect(first.status).toBe(200)
    expect(repeated.body).toEqual(first.body)
    expect(other.body).not.toEqual(first.body)
    // The key follows its option to the shown position.
    for (const { answer, texts } of first.body.questions)
      expect(texts.en?.options['ABCD'.indexOf(answer)]).toBe('12')
  })

  test('puts fixed questions first and keeps options in order without shuffling', async () => {
    const first = await world.add({ texts: { en: words('Always first?') } })
    const { id } = await world.assemble({
      fixed: [first.id],
      rules: [rule(2, 'hard')],
      shuffle_questions: false,
      shuffle_options: false,
    })
    const drawn = await world.server.core.db.withTenant(CLIENT, (db) =>
      drawQuestions(db, CLIENT, { id }, 's'),
    )
    expect(drawn?.map((each) => each.id)[0]).toBe(first.id)
    expect(drawn?.map((each) => each.options)).toEqual([
      [0, 1, 2, 3],
      [0, 1, 2, 3],
      [0, 1, 2, 3],
    ])
  })

  test('refuses to retire or change a question that an active assessment needs', async () => {
    const assessment = await world.assemble({ rules: [rule(2, 'hard')] })
    expect((await world.activate(assessment)).status).toBe(200)
    const hard = (await list(`topic_id=${world.numbers}&difficulty=hard`)).results[0]
    if (!hard) throw new Error('no hard question')
    const retire = () =>
      world.request(world.admin, 'POST', `/question-bank/questions/${hard.id}/state/`, { state: 'retired' })
    expect((await retire()).status).toBe(409)
    const question = (
      await world.request<BankQuestion>(world.admin, 'GET', `/question-bank/questions/${hard.id}/`)
    ).body
    expect((await world.save(question, { difficulty: 'easy' })).status).toBe(409)
    // Control: when no assessment needs it, it can be retired.
    await world.request(world.admin, 'POST', `/assessments/${assessment.id}/status/`, { status: 'inactive' })
    expect((await retire()).status).toBe(200)
    await world.request(world.admin, 'POST', `/question-bank/questions/${hard.id}/state/`, {
      state: 'active',
    })
  })

  test('keeps enough questions when two are retired at once', async () => {
    const extra = await world.add({
      topic_id: world.numbers,
      difficulty: 'medium',
      texts: { en: words('M1?') },
    })
    const other = await world.add({
      topic_id: world.numbers,
      difficulty: 'medium',
      texts: { en: words('M2?') },
    })
    await world.activate(await world.assemble({ rules: [rule(1, 'medium')] }))
    const replies = await Promise.all(
      [extra, other].map(({ id }) =>
        world.request(world.admin, 'POST', `/question-bank/questions/${id}/state/`, { state: 'retired' }),
      ),
    )
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('answers 409 to the second editor, but not to a repeated save', async () => {
    const { id, revision } = await world.assemble()
    const save = (minutes: number) =>
      world.request<AuthoredAssessment>(world.admin, 'PUT', `/assessments/${id}/`, {
        ...assessmentSettings({ duration_minutes: minutes }),
        revision,
      })
    expect((await save(45)).body).toMatchObject({ revision: 2, settings: { duration_minutes: 45 } })
    expect((await save(45)).status).toBe(200)
    expect((await save(50)).status).toBe(409)
  })

  test.each([
    [
      'a window that ends before it opens',
      { opens_at: '2026-12-02T00:00:00.000Z', closes_at: '2026-12-01T00:00:00.000Z' },
    ],
    ['a release after an end that is not set', { release: 'after_end' as const }],
    [
      'bands out of order',
      {
        bands: [
          { from_percent: 60, scholarship_percent: 25 },
          { from_percent: 90, scholarship_percent: 100 },
        ],
      },
    ],
    ['an unknown question', { fixed: [2_000_000_000] }],
    ['an unknown course', { roadmap: { ...assessmentSettings().roadmap, core: [2_000_000_000] } }],
  ])('rejects an assessment with %s', async (_, changes) => {
    const { status } = await world.request(world.admin, 'POST', '/assessments/', {
      ...assessmentSettings(changes),
      idempotency_key: randomUUID(),
    })
    expect(status).toBe(422)
  })

  test('writes the actions of staff to the audit', async () => {
    const rows = await world.server.db.asSuperuser<{ action: string }>(
      `select distinct action from audit_event where action like 'bank.%' or action like 'authoring.%' order by 1`,
    )
    expect(rows.map(({ action }) => action)).toEqual([
      'authoring.create',
      'authoring.save',
      'authoring.status',
      'bank.create',
      'bank.save',
      'bank.state',
      'bank.topic',
    ])
  })
})

describe('files', () => {
  const CSV = [
    'kind,prompt,answer,explanation,option_1,option_2,option_3,option_4,topic,difficulty',
    'single,Imported and whole?,B,Because.,one,two,three,four,Logic,hard',
    'single,Only three options?,A,,one,two,three,,logic,easy',
    'single,Two alike?,A,,one,one,three,four,logic,easy',
    'single,Of no topic?,A,,one,two,three,four,astrology,easy',
    'short,Not a choice?,,,one,,,,logic,easy',
    'single,Imported and whole?,A,,two,one,four,three,logic,easy',
    '',
  ].join('\n')
  const importFile = (apply: boolean, text = CSV, topicId: number | null = null) =>
    world.request<ImportAnswer>(world.instructor, 'POST', '/question-bank/imports/', {
      format: 'csv',
      file_name: 'questions.csv',
      data: Buffer.from(text).toString('base64'),
      language: 'en',
      topic_id: topicId,
      difficulty: 'medium',
      apply,
    })

  test('previews each row without writing', async () => {
    const before = (await list('')).count
    const { status, body } = await importFile(false)
    expect(status).toBe(200)
    expect(body.counts).toEqual({ new: 1, duplicate: 1, error: 4 })
    expect(body.rows.map(({ state, issues }) => [state, issues.map(({ code }) => code)])).toEqual([
      ['new', []],
      ['error', ['not_four_options']],
      ['error', ['options_equal']],
      ['error', ['topic_unknown']],
      ['error', ['not_single_choice']],
      ['duplicate', ['duplicate']],
    ])
    expect((await list('')).count).toBe(before)
  })

  test('gives every question the chosen topic and says which topic of the file it replaces', async () => {
    const gift = '$CATEGORY: $course$/top/Default for Maths\n\nIs it of a topic? {=yes ~no ~perhaps ~never}\n'
    const { body } = await world.request<ImportAnswer>(world.instructor, 'POST', '/question-bank/imports/', {
      format: 'gift',
      file_name: 'questions.gift',
      data: Buffer.from(gift).toString('base64'),
      language: 'en',
      topic_id: world.logic,
      difficulty: 'medium',
      apply: false,
    })
    expect(body.rows).toMatchObject([
      {
        state: 'new',
        topic_id: world.logic,
        issues: [{ code: 'topic_replaced', detail: 'Default for Maths' }],
      },
    ])
  })

  test('says nothing when the file names the chosen topic itself', async () => {
    const { body } = await importFile(false, CSV, world.logic)
    expect(body.rows.map(({ topic_id: topic }) => topic)).toEqual(body.rows.map(() => world.logic))
    expect(body.rows.map(({ issues }) => issues.map(({ code }) => code))).toEqual([
      [],
      ['not_four_options'],
      ['options_equal'],
      ['topic_replaced'],
      ['not_single_choice'],
      ['duplicate'],
    ])
  })

  test('names an unknown difficulty and says when notes on single options are dropped', async () => {
    const text = [
      'kind,prompt,answer,option_1,option_2,option_3,option_4,feedback_1,topic,difficulty',
      'single,How hard?,A,one,two,three,four,,logic,brutal',
      'single,With a note?,A,one,two,three,four,Read the note.,logic,easy',
    ].join('\n')
    const { body } = await importFile(false, text)
    expect(body.rows).toMatchObject([
      { state: 'error', difficulty: null, issues: [{ code: 'difficulty_unknown', detail: 'brutal' }] },
      { state: 'new', difficulty: 'easy', answer: 'A', issues: [{ code: 'feedback_dropped' }] },
    ])
  })

  test('shows what a rejected row says', async () => {
    const { body } = await importFile(false)
    expect(body.rows).toMatchObject([
      { prompt: 'Imported and whole?', explanation: 'Because.', answer: 'B', difficulty: 'hard' },
      { prompt: 'Only three options?', options: ['one', 'two', 'three'], answer: 'A' },
      { prompt: 'Two alike?', options: ['one', 'one', 'three', 'four'], answer: 'A' },
      { prompt: 'Of no topic?', topic_id: null, answer: 'A' },
      { prompt: 'Not a choice?', options: [], answer: null },
      { prompt: 'Imported and whole?', options: ['two', 'one', 'four', 'three'] },
    ])
  })

  test('imports a valid row once when applied repeatedly and at once', async () => {
    await Promise.all([importFile(true), importFile(true)])
    const { body } = await importFile(true)
    expect(body.counts).toEqual({ new: 0, duplicate: 2, error: 4 })
    const { results } = await list('search=Imported%20and%20whole')
    expect(results).toMatchObject([{ difficulty: 'hard', answer: 'B', topic_id: world.logic }])
  })

  test('recognises every row of an exported file as a duplicate', async () => {
    await world.add({
      texts: { en: words('=1+1, "quoted"\nand two lines?', { options: ['+1', '-1', '@x', '=2'] }) },
    })
    const { body } = await world.request<ResponseOf<typeof exportQuestions>>(
      world.admin,
      'GET',
      '/question-bank/export/?language=en',
    )
    expect(body.questions).toBe((await list('')).count)
    // No cell may be taken for a formula by a spreadsheet (C8).
    expect(body.csv).not.toMatch(/(?:^|,)"?[=@]/m)
    const reimported = await importFile(false, body.csv)
    expect(reimported.body.counts).toEqual({ new: 0, duplicate: body.questions, error: 0 })
  })
})
