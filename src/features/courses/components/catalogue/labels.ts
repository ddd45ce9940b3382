import type { CourseSummary } from '#contract/courses/shapes.ts'

/** The translation key of a difficulty: keys contain no space. */
export const difficultyKey = (difficulty: CourseSummary['difficulty']) =>
  difficulty === 'all levels' ? ('difficulty.allLevels' as const) : (`difficulty.${difficulty}` as const)
