import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { addCourse, type NewCourse, type NewItem } from '#server/features/courses/index.ts'
import { fileStore, storeFile } from '#server/features/files/index.ts'
import type { DemoCourse, DemoItem } from '../course-kit.ts'
import { coverSvg } from '../covers.ts'
import { kitewingAnnounced, kitewingCourses } from '../kitewing/index.ts'
import { packageBytes, packageContent, type PackageName } from '../packages.ts'
import { ufuqCourses } from '../ufuq/index.ts'
import { captionLanguages, videos } from '../videos.ts'

/** The tenant and its people, as seed.ts creates them. */
export interface ContentTenant {
  clientId: number
  people: readonly { id: number; role: string; username: string; language: string }[]
}
export interface SeededCourse {
  courseId: number
  source: DemoCourse
  /** No learning history is added to this course. */
  hasNoHistory: boolean
}

const coursesByClient: ReadonlyMap<number, readonly DemoCourse[]> = new Map([
  [7, kitewingCourses],
  [8, ufuqCourses],
])

const coursesWithoutHistory: ReadonlyMap<number, readonly DemoCourse[]> = new Map([[7, kitewingAnnounced]])

const DAY_MS = 86_400_000
const MEDIA = join(import.meta.dirname, '..', 'media')
const VIDEO_MINUTES = 1

const BIOS: Readonly<Record<string, string>> = {
  en: 'Ten years of teaching and almost as many of building data systems. Believes that an example you can check by hand beats a slide you must believe.',
  hi: 'दस साल का अध्यापन और लगभग उतने ही साल डेटा प्रणालियाँ बनाने का अनुभव।',
  ar: 'عشر سنوات في التدريس ومثلها تقريبًا في بناء أنظمة البيانات. يؤمن بأن مثالًا يمكنك التحقق منه بيدك خير من شريحة عليك تصديقها.',
}

export type StoreMedia = (name: string, extension: string, file: string) => Promise<string>

const videoItem = async (
  { title, video: name, chapters, questions }: Extract<DemoItem, { type: 'video' }>,
  store: StoreMedia,
): Promise<NewItem> => ({
  type: 'video',
  title,
  minutes: VIDEO_MINUTES,
  durationSeconds: videos[name].seconds,
  sources: [
    { url: await store(name, 'webm', `${name}.webm`), mime: 'video/webm' },
    { url: await store(name, 'mp4', `${name}.mp4`), mime: 'video/mp4' },
  ],
  chapters,
  questions,
  posterUrl: await store(name, 'webp', `${name}.webp`),
  captions: await Promise.all(
    captionLanguages.map(async ({ language, label }) => ({
      language,
      label,
      url: await store(`${name}-${language}`, 'vtt', `${name}.${language}.vtt`),
    })),
  ),
})

type StorePackage = (name: PackageName) => Promise<string>
interface Stores {
  media: StoreMedia
  package: StorePackage
}

const toNewItem = async (item: DemoItem, stores: Stores): Promise<NewItem> => {
  if (item.type === 'video') return videoItem(item, stores.media)
  if (item.type !== 'scorm') return item
  const { title, minutes, package: name } = item
  return { type: 'scorm', title, minutes, content: packageContent(name, await stores.package(name)) }
}

const toNewSections = (course: DemoCourse, stores: Stores, now: Date): Promise<NewCourse['sections']> =>
  Promise.all(
    course.sections.map(async ({ title, opensInDays, topics }) => ({
      title,
      opensAt: opensInDays === undefined ? null : morningIn(opensInDays, now),
      topics: await Promise.all(
        topics.map(async (topic) => ({
          ...topic,
          items: await Promise.all(topic.items.map((item) => toNewItem(item, stores))),
        })),
      ),
    })),
  )

/** 9:00 in India is 3:30 in UTC. */
const [OPENS_HOUR_UTC, OPENS_MINUTE_UTC] = [3, 30]
export const morningIn = (days: number, now: Date): Date => {
  const at = new Date(now.getTime() + days * DAY_MS)
  at.setUTCHours(OPENS_HOUR_UTC, OPENS_MINUTE_UTC, 0, 0)
  return at
}

/** Stores media of the demo for one client; idempotent. */
export const mediaStore = (core: Core, clientId: number): StoreMedia => {
  const files = fileStore(core.config)
  return async (name, extension, file) =>
    storeFile(files, clientId, { words: name, ending: extension, content: await readFile(join(MEDIA, file)) })
}

/** Adds the demo courses of a tenant, with their covers and media. */
export const seedCourses = async (
  core: Core,
  db: TenantDb,
  { clientId, people }: ContentTenant,
): Promise<SeededCourse[]> => {
  const files = fileStore(core.config)
  const stores: Stores = {
    media: mediaStore(core, clientId),
    package: async (name) =>
      storeFile(files, clientId, { words: name, ending: 'zip', content: await packageBytes(name) }),
  }
  const instructors = people
    .filter((person) => person.role === 'instructor')
    .map((person) => ({ userId: person.id, bio: BIOS[person.language] ?? '' }))
  const seeded: SeededCourse[] = []
  const withoutHistory = coursesWithoutHistory.get(clientId) ?? []
  for (const [position, course] of [...(coursesByClient.get(clientId) ?? []), ...withoutHistory].entries()) {
    const cover = Buffer.from(coverSvg(course.cover))
    const courseId = await addCourse(db, clientId, {
      title: course.title,
      description: course.description ?? null,
      objectives: course.objectives ?? null,
      features: null,
      requirements: null,
      tags: null,
      difficulty: course.difficulty,
      price: course.price,
      status: 'published',
      cover: await storeFile(files, clientId, {
        words: `cover-${position + 1}`,
        ending: 'svg',
        content: cover,
      }),
      position,
      instructors,
      sections: await toNewSections(course, stores, core.clock.now()),
    })
    seeded.push({ courseId, source: course, hasNoHistory: withoutHistory.includes(course) })
  }
  await core.changes.announce(db, { kind: 'courses', clientId })
  return seeded
}
