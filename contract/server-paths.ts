/**
 * Paths that the server answers and the app has no pages below. The server, the development proxy and the service worker
 * use this list; the API's part of it is derived from the endpoints.
 */
import { allEndpoints } from './index.ts'

/** First segments of all endpoints' paths: `/api`, `/accounts`, ... */
export const API_PREFIXES: readonly string[] = [
  ...new Set(allEndpoints.map(({ path }) => `/${path.split('/')[1]}`)),
].toSorted()

/** Everything that the server answers besides the app's own pages and build. */
export const SERVER_PATHS: readonly string[] = [
  ...API_PREFIXES,
  '/files',
  '/brand',
  '/csp-reports',
  '/dev/outbox',
  '/unsubscribe',
  '/mail',
  '/calendar',
  '/meeting-events',
  '/payment-messages',
  '/verify',
  '/credentials',
  '/healthz',
  '/readyz',
  '/manifest.webmanifest',
  '/runtime-config.json',
  '/.well-known/security.txt',
]
