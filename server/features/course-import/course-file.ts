/**
 * A course as one file: `manifest.json` with the whole document (every text in every language), and the stored files it
 * names under `media/`. Read back it is the same course (docs/decisions/courses/export-a-course-in-our-own-format.md).
 */
import type { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import * as z from 'zod/mini'
import { courseDocument, TITLE_MAX, type CourseDocument } from '#contract/course-builder/draft.ts'
import type { ImportBecomes, ImportLine } from '#contract/course-import/course-import.ts'
import { cut } from '#contract/text/truncate.ts'
import type { Zip } from '#server/core/packages/zip.ts'
import type { FileDependencies } from './dependencies.ts'
import { ImportRefused, mapTexts, mediaKindOf, note, type Plan, type PlannedFile } from './plan.ts'

export const COURSE_FILE_FORMAT = 'learning-platform-course'
export const COURSE_FILE_VERSION = 1
/** A document of the greatest size that the builder takes, and room for its files' names. */
const MANIFEST_MAX_BYTES = 64 * 1024 ** 2
const FILES_MAX = 5000

const STORED = /\/files\/(\d{1,9})\/([a-z0-9][a-z0-9_-]{0,99}\.[a-f0-9]{20}\.[a-z0-9]{2,4})/g
const PLACED = /\/media\/([a-z0-9][a-z0-9_-]{0,99}\.[a-f0-9]{20}\.[a-z0-9]{2,4})/g

const manifestShape = z.object({
  format: z.literal(COURSE_FILE_FORMAT),
  version: z.int(),
  document: courseDocument,
  files: z
    .array(z.object({ name: z.string().check(z.regex(/^[a-z0-9_.-]{1,150}$/)), bytes: z.int() }))
    .check(z.maxLength(FILES_MAX)),
})

export const titleOf = ({ course }: CourseDocument): string => course.texts[course.language]?.title ?? ''

export interface CourseFile {
  manifest: string
  files: { name: string; size: number; stream: () => Readable }[]
  /** Names of files that the document has and the store has not. */
  missing: string[]
}

/** What goes into the file; the same course gives the same words. */
export const courseFileOf = async (
  files: FileDependencies,
  clientId: number,
  document: CourseDocument,
): Promise<CourseFile> => {
  const named = new Set<string>()
  const placed = mapTexts(document, (text) =>
    text.replace(STORED, (whole, owner: string, name: string) => {
      if (Number(owner) !== clientId) return whole
      named.add(name)
      return `/media/${name}`
    }),
  )
  const found: CourseFile['files'] = []
  const missing: string[] = []
  for (const name of [...named].toSorted()) {
    const file = await files.open(clientId, `/files/${clientId}/${name}`)
    if (file) found.push({ name, ...file })
    else missing.push(name)
  }
  const manifest = JSON.stringify(
    {
      format: COURSE_FILE_FORMAT,
      version: COURSE_FILE_VERSION,
      document: placed,
      files: found.map(({ name, size }) => ({ name, bytes: size })),
    },
    null,
    1,
  )
  return { manifest, files: found, missing }
}

/** The file as it leaves: nothing of it is ever whole in memory. */
export const zipOf = ({ manifest, files }: CourseFile): Readable => {
  const zip = new ZipFile()
  // The same course gives the same bytes, whenever it is fetched.
  const mtime = new Date(Date.UTC(2000, 0, 1))
  zip.addBuffer(Buffer.from(manifest), 'manifest.json', { mtime })
  for (const { name, size, stream } of files)
    zip.addReadStreamLazy(`media/${name}`, { mtime, size, compress: false }, (done) => done(null, stream()))
  zip.end()
  const output = zip.outputStream as Readable
  zip.on('error', (error) => output.destroy(error as Error))
  return output
}

/** The plan of a file that this product wrote; null when the package is none. */
export const planOfCourse = async (
  zip: Zip,
  clientId: number,
  files: FileDependencies,
): Promise<Plan | null> => {
  const entry = zip.find('manifest.json')
  if (!entry) return null
  const manifest = manifestOf(await zip.read(entry.name, MANIFEST_MAX_BYTES))
  const lines: ImportLine[] = linesOf(manifest.document)
  const planned: PlannedFile[] = []
  for (const name of namesIn(manifest.document)) {
    const placeholder = `/media/${name}`
    const [words = '', hash = ''] = name.split('.')
    const stored = `/files/${clientId}/${name}`
    const path = `media/${name}`
    if (await files.exists(clientId, stored)) {
      planned.push({ placeholder, entry: path, kind: 'image', words, stored })
      continue
    }
    const kind = mediaKindOf(name)
    if (!zip.find(path)) lines.push(fileLine(path, 'file_missing'))
    else if (!kind) lines.push(fileLine(path, 'file_refused'))
    else planned.push({ placeholder, entry: path, kind, words, hash })
  }
  return {
    kind: 'course',
    title: titleOf(manifest.document),
    document: manifest.document,
    files: planned,
    lines,
  }
}

export const fileLine = (path: string, code: Parameters<typeof note>[0], detail = ''): ImportLine => ({
  path,
  title: '',
  becomes: 'nothing',
  notes: [note(code, detail)],
})

const manifestOf = (bytes: Buffer) => {
  const parsed = jsonOf(bytes)
  const head = z
    .object({ format: z.literal(COURSE_FILE_FORMAT), version: z.int().check(z.minimum(1)) })
    .safeParse(parsed)
  if (!head.success) throw new ImportRefused('package_unknown', 'manifest.json')
  if (head.data.version > COURSE_FILE_VERSION)
    throw new ImportRefused('version_newer', String(head.data.version))
  const checked = manifestShape.safeParse(parsed)
  if (!checked.success)
    throw new ImportRefused('document_invalid', checked.error.issues[0]?.path.join('.') ?? '')
  return checked.data
}

const jsonOf = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new ImportRefused('manifest_broken', 'manifest.json')
  }
}

const namesIn = (document: CourseDocument): string[] => {
  const names = new Set<string>()
  mapTexts(document, (text) => {
    for (const [, name] of text.matchAll(PLACED)) names.add(String(name))
    return text
  })
  return [...names].toSorted()
}

const linesOf = ({ sections }: CourseDocument): ImportLine[] => {
  const line = (title: string, becomes: ImportBecomes, path: string): ImportLine => ({
    path,
    title: cut(title, TITLE_MAX),
    becomes,
    notes: title.trim() === '' ? [note('title_missing')] : [],
  })
  return sections.flatMap((section, at) => [
    line(section.title, 'section', `${at + 1}`),
    ...section.topics.flatMap((topic, topicAt) => [
      line(topic.title, 'topic', `${at + 1}.${topicAt + 1}`),
      ...topic.items.map((item, itemAt) =>
        line(item.title, item.content.type, `${at + 1}.${topicAt + 1}.${itemAt + 1}`),
      ),
    ]),
  ])
}
