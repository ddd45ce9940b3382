/** What each badge asks for (RULES "Learning"). Pure: facts in, progress out. */
import { badgeNames, type BadgeName } from '#contract/badges/badges.ts'

export interface BadgeFacts {
  lessonsDone: number
  coursesDone: number
  /** 0 to 100. */
  bestQuizPercent: number
  currentStreak: number
  longestStreak: number
  /** Problems all of whose tests passed; undefined while nobody counts them. */
  problemsSolved?: number
  /** What was written in the forum and the upvotes of others for it; undefined where the client has no forum. */
  threads?: number
  upvotesReceived?: number
  /** Finished weeks that ended among the first three. */
  podiums: number
  weekSeconds: number
  /** What the third of the running week has; 0 while there are fewer than three. */
  thirdOfWeekSeconds: number
}

export interface BadgeProgress {
  badge: BadgeName
  reached: boolean
  value: number
  target: number
}

/** Null where the badge cannot be reached. */
type Rule = (facts: BadgeFacts) => Omit<BadgeProgress, 'badge'> | null

const upTo = (value: number, target: number): Omit<BadgeProgress, 'badge'> => ({
  reached: value >= target,
  value: Math.min(value, target),
  target,
})

/** Reached by the longest run there ever was; the way to it is told by the running one. */
const streakOf =
  (days: number): Rule =>
  ({ currentStreak, longestStreak }) => ({
    reached: Math.max(currentStreak, longestStreak) >= days,
    value: Math.min(currentStreak, days),
    target: days,
  })

const where = (value: number | undefined, target: number) =>
  value === undefined ? null : upTo(value, target)

const minutes = (seconds: number) => Math.floor(seconds / 60)

const RULES: Record<BadgeName, Rule> = {
  first_lesson: ({ lessonsDone }) => upTo(lessonsDone, 1),
  streak_3: streakOf(3),
  streak_7: streakOf(7),
  streak_30: streakOf(30),
  first_course: ({ coursesDone }) => upTo(coursesDone, 1),
  five_courses: ({ coursesDone }) => upTo(coursesDone, 5),
  first_problem: ({ problemsSolved }) => where(problemsSolved, 1),
  problems_25: ({ problemsSolved }) => where(problemsSolved, 25),
  perfect_quiz: ({ bestQuizPercent }) => upTo(bestQuizPercent, 100),
  first_thread: ({ threads }) => where(threads, 1),
  upvotes_10: ({ upvotesReceived }) => where(upvotesReceived, 10),
  // Earned when the week is over; until then one's minutes beside those of the third.
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
