/** Courses and learning (spec 3 "Course"; rules: Learning). */
import * as z from 'zod/mini'
import { clientParams, id, idParam, language, pageOf, pageQuery, timestamp } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { problemKinds } from '../problems/problems.ts'
import { givenAnswers, quizGrade, quizStatus, shownQuiz } from './quiz.ts'
import { shownVideoQuestions } from './video-questions.ts'

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
const fallbackLanguage = z.optional(language)
const languageFields = { language: fallbackLanguage, content_language: fallbackLanguage }

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

/** 4 and up, 3 and up (spec 9 "Rating filters"). */
export const ratingFloors = [4, 3] as const
/** The caller's relation to a course; `enrolled` includes the other two. */
export const enrolmentStates = ['not_enrolled', 'enrolled', 'in_progress', 'completed'] as const
/** `recommended` is the tenant's order. */
export const courseSorts = ['recommended', 'newest', 'students', 'rating', 'title'] as const
const TAGS_MAX = 10
const TAG_LENGTH_MAX = 100

const splitList = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  ),
]
/** A parameter with several values, `a,b`: matches any of them. */
const listOf = <const T extends readonly string[]>(allowed: T) =>
  z.pipe(
    z.string(),
    z.transform((text: string, ctx): T[number][] => {
      const chosen = splitList(text)
      if (!chosen.every((value) => allowed.includes(value)))
        ctx.issues.push({ code: 'custom', input: text, message: 'unknown value' })
      return chosen
    }),
  )

/** Catalogue filters: any value within one filter, all filters together. */
export const courseFilters = {
  search: z.optional(z.string().check(z.maxLength(200))),
  difficulty: z.optional(listOf(difficulties)),
  price: z.optional(z.enum(prices)),
  /** Minimum number of stars. */
  rating: z.optional(z.coerce.number().check(z.int(), z.minimum(3), z.maximum(4))),
  type: z.optional(listOf(contentTypes)),
  tag: z.optional(
    z.pipe(
      z.string().check(z.maxLength(TAGS_MAX * TAG_LENGTH_MAX)),
      z.transform((text: string) => splitList(text).slice(0, TAGS_MAX)),
    ),
  ),
  progress: z.optional(z.enum(enrolmentStates)),
} as const

export const listCourses = endpoint({
  name: 'courses.list',
  method: 'GET',
  path: '/api/clients/{clientId}/courses/',
  access: 'member',
  summary:
    "List the client's published courses. The list is the same for every learner, so `enrolled_students` is empty; `progress` limits it to the caller’s courses",
  params: clientParams,
  query: z.object({ ...pageQuery, ...courseFilters, sort: z.optional(z.enum(courseSorts)) }),
  response: pageOf(courseSummary),
})

export const getCourse = endpoint({
  name: 'courses.detail',
  method: 'GET',
  path: '/api/clients/{clientId}/courses/{courseId}/',
  access: 'member',
  summary: 'Get one course with its outline and the caller’s progress',
  params: courseParams,
  response: courseDetail,
})

export const enrol = endpoint({
  name: 'courses.enrol',
  method: 'POST',
  path: '/api/clients/{clientId}/courses/{courseId}/enrolment/',
  access: 'member',
  summary: 'Enrol in a free course; safe to repeat',
  params: courseParams,
  response: courseProgress,
  status: 201,
})

export const unenrol = endpoint({
  name: 'courses.unenrol',
  method: 'DELETE',
  path: '/api/clients/{clientId}/courses/{courseId}/enrolment/',
  access: 'member',
  summary: 'Leave a course; progress is kept for a later return',
  params: courseParams,
  response: z.undefined(),
  status: 204,
})

/* ---- the topic page (course player) ---- */

const itemFields = { id, title: z.string(), ...languageFields, minutes: z.int(), state: progressStatus }
export const articleItem = z.object({
  ...itemFields,
  type: z.literal('article'),
  html: z.string(),
  /** The block, counted from 0, where the learner stopped on any device. */
  paragraph: z.int(),
})
export const caption = z.object({ language: z.string(), label: z.string(), url: z.string() })
export const chapter = z.object({ second: z.number(), title: z.string(), language: fallbackLanguage })
export const videoItem = z.object({
  ...itemFields,
  type: z.literal('video'),
  sources: z.array(z.object({ url: z.string(), mime: z.string() })),
  poster_url: z.nullable(z.string()),
  captions: z.array(caption),
  /** Ascending; empty for a short video. */
  chapters: z.array(chapter),
  questions: shownVideoQuestions,
  duration_seconds: z.number(),
  /** Where the learner stopped on any device. */
  position_seconds: z.number(),
  watched_seconds: z.number(),
})
export const quizItem = z.extend(shownQuiz, {
  ...itemFields,
  type: z.literal('quiz'),
  /** Answers not handed in yet, from any device, and the last question shown. */
  draft: z.object({ answers: givenAnswers, question_id: z.nullable(id) }),
})
/** The problem itself has its own endpoint (problems/endpoints.ts). */
export const problemItem = z.object({
  ...itemFields,
  type: z.literal('problem'),
  kind: z.enum(problemKinds),
  points: z.int(),
})
/** The package itself has its own endpoint (scorm/scorm.ts). */
export const scormItem = z.object({
  ...itemFields,
  type: z.literal('scorm'),
  /** Required score, 0 to 100; null if reaching the end is enough. */
  pass_percent: z.nullable(z.int()),
  /** Best of all attempts; null without a score. */
  best_percent: z.nullable(z.int()),
  attempts: z.int(),
})
const topicItems = [articleItem, videoItem, quizItem, problemItem, scormItem] as const
export const topicItem = z.discriminatedUnion('type', topicItems)
export type ArticleItem = z.infer<typeof articleItem>
export type VideoItem = z.infer<typeof videoItem>
export type QuizItem = z.infer<typeof quizItem>
export type ProblemItem = z.infer<typeof problemItem>
export type ScormItem = z.infer<typeof scormItem>
export type TopicItem = z.infer<typeof topicItem>

