/** One learner's past in the demo courses. Pure: dice and the present in, rows out. */
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
import type { WrittenCourse } from './course-kit.ts'
import type { QuizKey } from './quiz-keys.ts'
import type { Dice } from './random.ts'
import { videos, type VideoName } from './videos.ts'

export interface CourseFacts {
  courseId: number
  written: WrittenCourse
  outline: Outline
  keys: ReadonlyMap<number, QuizKey>
}
export interface LearningHistory {
  enrolments: PastEnrolment[]
  progress: PastProgress[]
  attempts: PastAttempt[]
  ratings: { courseId: number; userId: number; stars: number }[]
}
interface Circumstances {
  now: Date
  luck: Dice
  demo: boolean
  dayMs: number
}
/** How far one learner came in one course. */
interface Plan {
  course: CourseFacts
  items: number
  enrolledDaysAgo: number
  lastDaysAgo: number
}

const itemsOf = (course: CourseFacts): ItemNode[] => topicsOf(course.outline).flatMap((topic) => topic.items)

/**
 * The demo student: in the middle of the first course with a quiz as the next item, one course begun, the last one
 * finished, one only enrolled.
 */
const demoPlans = (courses: readonly CourseFacts[]): Plan[] => {
  const [first, second, third] = courses
  const last = courses.at(-1)
  const plans: Plan[] = []
  if (first) plans.push({ course: first, items: middleOf(first), enrolledDaysAgo: 18, lastDaysAgo: 0.1 })
  if (second && second !== last)
    plans.push({ course: second, items: 2, enrolledDaysAgo: 9, lastDaysAgo: 2.2 })
  if (third && third !== last) plans.push({ course: third, items: 0, enrolledDaysAgo: 1.5, lastDaysAgo: 1.5 })
  if (last) plans.push({ course: last, items: itemsOf(last).length, enrolledDaysAgo: 33, lastDaysAgo: 20 })
  return plans.filter(({ course }, index) => plans.findIndex((plan) => plan.course === course) === index)
}

/** Just before the quiz that comes next after the middle of the course. */
const middleOf = (course: CourseFacts): number => {
  const items = itemsOf(course)
  const half = Math.floor(items.length / 2)
  const quizAt = items.findIndex((item, index) => index >= half && item.type === 'quiz')
  return quizAt === -1 ? half : quizAt
}

const drawnPlans = (courses: readonly CourseFacts[], luck: Dice): Plan[] =>
  courses.flatMap((course, index) => {
    // Earlier courses in the list are better known; a premium one is taken more rarely.
    const likely = course.written.price === 'premium' ? 0.2 : 0.55 - index * 0.02
    if (!luck.chance(likely)) return []
    const all = itemsOf(course).length
    const share = luck.share()
    const items = share > 0.72 ? all : share < 0.12 ? 0 : Math.floor(all * share)
    const enrolledDaysAgo = 3 + 32 * luck.share()
    return [{ course, items, enrolledDaysAgo, lastDaysAgo: enrolledDaysAgo * luck.share() * 0.8 }]
  })

export const historyOf = (
  userId: number,
  courses: readonly CourseFacts[],
  circumstances: Circumstances,
): LearningHistory => {
  const history: LearningHistory = { enrolments: [], progress: [], attempts: [], ratings: [] }
  const plans = circumstances.demo ? demoPlans(courses) : drawnPlans(courses, circumstances.luck)
  for (const plan of plans) follow(userId, plan, circumstances, history)
  return history
}

const follow = (
  userId: number,
  plan: Plan,
  { now, luck, dayMs }: Circumstances,
  history: LearningHistory,
) => {
  const { course } = plan
  const all = itemsOf(course)
  const done = all.slice(0, plan.items)
  const start = now.getTime() - plan.enrolledDaysAgo * dayMs
  const end = now.getTime() - plan.lastDaysAgo * dayMs
  const timeOf = (index: number) => new Date(Math.round(start + ((end - start) * (index + 1)) / done.length))
  const finished = done.length === all.length
  const statuses = new Map<number, ItemStatus>()
  done.forEach((item, index) => {
    const at = timeOf(index)
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
      const attempt = attemptAt(
        userId,
        { course, item, key, at, statuses, enrolledAt: new Date(start) },
        luck,
      )
      history.attempts.push(attempt)
      row.quiz = { attempts: 1, best: attempt.answerSent.percent }
    }
    const points = pointsOfProblem(course, item)
    if (points !== null) row.problem = { attempts: 1, earnedPoints: points }
    const seconds = secondsOfVideo(course, item)
    if (seconds !== null) row.video = { position: seconds, watched: seconds, ranges: [[0, seconds]] }
    history.progress.push(row)
  })
  history.enrolments.push({
    userId,
    courseId: course.courseId,
    enrolledAt: new Date(start),
    lastActivityAt: done.length > 0 ? timeOf(done.length - 1) : null,
    completedAt: finished ? timeOf(done.length - 1) : null,
  })
  if (finished && luck.chance(0.8))
    history.ratings.push({
      courseId: course.courseId,
      userId,
      stars: luck.chance(0.6) ? 5 : luck.whole(3, 4),
    })
}

