/** The past of one learner in the demo courses, as rows. Pure: takes a random source and the present time. */
import {
  courseStatusOf,
  gradeOf,
  markQuiz,
  topicsOf,
  topicState,
  type ItemNode,
  type ItemStatus,
  type Outline,
  type PastAttempt,
  type PastEnrolment,
  type PastProgress,
} from '#server/features/courses/index.ts'
import type { GivenAnswer } from '#contract/courses/quiz.ts'
import type { DemoCourse } from './course-kit.ts'
import type { QuizKey } from './quiz-keys.ts'
import type { RandomSource } from './random.ts'
import { videos, type VideoName } from './videos.ts'

export interface CourseFacts {
  courseId: number
  source: DemoCourse
  outline: Outline
  keys: ReadonlyMap<number, QuizKey>
}
export interface LearningHistory {
  enrolments: PastEnrolment[]
  progress: PastProgress[]
  attempts: PastAttempt[]
  ratings: { courseId: number; userId: number; stars: number }[]
}
interface HistoryOptions {
  now: Date
  random: RandomSource
  isDemoStudent: boolean
  dayMs: number
}
/** How far one learner is in one course. */
interface Plan {
  course: CourseFacts
  items: number
  enrolledDaysAgo: number
  lastDaysAgo: number
}

const itemsOf = (course: CourseFacts): ItemNode[] => topicsOf(course.outline).flatMap((topic) => topic.items)

/**
 * The courses of the demo student: halfway through the first course with a quiz as the next item, one course begun,
 * one only enrolled, and the last one completed.
 */
const demoPlans = (courses: readonly CourseFacts[]): Plan[] => {
  const [first, second, third] = courses
  const last = courses.at(-1)
  const plans: Plan[] = []
  if (first)
    plans.push({ course: first, items: itemsBeforeQuiz(first), enrolledDaysAgo: 18, lastDaysAgo: 0.1 })
  if (second && second !== last)
    plans.push({ course: second, items: 2, enrolledDaysAgo: 9, lastDaysAgo: 2.2 })
  if (third && third !== last) plans.push({ course: third, items: 0, enrolledDaysAgo: 1.5, lastDaysAgo: 1.5 })
  if (last) plans.push({ course: last, items: itemsOf(last).length, enrolledDaysAgo: 33, lastDaysAgo: 20 })
  return plans.filter(({ course }, index) => plans.findIndex((plan) => plan.course === course) === index)
}

/** The number of items before the first quiz in the second half of the course. */
const itemsBeforeQuiz = (course: CourseFacts): number => {
  const items = itemsOf(course)
  const half = Math.floor(items.length / 2)
  const quizAt = items.findIndex((item, index) => index >= half && item.type === 'quiz')
  return quizAt === -1 ? half : quizAt
}

const randomPlans = (courses: readonly CourseFacts[], random: RandomSource): Plan[] =>
  courses.flatMap((course, index) => {
    // Earlier courses in the list attract more learners; fewer take a premium course.
    const probability = course.source.price === 'premium' ? 0.2 : 0.55 - index * 0.02
    if (!random.chance(probability)) return []
    const itemCount = itemsOf(course).length
    const fraction = random.fraction()
    const items = fraction > 0.72 ? itemCount : fraction < 0.12 ? 0 : Math.floor(itemCount * fraction)
    const enrolledDaysAgo = 3 + 32 * random.fraction()
    return [{ course, items, enrolledDaysAgo, lastDaysAgo: enrolledDaysAgo * random.fraction() * 0.8 }]
  })

export const historyOf = (
  userId: number,
  courses: readonly CourseFacts[],
  options: HistoryOptions,
): LearningHistory => {
  const history: LearningHistory = { enrolments: [], progress: [], attempts: [], ratings: [] }
  const plans = options.isDemoStudent ? demoPlans(courses) : randomPlans(courses, options.random)
  for (const plan of plans) addCourseHistory(userId, plan, options, history)
  return history
}

