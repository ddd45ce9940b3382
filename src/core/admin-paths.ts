/** The addresses of the admin area (spec 2), apart from `paths.ts`: they are no part of the first page. */
export const adminPaths = {
  dashboard: '/admin/dashboard',
  courses: '/admin/courses',
  course: (id: number) => `/admin/courses/${id}`,
  grading: '/admin/grading',
  lessons: '/admin/grading/lessons',
  /** Learners of one interactive lesson. */
  lesson: (itemId: number) => `/admin/grading/lessons?item=${itemId}`,
  jobs: '/admin/jobs',
  jobNew: '/admin/jobs/new',
  jobReports: '/admin/jobs/reports',
  /** The pipeline of one job. */
  job: (id: number) => `/admin/jobs/${id}`,
  jobEdit: (id: number) => `/admin/jobs/${id}/edit`,
  students: '/admin/manage-students',
  workshops: '/admin/workshop-registrations',
  results: '/admin/assesment-results',
  resultsLive: (id: number) => `/admin/assesment-results/live/${id}`,
  assessments: '/admin/assessments',
  questionBank: '/admin/question-bank',
  signIn: '/admin/sign-in-security',
  security: '/admin/security',
  settings: '/admin/settings',
  /** Every client of the installation, for superadmins. */
  platform: '/admin/platform',
  api: '/admin/api',
  certificates: '/admin/certificates',
  certificateTemplates: '/admin/certificate-templates',
  referrals: '/admin/referals',
  emails: '/admin/email-send',
  live: '/admin/live',
  payments: '/admin/payment-links',
  /** Payments, refunds and revenue. */
  paymentList: '/admin/payments',
  webinars: '/admin/webinar-management',
  attendance: '/admin/attendance',
  /** The attendance sheet of a course, or of the classes without one. */
  sheet: (courseId: number | 'none') => `/admin/attendance?course=${courseId}`,
  /** The check-in code of a session, for a projector. */
  checkIn: (sessionId: number) => `/admin/attendance/check-in?session=${sessionId}`,
} as const
