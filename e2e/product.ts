/** The address of the stories' product and the people of its demo data (rules: Running it). */

/** Each parallel worker has its own product, because stories change the data of the same demo people. */
export const STORY_WORKERS = Number(process.env['E2E_WORKERS'] ?? 1)
/** No worker may get 4190: it is a bad port in the fetch standard, and Node's fetch refuses it. */
const FIRST_PORT = 4170
/** Leaves ports for servers that a story starts next to the product. */
const PORTS_APART = 5
export const portOf = (worker: number): number =>
  Number(process.env['E2E_PORT'] ?? FIRST_PORT) + worker * PORTS_APART
/** Playwright sets the index in its workers, but not in the process that starts them. */
export const PRODUCT_PORT = portOf(Number(process.env['TEST_PARALLEL_INDEX'] ?? 0))
export const PRODUCT_URL = `http://127.0.0.1:${PRODUCT_PORT}`
/** Whom a visitor without a choice sees. */
export const DEMO_CLIENT = 7
export const DEMO_PASSWORD = 'learn-by-doing-7'
export const demo = {
  student: 'student@demo.test',
  instructor: 'instructor@demo.test',
  admin: 'admin@demo.test',
  superadmin: 'superadmin@demo.test',
} as const
