/** Every address of the product (spec 2), so that no component spells one itself. */
export const paths = {
  login: '/login',
  signup: '/signup',
  forgotPassword: '/forgot-password',
  otp: '/otp',

  home: '/',
  learn: '/learn',
  courses: '/courses',
  course: (id: number) => `/courses/${id}`,
  /** What the learner did in a finished course. */
  courseDone: (id: number) => `/courses/${id}/done`,
  instructor: (id: number) => `/instructors/${id}`,
  continueLearning: '/continue-learning',
  /** Questions that one got wrong, over days (rules: Learning). */
  practice: '/practice',
  recommendedLearning: '/recommended-learning',
  topic: (courseId: number, topicId: number) => `/learn/course/${courseId}/${topicId}`,
  /** All own notes and marks of a course. */
  courseNotes: (courseId: number) => `/learn/course/${courseId}/notes`,
  /** A topic of a course's draft by its place, as a learner would meet it. */
  preview: (courseId: number, place: number) => `/learn/preview/${courseId}/${place}`,
  /** Study time, goal, streak and badges. */
  progress: '/progress',
  profile: '/user-profile',
  /** What a person shows to everybody. */
  person: (handle: string) => `/people/${handle}`,
  /** "Why this time" (rules: Learning). */
  studyTime: '/user-profile/study-time',

  /** Courses on this device, and what waits to be sent. */
  offline: '/offline',
  outbox: '/outbox',

  /** Search over everything; `group` shows one kind of results alone. */
  search: (text = '', group: string | null = null) => {
    const query = new URLSearchParams({ ...(text && { q: text }), ...(group && { in: group }) }).toString()
    return query === '' ? '/search' : `/search?${query}`
  },
  /** The threads of one person. */
  searchBy: (userName: string) => `/search?${new URLSearchParams({ by: userName }).toString()}`,

  attendance: '/attendance',
  /** Where the code on the screen of a class leads. */
  attendanceCheckIn: (sessionId: number, code?: string) =>
    `/attendance/check-in?session=${sessionId}${code === undefined ? '' : `&code=${code}`}`,
  assessments: '/assessments',
  assessment: (id: number, ref: string | null = null) =>
    ref === null ? `/assessment/${id}` : `/assessment/${id}/${encodeURIComponent(ref)}`,
  assessmentPhone: (id: number, ref: string | null = null) =>
    `/assessment/phone-verification${ref === null ? '' : `/${encodeURIComponent(ref)}`}?assessment=${id}`,
  assessmentQuiz: (attemptId: string) => `/assessment/quiz?attempt=${attemptId}`,
  assessmentResults: '/assessments/results',
  assessmentResult: (attemptId: string) => `/assessments/results/${attemptId}`,
  assessmentReview: (attemptId: string) => `/assessments/results/${attemptId}/review`,
  assessmentReceipt: (attemptId: string) => `/assessments/results/${attemptId}/receipt`,
  roadmap: (assessmentId: number) => `/roadmap/${assessmentId}`,
  live: '/live',
  recording: (sessionId: number) => `/live/recordings/${sessionId}`,
  /** A learner's own code and friends. */
  referrals: '/referrals',
  certificates: '/certificates',
  certificate: (serial: string) => `/certificates/${serial}`,
  jobs: '/jobs',
  job: (id: number) => `/jobs/${id}`,
  jobApplications: '/jobs/applications',
  jobApplication: (id: number) => `/jobs/applications/${id}`,
  community: '/community',
  thread: (id: number) => `/community/thread/${id}`,
  share: '/community/share',
  moderation: '/community/moderation',

  adminDashboard: '/admin/dashboard',
  adminCourses: '/admin/courses',
  adminCourse: (id: number) => `/admin/courses/${id}`,
  adminGrading: '/admin/grading',
  adminLessons: '/admin/grading/lessons',
  /** Learners of one interactive lesson. */
  adminLesson: (itemId: number) => `/admin/grading/lessons?item=${itemId}`,
  adminJobs: '/admin/jobs',
  adminJobNew: '/admin/jobs/new',
  adminJobReports: '/admin/jobs/reports',
  /** The pipeline of one job. */
  adminJob: (id: number) => `/admin/jobs/${id}`,
  adminJobEdit: (id: number) => `/admin/jobs/${id}/edit`,
  adminStudents: '/admin/manage-students',
  adminWorkshops: '/admin/workshop-registrations',
  adminResults: '/admin/assesment-results',
  adminResultsLive: (id: number) => `/admin/assesment-results/live/${id}`,
  adminAssessments: '/admin/assessments',
  adminQuestionBank: '/admin/question-bank',
  adminSignIn: '/admin/sign-in-security',
  adminSettings: '/admin/settings',
  adminSecurity: '/admin/security',
  adminCertificates: '/admin/certificates',
  adminCertificateTemplates: '/admin/certificate-templates',
  adminReferrals: '/admin/referals',
  adminEmails: '/admin/email-send',
  adminLive: '/admin/live',
  adminPayments: '/admin/payment-links',
  /** Payments, refunds and revenue. */
  adminPaymentList: '/admin/payments',
  adminWebinars: '/admin/webinar-management',
  adminAttendance: '/admin/attendance',
  /** The attendance sheet of a course, or of the classes without one. */
  adminSheet: (courseId: number | 'none') => `/admin/attendance?course=${courseId}`,
  /** The check-in code of a session, for a projector. */
  adminCheckIn: (sessionId: number) => `/admin/attendance/check-in?session=${sessionId}`,

  /** A workshop's page for everybody. */
  workshop: (code: string) => `/w/${code}`,
  /** A payment link's page for everybody. */
  pay: (code: string) => `/pay/${code}`,
  /** The applications to one job, for somebody outside. */
  recruit: (code: string) => `/recruit/${code}`,

  pwaTest: '/pwa-test',
  iosPwaTest: '/ios-pwa-test',

  devUi: '/dev/ui',
} as const
