/** Rules of each badge (rules: Learning). Pure: takes facts, returns progress. */
import { badgeNames, type BadgeName } from '#contract/badges/badges.ts'

export interface BadgeFacts {
  lessonsDone: number
  coursesDone: number
  /** 0 to 100. */
  bestQuizPercent: number
  currentStreak: number
  longestStreak: number
  /** Problems whose tests all passed; undefined where problems are not counted. */
  problemsSolved?: number
  /** Threads written, and upvotes received from other people; undefined where the client has no forum. */
  threads?: number
  upvotesReceived?: number
  /** Finished weeks in which the learner ranked among the first three. */
  podiums: number
  weekSeconds: number
  /** Study time of the learner who ranks third this week; 0 with fewer than three learners. */
  thirdOfWeekSeconds: number
}

export interface BadgeProgress {
  badge: BadgeName
  reached: boolean
  value: number
  target: number
}

/** Null hides the badge: the client has no such feature. */
type Rule = (facts: BadgeFacts) => Omit<BadgeProgress, 'badge'> | null

const upTo = (value: number, target: number): Omit<BadgeProgress, 'badge'> => ({
  reached: value >= target,
  value: Math.min(value, target),
  target,
})

/** The longest streak earns the badge; the current one shows the progress. */
const streakRule =
  (days: number): Rule =>
  ({ currentStreak, longestStreak }) => ({
    reached: Math.max(currentStreak, longestStreak) >= days,
    value: Math.min(currentStreak, days),
    target: days,
  })

const optionalRule = (value: number | undefined, target: number) =>
  value === undefined ? null : upTo(value, target)

const minutes = (seconds: number) => Math.floor(seconds / 60)

const RULES: Record<BadgeName, Rule> = {
  first_lesson: ({ lessonsDone }) => upTo(lessonsDone, 1),
  streak_3: streakRule(3),
  streak_7: streakRule(7),
  streak_30: streakRule(30),
  first_course: ({ coursesDone }) => upTo(coursesDone, 1),
  five_courses: ({ coursesDone }) => upTo(coursesDone, 5),
  first_problem: ({ problemsSolved }) => optionalRule(problemsSolved, 1),
  problems_25: ({ problemsSolved }) => optionalRule(problemsSolved, 25),
  perfect_quiz: ({ bestQuizPercent }) => upTo(bestQuizPercent, 100),
  first_thread: ({ threads }) => optionalRule(threads, 1),
  upvotes_10: ({ upvotesReceived }) => optionalRule(upvotesReceived, 10),
  // Earned when the week is over. Until then progress compares the learner's minutes with the third rank's.
  top_3_week: ({ podiums, weekSeconds, thirdOfWeekSeconds }) => {
    const target = Math.max(1, minutes(thirdOfWeekSeconds))
    return { reached: podiums > 0, value: Math.min(minutes(weekSeconds), target), target }
  },
}

export const badgeProgress = (facts: BadgeFacts): BadgeProgress[] =>
  badgeNames.flatMap((badge) => {
    const progress = RULES[badge](facts)
    return progress ? [{ badge, ...progress }] : []
  })
