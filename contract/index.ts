/** Every endpoint there is: the server mounts exactly these, the access matrix and the API document list exactly these. */
import * as activity from './activity.ts'
import * as assessmentAuthoring from './assessment-authoring.ts'
import * as assessmentAdmin from './assessment-admin.ts'
import * as assessmentAnalysis from './assessment-analysis.ts'
import * as assessmentResults from './assessment-results.ts'
import * as assessments from './assessments.ts'
import * as auth from './auth.ts'
import * as badges from './badges.ts'
import * as clients from './client-info.ts'
import * as communityModeration from './community-moderation.ts'
import * as communityNames from './community-names.ts'
import * as community from './community.ts'
import * as courseAccess from './course-access.ts'
import * as courseBuilder from './course-builder.ts'
import * as courseCatalogue from './course-catalogue.ts'
import * as courseImport from './course-import.ts'
import * as coursePreview from './course-preview.ts'
import * as courseReviews from './course-reviews.ts'
import * as courseSearch from './course-search.ts'
import * as courses from './courses.ts'
import * as dashboard from './dashboard.ts'
import * as deviceKey from './device-key.ts'
import * as leaderboard from './leaderboard.ts'
import * as lessons from './lessons.ts'
import * as notifications from './notifications.ts'
import * as offline from './offline.ts'
import * as problems from './problem-calls.ts'
import * as questionBank from './question-bank.ts'
import * as scormResults from './scorm-results.ts'
import * as scorm from './scorm.ts'
import * as stoppedUploads from './stopped-uploads.ts'
import type { EndpointSpec } from './endpoint.ts'

const isEndpoint = (value: unknown): value is EndpointSpec =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value

export const allEndpoints: readonly EndpointSpec[] = [
  clients,
  auth,
  deviceKey,
  courses,
  courseSearch,
  lessons,
  problems,
  scorm,
  scormResults,
  courseCatalogue,
  courseReviews,
  courseAccess,
  courseBuilder,
  stoppedUploads,
  coursePreview,
  courseImport,
  activity,
  leaderboard,
  badges,
  dashboard,
  assessments,
  assessmentResults,
  assessmentAdmin,
  assessmentAnalysis,
  community,
  communityModeration,
  communityNames,
  notifications,
  offline,
  questionBank,
  assessmentAuthoring,
].flatMap((feature) => Object.values(feature).filter(isEndpoint))
