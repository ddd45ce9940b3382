/** Every endpoint. The server, the access matrix and the API document use exactly this list. */
import * as activity from './activity/activity.ts'
import * as apiTokens from './api-access/tokens.ts'
import * as webhooks from './api-access/webhooks.ts'
import * as assessmentAuthoring from './assessments/admin/authoring.ts'
import * as assessmentStaff from './assessments/admin/staff.ts'
import * as assessmentAdmin from './assessments/admin/results.ts'
import * as assessmentAnalysis from './assessments/admin/item-analysis.ts'
import * as assessmentResults from './assessments/results.ts'
import * as assessments from './assessments/assessments.ts'
import * as attendance from './attendance/attendance.ts'
import * as attendanceSheets from './attendance/sheets.ts'
import * as auth from './auth/auth.ts'
import * as badges from './badges/badges.ts'
import * as certificates from './certificates/certificates.ts'
import * as certificateDownloads from './certificates/downloads.ts'
import * as certificatePortal from './certificates/portal.ts'
import * as certificateTemplates from './certificates/templates.ts'
import * as clientBrand from './client-info/brand-endpoints.ts'
import * as clients from './client-info/client-info.ts'
import * as clientDomains from './client-info/domains.ts'
import * as clientLegal from './client-info/legal.ts'
import * as clientServices from './client-info/services.ts'
import * as clientSettings from './client-info/settings-endpoints.ts'
import * as communityLessons from './community/lesson-threads.ts'
import * as communityModeration from './community/moderation.ts'
import * as communityNames from './community/people.ts'
import * as community from './community/community.ts'
import * as courseAccess from './courses/enrolment.ts'
import * as courseBuilder from './course-builder/course-builder.ts'
import * as courseCatalogue from './courses/catalogue.ts'
import * as courseCompletion from './courses/completion.ts'
import * as courseImport from './course-import/course-import.ts'
import * as courseUploads from './course-builder/uploads.ts'
import * as coursePreview from './course-builder/preview.ts'
import * as coursePayments from './courses/payment-instructions.ts'
import * as courseReviews from './courses/reviews.ts'
import * as courseSearch from './courses/search.ts'
import * as courseOutline from './courses/outline.ts'
import * as coursePractice from './courses/practice.ts'
import * as courseProgress from './courses/progress.ts'
import * as courseTopic from './courses/topic-page.ts'
import * as dashboard from './dashboard/dashboard.ts'
import * as dashboardGroups from './dashboard/groups.ts'
import * as dashboardRisks from './dashboard/at-risk.ts'
import * as dashboardRows from './dashboard/rows.ts'
import * as deviceKey from './auth/device-key.ts'
import * as emails from './emails/campaigns.ts'
import * as mailFeedback from './emails/feedback.ts'
import * as mailSender from './emails/sender.ts'
import * as jobs from './jobs/jobs.ts'
import * as jobApplications from './job-applications/applications.ts'
import * as jobEditor from './job-applications/editor.ts'
import * as jobPartner from './job-applications/partner.ts'
import * as jobReports from './job-applications/reports.ts'
import * as jobPipeline from './job-applications/pipeline.ts'
import * as jobResumes from './job-applications/resume.ts'
import * as leaderboard from './leaderboard/leaderboard.ts'
import * as live from './live/live.ts'
import * as learnerPlan from './learner-plan/learner-plan.ts'
import * as liveAdmin from './live/admin/sessions.ts'
import * as liveRecordings from './live/admin/recordings.ts'
import * as liveProviders from './live/admin/providers.ts'
import * as learningHome from './courses/learning-home.ts'
import * as lessons from './courses/learning.ts'
import * as moments from './moments/moments.ts'
import * as notifications from './notifications/notifications.ts'
import * as offline from './offline/offline.ts'
import * as ownData from './own-data/own-data.ts'
import * as problems from './problems/endpoints.ts'
import * as profile from './profile/profile.ts'
import * as ownDevice from './profile/device.ts'
import * as publicProfile from './profile/public-profile.ts'
import * as questionBank from './question-bank/question-bank.ts'
import * as scormResults from './grading/scorm-results.ts'
import * as scorm from './scorm/scorm.ts'
import * as search from './search/search.ts'
import * as stoppedUploads from './course-builder/interrupted-uploads.ts'
import * as onlineCoursePayments from './money/course-payments.ts'
import * as adminProgrammes from './money/admin-programmes.ts'
import * as coupons from './money/coupons.ts'
import * as courseCoupons from './money/course-coupons.ts'
import * as dues from './money/dues.ts'
import * as paymentDocuments from './money/documents.ts'
import * as pay from './money/pay.ts'
import * as pricedCourses from './money/priced-courses.ts'
import * as referralCode from './money/referral-code.ts'
import * as referrals from './money/referrals.ts'
import * as paymentLinks from './money/payment-links.ts'
import * as paymentComparison from './money/comparison.ts'
import * as payments from './money/payments.ts'
import * as paymentProviders from './money/providers.ts'
import * as providerRefunds from './money/refunds.ts'
import * as programmes from './money/programmes.ts'
import * as platformClients from './platform/clients.ts'
import * as platformHealth from './platform/health.ts'
import * as platformJobs from './platform/jobs.ts'
import * as platformRollout from './platform/rollout.ts'
import * as securityEvents from './security/security-events.ts'
import * as submissionGrading from './grading/submissions.ts'
import * as webinars from './live/webinars.ts'
import * as accountAdmin from './auth/account-admin.ts'
import * as passkeys from './auth/passkeys.ts'
import * as stepUp from './auth/step-up.ts'
import * as support from './auth/support.ts'
import * as twoStep from './auth/two-step.ts'
import * as students from './students/students.ts'
import * as studentBulk from './students/bulk.ts'
import * as studentGroups from './students/groups.ts'
import * as studentImports from './students/imports.ts'
import * as inviteLinks from './students/invite-links.ts'
import * as studentMessages from './students/messages.ts'
import * as studentViews from './students/views.ts'
import * as workshopManage from './workshops/manage.ts'
import * as workshopRegistrations from './workshops/registrations.ts'
import * as workshops from './workshops/public.ts'
import type { EndpointSpec } from './endpoint.ts'

