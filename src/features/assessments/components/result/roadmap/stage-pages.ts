import type { Roadmap } from '#contract/assessments/results.ts'
import { isKnownPath } from '#src/core/routes.ts'

type Stage = Roadmap['stages'][number]

/** The pages that a stage may link to, with their text keys. */
const PAGES: Record<string, string> = {
  '/jobs': 'jobs',
  '/community': 'community',
  '/live': 'live',
  '/courses': 'courses',
  '/certificates': 'certificates',
  '/user-profile': 'profile',
}
export const pageName = (page: string): string => PAGES[page] ?? ''

export const stagePages = (stage: Pick<Stage, 'pages'>): string[] =>
  stage.pages.filter((page) => PAGES[page] !== undefined && isKnownPath(page))
