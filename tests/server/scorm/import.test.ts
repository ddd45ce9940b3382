import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StoredMedia } from '#contract/course-builder/course-builder.ts'
import type { CourseDocument } from '#contract/course-builder/draft.ts'
import { partsOf, readScorm } from '#server/core/packages/scorm.ts'
import { openZip } from '#server/core/packages/zip.ts'
import { rawZip, type RawEntry } from '#tests/support/content/raw-zip.ts'
import { lessonPage, scormManifest, scormZip, type ScoPart } from '#tests/support/content/scorm.ts'
import { CLIENT, startBuilderWorld, type BuilderWorld } from '../course-builder/world.ts'
import { packagesOf } from '../course-import/packages.ts'

let world: BuilderWorld
let packages: ReturnType<typeof packagesOf>
beforeAll(async () => {
  world = await startBuilderWorld()
  packages = packagesOf(world)
})
afterAll(() => world.server.close())

const one: ScoPart = {
  id: 'sco',
  title: 'First part',
  href: 'content/index.html?theme=a',
  parameters: '&amp;page=1',
  rules:
    '<adlcp:masteryscore>80</adlcp:masteryscore><adlcp:datafromlms>start=3</adlcp:datafromlms><adlcp:maxtimeallowed>00:30:00</adlcp:maxtimeallowed><adlcp:timelimitaction>exit,message</adlcp:timelimitaction>',
}
const page: RawEntry = { name: 'content/index.html', content: lessonPage('1.2') }
const read = async (manifest: string, files: RawEntry[] = [page]) => {
  const zip = await openZip(scormZip(manifest, files))
  try {
    return await readScorm(zip)
  } finally {
    zip.close()
  }
}
const shape = ({ sections }: CourseDocument) =>
  sections.map((section) => [
    section.title,
    section.topics.map((topic) => [topic.title, topic.items.map((item) => [item.title, item.content.type])]),
  ])

describe('the manifest of a SCORM package', () => {
  it('given 1.2 with rules and parameters, when read, then launch, mastery score and limits are known', async () => {
    const found = await read(scormManifest('1.2', 'A course', [one]))
    expect(found).toMatchObject({ version: '1.2', title: 'A course' })
    expect(partsOf(found?.organizations ?? [])).toEqual([
      {
        title: 'First part',
        launch: 'content/index.html?theme=a&page=1',
        named: 'content/index.html',
        asset: false,
        passScore: 0.8,
        completionThreshold: null,
        launchData: 'start=3',
        timeLimit: '00:30:00',
        timeLimitAction: 'exit,message',
      },
    ])
  })

  it('given a package whose folder was packed whole, when read, then it is found there; beside other folders it is not', async () => {
    const below = (entry: RawEntry): RawEntry => ({ ...entry, name: `My course é/${entry.name}` })
    const inFolder = [
      below({ name: 'imsmanifest.xml', content: scormManifest('1.2', 'A course', [one]) }),
      below(page),
    ]
    const found = async (entries: RawEntry[]) => {
      const zip = await openZip(rawZip(entries))
      try {
        return partsOf((await readScorm(zip))?.organizations ?? []).map(({ launch }) => launch)
      } finally {
        zip.close()
      }
    }
    const macOs = { name: '__MACOSX/My course é/._imsmanifest.xml', content: 'x' }
    expect(await found([...inFolder, macOs])).toEqual([
      'My%20course%20%C3%A9/content/index.html?theme=a&page=1',
    ])
    expect(await found([...inFolder, { name: 'other/readme.txt', content: 'x' }])).toEqual([])
  })

  it('given 2004 with objectives, shared sequencing and thresholds of two editions, when read, then they are known', async () => {
    const parts: ScoPart[] = [
      {
        id: 'a',
        title: 'A',
        href: 'content/index.html',
        rules:
          '<adlcp:completionThreshold>0.7</adlcp:completionThreshold><imsss:sequencing><imsss:objectives><imsss:primaryObjective satisfiedByMeasure="true"><imsss:minNormalizedMeasure>0.6</imsss:minNormalizedMeasure></imsss:primaryObjective></imsss:objectives></imsss:sequencing>',
      },
      {
        id: 'b',
        title: 'B',
        href: 'content/index.html',
        rules:
          '<adlcp:completionThreshold completedByMeasure="true" minProgressMeasure="0.5"/><imsss:sequencing IDRef="common"/>',
      },
      {
        id: 'c',
        title: 'C',
        href: 'content/index.html',
        rules: '<adlcp:completionThreshold completedByMeasure="false" minProgressMeasure="0.5"/>',
      },
    ]
    const shared =
      '<imsss:sequencingCollection><imsss:sequencing ID="common"><imsss:limitConditions attemptAbsoluteDurationLimit="PT1H"/><imsss:objectives><imsss:primaryObjective satisfiedByMeasure="true"/></imsss:objectives></imsss:sequencing></imsss:sequencingCollection></manifest>'
    const found = await read(scormManifest('2004', 'T', parts).replace('</manifest>', shared))
    expect(found?.version).toBe('2004')
    expect(
      partsOf(found?.organizations ?? []).map((part) => [
        part.passScore,
        part.completionThreshold,
        part.timeLimit,
      ]),
    ).toEqual([
      [0.6, 0.7, ''],
      [1, 0.5, 'PT1H'],
      [null, null, ''],
    ])
  })

  it('given bases, a page that leads out, one that is missing and one elsewhere, when read, then only what is there can be opened', async () => {
    const manifest = scormManifest('1.2', 'T', [
      { id: 'base', title: 'Base', href: 'index.html' },
      { id: 'out', title: 'Out', href: '../../etc/passwd' },
      { id: 'gone', title: 'Gone', href: 'content/gone.html' },
      { id: 'far', title: 'Far', href: 'https://example.org/x.html' },
      { id: 'space', title: 'Space', href: 'content/a%20page.html#top' },
    ])
      .replace('identifier="base"', 'identifier="base" xml:base="content/"')
      .replace(
        '<item identifier="i-gone"',
        '<item identifier="i-none" identifierref="nowhere"><title>None</title></item><item identifier="i-gone"',
      )
    const found = await read(manifest, [page, { name: 'content/a page.html', content: 'x' }])
    expect(
      partsOf(found?.organizations ?? []).map(({ title, launch, named }) => [title, launch, named]),
    ).toEqual([
      ['Base', 'content/index.html', 'content/index.html'],
      ['Out', '', '../../etc/passwd'],
      ['None', '', 'nowhere'],
      ['Gone', '', 'content/gone.html'],
      ['Far', '', 'https://example.org/x.html'],
      ['Space', 'content/a%20page.html#top', 'content/a page.html'],
    ])
  })

  it('given no outline, when read, then the parts stand in the order of the manifest', async () => {
    const manifest = scormManifest('1.2', 'T', [one]).replace(/<organizations.*<\/organizations>/, '')
    expect(partsOf((await read(manifest))?.organizations ?? [])).toHaveLength(1)
  })
})

