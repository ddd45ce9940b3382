import type { CourseSummary } from '#contract/courses/shapes.ts'

/** The key of a difficulty's text: keys are one word. */
export const difficultyKey = (difficulty: CourseSummary['difficulty']) =>
  difficulty === 'all levels' ? ('difficulty.allLevels' as const) : (`difficulty.${difficulty}` as const)
