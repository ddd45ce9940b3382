/** One course with its sections, topics and items. */
import * as z from 'zod/mini'
import { id, idParam, timestamp } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { contentType, courseProgress, courseSummary, fallbackLanguage, progressStatus } from './shapes.ts'

export const outlineItem = z.object({
  id,
  type: contentType,
  title: z.string(),
  language: fallbackLanguage,
  minutes: z.int(),
  state: progressStatus,
})
export type OutlineItem = z.infer<typeof outlineItem>
export const outlineTopic = z.object({
  /** The specification's submoduleId. */
  id,
  title: z.string(),
  language: fallbackLanguage,
  state: progressStatus,
  free_preview: z.boolean(),
  items: z.array(outlineItem),
})
export type OutlineTopic = z.infer<typeof outlineTopic>
/** Why a section is locked for the caller: it opens later, or other sections (their titles) come first. */
export const sectionLock = z.object({ opens_at: z.nullable(timestamp), requires: z.array(z.string()) })
export type SectionLock = z.infer<typeof sectionLock>
export const outlineSection = z.object({
  id,
  title: z.string(),
  language: fallbackLanguage,
  /** Absent while the section is open. */
  lock: z.optional(sectionLock),
  topics: z.array(outlineTopic),
})
export type OutlineSection = z.infer<typeof outlineSection>

export const courseDetail = z.extend(courseSummary, {
  objectives: z.array(z.string()),
  features: z.array(z.string()),
  requirements: z.array(z.string()),
  instructors: z.array(z.object({ id, name: z.string(), picture: z.nullable(z.string()), bio: z.string() })),
  sections: z.array(outlineSection),
  /** Null if the caller is not enrolled. */
  progress: z.nullable(courseProgress),
})
export type CourseDetail = z.infer<typeof courseDetail>

const courseParams = z.object({ clientId: idParam, courseId: idParam })

export const getCourse = endpoint({
  name: 'courses.detail',
  method: 'GET',
  path: '/api/clients/{clientId}/courses/{courseId}/',
  access: 'member',
  feature: 'course',
  offline: 'cache',
  summary: 'Get one course with its outline and the caller’s progress',
  params: courseParams,
  response: courseDetail,
})
