/** Shapes that the catalogue, the outline and learning share (spec 3; rules: Learning). */
import * as z from 'zod/mini'
import { id, language, timestamp } from '../common.ts'

/** The difficulty list and the separate course-difficulty list (spec 9). */
export const difficulties = [
  'beginner',
  'intermediate',
  'pro',
  'easy',
  'medium',
  'hard',
  'advanced',
  'all levels',
] as const
export const difficulty = z.enum(difficulties)
export const contentTypes = ['article', 'video', 'problems', 'quiz', 'scorm'] as const
export const contentType = z.enum(contentTypes)
export type ContentType = (typeof contentTypes)[number]
export const prices = ['free', 'premium'] as const

/** (spec 4) */
export const progressStatuses = ['locked', 'not_started', 'in_progress', 'completed'] as const
export const progressStatus = z.enum(progressStatuses)
export type ProgressState = (typeof progressStatuses)[number]

/** Set if a text is not translated into the requested language: the language it is in. */
export const fallbackLanguage = z.optional(language)

export const courseSummary = z.object({
  id,
  title: z.string(),
  language: fallbackLanguage,
  description: z.string(),
  difficulty,
  duration_minutes: z.int(),
  instructor: z.string(),
  /** 0 to 5; 0 without ratings. */
  rating: z.number(),
  /** Number of ratings. */
  ratings: z.int(),
  students: z.int(),
  lessons: z.int(),
  price: z.enum(prices),
  content_types: z.array(contentType),
  tags: z.array(z.string()),
  cover_url: z.nullable(z.string()),
  /** Alternative text of the cover; absent if it is decorative. */
  cover_alt: z.optional(z.string()),
  /** Free seats; null if seats are unlimited. */
  seats_left: z.nullable(z.int()),
  /** Opening time of an announced course; null once it is open. */
  opens_at: z.nullable(timestamp),
  /**
   * Ids of enrolled students that the caller may see: staff see all, others only themselves (docs/decisions).
   */
  enrolled_students: z.array(id),
})
export type CourseSummary = z.infer<typeof courseSummary>

/** One learner's progress in one course. */
export const courseProgress = z.object({
  course_id: id,
  state: progressStatus,
  completed_items: z.int(),
  total_items: z.int(),
  /** 0 to 100, rounded down so that 100 means completed. */
  percent: z.int(),
  enrolled_at: timestamp,
  last_activity_at: z.nullable(timestamp),
})
export type CourseProgress = z.infer<typeof courseProgress>
