import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  aChoice,
  aLink,
  aPage,
  aQuiz,
  cartridgeEntries,
  type Node,
  type Part,
} from '#tests/support/content/cartridge.ts'
import { rawZip, type RawEntry } from '#tests/support/content/raw-zip.ts'
import { pngOf } from '../course-builder/picture-files.ts'
import { startBuilderWorld, type BuilderWorld } from '../course-builder/world.ts'
import { packagesOf } from './packages.ts'

let world: BuilderWorld
let packages: ReturnType<typeof packagesOf>
beforeAll(async () => {
  world = await startBuilderWorld()
  packages = packagesOf(world)
})
afterAll(() => world.server.close())

/** The report of a package, and the outline of the course that it became. */
const importOf = async (entries: readonly RawEntry[]) => {
  const id = await packages.upload(rawZip(entries))
  const report = await packages.inspect(id)
  expect(report.refused).toBeNull()
  const { status, body } = await packages.importCourse(id)
  expect(status).toBe(201)
  const { document } = await world.draft(body.course_id)
  const outline = document.sections.map(({ title, topics }) => [
    title,
    topics.map((topic) => [topic.title, topic.items.map(({ content }) => content.type)]),
  ])
  return { report, outline, document }
}
const notesIn = ({ lines }: { lines: { title: string; path: string; notes: { code: string }[] }[] }) =>
  Object.fromEntries(
    lines
      .filter(({ notes }) => notes.length > 0)
      .map(({ title, path, notes }) => [title || path, notes.map(({ code }) => code)]),
  )

const picture: Part = {
  id: 'pic',
  type: 'webcontent',
  files: [{ name: 'web_resources/unused.png', content: pngOf(), stored: true }],
}
const week: Node = { title: 'Week one', children: [{ title: 'Welcome', part: 'welcome' }] }

describe('content that no outline names', () => {
  it('comes into a last section and is counted', async () => {
    const { report, outline } = await importOf([
      ...cartridgeEntries(
        '1.1',
        'T',
        [week],
        [
          aPage('welcome', '<p>Hello</p>'),
          aPage('syllabus', '<p>Plan</p>', 'Syllabus'),
          aQuiz('quiz', 'Test', [aChoice('q1', 'Which?')]),
          aLink('link', 'https://example.org/'),
          picture,
        ],
      ),
      { name: 'notes/stray.txt', content: 'stray' },
    ])
    expect(outline).toEqual([
      ['Week one', [['Welcome', ['article']]]],
      [
        'Not in any module',
        [
          ['Syllabus', ['article']],
          ['Test', ['quiz']],
          ['Read more', ['article']],
        ],
      ],
    ])
    expect(notesIn(report)).toEqual({
      Syllabus: ['not_in_outline'],
      Test: ['not_in_outline'],
      'Read more': ['not_in_outline'],
      'web_resources/unused.png': ['not_shown'],
      'notes/stray.txt': ['not_in_manifest'],
    })
    expect(report.totals).toEqual([
      { kind: 'section', in_file: 1, will_come: 1, changed: 0, left_out: 0 },
      { kind: 'page', in_file: 2, will_come: 2, changed: 1, left_out: 0 },
      { kind: 'quiz', in_file: 1, will_come: 1, changed: 1, left_out: 0 },
      { kind: 'question', in_file: 1, will_come: 1, changed: 0, left_out: 0 },
      { kind: 'file', in_file: 2, will_come: 0, changed: 0, left_out: 2 },
      { kind: 'link', in_file: 1, will_come: 1, changed: 1, left_out: 0 },
    ])
  })

  it('makes a course of a cartridge without an outline', async () => {
    const parts = [aPage('one', '<p>1</p>'), aQuiz('quiz', 'Test', [aChoice('q1', 'Which?')])]
    const { outline } = await importOf(cartridgeEntries('1.2', 'T', [], parts))
    expect(outline).toEqual([
      [
        'Not in any module',
        [
          ['one', ['article']],
          ['Test', ['quiz']],
        ],
      ],
    ])
  })

  it('has a title in the language of the course', async () => {
    const [manifest, ...files] = cartridgeEntries('1.1', 'T', [], [aPage('one', '<p>1</p>')])
    const arabic = String(manifest?.content).replace('>en</lomimscc:language>', '>ar</lomimscc:language>')
    const { outline } = await importOf([{ name: 'imsmanifest.xml', content: arabic }, ...files])
    expect(outline).toMatchObject([['خارج الوحدات', [['one', ['article']]]]])
  })

  it('includes further pages of a resource', async () => {
    const [page] = aPage('first', '<p>1</p>').files
    const [more] = aPage('second', '<p>2</p>').files
    const book: Part = { id: 'book', type: 'webcontent', files: [page as RawEntry, more as RawEntry] }
    const { outline } = await importOf(
      cartridgeEntries('1.1', 'T', [{ title: 'Book', part: 'book' }], [book]),
    )
    expect(outline).toEqual([
      ['T', [['Book', ['article']]]],
      ['Not in any module', [['second', ['article']]]],
    ])
  })
})

