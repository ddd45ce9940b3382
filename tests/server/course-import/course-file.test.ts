import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CourseDocument } from '#contract/course-builder/draft.ts'
import { openZip } from '#server/core/packages/zip.ts'
import { isMentioned } from '#server/features/course-builder/index.ts'
import { createPackageSweep } from '#server/features/course-import/index.ts'
import { recordNewFile } from '#server/features/course-import/packages.repository.ts'
import { dropStored, storeFile } from '#server/features/files/index.ts'
import { rawZip, type RawEntry } from '#tests/support/content/raw-zip.ts'
import { gif, pngOf } from '../course-builder/picture-files.ts'
import {
  addSection,
  article,
  CLIENT,
  quizItem,
  section,
  startBuilderWorld,
  topic,
  type BuilderWorld,
} from '../course-builder/world.ts'
import { packagesOf } from './packages.ts'

let world: BuilderWorld
let packages: ReturnType<typeof packagesOf>
beforeAll(async () => {
  world = await startBuilderWorld()
  packages = packagesOf(world)
})
afterAll(() => world.server.close())

/** Uploads a picture as the builder does and returns its address. */
const storePicture = async (courseId: number, bytes: Buffer): Promise<string> => {
  const path = `/admin/courses/${courseId}/uploads/`
  const { body } = await world.ask<{ upload_id: string }>(world.tara, 'POST', path, {
    kind: 'image',
    name: 'a.png',
    size: bytes.length,
    fingerprint: `picture-${bytes.length}`,
  })
  await world.ask(world.tara, 'PATCH', `${path}${body.upload_id}/`, {
    offset: 0,
    data: bytes.toString('base64'),
  })
  return (await world.ask<{ url: string }>(world.tara, 'POST', `${path}${body.upload_id}/completion/`)).body
    .url
}

const richCourse = async () => {
  const courseId = await world.create('Queries that answer')
  const picture = await storePicture(courseId, pngOf())
  await world.save(courseId, [
    {
      op: 'course',
      set: {
        cover_url: picture,
        tags: ['sql', 'حوار'],
        texts: {
          en: {
            title: 'Queries that answer',
            description: 'All of it',
            objectives: ['Ask'],
            features: [],
            requirements: [],
          },
          hi: {
            title: 'उत्तर देने वाली क्वेरी',
            description: 'सब कुछ',
            objectives: ['पूछें'],
            features: [],
            requirements: [],
          },
        },
      },
    },
    addSection(
      section('one', [
        topic('first', [
          article('page', `<p>See <img src="${picture}" alt="A square"></p>`),
          quizItem('quiz'),
        ]),
      ]),
    ),
    addSection(
      section('two', [topic('second', [article('more')])], { requires: ['one'], opens_after_days: 3 }),
    ),
  ])
  return { courseId, picture }
}

/** Reads the file's contents without the product's own importer. */
const contentsOf = async (bytes: Buffer) => {
  const zip = await openZip(bytes)
  const entries: Record<string, string> = {}
  for (const { name, bytes: size } of zip.entries)
    entries[name] = (await zip.read(name, size)).toString('base64')
  zip.close()
  const manifest = JSON.parse(Buffer.from(entries['manifest.json'] ?? '', 'base64').toString()) as {
    document: CourseDocument
    version: number
    files: { name: string }[]
  }
  return { manifest, entries, names: Object.keys(entries) }
}
const storedNames = async () =>
  (await readdir(join(world.server.core.config.dataDir, 'files', String(CLIENT)))).toSorted()

