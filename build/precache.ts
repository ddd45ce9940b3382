/** What the worker caches when it is installed: the app as learners use it. */
import { STAFF_CHUNKS } from './chunks.ts'

/**
 * A phone on a bad network does not fetch staff's pages and pages for tests; whoever opens one keeps its files. Streamed
 * videos (hls), live classes, and what changes an account need a connection anyway.
 */
const ON_DEMAND_SCRIPTS: readonly string[] = [
  ...STAFF_CHUNKS,
  'apply',
  'attendance',
  'auth',
  'certificates',
  'hls',
  'jobs',
  'live',
  'notifications',
  'person',
  'profile-parts',
  'programmes',
  'pwa-test',
  'qr',
  'recording',
  'two-step',
  'webinars',
  'workshop-page',
]
const ON_DEMAND_TEXTS: readonly string[] = [
  'attendance',
  'authoring',
  'certificates',
  'exams',
  'jobs',
  'live',
  'money',
  'recruiting',
  'settings',
  'staff',
  'workshops',
]
const ON_DEMAND = new RegExp(
  `/(?:${[...ON_DEMAND_SCRIPTS, `texts-(?:${ON_DEMAND_TEXTS.join('|')})-[a-z]+`].join('|')})-[\\w-]{8}\\.(?:js|css)$`,
)

interface Entry {
  url: string
}

/** For `injectManifest.manifestTransforms`. */
export const onlyForLearners = <E extends Entry>(entries: E[]) => ({
  manifest: entries.filter(({ url }) => !ON_DEMAND.test(url)),
  warnings: [],
})