export const topicPage = z.object({
  course: z.object({ id, title: z.string(), percent: z.int() }),
  section_title: z.string(),
  topic: z.object({ id, title: z.string(), language: fallbackLanguage, state: progressStatus }),
  /** True: the caller is not enrolled and previews the topic; nothing they do is stored. */
  looking: z.optional(z.literal(true)),
  items: z.array(topicItem),
  /** Neighbours in course order; null at the ends. */
  previous: z.nullable(z.object({ topic_id: id, title: z.string() })),
  next: z.nullable(z.object({ topic_id: id, title: z.string() })),
})
export type TopicPage = z.infer<typeof topicPage>

export const getTopic = endpoint({
  name: 'courses.topic',
  method: 'GET',
  path: '/api/clients/{clientId}/courses/{courseId}/topics/{submoduleId}/',
  access: 'member',
  summary: 'Get one topic with its items; requires enrolment unless the topic is a free preview',
  params: z.object({ clientId: idParam, courseId: idParam, submoduleId: idParam }),
  response: topicPage,
})

const itemParams = z.object({ clientId: idParam, itemId: idParam })

/** What changed for the learner; the app updates outline and home from it. */
export const progressResult = z.object({
  item: z.object({ id, state: progressStatus }),
  topic: z.object({ id, state: progressStatus }),
  course: courseProgress,
})
export type ProgressResult = z.infer<typeof progressResult>

export const completeArticle = endpoint({
  name: 'courses.completeArticle',
  method: 'POST',
  path: '/api/clients/{clientId}/items/{itemId}/complete/',
  access: 'member',
  summary: 'Mark an article as read; safe to repeat',
  params: itemParams,
  response: progressResult,
})

export const VIDEO_RANGES_MAX = 200
const agoMs = z.number().check(z.minimum(0), z.maximum(31 * 86_400_000))
export const saveVideoProgress = endpoint({
  name: 'courses.videoProgress',
  method: 'POST',
  path: '/api/clients/{clientId}/items/{itemId}/video-progress/',
  access: 'member',
  summary: 'Save the position and newly watched ranges of a video; repeats and overlaps count once',
  params: itemParams,
  body: z.object({
    position_seconds: z.number().check(z.minimum(0), z.maximum(86_400)),
    /** [from, to) in seconds of the video. */
    ranges: z
      .array(
        z.tuple([
          z.number().check(z.minimum(0), z.maximum(86_400)),
          z.number().check(z.minimum(0), z.maximum(86_400)),
        ]),
      )
      .check(z.maxLength(VIDEO_RANGES_MAX)),
    /**
     * When each range was played, as [start, end) in milliseconds before the call, so that offline study
     * keeps its own
     * time. Default: the time since the last save of this video.
     */
    played_ago_ms: z.optional(z.array(z.tuple([agoMs, agoMs])).check(z.maxLength(VIDEO_RANGES_MAX))),
  }),
  response: z.extend(progressResult, {
    /** Distinct seconds watched so far. */
    watched_seconds: z.number(),
  }),
})

export const submitQuiz = endpoint({
  name: 'courses.submitQuiz',
  method: 'POST',
  path: '/api/clients/{clientId}/items/{itemId}/quiz-attempts/',
  access: 'member',
  summary: 'Hand in a quiz; the best attempt counts. A repeat with the same key gets the first response',
  params: itemParams,
  body: z.object({
    idempotency_key: z.uuid(),
    answers: givenAnswers,
  }),
  response: z.extend(quizGrade, { attempt_id: id, standing: quizStatus, progress: progressResult }),
  status: 201,
  alsoFails: [409],
})
export type QuizResult = z.infer<(typeof submitQuiz)['response']>

/* ---- the learning home ---- */
export const continueLearning = z.object({
  course_id: id,
  course_title: z.string(),
  cover_url: z.nullable(z.string()),
  percent: z.int(),
  topic_id: id,
  topic_title: z.string(),
  item_id: id,
  item_title: z.string(),
  item_type: contentType,
})
export type ContinueLearning = z.infer<typeof continueLearning>

export const learningHome = z.object({
  overall: z.object({
    enrolled_courses: z.int(),
    completed_courses: z.int(),
    completed_items: z.int(),
    total_items: z.int(),
    percent: z.int(),
  }),
  /** Courses in progress, most recent first, each with the next item. */
  continue_learning: z.array(continueLearning),
  /** All enrolled courses, most recent first; also used for the status on course cards. */
  courses: z.array(z.extend(courseProgress, { title: z.string(), cover_url: z.nullable(z.string()) })),
})
export type LearningHome = z.infer<typeof learningHome>

export const getLearningHome = endpoint({
  name: 'courses.learningHome',
  method: 'GET',
  path: '/api/clients/{clientId}/student/learning-home/',
  access: 'member',
  summary: 'Get overall progress, the next items and the status of each enrolled course',
  params: clientParams,
  response: learningHome,
})