describe('course as one file', () => {
  it('exports the same bytes again after an import', async () => {
    const { courseId, picture } = await richCourse()
    const first = await packages.fetchCourse(courseId)
    const { names, manifest } = await contentsOf(first)
    expect(names).toEqual(['manifest.json', `media/${picture.split('/').at(-1)}`])
    expect(JSON.stringify(manifest)).not.toContain('/files/')

    const id = await packages.upload(first)
    const report = await packages.inspect(id)
    expect(report).toMatchObject({ kind: 'course', title: 'Queries that answer', refused: null })
    expect(report.lines.map(({ path, becomes }) => [path, becomes])).toEqual([
      ['1', 'section'],
      ['1.1', 'topic'],
      ['1.1.1', 'article'],
      ['1.1.2', 'quiz'],
      ['2', 'section'],
      ['2.1', 'topic'],
      ['2.1.1', 'article'],
    ])
    const imported = await packages.importCourse(id, report.title)
    expect(imported.status).toBe(201)
    expect(imported.body.course_id).not.toBe(courseId)
    const again = await packages.fetchCourse(imported.body.course_id)
    expect(again.equals(first)).toBe(true)
    expect((await world.draft(imported.body.course_id)).document).toEqual(
      (await world.draft(courseId)).document,
    )
    expect((await world.draft(imported.body.course_id)).status).toBe('draft')

    // Control: a changed course is another file.
    await world.save(imported.body.course_id, [{ op: 'section', key: 'one', set: { title: 'Changed' } }])
    expect((await packages.fetchCourse(imported.body.course_id)).equals(first)).toBe(false)
  })

  it('keeps the hints and the solution of a coding problem, and when they open', async () => {
    const courseId = await world.create('Doubling')
    const hints = [
      { id: randomUUID(), text: 'Think of adding.', after: 0 },
      { id: randomUUID(), text: 'सोचिए: x + x', after: 2 },
    ]
    const help = { hints, solution: 'const double = (x) => x + x', solution_after: 3 }
    const problem = {
      kind: 'javascript',
      statement: '<p>Double it.</p>',
      call: 'double',
      tests: [{ id: randomUUID(), title: 'Two', hidden: false, input: '[2]', expected: '4' }],
      ...help,
    }
    const item = { ...article('code'), content: { type: 'problem' as const, problem } }
    await world.save(courseId, [addSection(section('one', [topic('first', [item])]))])
    const bytes = await packages.fetchCourse(courseId)
    const imported = await packages.importCourse(await packages.upload(bytes))
    const problemOf = async (id: number) =>
      (await world.draft(id)).document.sections[0]?.topics[0]?.items[0]?.content
    expect(imported.body.course_id).not.toBe(courseId)
    expect(await problemOf(imported.body.course_id)).toMatchObject({ type: 'problem', problem: help })
    expect(await problemOf(imported.body.course_id)).toEqual(await problemOf(courseId))
  })

  it('returns the same course when a package is imported again', async () => {
    const { courseId } = await richCourse()
    const id = await packages.upload(await packages.fetchCourse(courseId))
    const both = await Promise.all([packages.importCourse(id), packages.importCourse(id)])
    const third = await packages.importCourse(id)
    expect(new Set([...both, third].map(({ body }) => body.course_id)).size).toBe(1)
    expect((await packages.inspect(id)).course_id).toBe(third.body.course_id)
  })

  it('stores the files of a course from another installation', async () => {
    const { courseId } = await richCourse()
    const { manifest } = await contentsOf(await packages.fetchCourse(courseId))
    const manifestText = JSON.stringify(manifest)
    const name = manifest.files[0]?.name ?? ''
    // The same picture under another name: not stored yet.
    const other = name.replace('course-image', 'elsewhere')
    const media = await readFile(join(world.server.core.config.dataDir, 'files', String(CLIENT), name))
    const bytes = rawZip([
      { name: 'manifest.json', content: manifestText.replaceAll(name, other) },
      { name: `media/${other}`, content: media, stored: true },
    ])
    const id = await packages.upload(bytes)
    expect((await packages.inspect(id)).lines.filter(({ becomes }) => becomes === 'file')).toHaveLength(1)
    const { body } = await packages.importCourse(id)
    const { document } = await world.draft(body.course_id)
    expect(document.course.cover_url).toBe(`/files/${CLIENT}/${other}`)
    expect(await storedNames()).toContain(other)
  })
})

