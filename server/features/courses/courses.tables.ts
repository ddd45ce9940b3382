import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type { CourseTexts, ScormContent } from '#contract/course-builder/draft.ts'
import type { difficulties, prices } from '#contract/courses/shapes.ts'
import type { NoteColour, NotePlace } from '#contract/courses/learning.ts'
import type {
  GivenAnswer,
  MarkedQuestion,
  QuestionKind,
  reveals,
  ShownQuestion,
} from '#contract/courses/quiz.ts'
import type { ShownVideoQuestion } from '#contract/courses/video-questions.ts'
import type { StoredAuthored, StoredShown } from './learning/quiz/quiz-questions.ts'
import type { AuthoredProblem, ProblemKind, ShownProblem } from '#contract/problems/problems.ts'

type Timestamp = ColumnType<Date, Date | string, Date | string>
type DefaultedTimestamp = ColumnType<Date, Date | string | undefined, Date | string>

/** In languages other than the main language of the course. */
type ByLanguage<T> = ColumnType<Partial<Record<Language, T>>, string | undefined, string>

interface CourseTable {
  client_id: number
  id: Generated<number>
  title: string
  description: string | null
  objectives: string[] | null
  features: string[] | null
  requirements: string[] | null
  tags: string[] | null
  difficulty: (typeof difficulties)[number]
  duration_minutes: number | null
  price: (typeof prices)[number]
  status: 'draft' | 'published'
  cover: string | null
  cover_alt: Generated<string>
  /** Null: the language of the title's script. */
  language: ColumnType<Language | null, Language | null | undefined, Language | null>
  texts: ByLanguage<CourseTexts>
  position: Generated<number>
  created_at: DefaultedTimestamp
  updated_at: DefaultedTimestamp
}
interface CourseInstructorTable {
  client_id: number
  course_id: number
  user_id: number
  position: Generated<number>
  bio: Generated<string>
}
interface CourseSectionTable {
  client_id: number
  id: Generated<number>
  course_id: number
  title: string
  titles: ByLanguage<string>
  position: number
  opens_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}
