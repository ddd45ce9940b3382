import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import fc from '#tests/support/property.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CourseDocument } from '#contract/course-builder/draft.ts'
import {
  aChoice,
  aDiscussion,
  aLink,
  anEssay,
  aPage,
  aQuiz,
  cartridgeEntries,
  type Node,
  type Part,
} from '#tests/support/content/cartridge.ts'
import { rawZip } from '#tests/support/content/raw-zip.ts'
import { fileCookie } from '#tests/support/server/people.ts'
import { pngOf } from '../course-builder/picture-files.ts'
import { CLIENT, startBuilderWorld, type BuilderWorld } from '../course-builder/world.ts'
import { packagesOf } from './packages.ts'

let world: BuilderWorld
let packages: ReturnType<typeof packagesOf>
beforeAll(async () => {
  world = await startBuilderWorld()
  packages = packagesOf(world)
})
afterAll(() => world.server.close())

const picture: Part = {
  id: 'pic',
  type: 'webcontent',
  files: [{ name: 'web_resources/a picture.png', content: pngOf(), stored: true }],
}
const parts: Part[] = [
  aPage(
    'welcome',
    `<h1>Hello</h1><p onclick="x()">See <img src="$IMS-CC-FILEBASE$/a%20picture.png" alt="A square"> and <img src="../web_resources/a%20picture.png"> <a href="https://example.org/x">this</a> <a href="$WIKI_REFERENCE$/pages/other">that</a></p><script>alert(1)</script>`,
  ),
  aPage('second', '<p>More words</p>'),
  picture,
  aLink('link', 'https://example.org/read?a=1&amp;b=2'),
  aLink('bad-link', 'javascript:alert(1)'),
  aDiscussion('talk'),
  aQuiz('quiz', 'First test', [aChoice('q1', 'Which one?'), aChoice('q2', 'And now?', 'd'), anEssay('q3')]),
  { id: 'doc', type: 'webcontent', files: [{ name: 'web_resources/paper.pdf', content: '%PDF-1.7' }] },
  {
    id: 'lti',
    type: 'imsbasiclti_xmlv1p0',
    files: [{ name: 'lti.xml', content: '<cartridge_basiclti_link/>' }],
  },
  { id: 'broken', type: 'imswl_xmlv1p1', files: [{ name: 'broken.xml', content: '<webLink><url' }] },
  aPage('lonely', '<p>Nobody names me</p>'),
]
const outline: Node[] = [
  {
    title: 'Week one',
    children: [
      { title: 'Welcome', part: 'welcome' },
      {
        title: 'Reading',
        children: [
          { title: 'Second page', part: 'second' },
          { title: 'Link', part: 'link' },
        ],
      },
      { title: 'Test', part: 'quiz' },
    ],
  },
  {
    title: 'Week two',
    children: [
      { title: 'Talk', part: 'talk' },
      { title: 'Paper', part: 'doc' },
      { title: 'Tool', part: 'lti' },
      { title: 'Picture', part: 'pic' },
      { title: 'Bad link', part: 'bad-link' },
      { title: 'Broken', part: 'broken' },
      { title: 'Gone', part: 'nowhere' },
      { title: 'Just a heading' },
    ],
  },
]
const outlineOf = ({ sections }: CourseDocument) =>
  sections.map((section) => [
    section.title,
    section.topics.map((topic) => [topic.title, topic.items.map((item) => [item.title, item.content.type])]),
  ])