const manifestWith =
  (change: (document: CourseDocument) => unknown, head: object = {}) =>
  async (): Promise<RawEntry[]> => {
    const { courseId } = await richCourse()
    const { manifest } = await contentsOf(await packages.fetchCourse(courseId))
    return [
      {
        name: 'manifest.json',
        content: JSON.stringify({ ...manifest, document: change(manifest.document), ...head }),
      },
    ]
  }
const fakePicture = 'x.0123456789abcdef0123.png'

describe('rejected packages', () => {
  it.each<[string, string, () => Promise<RawEntry[]>]>([
    ['an unknown format', 'package_unknown', async () => [{ name: 'readme.txt', content: 'hello' }]],
    ['broken JSON', 'manifest_broken', async () => [{ name: 'manifest.json', content: '{"format":' }]],
    ['a later version', 'version_newer', manifestWith((document) => document, { version: 99 })],
    [
      'an invalid course',
      'document_invalid',
      manifestWith((document) => ({ ...document, sections: 'none' })),
    ],
    ['an empty course', 'nothing_in_it', manifestWith((document) => ({ ...document, sections: [] }))],
    ['path traversal', 'zip_unsafe_path', async () => [{ name: '../up', content: 'x' }]],
    [
      'a symbolic link',
      'zip_link',
      async () => [{ name: 'manifest.json', content: '/etc/passwd', mode: 0o120777 }],
    ],
    ['a zip bomb', 'zip_bomb', async () => [{ name: 'manifest.json', content: Buffer.alloc(8 * 1024 ** 2) }]],
  ])('rejects %s and leaves nothing behind', async (_, code, entries) => {
    const list = () => world.ask<{ count: number }>(world.admin, 'GET', '/admin/courses/')
    const id = await packages.upload(rawZip(await entries()))
    const [before, files] = [(await list()).body.count, await storedNames()]
    expect((await packages.inspect(id)).refused?.code).toBe(code)
    const taken = await packages.importCourse(id)
    expect(taken.status).toBe(409)
    expect(taken.body.detail).toContain(code)
    expect((await list()).body.count).toBe(before)
    expect(await storedNames()).toEqual(files)
    expect(await readdir(join(world.server.core.config.dataDir, 'uploads'))).toEqual([String(CLIENT)])
  })

  it('reports fake and missing files and stores none', async () => {
    const entries = await manifestWith((document) => ({
      ...document,
      course: { ...document.course, cover_url: `/media/${fakePicture}` },
    }))()
    const hostile = rawZip([
      ...entries,
      { name: `media/${fakePicture}`, content: '<script>alert(1)</script>' },
    ])
    const id = await packages.upload(hostile)
    const files = await storedNames()
    const notes = (await packages.inspect(id)).lines.flatMap(({ path, notes: lineNotes }) =>
      lineNotes.map(({ code }) => [path, code]),
    )
    expect(notes).toContainEqual([`media/${fakePicture}`, 'file_damaged'])
    const { body } = await packages.importCourse(id)
    expect(await storedNames()).toEqual(files)
    expect((await world.draft(body.course_id)).document.course.cover_url).toBeNull()
  })

  it('sanitizes scripts in an imported article', async () => {
    const entries = await manifestWith((document) => ({
      ...document,
      sections: [
        section('s', [topic('t', [article('a', '<p onclick="x()">Hi<script>alert(1)</script></p>')])]),
      ],
    }))()
    const { body } = await packages.importCourse(await packages.upload(rawZip(entries)))
    const text = JSON.stringify((await world.draft(body.course_id)).document.sections)
    expect(text).toContain('<p>Hi</p>')
    expect(text).not.toMatch(/script|onclick/)
  })

  it('drops unknown instructors on import', async () => {
    const stranger = { user_id: 99_999, name: 'Nobody Known', bio: '' }
    const entries = await manifestWith((document) => ({
      ...document,
      course: { ...document.course, instructors: [stranger] },
    }))()
    const { body } = await packages.importCourse(await packages.upload(rawZip(entries)))
    const { document } = await world.draft(body.course_id)
    expect(document.course.instructors.map(({ name }) => name)).toEqual(['Tara Teacher'])
  })
})

