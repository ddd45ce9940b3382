import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StoredMedia } from '#contract/course-builder/uploads.ts'
import type { CourseDocument } from '#contract/course-builder/draft.ts'
import { partsOf } from '#server/core/packages/scorm-parts.ts'
import { readScorm } from '#server/core/packages/scorm.ts'
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

const sco: ScoPart = {
  id: 'sco',
  title: 'First part',
  href: 'content/index.html?theme=a',
  parameters: '&amp;page=1',
  rules:
    '<adlcp:masteryscore>80</adlcp:masteryscore><adlcp:datafromlms>start=3</adlcp:datafromlms><adlcp:maxtimeallowed>00:30:00</adlcp:maxtimeallowed><adlcp:timelimitaction>exit,message</adlcp:timelimitaction>',
}
const page: RawEntry = { name: 'content/index.html', content: lessonPage('1.2') }
const readManifest = async (manifest: string, files: RawEntry[] = [page]) => {
  const zip = await openZip(scormZip(manifest, files))
  try {
    return await readScorm(zip)
  } finally {
    zip.close()
  }
}
const outlineOf = ({ sections }: CourseDocument) =>
  sections.map((section) => [
    section.title,
    section.topics.map((topic) => [topic.title, topic.items.map((item) => [item.title, item.content.type])]),
  ])

