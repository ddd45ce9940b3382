/**
 * A package becomes a course in two steps that both read it from the beginning: the report says what it would become,
 * the import makes it. Files are stored first and noted, the course follows in one transaction; files of a package that
 * became nothing are swept.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { courseDocument, type CourseDocument } from '#contract/course-builder/draft.ts'
import type { PackageReport } from '#contract/course-import/course-import.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import { PackageError } from '#server/core/packages/package-error.ts'
import { openZip, type Zip } from '#server/core/packages/zip.ts'
import { planOfCartridge } from './cartridge/plan.ts'
import { fileLine, planOfCourse, titleOf } from './course-file.ts'
import type { ImportDependencies, Storable } from './dependencies.ts'
import * as rows from './packages.repository.ts'
import { ImportRefused, mapTexts, note, type Plan, type PlannedFile } from './plan.ts'
import { planOfScorm } from './scorm-plan.ts'
import { dropPackage, own, wholePath } from './uploads.ts'

export interface ImportContext {
  dataDir: string
  actions: ImportDependencies
}

/** Lines of a report; what is more says its number. */
const LINES_MAX = 2000
/** Missing files that a refusal names. */
const NAMED_MAX = 5

interface Opened {
  zip: Zip
  /** Where the package lies. */
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
  { zip, path }: Pick<Opened, 'zip' | 'path'>,
): Promise<Opened> => {
  const { clientId, languages } = scope.tenant
  const plan =
    (await planOfCourse(zip, clientId, context.actions.files)) ??
    (await planOfScorm(zip, languages[0])) ??
    (await planOfCartridge(zip, languages[0]))
  if (!plan) throw new ImportRefused('package_unknown')
  if (plan.document.sections.length === 0) throw emptyPlan(plan)
  const checked = courseDocument.safeParse(plan.document)
  if (!checked.success)
    throw new ImportRefused('too_much_in_it', checked.error.issues[0]?.path.slice(0, 6).join('.') ?? '')
  return { zip, path, plan: { ...plan, document: checked.data } }
}

/** Why nothing is left: most often the files that it names were not packed. */
const emptyPlan = ({ lines }: Plan): ImportRefused => {
  const missing = lines.flatMap(({ notes }) => notes.filter(({ code }) => code === 'file_missing'))
  const names = [...new Set(missing.map(({ detail }) => detail))].filter((name) => name !== '')
  return names.length > 0
    ? new ImportRefused('zip_entry_missing', names.slice(0, NAMED_MAX).join(', '))
    : new ImportRefused('nothing_in_it')
}

/** Unpacks one planned file to a place of ours and says what it is; a reason instead where it may not come. */
const checkedFile = async (
  context: ImportContext,
  { zip, path: packagePath }: Pick<Opened, 'zip' | 'path'>,
  file: PlannedFile,
  folder: string,
): Promise<Storable | 'file_missing' | 'file_damaged' | 'file_refused'> => {
  if (!zip.find(file.entry)) return 'file_missing'
  const path = file.whole ? packagePath : join(folder, 'file')
  if (!file.whole) {
    await rm(path, { force: true })
    await zip.save(file.entry, path)
  }
  if (file.hash !== undefined && !(await hashOf(path)).startsWith(file.hash)) return 'file_damaged'
  try {
    return await context.actions.files.recognise(file.kind, path)
  } catch (error) {
    if (error instanceof AppError) return 'file_refused'
    throw error
  }
}

const hashOf = async (path: string): Promise<string> => {
  const hash = createHash('sha256')
  for await (const part of createReadStream(path)) hash.update(part as Buffer)
  return hash.digest('hex')
}

/** Beside the stored files, so that keeping one need not copy it. */
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

