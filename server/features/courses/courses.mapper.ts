import type { CourseProgress, CourseSummary, OutlineSection, ProgressState } from '#contract/courses.ts'
import type { CourseRow } from './structure.repository.ts'
import type { Gate } from './gates.ts'
import { itemState, topicState, type Outline, type SectionNode, type Standings } from './progress.ts'
import { textsForTitle } from './title-catalogue.ts'

/** What the instructor wrote, and the title's catalogue where nothing was written (spec §1). */
export const courseTexts = (row: CourseRow) => {
  const standard = textsForTitle(row.title)
  return {
    description: row.description ?? standard.description,
    objectives: row.objectives ?? standard.objectives,
    features: row.features ?? standard.features,
    requirements: row.requirements ?? standard.requirements,
    tags: row.tags ?? standard.tags,
  }
}

/** Free seats; never below none, should the limit have been lowered. */
export const seatsLeft = ({
  capacity,
  seats_taken,
}: Pick<CourseRow, 'capacity' | 'seats_taken'>): number | null =>
  capacity === null ? null : Math.max(0, capacity - seats_taken)

export const toSummary = (row: CourseRow, enrolled: readonly number[], now: Date): CourseSummary => {
  const texts = courseTexts(row)
  return {
    id: row.id,
    title: row.title,
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
    seats_left: seatsLeft(row),
    opens_at: row.opens_at && row.opens_at > now ? row.opens_at.toISOString() : null,
    enrolled_students: [...enrolled],
  }
}

const lockOf = (gate: Gate) =>
  gate.reason === 'opens'
    ? { opens_at: gate.at.toISOString(), requires: [] }
    : { opens_at: null, requires: [...gate.titles] }

/** The outline as one caller sees it; what the caller may not open is locked. */
export const toOutline = (
  outline: Outline,
  standings: Standings,
  mayOpenTopic: (topic: { freePreview: boolean }) => boolean,
  gate: (section: SectionNode) => Gate | null,
): OutlineSection[] =>
  outline
    .map((section) => ({ section, closed: gate(section) }))
    .map(({ section, closed }) => ({
      id: section.id,
      title: section.title,
      ...(closed === null ? {} : { lock: lockOf(closed) }),
      topics: section.topics.map((topic) => {
        // A free preview is open to everybody, also of a section that opens later.
        const open = mayOpenTopic(topic) && (closed === null || topic.freePreview)
        const shown = (state: ProgressState): ProgressState => (open ? state : 'locked')
        return {
          id: topic.id,
          title: topic.title,
          state: shown(topicState(topic, standings)),
          free_preview: topic.freePreview,
          items: topic.items.map((item) => ({
            id: item.id,
            type: item.type,
            title: item.title,
            minutes: item.minutes,
            state: shown(itemState(standings.get(item.id))),
          })),
        }
      }),
    }))

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
