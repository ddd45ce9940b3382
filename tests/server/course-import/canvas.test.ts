import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { QuizContent } from '#contract/course-builder/draft.ts'
import { aCanvasBank, aCanvasNumber, aCanvasQuiz, aGroup } from '#tests/support/content/canvas.ts'
import { aChoice, anEssay, cartridgeEntries, type Node, type Part } from '#tests/support/content/cartridge.ts'
import { rawZip } from '#tests/support/content/raw-zip.ts'
import { startBuilderWorld, type BuilderWorld } from '../course-builder/world.ts'
import { packagesOf } from './packages.ts'

let world: BuilderWorld
let packages: ReturnType<typeof packagesOf>
beforeAll(async () => {
  world = await startBuilderWorld()
  packages = packagesOf(world)
})
afterAll(() => world.server.close())

const outline: Node[] = [{ title: 'Week one', children: [{ title: 'Test', part: 'quiz' }] }]

const importOf = async (parts: readonly Part[], nodes: readonly Node[] = outline) => {
  const id = await packages.upload(rawZip(cartridgeEntries('1.1', 'T', nodes, parts)))
  const report = await packages.inspect(id)
  const { status, body } = await packages.importCourse(id)
  expect([report.refused, status]).toEqual([null, 201])
  const { document } = await world.draft(body.course_id)
  const items = document.sections.flatMap(({ topics }) => topics.flatMap((topic) => topic.items))
  const quizzes = items.flatMap(({ title, content }) =>
    content.type === 'quiz' ? [{ title, content: content as QuizContent }] : [],
  )
  const promptsOf = ({ content }: (typeof quizzes)[number]) => content.questions.map(({ prompt }) => prompt)
  const notes = report.lines.flatMap((line) =>
    line.notes.map(({ code, detail }) => [line.title || line.path, code, detail]),
  )
  return { report, document, items, quizzes, prompts: quizzes.map(promptsOf), notes }
}

describe('quizzes of Canvas', () => {
  it('comes in full, with the questions that a cartridge cannot hold', async () => {
    const choice = aChoice('q1', 'Which one?')
    const { quizzes, prompts, notes, report } = await importOf(
      aCanvasQuiz({
        id: 'quiz',
        title: 'First test',
        plain: [choice],
        full: [choice, aCanvasNumber('q2', 'How many?', '1234.0', '3.0'), anEssay('q3')],
      }),
    )
    expect(prompts).toEqual([['Which one?', 'How many?']])
    expect(quizzes[0]?.content).toMatchObject({
      attempts_limit: 2,
      questions: [{ kind: 'single' }, { kind: 'numeric', value: 1234, points: 3 }],
    })
    expect(notes).toEqual([
      ['Test', 'questions_left_out', '1'],
      ['Write.', 'kind_unsupported', 'essay'],
    ])
    expect(report.totals).toEqual([
      { kind: 'section', in_file: 1, will_come: 1, changed: 0, left_out: 0 },
      { kind: 'quiz', in_file: 1, will_come: 1, changed: 1, left_out: 0 },
      { kind: 'question', in_file: 3, will_come: 2, changed: 0, left_out: 1 },
    ])
  })

  it('falls back to the plain quiz when the full one is broken', async () => {
    const [quiz, meta] = aCanvasQuiz({
      id: 'quiz',
      title: 'T',
      plain: [aChoice('q1', 'Which one?')],
      full: [],
    })
    const broken = meta?.files.map((file) => ({ ...file, content: '<questestinterop><assess' })) ?? []
    const { prompts } = await importOf([quiz as Part, { ...(meta as Part), files: broken }])
    expect(prompts).toEqual([['Which one?']])
  })

  it('asks all questions of a group that drew some, and says so', async () => {
    const items = ['4', '5', '6'].map((value) => aCanvasNumber(`q${value}`, `Is it ${value}?`, `${value}.0`))
    const { quizzes, prompts, notes } = await importOf(
      aCanvasQuiz({
        id: 'quiz',
        title: 'T',
        plain: [],
        full: [aGroup({ title: 'Group', drawn: 2, points: 5, items })],
      }),
    )
    expect(prompts).toEqual([['Is it 4?', 'Is it 5?', 'Is it 6?']])
    expect(quizzes[0]?.content.questions.map(({ points }) => points)).toEqual([5, 5, 5])
    expect(notes).toEqual([['Test', 'quiz_pool', '2 / 3']])
  })

  it('takes questions from the bank of a group, once', async () => {
    const { prompts, notes } = await importOf([
      aCanvasBank('bank', 'Numbers', [
        aCanvasNumber('b1', 'One?', '1.0'),
        aCanvasNumber('b2', 'Two?', '2.0'),
      ]),
      ...aCanvasQuiz({
        id: 'quiz',
        title: 'T',
        plain: [],
        full: [
          aGroup({ title: 'Group', drawn: 1, bank: 'bank' }),
          aGroup({ title: 'Elsewhere', drawn: 1, bank: 'other' }),
        ],
      }),
    ])
    expect(prompts).toEqual([['One?', 'Two?']])
    expect(notes).toEqual([
      ['Test', 'quiz_pool', '1 / 2'],
      ['Test', 'quiz_pool_missing', 'Elsewhere'],
    ])
  })

  it('keeps a bank that no quiz uses', async () => {
    const { quizzes } = await importOf([
      ...aCanvasQuiz({ id: 'quiz', title: 'T', plain: [], full: [aCanvasNumber('q', 'How many?', '3.0')] }),
      aCanvasBank('bank', 'Numbers', [aCanvasNumber('b1', 'One?', '1.0')]),
    ])
    expect(quizzes.map(({ title }) => title)).toEqual(['Test', 'Numbers'])
  })

  it('keeps the description and names settings that do not exist here', async () => {
    const { items, notes, quizzes } = await importOf(
      aCanvasQuiz({
        id: 'quiz',
        title: 'T',
        plain: [],
        full: [aCanvasNumber('q', 'How many?', '3.0')],
        meta: '<description>&lt;p&gt;Bring a pencil.&lt;/p&gt;</description><time_limit>30</time_limit><hide_results>always</hide_results><cant_go_back>false</cant_go_back>',
      }),
    )
    expect(items.map(({ title, content }) => [title, content.type])).toEqual([
      ['Test', 'article'],
      ['Test', 'quiz'],
    ])
    expect(items[0]?.content).toMatchObject({ html: '<p>Bring a pencil.</p>' })
    expect(quizzes[0]?.content.reveal).toBe('never')
    expect(notes).toEqual([
      ['Test', 'quiz_settings_left_out', 'time_limit 30'],
      ['Test', 'quiz_description', ''],
    ])
  })

  it('makes several quizzes of more than 200 questions', async () => {
    const full = Array.from({ length: 201 }, (_, index) =>
      aCanvasNumber(`q${index}`, `Number ${index}?`, `${index}.0`),
    )
    const { quizzes, notes } = await importOf(aCanvasQuiz({ id: 'quiz', title: 'T', plain: [], full }))
    expect(quizzes.map(({ title, content }) => [title, content.questions.length])).toEqual([
      ['Test (1)', 200],
      ['Test (2)', 1],
    ])
    expect(notes).toEqual([['Test', 'quiz_split', '']])
  })
})