const addCourseHistory = (
  userId: number,
  plan: Plan,
  { now, random, dayMs }: HistoryOptions,
  history: LearningHistory,
) => {
  const { course } = plan
  const items = itemsOf(course)
  const completedItems = items.slice(0, plan.items)
  const start = now.getTime() - plan.enrolledDaysAgo * dayMs
  const end = now.getTime() - plan.lastDaysAgo * dayMs
  const completionTime = (index: number) =>
    new Date(Math.round(start + ((end - start) * (index + 1)) / completedItems.length))
  const isCompleted = completedItems.length === items.length
  const statuses = new Map<number, ItemStatus>()
  completedItems.forEach((item, index) => {
    const at = completionTime(index)
    statuses.set(item.id, { completedAt: at, lastAt: at })
    const row: PastProgress = {
      userId,
      courseId: course.courseId,
      itemId: item.id,
      firstAt: at,
      lastAt: at,
      completedAt: at,
    }
    const key = course.keys.get(item.id)
    if (key) {
      const attempt = passedAttempt(
        userId,
        { course, item, key, at, statuses, enrolledAt: new Date(start) },
        random,
      )
      history.attempts.push(attempt)
      row.quiz = { attempts: 1, best: attempt.answerSent.percent }
    }
    const points = problemPoints(course, item)
    if (points !== null) row.problem = { attempts: 1, earnedPoints: points }
    const seconds = videoSeconds(course, item)
    if (seconds !== null) row.video = { position: seconds, watched: seconds, ranges: [[0, seconds]] }
    history.progress.push(row)
  })
  history.enrolments.push({
    userId,
    courseId: course.courseId,
    enrolledAt: new Date(start),
    lastActivityAt: completedItems.length > 0 ? completionTime(completedItems.length - 1) : null,
    completedAt: isCompleted ? completionTime(completedItems.length - 1) : null,
  })
  if (isCompleted && random.chance(0.8))
    history.ratings.push({
      courseId: course.courseId,
      userId,
      stars: random.chance(0.6) ? 5 : random.integer(3, 4),
    })
}

/** The points of a problem, null for other items. Titles are unique in a course. */
const problemPoints = (course: CourseFacts, item: ItemNode): number | null => {
  const items = course.source.sections.flatMap((section) => section.topics.flatMap((topic) => topic.items))
  const source = items.find((each) => each.title === item.title)
  return source?.type === 'problem' ? source.problem.points : null
}

const videoSeconds = (course: CourseFacts, item: ItemNode): number | null => {
  if (item.type !== 'video') return null
  const items = course.source.sections.flatMap((section) => section.topics.flatMap((topic) => topic.items))
  const names = items.flatMap((each) =>
    each.type === 'video' && each.title === item.title ? [each.video] : [],
  )
  const [name] = names as [VideoName | undefined]
  return name ? videos[name].seconds : null
}

/** A passed attempt with at most one wrong answer, and none in a quiz of fewer than four questions. */
const passedAttempt = (
  userId: number,
  context: {
    course: CourseFacts
    item: ItemNode
    key: QuizKey
    at: Date
    statuses: ReadonlyMap<number, ItemStatus>
    enrolledAt: Date
  },
  random: RandomSource,
): PastAttempt => {
  const { course, item, key, at } = context
  const allowedMistakes = Math.floor(key.questions.length / 4)
  const mistakeIndex = random.chance(0.5) ? random.integer(0, key.questions.length - 1) : -1
  const answers = key.questions.map((question, index) =>
    answerTo(question, allowedMistakes > 0 && index === mistakeIndex),
  )
  const grade = gradeOf(markQuiz(key.questions, answers, key.pass_percent), true)
  const enrolment = { courseId: course.courseId, enrolledAt: context.enrolledAt, lastActivityAt: at }
  const topic = topicsOf(course.outline).find((each) => each.items.includes(item))
  if (!topic) throw new Error('no topic of the course contains the item')
  return {
    userId,
    courseId: course.courseId,
    itemId: item.id,
    key: random.uuid(),
    answers,
    questions: key.questions,
    at,
    answerSent: {
      ...grade,
      attempt_id: 0,
      standing: { best_percent: grade.percent, attempts: 1, attempts_left: null, next_attempt_at: null },
      progress: {
        item: { id: item.id, state: 'completed' },
        topic: { id: topic.id, state: topicState(topic, context.statuses) },
        course: courseStatusOf(course.outline, enrolment, context.statuses),
      },
    },
  }
}

/** A right or a wrong answer to a question. */
const answerTo = (question: QuizKey['questions'][0], isWrong: boolean): GivenAnswer => {
  const question_id = question.id
  switch (question.kind) {
    case 'single': {
      const chosen = question.options.find((option) => option.correct !== isWrong)
      return { question_id, kind: 'single', chosen: chosen?.id ?? null }
    }
    case 'multiple': {
      const chosen = question.options.filter((option) => option.correct !== isWrong)
      return { question_id, kind: 'multiple', chosen: chosen.map((option) => option.id) }
    }
    case 'true_false':
      return { question_id, kind: 'true_false', chosen: question.answer !== isWrong }
    case 'short':
      return { question_id, kind: 'short', text: isWrong ? '?' : (question.accepted[0] ?? '') }
    case 'numeric':
      return { question_id, kind: 'numeric', text: isWrong ? '' : String(question.value) }
    case 'ordering': {
      const order = question.items.map((item) => item.id)
      return { question_id, kind: 'ordering', order: isWrong ? order.toReversed() : order }
    }
    case 'matching': {
      const pairs = question.pairs.map(({ left, right }) => ({ left: left.id, right: right.id }))
      return { question_id, kind: 'matching', pairs: isWrong ? pairs.slice(1) : pairs }
    }
  }
}
