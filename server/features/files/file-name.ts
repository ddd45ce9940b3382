/** Stored files are named `<slug>.<hash of the content>.<ending>`. No other name is ever looked up on disk. */
import { createHash } from 'node:crypto'

const HASH_CHARS = 20

const TYPES: Readonly<Record<string, string>> = {
  mp4: 'video/mp4',
  webm: 'video/webm',
  vtt: 'text/vtt; charset=utf-8',
  webp: 'image/webp',
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  svg: 'image/svg+xml',
  // SCORM packages: their parts are served one by one, never the package (features/scorm).
  zip: 'application/zip',
  // Résumés (features/job-applications), and answers of registration forms (features/workshops).
  pdf: 'application/pdf',
}

const NAME = new RegExp(`^[a-z0-9][a-z0-9_-]{0,99}\\.[a-f0-9]{${HASH_CHARS}}\\.([a-z0-9]{2,4})$`)

/** The media type to serve a name with; null for names that nameFor does not make. */
export const typeOfName = (name: string): string | null => TYPES[NAME.exec(name)?.[1] ?? ''] ?? null

/** Whether a stored file may be fetched by a signed address. */
export const isServed = (name: string): boolean => !name.endsWith('.zip')

/** What a person sent in: a résumé, or an answer of a registration form. */
const isPersonal = (name: string): boolean =>
  name.startsWith('resume-') || name.startsWith('workshop-answer.')

/** Whether staff may fetch it by its own name, as the course builder does. Personal files are for those who handle them. */
export const isServedToStaff = (name: string): boolean => isServed(name) && !isPersonal(name)

/** Pictures of posts and of people and covers of workshops are stored under these words; other files belong to courses. */
const PUBLIC_PICTURE = /^(?:post|workshop|face-[a-f0-9]{16})\.[a-f0-9]{20}\.(?:webp|png|jpg|gif)$/
export const isPublicPicture = (name: string): boolean => PUBLIC_PICTURE.test(name)

/** The name to store a content under. Changed content gets a new name, so responses may be cached for ever. */
export const nameFor = (slug: string, ending: string, content: Buffer): string =>
  nameOf(slug, ending, createHash('sha256').update(content).digest('hex'))

/** nameFor() for a content whose SHA-256 is known. */
export const nameOf = (slug: string, ending: string, sha256: string): string => {
  const name = `${slug}.${sha256.slice(0, HASH_CHARS)}.${ending}`
  if (typeOfName(name) === null) throw new Error(`not a name for a stored file: ${name}`)
  return name
}