describe('access to packages', () => {
  it('hides a package from everyone but its owner', async () => {
    const id = await packages.upload(rawZip([{ name: 'a', content: gif }]))
    for (const user of [world.tom, world.admin]) {
      expect((await packagesOf(world, user).importCourse(id)).status).toBe(404)
      expect((await world.ask(user, 'GET', `/admin/packages/${id}/`)).status).toBe(404)
    }
    expect((await packagesOf(world, world.sam).begin(gif)).status).toBe(403)
  })

  it('rejects a forged or expired download address, and gives strangers none', async () => {
    const { courseId } = await richCourse()
    const requestExport = (user: number) =>
      world.ask<{ url: string }>(user, 'POST', `/admin/courses/${courseId}/export/`)
    expect((await requestExport(world.tom)).status).toBe(403)
    const { url } = (await requestExport(world.tara)).body
    const get = async (address: string) =>
      (await world.server.app.inject({ method: 'GET', url: address })).statusCode
    expect(await get(url)).toBe(200)
    expect(await get(url.replace(`/courses/${courseId}/`, `/courses/${courseId + 1}/`))).toBe(404)
    expect(await get(url.replace(`/files/${CLIENT}/`, '/files/8/'))).toBe(404)
    expect(await get(`${url.slice(0, -2)}AA`)).toBe(404)
    world.server.clock.advance(6 * 60_000)
    expect(await get(url)).toBe(404)
  })

  it('rejects more than 2 GB before the upload', async () => {
    const begin = (size: number) =>
      world.ask(world.tara, 'POST', '/admin/packages/', { name: 'a.zip', size, fingerprint: `size-${size}` })
    expect((await begin(2 * 1024 ** 3 + 1)).status).toBe(422)
    expect((await begin(2 * 1024 ** 3)).status).toBe(201)
  })

  it('rejects chunks out of order and incomplete packages', async () => {
    const bytes = rawZip([{ name: 'a.txt', content: 'x'.repeat(3000), stored: true }])
    const { body } = await packages.begin(bytes)
    expect((await packages.send(body.package_id, 100, bytes.subarray(100))).status).toBe(409)
    await packages.send(body.package_id, 0, bytes.subarray(0, 1000))
    expect((await packages.importCourse(body.package_id)).status).toBe(409)
    expect((await packages.begin(bytes)).body).toMatchObject({ package_id: body.package_id, offset: 1000 })
    expect((await packages.send(body.package_id, 0, bytes.subarray(0, 1000))).body.offset).toBe(1000)
    expect((await packages.send(body.package_id, 1000, Buffer.concat([bytes, bytes]))).status).toBe(413)
  })

  it('deletes a week-old abandoned package with its unused files', async () => {
    const { core, clock } = world.server
    const dependencies = {
      mentions: isMentioned,
      drop: (clientId: number, url: string) => dropStored(core.config.dataDir, clientId, url),
    }
    const entries = await manifestWith((document) => document)()
    const [used = '', unused = ''] = [
      (await storedNames()).find((name) => JSON.stringify(String(entries[0]?.content)).includes(name)),
      (await storeFile(core.config.dataDir, CLIENT, { words: 'left', ending: 'gif', content: gif }))
        .split('/')
        .at(-1),
    ]
    const { body } = await packages.begin(rawZip([{ name: 'b', content: 'left' }]))
    for (const name of [used, unused])
      await core.db.withTenant(CLIENT, (db) =>
        recordNewFile(db, CLIENT, body.package_id, `/files/${CLIENT}/${name}`),
      )
    clock.advance(8 * 86_400_000)
    expect(await createPackageSweep(core, dependencies).look()).toBeGreaterThan(0)
    expect((await world.ask(world.tara, 'GET', `/admin/packages/${body.package_id}/`)).status).toBe(404)
    expect(await storedNames()).not.toContain(unused)
    // A course refers to it, so it stays.
    expect(await storedNames()).toContain(used)
  })
})
