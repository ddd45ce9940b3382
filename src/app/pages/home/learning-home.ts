import { ContinueLearning, Greeting } from '#src/features/courses/index.ts'
import { lazyPart } from '#src/shared/lib/lazy-part.ts'

export const LearningHomePage = lazyPart(
  async () => (await import('../LearningHomePage.tsx')).LearningHomePage,
)

/** All that the home's first rendering is made of. What cannot be fetched says so where it is shown. */
export const preloadHome = (): Promise<unknown> =>
  Promise.allSettled([LearningHomePage, Greeting, ContinueLearning].map((part) => part.preload()))