/** What the package would become; nothing of it is kept. */
export const look = async (context: ImportContext, scope: StaffScope, id: string): Promise<PackageReport> => {
  const row = await scope.tx((db) => own(db, scope, id))
  const head = { package_id: row.id, title: '', lines: [], course_id: row.course_id }
  if (row.course_id !== null) return { ...head, kind: null, refused: null }
  const path = await wholePath(context.dataDir, scope.tenant.clientId, row)
  try {
    return await withPackage(path, async (zip) => {
      const opened = await planOf(context, scope, { zip, path })
      const { plan } = opened
      const lines = [...plan.lines, ...(await fileLines(context, opened))]
      return {
        ...head,
        kind: plan.kind,
        title: plan.title,
        refused: null,
        lines: lines.slice(0, LINES_MAX),
      }
    })
  } catch (error) {
    return { ...head, kind: null, refused: refusalOf(error) }
  }
}

const fileLines = (context: ImportContext, opened: Opened) =>
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
          becomes: 'file',
          notes: plan.kind === 'course' ? [] : cleanedNote(checked),
        })
    }
    return lines
  })

const cleanedNote = (file: Storable) => (file.ending === 'vtt' ? [note('page_cleaned', 'WebVTT')] : [])

/** Two presses on one package are one import. */
const running = new Map<string, Promise<{ course_id: number }>>()

/** The course of the package, whole. */
export const importCourse = async (
  context: ImportContext,
  scope: StaffScope,
  id: string,
  title: string,
): Promise<{ course_id: number }> => {
  const row = await scope.tx((db) => own(db, scope, id))
  if (row.course_id !== null) return { course_id: row.course_id }
  const going = running.get(id) ?? importRow(context, scope, row, title).finally(() => running.delete(id))
  running.set(id, going)
  return going
}

const importRow = async (
  context: ImportContext,
  scope: StaffScope,
  row: rows.PackageRow,
  title: string,
): Promise<{ course_id: number }> => {
  const { clientId } = scope.tenant
  const path = await wholePath(context.dataDir, clientId, row)
  const made = await withPackage(path, async (zip) => {
    const opened = await planOf(context, scope, { zip, path })
    return keep(context, scope, opened, { id: row.id, title })
  }).catch((error: unknown) => {
    const { code, detail } = refusalOf(error)
    throw new AppError('conflict', `This package cannot be imported: ${code}${detail ? ` (${detail})` : ''}`)
  })
  await scope.tx((db) => rows.setCourse(db, clientId, row.id, made.course_id))
  await dropPackage(context.dataDir, clientId, row.id)
  return made
}

const keep = (
  context: ImportContext,
  scope: StaffScope,
  opened: Opened,
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
      const { url, fresh } = await context.actions.files.store(clientId, { words: file.words, ...checked })
      if (fresh) await scope.tx((db) => rows.noteFresh(db, clientId, id, url))
      addresses.set(file.placeholder, url)
    }
    const document = await settled(context, scope, placed(plan.document, addresses, clientId))
    return context.actions.courses.create(scope, { key: id, title, document })
  })

const PLACEHOLDER = /\/media\/[A-Za-z0-9][A-Za-z0-9._-]{0,200}/g

/**
 * Addresses of stored files in the place of the package's own. What did not come leads nowhere, and the check says so; a
 * cover that did not come is none, for a course without one has a drawn one.
 */
const placed = (
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
  const lost = cover !== null && cover.startsWith('/media/') && !addresses.has(cover)
  return { course: lost ? { ...course, cover_url: null } : course, sections }
}

/** Instructors of another place are nobody here. */
const settled = async (
  context: ImportContext,
  scope: StaffScope,
  document: CourseDocument,
): Promise<CourseDocument> => {
  const teachers = await scope.tx((db) => context.actions.courses.teachers(db, scope.tenant.clientId))
  const known = document.course.instructors.filter((one) =>
    teachers.some(({ id, name }) => id === one.user_id && name === one.name),
  )
  const course = { ...document.course, instructors: known }
  const own = course.texts[course.language]
  if (own) return { ...document, course }
  const empty = { title: titleOf(document), description: '', objectives: [], features: [], requirements: [] }
  return { ...document, course: { ...course, texts: { ...course.texts, [course.language]: empty } } }
}
