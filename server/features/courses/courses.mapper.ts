import type { CourseProgress, CourseSummary } from '#contract/courses/shapes.ts'
import type { Language } from '#contract/common.ts'
import { courseTextsIn } from '#contract/courses/language.ts'
import { languageOf } from './language-of.ts'
import type { CourseRow } from './structure.repository.ts'
import type { Gate } from './gates.ts'
import type { SectionNode } from './progress.ts'
import { textsForTitle } from './catalogue/title-catalogue.ts'

/** What a course is written in: as its author said, else the language of the title's letters. */
export const mainLanguage = (row: Pick<CourseRow, 'language' | 'title'>): Language =>
  row.language ?? languageOf(row.title, 'en')

/** What the instructor wrote, and the title's catalogue where nothing was written (spec §1). */
export const courseTexts = (row: CourseRow, asked?: Language) => {
  const main = mainLanguage(row)
  const { title, description, objectives, features, requirements } = row
  const own = { title, description: description ?? '', objectives, features, requirements }
  const texts = courseTextsIn(
    {
      language: main,
      texts: {
        ...row.texts,
        [main]: {
          ...own,
          objectives: objectives ?? [],
          features: features ?? [],
          requirements: requirements ?? [],
        },
      },
    },
    asked ?? main,
  )
  const standard = textsForTitle(texts.title, asked)
  const given = (list: readonly string[], instead: readonly string[]) => (list.length > 0 ? list : instead)
  return {
    title: texts.title,
    ...(texts.language && { language: texts.language }),
    description: texts.description || standard.description,
    objectives: [...given(texts.objectives, standard.objectives)],
    features: [...given(texts.features, standard.features)],
    requirements: [...given(texts.requirements, standard.requirements)],
    tags: row.tags ?? standard.tags,
  }
}

/** Free seats; never below none, should the limit have been lowered. */
export const seatsLeft = ({
  capacity,
  seats_taken,
}: Pick<CourseRow, 'capacity' | 'seats_taken'>): number | null =>
  capacity === null ? null : Math.max(0, capacity - seats_taken)

export const toSummary = (
  row: CourseRow,
  enrolled: readonly number[],
  now: Date,
  asked?: Language,
): CourseSummary => {
  const texts = courseTexts(row, asked)
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

export const lockOf = (gate: Gate) =>
  gate.reason === 'opens'
    ? { opens_at: gate.at.toISOString(), requires: [] }
    : { opens_at: null, requires: [...gate.titles] }

/** What one caller may open. */
export interface OutlineView {
  readonly mayOpen: (topic: { freePreview: boolean }) => boolean
  readonly gate: (section: SectionNode) => Gate | null
}

export const named = ({ title, language }: { title: string; language?: Language }) => ({
  title,
  ...(language && { language }),
})

/** All enrolled courses together. */
export const toOverall = (courses: readonly CourseProgress[]) => {
  const sum = (pick: (course: CourseProgress) => number) =>
    courses.reduce((total, course) => total + pick(course), 0)
  const completed = sum((course) => course.completed_items)
  const total = sum((course) => course.total_items)
  return {
    enrolled_courses: courses.length,
    completed_courses: courses.filter((course) => course.state === 'completed').length,
    completed_items: completed,
    total_items: total,
    percent: total === 0 ? 0 : Math.floor((100 * completed) / total),
  }
}
