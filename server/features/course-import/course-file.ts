/**
 * A course as one file: `manifest.json` with the whole document (every text in every language), and its stored files
 * under `media/`. An import restores the same course (docs/decisions/courses/export-a-course-in-our-own-format.md).
 */
import type { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import * as z from 'zod/mini'
import { courseDocument, TITLE_MAX, type CourseDocument } from '#contract/course-builder/draft.ts'
import type { ImportBecomes } from '#contract/course-import/course-import.ts'
import { cut } from '#contract/text/truncate.ts'
import type { Zip } from '#server/core/packages/zip.ts'
import type { FileDependencies } from './dependencies.ts'
import {
  ImportRefused,
  mapTexts,
  mediaKindOf,
  note,
  type Plan,
  type PlannedFile,
  type PlannedLine,
} from './plan.ts'

export const COURSE_FILE_FORMAT = 'learning-platform-course'
export const COURSE_FILE_VERSION = 1
/** The largest document that the builder accepts, plus the list of files. */
const MANIFEST_MAX_BYTES = 64 * 1024 ** 2
const FILES_MAX = 5000

const STORED_ADDRESS = /\/files\/(\d{1,9})\/([a-z0-9][a-z0-9_-]{0,99}\.[a-f0-9]{20}\.[a-z0-9]{2,4})/g
const MEDIA_ADDRESS = /\/media\/([a-z0-9][a-z0-9_-]{0,99}\.[a-f0-9]{20}\.[a-z0-9]{2,4})/g

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
  /** Files that the document refers to but the store does not have. */
  missing: string[]
}

/** Builds the file's contents; deterministic for the same course. */
export const courseFileOf = async (
  files: FileDependencies,
  clientId: number,
  document: CourseDocument,
): Promise<CourseFile> => {
  const names = new Set<string>()
  const portable = mapTexts(document, (text) =>
    text.replace(STORED_ADDRESS, (whole, owner: string, name: string) => {
      if (Number(owner) !== clientId) return whole
      names.add(name)
      return `/media/${name}`
    }),
  )
  const found: CourseFile['files'] = []
  const missing: string[] = []
  for (const name of [...names].toSorted()) {
    const file = await files.open(clientId, `/files/${clientId}/${name}`)
    if (file) found.push({ name, ...file })
    else missing.push(name)
  }
  const manifest = JSON.stringify(
    {
      format: COURSE_FILE_FORMAT,
      version: COURSE_FILE_VERSION,
      document: portable,
      files: found.map(({ name, size }) => ({ name, bytes: size })),
    },
    null,
    1,
  )
  return { manifest, files: found, missing }
}

/** Streams the zip file; it is never whole in memory. */
export const zipOf = ({ manifest, files }: CourseFile): Readable => {
  const zip = new ZipFile()
  // A fixed date makes exports of the same course byte-identical.
  const mtime = new Date(Date.UTC(2000, 0, 1))
  zip.addBuffer(Buffer.from(manifest), 'manifest.json', { mtime })
  for (const { name, size, stream } of files)
    zip.addReadStreamLazy(`media/${name}`, { mtime, size, compress: false }, (done) => done(null, stream()))
  zip.end()
  const output = zip.outputStream as Readable
  zip.on('error', (error) => output.destroy(error as Error))
  return output
}

/** A course from a file that this product exported, before its files are looked for in the store. */
export interface CourseFilePlan {
  document: CourseDocument
  lines: PlannedLine[]
  /** Files that the document refers to. */
  media: { name: string; isInPackage: boolean }[]
}

/** Null for any other package. */
export const readCourseFile = async (zip: Zip): Promise<CourseFilePlan | null> => {
  const entry = zip.find('manifest.json')
  if (!entry) return null
  const { document } = parseManifest(await zip.read(entry.name, MANIFEST_MAX_BYTES))
  const media = mediaNamesIn(document).map((name) => ({
    name,
    isInPackage: zip.find(`media/${name}`) !== null,
  }))
  return { document, lines: linesOf(document), media }
}

export const planOfCourse = async (
  { document, lines: documentLines, media }: CourseFilePlan,
  clientId: number,
  files: FileDependencies,
): Promise<Plan> => {
  const lines = [...documentLines]
  const planned: PlannedFile[] = []
  for (const { name, isInPackage } of media) {
    const placeholder = `/media/${name}`
    const [words = '', hash = ''] = name.split('.')
    const stored = `/files/${clientId}/${name}`
    const path = `media/${name}`
    if (await files.exists(clientId, stored)) {
      planned.push({ placeholder, entry: path, kind: 'image', words, stored })
      continue
    }
    const kind = mediaKindOf(name)
    if (!isInPackage) lines.push(fileLine(path, 'file_missing'))
    else if (!kind) lines.push(fileLine(path, 'file_refused'))
    else planned.push({ placeholder, entry: path, kind, words, hash })
  }
  return {
    kind: 'course',
    title: titleOf(document),
    document,
    files: planned,
    lines,
  }
}

export const fileLine = (path: string, code: Parameters<typeof note>[0], detail = ''): PlannedLine => ({
  path,
  title: '',
  kind: 'file',
  becomes: 'nothing',
  notes: [note(code, detail)],
})

const parseManifest = (bytes: Buffer) => {
  const parsed = parseJson(bytes)
  const header = z
    .object({ format: z.literal(COURSE_FILE_FORMAT), version: z.int().check(z.minimum(1)) })
    .safeParse(parsed)
  if (!header.success) throw new ImportRefused('package_unknown', 'manifest.json')
  if (header.data.version > COURSE_FILE_VERSION)
    throw new ImportRefused('version_newer', String(header.data.version))
  const checked = manifestShape.safeParse(parsed)
  if (!checked.success)
    throw new ImportRefused('document_invalid', checked.error.issues[0]?.path.join('.') ?? '')
  return checked.data
}

const parseJson = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new ImportRefused('manifest_broken', 'manifest.json')
  }
}

const mediaNamesIn = (document: CourseDocument): string[] => {
  const names = new Set<string>()
  mapTexts(document, (text) => {
    for (const [, name] of text.matchAll(MEDIA_ADDRESS)) names.add(String(name))
    return text
  })
  return [...names].toSorted()
}

const linesOf = ({ sections }: CourseDocument): PlannedLine[] => {
  const line = (title: string, becomes: ImportBecomes, path: string): PlannedLine => ({
    path,
    title: cut(title, TITLE_MAX),
    becomes,
    notes: title.trim() === '' ? [note('title_missing')] : [],
  })
  return sections.flatMap((section, sectionIndex) => [
    line(section.title, 'section', `${sectionIndex + 1}`),
    ...section.topics.flatMap((topic, topicIndex) => [
      line(topic.title, 'topic', `${sectionIndex + 1}.${topicIndex + 1}`),
      ...topic.items.map((item, itemIndex) =>
        line(item.title, item.content.type, `${sectionIndex + 1}.${topicIndex + 1}.${itemIndex + 1}`),
      ),
    ]),
  ])
}
