/**
 * A package becomes a course in two steps that both read it from the start: the report says what it would become, the
 * import creates the course. Files are stored and recorded first, the course follows in one transaction; the sweep
 * removes files of a package that became no course.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { CourseDocument } from '#contract/course-builder/draft.ts'
import type { PackageReport } from '#contract/course-import/course-import.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import { PackageError } from '#server/core/packages/package-error.ts'
import { openZip, type Zip } from '#server/core/packages/zip.ts'
import { fileLine, planOfCourse, titleOf } from './course-file.ts'
import type { ImportDependencies, FileToStore } from './dependencies.ts'
import * as rows from './packages.repository.ts'
import { ImportRefused, mapTexts, note, type Plan, type PlannedFile } from './plan.ts'
import { readPackage } from './read-package.ts'
import { reportLines, totalsOf, withKinds } from './totals.ts'
import { dropPackage, requirePackage, completePath } from './uploads.ts'

export interface ImportContext {
  dataDir: string
  dependencies: ImportDependencies
}

/** Missing files that a refusal lists. */
const NAMED_MAX = 5

interface OpenedPackage {
  zip: Zip
  /** Path of the package on disk. */
  path: string
  plan: Plan
}

const withPackage = async <T>(path: string, use: (zip: Zip) => Promise<T>): Promise<T> => {
  const zip = await openZip(path)
  try {
    return await use(zip)
  } finally {
    zip.close()
  }
}

const planOf = async (
  context: ImportContext,
  scope: StaffScope,
  { zip, path }: Pick<OpenedPackage, 'zip' | 'path'>,
): Promise<OpenedPackage> => {
  const { clientId, languages } = scope.tenant
  const content = await readPackage({ path, language: languages[0] })
  const plan =
    'plan' in content
      ? content.plan
      : await planOfCourse(content.courseFile, clientId, context.dependencies.files)
  if (plan.document.sections.length === 0) throw emptyPlan(plan)
  return { zip, path, plan }
}

/** Explains an empty plan: most often the files it refers to were not packed. */
const emptyPlan = ({ lines }: Plan): ImportRefused => {
  const missing = lines.flatMap(({ notes }) => notes.filter(({ code }) => code === 'file_missing'))
  const names = [...new Set(missing.map(({ detail }) => detail))].filter((name) => name !== '')
  return names.length > 0
    ? new ImportRefused('zip_entry_missing', names.slice(0, NAMED_MAX).join(', '))
    : new ImportRefused('nothing_in_it')
}

/** Unpacks one planned file into `folder` and detects its type; returns a note code for a file that is left out. */
const checkedFile = async (
  context: ImportContext,
  { zip, path: packagePath }: Pick<OpenedPackage, 'zip' | 'path'>,
  file: PlannedFile,
  folder: string,
): Promise<FileToStore | 'file_missing' | 'file_damaged' | 'file_refused'> => {
  if (!zip.find(file.entry)) return 'file_missing'
  const path = file.whole ? packagePath : join(folder, 'file')
  if (!file.whole) {
    await rm(path, { force: true })
    await zip.save(file.entry, path)
  }
  if (file.hash !== undefined && !(await hashOf(path)).startsWith(file.hash)) return 'file_damaged'
  try {
    return await context.dependencies.files.recognise(file.kind, path)
  } catch (error) {
    if (error instanceof AppError) return 'file_refused'
    throw error
  }
}