interface CourseTopicTable {
  client_id: number
  id: Generated<number>
  course_id: number
  section_id: number
  title: string
  titles: ByLanguage<string>
  free_preview: Generated<boolean>
  position: number
}
export type StoredItemType = 'article' | 'video' | 'quiz' | 'problem' | 'scorm'
interface CourseItemTable {
  client_id: number
  id: Generated<number>
  course_id: number
  topic_id: number
  type: StoredItemType
  title: string
  titles: ByLanguage<string>
  minutes: Generated<number>
  position: number
}
interface ItemArticleTable {
  client_id: number
  item_id: number
  html: string
  htmls: ByLanguage<string>
}
export interface VideoSource {
  url: string
  mime: string
}
export interface VideoCaption {
  language: string
  label: string
  url: string
}
export interface VideoChapter {
  second: number
  title: string
  /** In languages other than the main language of the course. */
  titles?: Partial<Record<Language, string>> | undefined
}
type VideoQuestionHead = Pick<ShownVideoQuestion, 'id' | 'second' | 'required'>
/** With the answer key. */
export interface StoredVideoQuestion extends VideoQuestionHead {
  question: StoredAuthored
}
/** Without the answer key. */
export interface StoredShownVideoQuestion extends VideoQuestionHead {
  shown: StoredShown
  shown_in: Partial<Record<Language, StoredShown>>
}
interface ItemVideoTable {
  client_id: number
  item_id: number
  duration_seconds: number
  sources: JSONColumnType<VideoSource[]>
  poster_url: string | null
  captions: JSONColumnType<VideoCaption[]>
  chapters: ColumnType<VideoChapter[], string | undefined, string>
  questions: ColumnType<StoredVideoQuestion[], string | undefined, string>
  questions_shown: ColumnType<StoredShownVideoQuestion[], string | undefined, string>
}
interface ItemQuizTable {
  client_id: number
  item_id: number
  pass_percent: Generated<number>
  attempts_limit: ColumnType<number | null, number | null | undefined, number | null>
  cooldown_minutes: Generated<number>
  reveal: ColumnType<(typeof reveals)[number], (typeof reveals)[number] | undefined, (typeof reveals)[number]>
}
interface ItemProblemTable {
  client_id: number
  item_id: number
  kind: ProblemKind
  points: number
  shown: JSONColumnType<ShownProblem>
  shown_in: ByLanguage<ShownProblem>
  authored: JSONColumnType<AuthoredProblem>
}
interface ItemScormTable {
  client_id: number
  item_id: number
  package_url: string
  content: JSONColumnType<ScormContent>
}
interface QuizQuestionTable {
  client_id: number
  id: Generated<number>
  item_id: number
  position: number
  kind: QuestionKind
  points: number
  shown: JSONColumnType<StoredShown>
  shown_in: ByLanguage<StoredShown>
  authored: JSONColumnType<StoredAuthored>
}
interface EnrolmentTable {
  client_id: number
  user_id: number
  course_id: number
  enrolled_at: DefaultedTimestamp
  left_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  last_activity_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  completed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** While a programme's payment is overdue. */
  read_only_since: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** Of type `date`: written as YYYY-MM-DD. */
  access_until: ColumnType<string | null, string | null | undefined, string | null>
}
/** `[from, to)` in seconds of the video. */
export type StoredRange = [number, number]
interface ItemProgressTable {
  client_id: number
  user_id: number
  item_id: number
  course_id: number
  first_at: Timestamp
  last_at: Timestamp
  completed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  position_seconds: Generated<number>
  watched_seconds: Generated<number>
  watched_ranges: ColumnType<StoredRange[], string | undefined, string>
  attempts: Generated<number>
  claimed_ranges: ColumnType<StoredRange[], string | undefined, string>
  clock_ranges: ColumnType<StoredRange[], string | undefined, string>
  best_percent: ColumnType<number | null, number | null | undefined, number | null>
  paragraph: Generated<number>
  question_id: ColumnType<number | null, number | null | undefined, number | null>
  earned_points: Generated<number>
}
interface QuizAttemptTable {
  client_id: number
  id: Generated<number>
  user_id: number
  course_id: number
  item_id: number
  idempotency_key: string
  percent: number
  passed: boolean
  answers: ColumnType<unknown, string, never>
  answer_sent: ColumnType<unknown, string, string>
  questions: ColumnType<unknown, string, never>
  created_at: Timestamp
}
interface QuizDraftTable {
  client_id: number
  user_id: number
  item_id: number
  course_id: number
  attempt: number
  /** By question id. */
  answers: ColumnType<Record<string, GivenAnswer>, string, string>
  changed_at: Timestamp
}
interface VideoAnswerTable {
  client_id: number
  user_id: number
  item_id: number
  question_id: string
  course_id: number
  question: JSONColumnType<ShownQuestion>
  given: JSONColumnType<GivenAnswer>
  mark: JSONColumnType<MarkedQuestion>
  answered_at: Timestamp
}
interface LessonNoteTable {
  client_id: number
  user_id: number
  id: string
  course_id: number
  item_id: number
  body: string
  colour: NoteColour
  place: JSONColumnType<NotePlace>
  created_at: Timestamp
  changed_at: Timestamp
  deleted_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}
interface CourseRatingTable {
  client_id: number
  course_id: number
  user_id: number
  id: Generated<number>
  stars: number
  text: Generated<string>
  created_at: DefaultedTimestamp
  updated_at: DefaultedTimestamp
  hidden_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  hidden_by: ColumnType<number | null, number | null | undefined, number | null>
  hidden_reason: ColumnType<string | null, string | null | undefined, string | null>
}

declare module '#server/core/db/tables.ts' {
  interface Tables {
    course: CourseTable
    course_instructor: CourseInstructorTable
    course_section: CourseSectionTable
    course_topic: CourseTopicTable
    course_item: CourseItemTable
    item_article: ItemArticleTable
    item_video: ItemVideoTable
    item_quiz: ItemQuizTable
    item_problem: ItemProblemTable
    item_scorm: ItemScormTable
    quiz_question: QuizQuestionTable
    quiz_draft: QuizDraftTable
    film_answer: VideoAnswerTable
    lesson_note: LessonNoteTable
    enrolment: EnrolmentTable
    item_progress: ItemProgressTable
    quiz_attempt: QuizAttemptTable
    course_rating: CourseRatingTable
  }
}
