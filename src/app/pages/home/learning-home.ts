import { ContinueLearning, Greeting } from '#src/features/courses/index.ts'
import { lazyPart } from '#src/shared/lib/lazy-part.ts'

export const LearningHomePage = lazyPart(
  async () => (await import('../LearningHomePage.tsx')).LearningHomePage,
)

/** Preloads the components of the home's first render. Each reports its own failure where it is shown. */
export const preloadHome = (): Promise<unknown> =>
  Promise.allSettled([LearningHomePage, Greeting, ContinueLearning].map((part) => part.preload()))
