/** Courses and learning (spec §3 "Course", RULES "Learning"). */
import * as z from 'zod/mini'
import { clientParams, id, idParam, language, pageOf, pageQuery, timestamp } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { problemKinds } from '../problems/problems.ts'
import { givenAnswers, quizGrade, quizStatus, shownQuiz } from './quiz.ts'
import { shownVideoQuestions } from './video-questions.ts'

/** Spec §9: the difficulty list and the separate course-difficulty list. */
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

/** Spec §4. */
export const progressStates = ['locked', 'not_started', 'in_progress', 'completed'] as const
export const progressState = z.enum(progressStates)
export type ProgressState = (typeof progressStates)[number]

/** The language of a text that is not in the one that was asked for: nobody translated it. Absent otherwise. */
const fallback = z.optional(language)
const spoken = { language: fallback, content_language: fallback }

export const courseSummary = z.object({
  id,
  title: z.string(),
  language: fallback,
  description: z.string(),
  difficulty,
  duration_minutes: z.int(),
  instructor: z.string(),
  /** 0 to 5; 0 while nobody has rated. */
  rating: z.number(),
  /** How many rated it. */
  ratings: z.int(),
  students: z.int(),
  lessons: z.int(),
  price: z.enum(prices),
  content_types: z.array(contentType),
  tags: z.array(z.string()),
  cover_url: z.nullable(z.string()),
  /** What the cover shows; absent for a decoration. */
  cover_alt: z.optional(z.string()),
  /** Free seats; null where seats are not limited. */
  seats_left: z.nullable(z.int()),
  /** When a course that is announced opens; null once it is open. */
  opens_at: z.nullable(timestamp),
  /** Ids of enrolled students as far as the caller may know them: staff see all, others only themselves (docs/decisions). */
  enrolled_students: z.array(id),
})
export type CourseSummary = z.infer<typeof courseSummary>

/** One learner's standing in one course. */
export const courseProgress = z.object({
  course_id: id,
  state: progressState,
  completed_items: z.int(),
  total_items: z.int(),
  /** 0 to 100, rounded down so that 100 means finished. */
  percent: z.int(),
  enrolled_at: timestamp,
  last_activity_at: z.nullable(timestamp),
})
export type CourseProgress = z.infer<typeof courseProgress>

export const outlineItem = z.object({
  id,
  type: contentType,
  title: z.string(),
  language: fallback,
  minutes: z.int(),
  state: progressState,
})
export type OutlineItem = z.infer<typeof outlineItem>
export const outlineTopic = z.object({
  /** The specification's submoduleId. */
  id,
  title: z.string(),
  language: fallback,
  state: progressState,
  free_preview: z.boolean(),
  items: z.array(outlineItem),
})
export type OutlineTopic = z.infer<typeof outlineTopic>
/** Why a section is closed for the caller: it opens later, or other sections (their titles) come first. */
export const sectionLock = z.object({ opens_at: z.nullable(timestamp), requires: z.array(z.string()) })
export type SectionLock = z.infer<typeof sectionLock>
export const outlineSection = z.object({
  id,
  title: z.string(),
  language: fallback,
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
  /** Null while the caller is not enrolled. */
  progress: z.nullable(courseProgress),
})
export type CourseDetail = z.infer<typeof courseDetail>

const courseParams = z.object({ clientId: idParam, courseId: idParam })

/** Spec §9 "Rating filters": 4 and up, 3 and up. */
export const ratingFloors = [4, 3] as const
/** What a learner has to do with a course; `enrolled` holds the other two. */
export const enrolmentStates = ['not_enrolled', 'enrolled', 'in_progress', 'completed'] as const
/** `recommended` is the order the tenant gave. */
export const courseSorts = ['recommended', 'newest', 'students', 'rating', 'title'] as const
const TAGS_MAX = 10
const TAG_LENGTH_MAX = 100

const several = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  ),
]
/** Several values of a list in one parameter, `a,b`: any of them. */
const anyOf = <const T extends readonly string[]>(allowed: T) =>
  z.pipe(
    z.string(),
    z.transform((text: string, ctx): T[number][] => {
      const chosen = several(text)
      if (!chosen.every((value) => allowed.includes(value)))
        ctx.issues.push({ code: 'custom', input: text, message: 'unknown value' })
      return chosen
    }),
  )