describe('a SCORM package as a course', () => {
  it('given one of several parts and an asset, when looked at and imported twice, then it is one course with an item each', async () => {
    const parts: ScoPart[] = [
      one,
      { id: 'b', title: 'Second part', href: 'content/two.html' },
      { id: 'c', title: 'Reading', href: 'content/paper.html', asset: true },
      { id: 'd', title: 'Gone', href: 'content/gone.html' },
    ]
    const outline = `<item identifier="x" identifierref="sco" parameters="page=1"><title>First part</title>${one.rules}</item><item identifier="f"><title>Chapter</title><item identifier="y" identifierref="b"><title>Second part</title></item><item identifier="z" identifierref="c"><title>Reading</title></item></item><item identifier="g" identifierref="d"><title>Gone</title></item>`
    const bytes = scormZip(scormManifest('1.2', 'Safety &amp; more', parts, outline), [
      page,
      { name: 'content/two.html', content: lessonPage('1.2') },
      { name: 'content/paper.html', content: '<p>Read</p>' },
    ])
    const id = await packages.upload(bytes)
    const report = await packages.look(id)
    expect(report).toMatchObject({ kind: 'scorm', title: 'Safety & more', refused: null })
    expect(report.lines.filter(({ notes }) => notes.length > 0)).toEqual([
      {
        path: 'content/gone.html',
        title: 'Gone',
        becomes: 'nothing',
        notes: [{ code: 'file_missing', detail: 'content/gone.html' }],
      },
    ])
    const { status, body } = await packages.take(id, report.title)
    expect(status).toBe(201)
    expect((await packages.take(id, report.title)).body.course_id).toBe(body.course_id)
    const { document } = await world.draft(body.course_id)
    expect(shape(document)).toEqual([
      [
        'Safety & more',
        [
          ['Safety & more', [['First part', 'scorm']]],
          [
            'Chapter',
            [
              ['Second part', 'scorm'],
              ['Reading', 'scorm'],
            ],
          ],
        ],
      ],
    ])
    const contents = document.sections.flatMap(({ topics }) =>
      topics.flatMap(({ items }) => items.map(({ content }) => content)),
    )
    expect(contents[0]).toMatchObject({
      version: '1.2',
      launch: 'content/index.html?theme=a&page=1',
      pass_score: 0.8,
      asset: false,
    })
    expect(contents[2]).toMatchObject({ asset: true })
    const [address] = contents.map((content) => (content.type === 'scorm' ? content.package_url : null))
    expect(address).toMatch(/^\/files\/7\/scorm-package\.[a-f0-9]{20}\.zip$/)
    // The package itself is nobody's to fetch.
    expect((await world.server.app.inject({ method: 'GET', url: address ?? '' })).statusCode).toBe(404)
    expect((await world.findings(body.course_id)).map(({ code }) => code)).not.toContain('dead_link')
  })

  it('given the course exported and imported again, when compared, then nothing is lost and the package came along', async () => {
    const bytes = scormZip(scormManifest('2004', 'Round trip', [{ ...one, rules: '' }]), [
      { ...page, content: lessonPage('2004') },
    ])
    const first = (await packages.take(await packages.upload(bytes), 'Round trip')).body.course_id
    const file = await packages.fetchCourse(first)
    const second = (await packages.take(await packages.upload(file), 'Round trip')).body.course_id
    const [before, after] = [await world.draft(first), await world.draft(second)]
    expect(after.document.sections).toEqual(before.document.sections)
    const zip = await openZip(file)
    expect(zip.entries.map(({ name }) => name)).toContainEqual(
      expect.stringMatching(/^media\/scorm-package\..*\.zip$/),
    )
    zip.close()
  })

  const manifest = scormManifest('1.2', 'T', [one])
  it.each<[string, string, Buffer]>([
    [
      'a way out of the folder',
      'zip_unsafe_path',
      scormZip(manifest, [page, { name: '../x.html', content: 'x' }]),
    ],
    ['a link', 'zip_link', scormZip(manifest, [page, { name: 'l', content: '/etc/passwd', mode: 0o120777 }])],
    [
      'a bomb',
      'zip_bomb',
      scormZip(manifest, [page, { name: 'b.html', content: Buffer.alloc(5 * 1024 ** 2) }]),
    ],
    [
      'a file that is damaged inside',
      'zip_broken',
      scormZip(manifest, [page, { name: 'x.js', content: 'abc', crc: 1 }]),
    ],
    [
      '2 GB unpacked',
      'zip_too_large',
      scormZip(manifest, [page, { name: 'x', content: 'x', size: 2 * 1024 ** 3 }]),
    ],
    [
      'entities of its own',
      'xml_entities',
      scormZip(`<!DOCTYPE m [<!ENTITY x "y">]>${manifest.slice(21)}`, [page]),
    ],
    ['a manifest that is cut', 'xml_broken', scormZip(manifest.slice(0, -30), [page])],
    [
      'no page that is there',
      'zip_entry_missing',
      scormZip(manifest, [{ name: 'other.html', content: 'x' }]),
    ],
    ['no manifest', 'package_unknown', rawZip([page])],
  ])(
    'given %s, when looked at and taken, then it is refused (%s) and nothing is kept',
    async (_, code, bytes) => {
      const stored = async () =>
        (await readdir(join(world.server.core.config.dataDir, 'files', String(CLIENT)))).length
      const before = await stored()
      const id = await packages.upload(bytes)
      expect((await packages.look(id)).refused?.code).toBe(code)
      expect((await packages.take(id)).status).toBe(409)
      expect(await stored()).toBe(before)
    },
  )
})