describe('Common Cartridge', () => {
  it.each(['1.1', '1.2', '1.3'] as const)(
    'imports version %s as a course and reports what is left out',
    async (version) => {
      const bytes = rawZip(cartridgeEntries(version, 'Signals &amp; Systems', outline, parts))
      const id = await packages.upload(bytes)
      const report = await packages.inspect(id)
      expect(report).toMatchObject({ kind: 'cartridge', title: 'Signals & Systems', refused: null })
      const notesByTitle = Object.fromEntries(
        report.lines
          .filter(({ notes }) => notes.length > 0)
          .map(({ path, title, notes }) => [title || path, notes.map(({ code }) => code)]),
      )
      expect(notesByTitle).toEqual({
        Welcome: ['page_cleaned'],
        that: ['link_target_missing'],
        Test: ['questions_left_out'],
        'Write.': ['kind_unsupported'],
        Talk: ['discussion'],
        Paper: ['not_supported'],
        Tool: ['not_supported'],
        'Bad link': ['link_dropped'],
        Broken: ['part_broken'],
        Gone: ['file_missing'],
        'Just a heading': ['part_broken'],
        lonely: ['not_in_outline'],
      })
      const { status, body } = await packages.importCourse(id, report.title)
      expect(status).toBe(201)
      const { document } = await world.draft(body.course_id)
      expect(outlineOf(document)).toEqual([
        [
          'Week one',
          [
            ['Welcome', [['Welcome', 'article']]],
            [
              'Reading',
              [
                ['Second page', 'article'],
                ['Link', 'article'],
              ],
            ],
            ['Test', [['Test', 'quiz']]],
          ],
        ],
        ['Week two', [['Picture', [['Picture', 'article']]]]],
        ['Not in any module', [['lonely', [['lonely', 'article']]]]],
      ])
      const [welcome, , test] = document.sections[0]?.topics.map(({ items }) => items[0]?.content) ?? []
      const html = welcome?.type === 'article' ? welcome.html : ''
      const [, address] = /src="(\/files\/7\/course-image\.[a-f0-9]{20}\.png)"/.exec(html) ?? []
      expect(html.split(`src="${address}"`)).toHaveLength(3)
      expect(html).toContain('href="https://example.org/x"')
      expect(html).not.toMatch(/script|onclick|WIKI|IMS-CC/)
      const headers = fileCookie(world.server.core, 7, world.tara)
      expect((await world.server.app.inject({ method: 'GET', url: address ?? '', headers })).statusCode).toBe(
        200,
      )
      expect(test).toMatchObject({
        attempts_limit: 3,
        questions: [
          {
            kind: 'single',
            prompt: 'Which one?',
            options: [{}, { text: 'Answer b', correct: true }, {}, {}],
          },
          { kind: 'single', prompt: 'And now?' },
        ],
      })
      const findings = await world.findings(body.course_id)
      expect(findings.map(({ code }) => code)).not.toContain('dead_link')
    },
  )

  it('loses nothing when leaves stand beside folders or a course holds too little', async () => {
    const many = Array.from({ length: 230 }, (_, position) => aPage(`p${position}`, `<p>${position}</p>`))
    const bytes = rawZip(
      cartridgeEntries(
        '1.3',
        'Large',
        [
          { title: 'Before', part: 'p0' },
          { title: 'Folder', children: many.map(({ id }) => ({ title: id, part: id })) },
          {
            title: 'Deep',
            children: [
              { title: 'Sub', children: many.slice(0, 60).map(({ id }) => ({ title: id, part: id })) },
            ],
          },
        ],
        many,
      ),
    )
    const { body } = await packages.importCourse(await packages.upload(bytes))
    const { document } = await world.draft(body.course_id)
    expect(
      document.sections.map(({ title, topics }) => [
        title,
        topics.map(({ items }) => items.length).reduce((a, b) => a + b),
      ]),
    ).toEqual([
      ['Large', 1],
      ['Folder', 200],
      ['Folder', 30],
      ['Deep', 60],
    ])
  })

  it.each<[string, string, string]>([
    [
      'a SCORM package without launchable parts',
      'nothing_in_it',
      '<manifest><metadata><schema>ADL SCORM</schema></metadata></manifest>',
    ],
    ['another schema', 'package_unknown', '<manifest><metadata><schema>Other</schema></metadata></manifest>'],
    ['a truncated manifest', 'xml_broken', '<manifest><metadata>'],
    ['own XML entities', 'xml_entities', '<!DOCTYPE m [<!ENTITY x "y">]><manifest>&x;</manifest>'],
    [
      'no outline',
      'nothing_in_it',
      '<manifest><metadata><schema>IMS Common Cartridge</schema></metadata><resources/></manifest>',
    ],
  ])('rejects %s with its reason and creates nothing', async (_, code, manifest) => {
    const id = await packages.upload(rawZip([{ name: 'imsmanifest.xml', content: manifest }]))
    expect((await packages.inspect(id)).refused?.code).toBe(code)
    expect((await packages.importCourse(id)).status).toBe(409)
  })

  it('reports a fake picture, does not store it and imports the rest', async () => {
    const files = async () =>
      (await readdir(join(world.server.core.config.dataDir, 'files', String(CLIENT)))).toSorted()
    const before = await files()
    const fake: Part = {
      ...picture,
      files: [{ name: 'web_resources/x.png', content: '<svg onload="alert(1)"/>' }],
    }
    const page = aPage('page', '<p>Look: <img src="$IMS-CC-FILEBASE$/x.png"></p>')
    const id = await packages.upload(
      rawZip(
        cartridgeEntries(
          '1.1',
          'T',
          [{ title: 'S', children: [{ title: 'P', part: 'page' }] }],
          [page, fake],
        ),
      ),
    )
    expect((await packages.inspect(id)).lines).toContainEqual({
      path: 'web_resources/x.png',
      title: '',
      kind: 'file',
      becomes: 'nothing',
      notes: [{ code: 'file_refused', detail: '' }],
    })
    expect((await packages.importCourse(id)).status).toBe(201)
    expect(await files()).toEqual(before)
  })

  it('always answers 200 for a corrupted manifest', async () => {
    const entries = cartridgeEntries('1.1', 'T', outline, parts)
    const manifest = String(entries[0]?.content)
    const look = async (content: string) => {
      const id = await packages.upload(rawZip([{ name: 'imsmanifest.xml', content }, ...entries.slice(1)]))
      return world.ask(world.tara, 'POST', `/admin/packages/${id}/report/`)
    }
    expect((await look(manifest)).status).toBe(200)
    await fc.assert(
      fc.asyncProperty(
        fc.nat(manifest.length),
        fc.nat(60),
        fc.constantFrom(
          '',
          '<item>',
          '</item>',
          '../',
          '"',
          '&#0;',
          '\u{202e}',
          'x'.repeat(3000),
          '__proto__',
        ),
        async (position, length, replacement) => {
          const changed = manifest.slice(0, position) + replacement + manifest.slice(position + length)
          expect((await look(changed)).status).toBe(200)
        },
      ),
      { numRuns: process.env['FULL'] ? 500 : 25 },
    )
  })
})
