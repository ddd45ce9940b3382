import { percentDone } from '#contract/percent.ts'
import type { CourseProgress, CourseSummary } from '#contract/courses/shapes.ts'
import { languages, type Language } from '#contract/languages.ts'
import { courseTextsIn } from '#contract/courses/language.ts'
import { languageOf } from './language-of.ts'
import type { CourseRow } from './structure.repository.ts'
import type { SectionLock } from './section-locks.ts'
import type { SectionNode } from './progress.ts'
import { textsForTitle } from './catalogue/title-catalogue.ts'

/** The course's main language: as its author set it, else by the script of the title. */
export const mainLanguage = (row: Pick<CourseRow, 'language' | 'title'>): Language =>
  row.language ?? languageOf(row.title, 'en')

/** The instructor's texts, with defaults by title where nothing was written (spec 1). */
export const courseTexts = (row: CourseRow, language?: Language) => {
  const main = mainLanguage(row)
  const { title, description, objectives, features, requirements } = row
  const authored = { title, description: description ?? '', objectives, features, requirements }
  const texts = courseTextsIn(
    {
      language: main,
      texts: {
        ...row.texts,
        [main]: {
          ...authored,
          objectives: objectives ?? [],
          features: features ?? [],
          requirements: requirements ?? [],
        },
      },
    },
    language ?? main,
  )
  const defaults = textsForTitle(texts.title, language)
  const orDefault = (list: readonly string[], fallback: readonly string[]) =>
    list.length > 0 ? list : fallback
  return {
    title: texts.title,
    ...(texts.language && { language: texts.language }),
    description: texts.description || defaults.description,
    objectives: [...orDefault(texts.objectives, defaults.objectives)],
    features: [...orDefault(texts.features, defaults.features)],
    requirements: [...orDefault(texts.requirements, defaults.requirements)],
    tags: row.tags ?? defaults.tags,
  }
}

/** Default tags follow the language of the title, and a title may be translated. */
export const tagsInEveryLanguage = (row: CourseRow): string[] =>
  row.tags ? [...row.tags] : languages.flatMap((language) => courseTexts(row, language).tags)

/** Free seats; 0 when the limit was lowered below the taken seats. */
export const seatsLeft = ({
  capacity,
  seats_taken,
}: Pick<CourseRow, 'capacity' | 'seats_taken'>): number | null =>
  capacity === null ? null : Math.max(0, capacity - seats_taken)

export const toSummary = (
  row: CourseRow,
  enrolled: readonly number[],
  now: Date,
  language?: Language,
): CourseSummary => {
  const texts = courseTexts(row, language)
  return {
    id: row.id,
    title: texts.title,
    ...(texts.language && { language: texts.language }),
    description: texts.description,
    difficulty: row.difficulty,
    duration_minutes: row.duration_minutes,
    instructor: row.instructor,
    rating: row.rating,
    ratings: row.ratings,
    students: row.students,
    lessons: row.lessons,
    price: row.price,
    content_types: row.types,
    tags: texts.tags,
    cover_url: row.cover,
    ...(row.cover !== null && row.cover_alt !== '' && { cover_alt: row.cover_alt }),
    seats_left: seatsLeft(row),
    opens_at: row.opens_at && row.opens_at > now ? row.opens_at.toISOString() : null,
    enrolled_students: [...enrolled],
  }
}

export const toLock = (lock: SectionLock) =>
  lock.reason === 'opens'
    ? { opens_at: lock.at.toISOString(), requires: [] }
    : { opens_at: null, requires: [...lock.titles] }

/** What one caller may open. */
export interface OutlineView {
  readonly mayOpen: (topic: { freePreview: boolean }) => boolean
  readonly lock: (section: SectionNode) => SectionLock | null
}

export const titleFields = ({ title, language }: { title: string; language?: Language }) => ({
  title,
  ...(language && { language }),
})

/** Progress over all enrolled courses. */
export const toOverall = (courses: readonly CourseProgress[]) => {
  const sumOf = (pick: (course: CourseProgress) => number) =>
    courses.reduce((total, course) => total + pick(course), 0)
  const completed = sumOf((course) => course.completed_items)
  const total = sumOf((course) => course.total_items)
  return {
    enrolled_courses: courses.length,
    completed_courses: courses.filter((course) => course.state === 'completed').length,
    completed_items: completed,
    total_items: total,
    percent: percentDone(completed, total),
  }
}