/** What narrows the catalogue: any of the values within one filter, all filters together. */
export const courseFilters = {
  search: z.optional(z.string().check(z.maxLength(200))),
  difficulty: z.optional(anyOf(difficulties)),
  price: z.optional(z.enum(prices)),
  /** At least so many stars. */
  rating: z.optional(z.coerce.number().check(z.int(), z.minimum(3), z.maximum(4))),
  type: z.optional(anyOf(contentTypes)),
  tag: z.optional(
    z.pipe(
      z.string().check(z.maxLength(TAGS_MAX * TAG_LENGTH_MAX)),
      z.transform((text: string) => several(text).slice(0, TAGS_MAX)),
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
    'Published courses of the client; the same for every learner, so `enrolled_students` is empty here. `progress` narrows it to the caller’s own',
  params: clientParams,
  query: z.object({ ...pageQuery, ...courseFilters, sort: z.optional(z.enum(courseSorts)) }),
  response: pageOf(courseSummary),
})

export const getCourse = endpoint({
  name: 'courses.detail',
  method: 'GET',
  path: '/api/clients/{clientId}/courses/{courseId}/',
  access: 'member',
  summary: 'One course with its outline and the caller’s progress',
  params: courseParams,
  response: courseDetail,
})

export const enrol = endpoint({
  name: 'courses.enrol',
  method: 'POST',
  path: '/api/clients/{clientId}/courses/{courseId}/enrolment/',
  access: 'member',
  summary: 'Enrol in a free course; harmless to repeat',
  params: courseParams,
  response: courseProgress,
  status: 201,
})

export const unenrol = endpoint({
  name: 'courses.unenrol',
  method: 'DELETE',
  path: '/api/clients/{clientId}/courses/{courseId}/enrolment/',
  access: 'member',
  summary: 'Leave a course; progress is kept for a return',
  params: courseParams,
  response: z.undefined(),
  status: 204,
})

/* ---- the topic page (course player) ---- */

const itemHead = { id, title: z.string(), ...spoken, minutes: z.int(), state: progressState }
export const articleItem = z.object({
  ...itemHead,
  type: z.literal('article'),
  html: z.string(),
  /** The block, counted from 0, at which this learner stopped on whichever device. */
  paragraph: z.int(),
})
export const caption = z.object({ language: z.string(), label: z.string(), url: z.string() })
export const chapter = z.object({ second: z.number(), title: z.string(), language: fallback })
export const videoItem = z.object({
  ...itemHead,
  type: z.literal('video'),
  sources: z.array(z.object({ url: z.string(), mime: z.string() })),
  poster_url: z.nullable(z.string()),
  captions: z.array(caption),
  /** Ascending; none for a short video. */
  chapters: z.array(chapter),
  questions: shownVideoQuestions,
  duration_seconds: z.number(),
  /** Where this learner stopped, on whichever device. */
  position_seconds: z.number(),
  watched_seconds: z.number(),
})
export const quizItem = z.extend(shownQuiz, {
  ...itemHead,
  type: z.literal('quiz'),
  /** Answers not handed in yet, from whichever device, and the question that was last in front of the learner. */
  draft: z.object({ answers: givenAnswers, question_id: z.nullable(id) }),
})
/** The problem itself is read beside (problem-calls.ts). */
export const problemItem = z.object({
  ...itemHead,
  type: z.literal('problem'),
  kind: z.enum(problemKinds),
  points: z.int(),
})
/** The package is opened beside (scorm.ts). */
export const scormItem = z.object({
  ...itemHead,
  type: z.literal('scorm'),
  /** Score that has to be reached, 0 to 100; null where reaching the end is enough. */
  pass_percent: z.nullable(z.int()),
  /** Of all attempts; null without a score. */
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
  topic: z.object({ id, title: z.string(), language: fallback, state: progressState }),
  /** The caller is not enrolled and only looks: nothing of what they do is kept. Absent otherwise. */
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
  summary: 'One topic with its items; needs enrolment unless the topic is a free preview',
  params: z.object({ clientId: idParam, courseId: idParam, submoduleId: idParam }),
  response: topicPage,
})

const itemParams = z.object({ clientId: idParam, itemId: idParam })

/** What changed for the learner; the app updates outline and home from it. */
export const progressResult = z.object({
  item: z.object({ id, state: progressState }),
  topic: z.object({ id, state: progressState }),
  course: courseProgress,
})
export type ProgressResult = z.infer<typeof progressResult>

export const completeArticle = endpoint({
  name: 'courses.completeArticle',
  method: 'POST',
  path: '/api/clients/{clientId}/items/{itemId}/complete/',
  access: 'member',
  summary: 'Mark an article as read; harmless to repeat',
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
  summary: 'Position and newly watched stretches; repeats and overlaps count once',
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
     * When these stretches were played, as [began, ended) in milliseconds before the call: what was watched offline
     * keeps its own time. Without it the time since the last save of this video counts.
     */
    played_ago_ms: z.optional(z.array(z.tuple([agoMs, agoMs])).check(z.maxLength(VIDEO_RANGES_MAX))),
  }),
  response: z.extend(progressResult, {
    /** Distinct seconds that count so far. */
    watched_seconds: z.number(),
  }),
})

export const submitQuiz = endpoint({
  name: 'courses.submitQuiz',
  method: 'POST',
  path: '/api/clients/{clientId}/items/{itemId}/quiz-attempts/',
  access: 'member',
  summary: 'Hand in a quiz; the best attempt counts. A repeat with the same key answers as the first did',
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

/** The learning home in one call. */
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
  /** In progress, most recent first, each with the exact next item. */
  continue_learning: z.array(continueLearning),
  /** All enrolled courses, most recent first; also for the badges on course cards. */
  courses: z.array(z.extend(courseProgress, { title: z.string(), cover_url: z.nullable(z.string()) })),
})
export type LearningHome = z.infer<typeof learningHome>

export const getLearningHome = endpoint({
  name: 'courses.learningHome',
  method: 'GET',
  path: '/api/clients/{clientId}/student/learning-home/',
  access: 'member',
  summary: 'Overall progress, continue learning, and the state of each enrolled course',
  params: clientParams,
  response: learningHome,
})