const hashOf = async (path: string): Promise<string> => {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/** On the same disk as stored files, so that storing needs no copy. */
const withFolder = async <T>(dataDir: string, use: (folder: string) => Promise<T>): Promise<T> => {
  const uploads = join(dataDir, 'uploads')
  await mkdir(uploads, { recursive: true })
  const folder = await mkdtemp(join(uploads, 'unpacking-'))
  try {
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const refusalOf = (error: unknown): NonNullable<PackageReport['refused']> => {
  if (error instanceof ImportRefused || error instanceof PackageError)
    return { code: error.code, detail: error.detail }
  throw error
}

/** Reports what a package would become; stores nothing. */
export const inspect = async (
  context: ImportContext,
  scope: StaffScope,
  id: string,
): Promise<PackageReport> => {
  const row = await scope.tx((db) => requirePackage(db, scope, id))
  const head = {
    package_id: row.id,
    title: '',
    totals: [],
    lines: [],
    lines_omitted: 0,
    course_id: row.course_id,
  }
  if (row.course_id !== null) return { ...head, kind: null, refused: null }
  const path = await completePath(context.dataDir, scope.tenant.clientId, row)
  try {
    return await withPackage(path, async (zip) => {
      const opened = await planOf(context, scope, { zip, path })
      const { plan } = opened
      const lines = withKinds(plan.kind, [...plan.lines, ...(await fileLines(context, opened))])
      return {
        ...head,
        kind: plan.kind,
        title: plan.title,
        refused: null,
        totals: totalsOf(lines),
        ...reportLines(lines),
      }
    })
  } catch (error) {
    return { ...head, kind: null, refused: refusalOf(error) }
  }
}

const fileLines = (context: ImportContext, opened: OpenedPackage) =>
  withFolder(context.dataDir, async (folder) => {
    const { plan } = opened
    const lines: Plan['lines'] = []
    for (const file of plan.files) {
      if (file.stored !== undefined) continue
      const checked = await checkedFile(context, opened, file, folder)
      if (file.whole) continue
      if (typeof checked === 'string') lines.push(fileLine(file.entry, checked))
      else
        lines.push({
          path: file.entry,
          title: '',
          kind: 'file',
          becomes: 'file',
          notes: plan.kind === 'course' ? [] : cleanedNote(checked),
        })
    }
    return lines
  })

const cleanedNote = (file: FileToStore) => (file.ending === 'vtt' ? [note('page_cleaned', 'WebVTT')] : [])

/** Joins concurrent imports of the same package. */
const running = new Map<string, Promise<{ course_id: number }>>()

/** Imports a package as a course, all or nothing; idempotent. */
export const importCourse = async (
  context: ImportContext,
  scope: StaffScope,
  id: string,
  title: string,
): Promise<{ course_id: number }> => {
  const row = await scope.tx((db) => requirePackage(db, scope, id))
  if (row.course_id !== null) return { course_id: row.course_id }
  const promise = running.get(id) ?? importRow(context, scope, row, title).finally(() => running.delete(id))
  running.set(id, promise)
  return promise
}

const importRow = async (
  context: ImportContext,
  scope: StaffScope,
  row: rows.PackageRow,
  title: string,
): Promise<{ course_id: number }> => {
  const { clientId } = scope.tenant
  const path = await completePath(context.dataDir, clientId, row)
  const created = await withPackage(path, async (zip) => {
    const opened = await planOf(context, scope, { zip, path })
    return storeAndCreate(context, scope, opened, { id: row.id, title })
  }).catch((error: unknown) => {
    const { code, detail } = refusalOf(error)
    throw new AppError('conflict', `This package cannot be imported: ${code}${detail ? ` (${detail})` : ''}`)
  })
  await scope.tx((db) => rows.setCourse(db, clientId, row.id, created.course_id))
  await dropPackage(context.dataDir, clientId, row.id)
  return created
}

const storeAndCreate = (
  context: ImportContext,
  scope: StaffScope,
  opened: OpenedPackage,
  { id, title }: { id: string; title: string },
) =>
  withFolder(context.dataDir, async (folder) => {
    const { clientId } = scope.tenant
    const { plan } = opened
    const addresses = new Map<string, string>()
    for (const file of plan.files) {
      if (file.stored !== undefined) {
        addresses.set(file.placeholder, file.stored)
        continue
      }
      const checked = await checkedFile(context, opened, file, folder)
      if (typeof checked === 'string') continue
      const { url, isNew } = await context.dependencies.files.store(clientId, {
        words: file.words,
        ...checked,
      })
      if (isNew) await scope.tx((db) => rows.recordNewFile(db, clientId, id, url))
      addresses.set(file.placeholder, url)
    }
    const document = await withKnownInstructors(
      context,
      scope,
      withStoredAddresses(plan.document, addresses, clientId),
    )
    return context.dependencies.courses.create(scope, { key: id, title, document })
  })

const PLACEHOLDER = /\/media\/[A-Za-z0-9][A-Za-z0-9._-]{0,200}/g

/**
 * Replaces placeholders by addresses of stored files. A file that was not stored keeps a dead address, which the
 * check reports. A cover that was not stored becomes null, so that the course gets a generated one.
 */
const withStoredAddresses = (
  document: CourseDocument,
  addresses: ReadonlyMap<string, string>,
  clientId: number,
): CourseDocument => {
  const { course, sections } = mapTexts(document, (text) =>
    text.replace(
      PLACEHOLDER,
      (whole) => addresses.get(whole) ?? whole.replace('/media/', `/files/${clientId}/`),
    ),
  )
  const cover = document.course.cover_url
  const coverIsLost = cover !== null && cover.startsWith('/media/') && !addresses.has(cover)
  return { course: coverIsLost ? { ...course, cover_url: null } : course, sections }
}

/** Drops instructors who are not staff of this client. */
const withKnownInstructors = async (
  context: ImportContext,
  scope: StaffScope,
  document: CourseDocument,
): Promise<CourseDocument> => {
  const teachers = await scope.tx((db) => context.dependencies.courses.teachers(db, scope.tenant.clientId))
  const instructors = document.course.instructors.filter((instructor) =>
    teachers.some(({ id, name }) => id === instructor.user_id && name === instructor.name),
  )
  const course = { ...document.course, instructors }
  const mainTexts = course.texts[course.language]
  if (mainTexts) return { ...document, course }
  const empty = { title: titleOf(document), description: '', objectives: [], features: [], requirements: [] }
  return { ...document, course: { ...course, texts: { ...course.texts, [course.language]: empty } } }
}
