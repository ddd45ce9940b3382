/** The topic page of the course player: one topic with its items. */
import * as z from 'zod/mini'
import { id, idParam } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { programmeSlugs } from '../money/programme-slugs.ts'
import { problemKinds } from '../problems/problems.ts'
import { givenAnswers, shownQuiz } from './quiz.ts'
import { fallbackLanguage, progressStatus } from './shapes.ts'
import { shownVideoQuestions } from './video-questions.ts'

const languageFields = { language: fallbackLanguage, content_language: fallbackLanguage }

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
  /** A payment for this programme is overdue: until it is paid the course can only be read. */
  overdue: z.optional(z.object({ programme: z.enum(programmeSlugs) })),
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
  feature: 'course',
  offline: 'cache',
  opensFiles: true,
  summary: 'Get one topic with its items; requires enrolment unless the topic is a free preview',
  params: z.object({ clientId: idParam, courseId: idParam, submoduleId: idParam }),
  response: topicPage,
})
