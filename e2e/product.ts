/** Where the stories' product runs and who lives in its demo data (RULES "Running it"). */
export const PRODUCT_PORT = Number(process.env['E2E_PORT'] ?? 4190)
export const PRODUCT_URL = `http://127.0.0.1:${PRODUCT_PORT}`
export const DEMO_PASSWORD = 'learn-by-doing-7'
export const demo = {
  student: 'student@demo.test',
  instructor: 'instructor@demo.test',
  admin: 'admin@demo.test',
  superadmin: 'superadmin@demo.test',
} as const
