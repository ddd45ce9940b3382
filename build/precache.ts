/** What the worker caches when it is installed: the app as learners use it. */
import { STAFF_CHUNKS } from './chunks.ts'

/**
 * A phone on a bad network does not fetch staff's pages and pages for tests; whoever opens one keeps its files. Streamed
 * videos (hls) need a connection anyway.
 */
const ON_DEMAND = new RegExp(
  `/(?:${[...STAFF_CHUNKS, 'hls', 'pwa-test', 'texts-(?:staff|authoring)-[a-z]+'].join('|')})-[\\w-]{8}\\.(?:js|css)$`,
)

interface Entry {
  url: string
}

/** For `injectManifest.manifestTransforms`. */
export const onlyForLearners = <E extends Entry>(entries: E[]) => ({
  manifest: entries.filter(({ url }) => !ON_DEMAND.test(url)),
  warnings: [],
})