const isEndpoint = (value: unknown): value is EndpointSpec =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value

export const allEndpoints: readonly EndpointSpec[] = [
  clients,
  auth,
  apiTokens,
  webhooks,
  attendance,
  attendanceSheets,
  deviceKey,
  profile,
  publicProfile,
  ownDevice,
  ownData,
  support,
  twoStep,
  passkeys,
  accountAdmin,
  stepUp,
  courseOutline,
  courseTopic,
  courseProgress,
  coursePractice,
  learningHome,
  courseSearch,
  lessons,
  problems,
  scorm,
  submissionGrading,
  scormResults,
  courseCatalogue,
  courseCompletion,
  courseReviews,
  courseAccess,
  coursePayments,
  courseBuilder,
  courseUploads,
  stoppedUploads,
  coursePreview,
  courseImport,
  activity,
  jobs,
  jobApplications,
  jobEditor,
  jobPartner,
  jobPipeline,
  jobReports,
  jobResumes,
  leaderboard,
  learnerPlan,
  live,
  badges,
  certificates,
  certificateDownloads,
  certificatePortal,
  certificateTemplates,
  clientBrand,
  clientSettings,
  clientLegal,
  clientDomains,
  clientServices,
  moments,
  dashboard,
  dashboardGroups,
  dashboardRisks,
  dashboardRows,
  emails,
  mailFeedback,
  mailSender,
  assessments,
  assessmentResults,
  assessmentAdmin,
  assessmentAnalysis,
  community,
  communityLessons,
  communityModeration,
  communityNames,
  notifications,
  offline,
  search,
  questionBank,
  assessmentAuthoring,
  assessmentStaff,
  onlineCoursePayments,
  pricedCourses,
  adminProgrammes,
  dues,
  coupons,
  courseCoupons,
  paymentDocuments,
  payments,
  paymentProviders,
  paymentComparison,
  providerRefunds,
  programmes,
  paymentLinks,
  referralCode,
  referrals,
  pay,
  platformClients,
  platformHealth,
  platformJobs,
  platformRollout,
  securityEvents,
  liveAdmin,
  liveRecordings,
  liveProviders,
  webinars,
  students,
  studentBulk,
  studentGroups,
  studentImports,
  inviteLinks,
  studentMessages,
  studentViews,
  workshops,
  workshopManage,
  workshopRegistrations,
].flatMap((feature) => Object.values(feature).filter(isEndpoint))