describe('manifest of a SCORM package', () => {
  it('reads launch, mastery score and limits of SCORM 1.2', async () => {
    const found = await readManifest(scormManifest('1.2', 'A course', [sco]))
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

  it('finds the manifest in the only folder, and ignores it beside other folders', async () => {
    const inFolderEntry = (entry: RawEntry): RawEntry => ({ ...entry, name: `My course é/${entry.name}` })
    const inFolder = [
      inFolderEntry({ name: 'imsmanifest.xml', content: scormManifest('1.2', 'A course', [sco]) }),
      inFolderEntry(page),
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

  it('reads objectives, shared sequencing and thresholds of both SCORM 2004 editions', async () => {
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
    const found = await readManifest(scormManifest('2004', 'T', parts).replace('</manifest>', shared))
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

  it('resolves xml:base and leaves out pages that are missing or outside the package', async () => {
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
    const found = await readManifest(manifest, [page, { name: 'content/a page.html', content: 'x' }])
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

  it('lists parts in the order of the manifest when there is no outline', async () => {
    const manifest = scormManifest('1.2', 'T', [sco]).replace(/<organizations.*<\/organizations>/, '')
    expect(partsOf((await readManifest(manifest))?.organizations ?? [])).toHaveLength(1)
  })
})

describe('SCORM package as a course', () => {
  it('imports several parts and an asset as one course, even when imported twice', async () => {
    const parts: ScoPart[] = [
      sco,
      { id: 'b', title: 'Second part', href: 'content/two.html' },
      { id: 'c', title: 'Reading', href: 'content/paper.html', asset: true },
      { id: 'd', title: 'Gone', href: 'content/gone.html' },
    ]
    const outline = `<item identifier="x" identifierref="sco" parameters="page=1"><title>First part</title>${sco.rules}</item><item identifier="f"><title>Chapter</title><item identifier="y" identifierref="b"><title>Second part</title></item><item identifier="z" identifierref="c"><title>Reading</title></item></item><item identifier="g" identifierref="d"><title>Gone</title></item>`
    const bytes = scormZip(scormManifest('1.2', 'Safety &amp; more', parts, outline), [
      page,
      { name: 'content/two.html', content: lessonPage('1.2') },
      { name: 'content/paper.html', content: '<p>Read</p>' },
    ])
    const id = await packages.upload(bytes)
    const report = await packages.inspect(id)
    expect(report).toMatchObject({ kind: 'scorm', title: 'Safety & more', refused: null })
    expect(report.lines.filter(({ notes }) => notes.length > 0)).toEqual([
      {
        path: 'content/gone.html',
        title: 'Gone',
        kind: 'scorm',
        becomes: 'nothing',
        notes: [{ code: 'file_missing', detail: 'content/gone.html' }],
      },
    ])
    const { status, body } = await packages.importCourse(id, report.title)
    expect(status).toBe(201)
    expect((await packages.importCourse(id, report.title)).body.course_id).toBe(body.course_id)
    const { document } = await world.draft(body.course_id)
    expect(outlineOf(document)).toEqual([
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
    // Nobody may fetch the package itself.
    expect((await world.server.app.inject({ method: 'GET', url: address ?? '' })).statusCode).toBe(404)
    expect((await world.findings(body.course_id)).map(({ code }) => code)).not.toContain('dead_link')
  })

  it('names every file that the manifest lists and the package lacks, once', async () => {
    const listed = scormManifest('2004', 'T', [
      { ...sco, rules: '' },
      { id: 'b', title: 'Gone', href: 'content/gone.html?x=1' },
    ]).replace(
      '</resource>',
      '<file href="content/film.mp4"/><file href="content/film.mp4"/><file href="content/a%20picture.png"/><file href="https://example.org/far.css"/><file href="../outside.js"/><file href="content/INDEX.html"/></resource>',
    )
    const id = await packages.upload(scormZip(listed, [page]))
    const { lines } = await packages.inspect(id)
    expect(lines.filter(({ becomes }) => becomes === 'nothing')).toEqual([
      {
        path: 'content/gone.html?x=1',
        title: 'Gone',
        kind: 'scorm',
        becomes: 'nothing',
        notes: [{ code: 'file_missing', detail: 'content/gone.html?x=1' }],
      },
      {
        path: 'content/film.mp4',
        title: '',
        kind: 'file',
        becomes: 'nothing',
        notes: [{ code: 'file_missing', detail: 'content/film.mp4' }],
      },
      {
        path: 'content/a picture.png',
        title: '',
        kind: 'file',
        becomes: 'nothing',
        notes: [{ code: 'file_missing', detail: 'content/a picture.png' }],
      },
    ])
  })

  it('counts every missing file and lists as many as a report holds', async () => {
    const files = Array.from({ length: 2100 }, (_, index) => `<file href="f/${index}.js"/>`).join('')
    const listed = scormManifest('1.2', 'T', [sco]).replace('</resource>', `${files}</resource>`)
    const report = await packages.inspect(await packages.upload(scormZip(listed, [page])))
    expect(report.totals).toContainEqual({
      kind: 'file',
      in_file: 2100,
      will_come: 0,
      changed: 0,
      left_out: 2100,
    })
    expect([report.lines.length, report.lines_omitted]).toEqual([2000, 100])
  })

  it('loses nothing when exported and imported again', async () => {
    const bytes = scormZip(scormManifest('2004', 'Round trip', [{ ...sco, rules: '' }]), [
      { ...page, content: lessonPage('2004') },
    ])
    const first = (await packages.importCourse(await packages.upload(bytes), 'Round trip')).body.course_id
    const file = await packages.fetchCourse(first)
    const second = (await packages.importCourse(await packages.upload(file), 'Round trip')).body.course_id
    const [before, after] = [await world.draft(first), await world.draft(second)]
    expect(after.document.sections).toEqual(before.document.sections)
    const zip = await openZip(file)
    expect(zip.entries.map(({ name }) => name)).toContainEqual(
      expect.stringMatching(/^media\/scorm-package\..*\.zip$/),
    )
    zip.close()
  })

  const manifest = scormManifest('1.2', 'T', [sco])
  it.each<[string, string, Buffer]>([
    ['path traversal', 'zip_unsafe_path', scormZip(manifest, [page, { name: '../x.html', content: 'x' }])],
    [
      'a symbolic link',
      'zip_link',
      scormZip(manifest, [page, { name: 'l', content: '/etc/passwd', mode: 0o120777 }]),
    ],
    [
      'a zip bomb',
      'zip_bomb',
      scormZip(manifest, [page, { name: 'b.html', content: Buffer.alloc(5 * 1024 ** 2) }]),
    ],
    ['a damaged file', 'zip_broken', scormZip(manifest, [page, { name: 'x.js', content: 'abc', crc: 1 }])],
    [
      '2 GB unpacked',
      'zip_too_large',
      scormZip(manifest, [page, { name: 'x', content: 'x', size: 2 * 1024 ** 3 }]),
    ],
    [
      'own XML entities',
      'xml_entities',
      scormZip(`<!DOCTYPE m [<!ENTITY x "y">]>${manifest.slice(21)}`, [page]),
    ],
    ['a truncated manifest', 'xml_broken', scormZip(manifest.slice(0, -30), [page])],
    ['no existing page', 'zip_entry_missing', scormZip(manifest, [{ name: 'other.html', content: 'x' }])],
    ['no manifest', 'package_unknown', rawZip([page])],
  ])('rejects a package with %s (%s) and stores nothing', async (_, code, bytes) => {
    const stored = async () =>
      (await readdir(join(world.server.core.config.dataDir, 'files', String(CLIENT)))).length
    const before = await stored()
    const id = await packages.upload(bytes)
    expect((await packages.inspect(id)).refused?.code).toBe(code)
    expect((await packages.importCourse(id)).status).toBe(409)
    expect(await stored()).toBe(before)
  })
})

describe('SCORM package without its pages', () => {
  it('names the missing pages', async () => {
    const manifest = scormManifest('1.2', 'T', [sco, { id: 'b', title: 'B', href: 'b.html' }])

    const { refused } = await packages.inspect(await packages.upload(scormZip(manifest, [])))

    expect(refused).toEqual({ code: 'zip_entry_missing', detail: 'content/index.html?theme=a, b.html' })
  })
})

describe('SCORM package for one item', () => {
  const upload = async (bytes: Buffer) => {
    const courseId = await world.create('Parts')
    const started = await world.ask<{ upload_id: string }>(
      world.tara,
      'POST',
      `/admin/courses/${courseId}/uploads/`,
      { kind: 'package', name: 'lesson.zip', size: bytes.length, fingerprint: `package-${bytes.length}` },
    )
    const path = `/admin/courses/${courseId}/uploads/${started.body.upload_id}/`
    await world.ask(world.tara, 'PATCH', path, { offset: 0, data: bytes.toString('base64') })
    const finish = () => world.ask<StoredMedia>(world.tara, 'POST', `${path}completion/`)
    return [await finish(), await finish()] as const
  }
  it("returns the package's parts both times it is finished, and rejects another zip", async () => {
    const [first, second] = await upload(scormZip(scormManifest('1.2', 'T', [sco]), [page]))
    expect(first.body).toMatchObject({
      url: expect.stringMatching(/^\/files\/7\/course-package\.[a-f0-9]{20}\.zip$/),
      parts: [
        { title: 'First part', content: { type: 'scorm', pass_score: 0.8, package_url: first.body.url } },
      ],
    })
    expect(second.body).toEqual(first.body)
    expect((await upload(rawZip([page])))[0].status).toBe(415)
    expect((await upload(scormZip(scormManifest('1.2', 'T', [sco]), [{ ...page, crc: 5 }])))[0].status).toBe(
      415,
    )
  })

  it('returns the files that the package lacks both times it is finished', async () => {
    const listed = scormManifest('1.2', 'T', [sco]).replace(
      '</resource>',
      '<file href="content/film.mp4"/></resource>',
    )
    const [first, second] = await upload(scormZip(listed, [page]))
    expect(first.body.missing_files).toEqual(['content/film.mp4'])
    expect(second.body).toEqual(first.body)
  })
})
