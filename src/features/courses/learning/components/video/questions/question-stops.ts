/** Where a video stops for questions, and where a replay starts. Pure. */
import type { VideoItem } from '#contract/courses/topic-page.ts'
import type { ShownVideoQuestion } from '#contract/courses/video-questions.ts'

type Questions = readonly ShownVideoQuestion[]
/** A shorter interval is too short to explain anything. */
const INTERVAL_MIN_SECONDS = 3

const isOpenIn = (passed: ReadonlySet<string>) => (entry: ShownVideoQuestion) =>
  entry.answer === null && !passed.has(entry.id)

/** The first open question between two times, both included. */
export const stopBetween = (
  questions: Questions,
  passed: ReadonlySet<string>,
  from: number,
  to: number,
): ShownVideoQuestion | null =>
  questions.filter(isOpenIn(passed)).find(({ second }) => second >= from && second <= to) ?? null

/** The first required question that a seek would skip. */
export const gateBefore = (
  questions: Questions,
  passed: ReadonlySet<string>,
  from: number,
  to: number,
): ShownVideoQuestion | null =>
  questions
    .filter(isOpenIn(passed))
    .find(({ second, required }) => required && second >= from && second < to) ?? null

/** The start of the interval that a question is about: the chapter or question before it, else 0. */
export const intervalStart = (item: Pick<VideoItem, 'chapters' | 'questions'>, second: number): number =>
  Math.max(
    0,
    ...[...item.chapters, ...(item.questions ?? [])]
      .map((entry) => entry.second)
      .filter((start) => start <= second - INTERVAL_MIN_SECONDS),
  )
