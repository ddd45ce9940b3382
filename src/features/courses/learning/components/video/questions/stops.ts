/** Where a film stops to ask, and from where a stretch is watched again. Pure. */
import type { VideoItem } from '#contract/courses/topic-page.ts'
import type { ShownVideoQuestion } from '#contract/courses/video-questions.ts'

type Questions = readonly ShownVideoQuestion[]
/** Shorter than this nothing is explained. */
const INTERVAL_MIN_SECONDS = 3

const isOpen = (passed: ReadonlySet<string>) => (one: ShownVideoQuestion) =>
  one.answer === null && !passed.has(one.id)

/** The first open question between two moments of playing, both counted in. */
export const stopBetween = (
  questions: Questions,
  passed: ReadonlySet<string>,
  from: number,
  to: number,
): ShownVideoQuestion | null =>
  questions.filter(isOpen(passed)).find(({ second }) => second >= from && second <= to) ?? null

/** What has to be answered before the film may be entered behind it. */
export const gateBefore = (
  questions: Questions,
  passed: ReadonlySet<string>,
  from: number,
  to: number,
): ShownVideoQuestion | null =>
  questions
    .filter(isOpen(passed))
    .find(({ second, required }) => required && second >= from && second < to) ?? null

/** Where the stretch that a question asks about begins: at the chapter or the question before it, else at the start. */
export const intervalStart = (item: Pick<VideoItem, 'chapters' | 'questions'>, second: number): number =>
  Math.max(
    0,
    ...[...item.chapters, ...(item.questions ?? [])]
      .map((one) => one.second)
      .filter((begins) => begins <= second - INTERVAL_MIN_SECONDS),
  )
