/** Runs in a worker thread: reads manifests, pages and questions of a package. */
import { courseDocument, type CourseDocument } from '#contract/course-builder/draft.ts'
import type { ImportRefusal } from '#contract/course-import/course-import.ts'
import type { Language } from '#contract/languages.ts'
import { PackageError } from '#server/core/packages/package-error.ts'
import { openZip, type Zip } from '#server/core/packages/zip.ts'
import { planOfCartridge } from './cartridge/plan.ts'
import { readCourseFile, type CourseFilePlan } from './course-file.ts'
import { ImportRefused, type Plan } from './plan.ts'
import { planOfScorm } from './scorm-plan.ts'

/** A plan, or what needs the store to become one. */
export type PackageContent = { courseFile: CourseFilePlan } | { plan: Plan }
export type PackageContentAnswer = PackageContent | { refused: { code: ImportRefusal; detail: string } }

export const read = async (input: { path: string; language: Language }): Promise<PackageContentAnswer> => {
  try {
    const zip = await openZip(input.path)
    try {
      return await contentOf(zip, input.language)
    } finally {
      zip.close()
    }
  } catch (error) {
    if (error instanceof ImportRefused || error instanceof PackageError)
      return { refused: { code: error.code, detail: error.detail } }
    throw error
  }
}

const contentOf = async (zip: Zip, language: Language): Promise<PackageContent> => {
  const courseFile = await readCourseFile(zip)
  if (courseFile) return { courseFile: { ...courseFile, document: checked(courseFile.document) } }
  const plan = (await planOfScorm(zip, language)) ?? (await planOfCartridge(zip, language))
  if (!plan) throw new ImportRefused('package_unknown')
  return { plan: { ...plan, document: checked(plan.document) } }
}

/** An empty document is refused later, with the files that it lacks. */
const checked = (document: CourseDocument): CourseDocument => {
  if (document.sections.length === 0) return document
  const result = courseDocument.safeParse(document)
  if (result.success) return result.data
  throw new ImportRefused('too_much_in_it', result.error.issues[0]?.path.slice(0, 6).join('.') ?? '')
}