describe('packages that are not quite cartridges', () => {
  const page = aPage('welcome', '<p>Hello <img src="../web_resources/unused.png" alt="A square"></p>')
  const changed = (entries: readonly RawEntry[], change: (manifest: string) => string): RawEntry[] =>
    entries.map((entry) =>
      entry.name === 'imsmanifest.xml' ? { ...entry, content: change(String(entry.content)) } : entry,
    )
  const entries = cartridgeEntries('1.1', 'T', [week], [page, picture])

  it.each<[string, RawEntry[]]>([
    [
      'a content package of another schema',
      changed(entries, (text) => text.replace('IMS Common Cartridge', 'IMS Content')),
    ],
    [
      'a package without a schema',
      changed(entries, (text) => text.replace(/<schema>.*<\/schemaversion>/s, '')),
    ],
    ['a package in a folder', entries.map((entry) => ({ ...entry, name: `export/${entry.name}` }))],
    [
      'a package with a base for its files',
      changed(entries, (text) => text.replace('<resources>', '<resources xml:base="data/">')).map((entry) =>
        entry.name === 'imsmanifest.xml' ? entry : { ...entry, name: `data/${entry.name}` },
      ),
    ],
  ])('imports %s', async (_what, zipped) => {
    const { outline, document, report } = await importOf(zipped)
    expect(outline).toEqual([['Week one', [['Welcome', ['article']]]]])
    expect(notesIn(report)).toEqual({})
    const content = document.sections[0]?.topics[0]?.items[0]?.content
    expect(content).toMatchObject({ html: expect.stringMatching(/src="\/files\/7\/course-image/) })
  })
})

describe('parts that cannot come', () => {
  it('leaves out one page that is too large and imports the rest', async () => {
    const tags = aPage('tags', '<b>x'.repeat(21_000), 'Too many tags')
    const { report, outline } = await importOf(
      cartridgeEntries('1.1', 'T', [week], [aPage('welcome', '<p>Hello</p>'), tags]),
    )
    expect(outline).toEqual([['Week one', [['Welcome', ['article']]]]])
    expect(notesIn(report)).toEqual({ 'wiki_content/tags.html': ['part_too_large'] })
  })

  it('says which modules become nothing', async () => {
    const { report } = await importOf(
      cartridgeEntries(
        '1.1',
        'T',
        [week, { title: 'Empty', children: [{ title: 'Heading' }] }],
        [aPage('welcome', '<p>Hello</p>')],
      ),
    )
    expect(notesIn(report)).toEqual({ Empty: ['nothing_below'], Heading: ['part_broken'] })
    expect(report.totals[0]).toEqual({
      kind: 'section',
      in_file: 2,
      will_come: 1,
      changed: 0,
      left_out: 1,
    })
  })
})
