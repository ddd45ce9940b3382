/** Where a learner stands on the roadmap. */
import type { Band } from '#contract/assessments/shapes.ts'
import type { Roadmap } from '#contract/assessments/results.ts'

type Stage = Roadmap['stages'][number]

/** The first course of a stage that is not completed. */
export const nextCourseOf = (stage: Pick<Stage, 'courses'>): Stage['courses'][number] | null =>
  stage.courses.find(({ completed }) => !completed) ?? null

/**
 * The index of the stage to work on: the first unfinished one with something to do, else the first unfinished one;
 * -1 when all are done.
 */
export const currentStageOf = (stages: readonly Stage[], hasPages: (stage: Stage) => boolean): number => {
  const isOpen = (stage: Stage) => stage.state !== 'done'
  const index = stages.findIndex(
    (stage) => isOpen(stage) && (nextCourseOf(stage) !== null || hasPages(stage)),
  )
  return index === -1 ? stages.findIndex(isOpen) : index
}

export interface Step {
  from: number
  scholarship: number
  /** The learner's score is in this step. */
  isOwn: boolean
}

/** From no scholarship to the highest one. */
export const scholarshipSteps = (bands: readonly Band[], percent: number): Step[] => {
  const steps = [
    { from: 0, scholarship: 0 },
    ...bands
      .filter(({ from_percent }) => from_percent > 0)
      .map((band) => ({ from: band.from_percent, scholarship: band.scholarship_percent })),
  ].toSorted((a, b) => a.from - b.from)
  const own = steps.findLastIndex(({ from }) => percent >= from)
  return steps.map((step, index) => ({ ...step, isOwn: index === own }))
}
