/** What the worker lays down when it is installed: the app as learners use it. */

/**
 * Pages at desks and for developers. A phone on a bad network does not fetch them for somebody who never opens them (1.2 MB
 * in Brotli at most); whoever opens one keeps its files from then on.
 */
export const PAGES_ON_DEMAND = [
  'BuilderPage',
  'BuilderCoursesPage',
  'BankPage',
  'AssessmentsPage',
  'ResultsPage',
  'MonitorPage',
  'LessonResultsPage',
  'DevUiPage',
]
const ON_DEMAND = new RegExp(`/(?:${PAGES_ON_DEMAND.join('|')})-[\\w-]+\\.js$`)

interface Entry {
  url: string
}

/** For `injectManifest.manifestTransforms`. */
export const onlyForLearners = <E extends Entry>(entries: E[]) => ({
  manifest: entries.filter(({ url }) => !ON_DEMAND.test(url)),
  warnings: [],
})