describe('assignments and settings of Canvas', () => {
  it('keeps the text of an assignment and counts settings apart', async () => {
    const type = 'associatedcontent/imscc_xmlv1p1/learning-application-resource'
    const { items, notes } = await importOf(
      [
        {
          id: 'essay',
          type,
          files: [
            { name: 'essay/assignment.html', content: '<title>Essay</title><body><p>Write one.</p></body>' },
            { name: 'essay/assignment_settings.xml', content: '<assignment/>' },
          ],
        },
        { id: 'settings', type, files: [{ name: 'course_settings/canvas_export.txt', content: 'x' }] },
      ],
      [{ title: 'Week one', children: [{ title: 'Essay', part: 'essay' }] }],
    )
    expect(items.map(({ content }) => content)).toMatchObject([{ html: '<p>Write one.</p>' }])
    expect(notes).toEqual([
      ['Essay', 'assignment_as_page', ''],
      ['course_settings/canvas_export.txt', 'settings_left_out', ''],
      ['essay/assignment_settings.xml', 'not_supported', 'xml'],
    ])
  })
})

describe('packages of QTI items', () => {
  it('makes one quiz of all items', async () => {
    const item = (id: string) => ({
      id,
      type: 'imsqti_item_xmlv2p1',
      files: [
        {
          name: `items/${id}.xml`,
          content: `<assessmentItem identifier="${id}"><responseDeclaration identifier="RESPONSE" cardinality="single" baseType="identifier"><correctResponse><value>B</value></correctResponse></responseDeclaration><itemBody><choiceInteraction responseIdentifier="RESPONSE" maxChoices="1"><prompt>Which ${id}?</prompt><simpleChoice identifier="A">a</simpleChoice><simpleChoice identifier="B">b</simpleChoice></choiceInteraction></itemBody></assessmentItem>`,
        },
      ],
    })
    const { prompts } = await importOf([item('one'), item('two')], [])
    expect(prompts).toEqual([['Which one?', 'Which two?']])
  })
})