/** Of an item that is a problem; titles are unique in a course. */
const pointsOfProblem = (course: CourseFacts, item: ItemNode): number | null => {
  const items = course.written.sections.flatMap((section) => section.topics.flatMap((topic) => topic.items))
  const written = items.find((each) => each.title === item.title)
  return written?.type === 'problem' ? written.problem.points : null
}

const secondsOfVideo = (course: CourseFacts, item: ItemNode): number | null => {
  if (item.type !== 'video') return null
  const written = course.written.sections.flatMap((section) => section.topics.flatMap((topic) => topic.items))
  const names = written.flatMap((each) =>
    each.type === 'video' && each.title === item.title ? [each.video] : [],
  )
  const [name] = names as [VideoName | undefined]
  return name ? videos[name].seconds : null
}

/** A passed attempt: at most every fourth question went wrong. */
const attemptAt = (
  userId: number,
  on: {
    course: CourseFacts
    item: ItemNode
    key: QuizKey
    at: Date
    statuses: ReadonlyMap<number, ItemStatus>
    enrolledAt: Date
  },
  luck: Dice,
): PastAttempt => {
  const { course, item, key, at } = on
  const slips = Math.floor(key.questions.length / 4)
  const slipAt = luck.chance(0.5) ? luck.whole(0, key.questions.length - 1) : -1
  const answers = key.questions.map((question, index) => answerTo(question, slips > 0 && index === slipAt))
  const grade = gradeOf(markQuiz(key.questions, answers, key.pass_percent), true)
  const enrolment = { courseId: course.courseId, enrolledAt: on.enrolledAt, lastActivityAt: at }
  const topic = topicsOf(course.outline).find((each) => each.items.includes(item))
  if (!topic) throw new Error('an item of this course is in none of its topics')
  return {
    userId,
    courseId: course.courseId,
    itemId: item.id,
    key: luck.uuid(),
    answers,
    questions: key.questions,
    at,
    answerSent: {
      ...grade,
      attempt_id: 0,
      standing: { best_percent: grade.percent, attempts: 1, attempts_left: null, next_attempt_at: null },
      progress: {
        item: { id: item.id, state: 'completed' },
        topic: { id: topic.id, state: topicState(topic, on.statuses) },
        course: courseStatusOf(course.outline, enrolment, on.statuses),
      },
    },
  }
}

/** The right answer to a question, or one that misses it. */
const answerTo = (question: QuizKey['questions'][0], slip: boolean): GivenAnswer => {
  const question_id = question.id
  switch (question.kind) {
    case 'single': {
      const chosen = question.options.find((option) => option.correct !== slip)
      return { question_id, kind: 'single', chosen: chosen?.id ?? null }
    }
    case 'multiple': {
      const chosen = question.options.filter((option) => option.correct !== slip)
      return { question_id, kind: 'multiple', chosen: chosen.map((option) => option.id) }
    }
    case 'true_false':
      return { question_id, kind: 'true_false', chosen: question.answer !== slip }
    case 'short':
      return { question_id, kind: 'short', text: slip ? '?' : (question.accepted[0] ?? '') }
    case 'numeric':
      return { question_id, kind: 'numeric', text: slip ? '' : String(question.value) }
    case 'ordering': {
      const order = question.items.map((item) => item.id)
      return { question_id, kind: 'ordering', order: slip ? order.toReversed() : order }
    }
    case 'matching': {
      const pairs = question.pairs.map(({ left, right }) => ({ left: left.id, right: right.id }))
      return { question_id, kind: 'matching', pairs: slip ? pairs.slice(1) : pairs }
    }
  }
}