describe('a SCORM package whose pages were not packed', () => {
  it('given it, when looked at, then the missing pages are named', async () => {
    const gone = scormManifest('1.2', 'T', [one, { id: 'b', title: 'B', href: 'b.html' }])

    const { refused } = await packages.look(await packages.upload(scormZip(gone, [])))

    expect(refused).toEqual({ code: 'zip_entry_missing', detail: 'content/index.html?theme=a, b.html' })
  })
})

describe('a SCORM package for one item', () => {
  it('given one chosen in the builder, when finished twice, then both answers name its parts; given another zip, it is refused', async () => {
    const courseId = await world.create('Parts')
    const upload = async (bytes: Buffer) => {
      const begun = await world.ask<{ upload_id: string }>(
        world.tara,
        'POST',
        `/admin/courses/${courseId}/uploads/`,
        { kind: 'package', name: 'lesson.zip', size: bytes.length, fingerprint: `package-${bytes.length}` },
      )
      const at = `/admin/courses/${courseId}/uploads/${begun.body.upload_id}/`
      await world.ask(world.tara, 'PATCH', at, { offset: 0, data: bytes.toString('base64') })
      const finish = () => world.ask<StoredMedia>(world.tara, 'POST', `${at}completion/`)
      return [await finish(), await finish()] as const
    }
    const [first, second] = await upload(scormZip(scormManifest('1.2', 'T', [one]), [page]))
    expect(first.body).toMatchObject({
      url: expect.stringMatching(/^\/files\/7\/course-package\.[a-f0-9]{20}\.zip$/),
      parts: [
        { title: 'First part', content: { type: 'scorm', pass_score: 0.8, package_url: first.body.url } },
      ],
    })
    expect(second.body).toEqual(first.body)
    expect((await upload(rawZip([page])))[0].status).toBe(415)
    expect((await upload(scormZip(scormManifest('1.2', 'T', [one]), [{ ...page, crc: 5 }])))[0].status).toBe(
      415,
    )
  })
})
