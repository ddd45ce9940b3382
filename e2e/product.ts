/** Where the stories' product runs and who lives in its demo data (RULES "Running it"). */

/** Stories that run side by side each have a product of their own: they change the data of the same demo people. */
export const STORY_WORKERS = Number(process.env['E2E_WORKERS'] ?? 1)
/** Not 4190: the fetch standard counts it among the bad ports, and Node's own fetch refuses to call it. */
const FIRST_PORT = 4180
/** Room beside each for what a story starts next to the product. */
const PORTS_APART = 5
export const portOf = (worker: number): number =>
  Number(process.env['E2E_PORT'] ?? FIRST_PORT) + worker * PORTS_APART
/** Playwright tells each worker its place; the process that starts them has none. */
export const PRODUCT_PORT = portOf(Number(process.env['TEST_PARALLEL_INDEX'] ?? 0))
export const PRODUCT_URL = `http://127.0.0.1:${PRODUCT_PORT}`
export const DEMO_PASSWORD = 'learn-by-doing-7'
export const demo = {
  student: 'student@demo.test',
  instructor: 'instructor@demo.test',
  admin: 'admin@demo.test',
  superadmin: 'superadmin@demo.test',
} as const
