/** Builds all features and passes dependencies between them. Only this file and workers.ts know all features. */
import type { FastifyInstance } from 'fastify'
import type { PublicInfo } from '#contract/client-info/client-info.ts'
import type { Core } from './core/core.ts'
import type { PageOptions } from '#server/core/http/page/page.ts'
import type { RequestPipeline } from '#server/core/http/pipeline.ts'
import type { Tenant } from './core/http/scope.ts'
import type { MailIdentity } from './core/mail/identity.ts'
import { installationSecretColumn } from './core/security/installation-secret.ts'
import type { EncryptedColumn } from './core/security/reencrypt.ts'
import type { Outgoing } from './core/security/outgoing.ts'
import type { WebProbe } from './core/security/web-probe.ts'
import { activityFeature, saveGoal, streakToday, timeFacts } from './features/activity/index.ts'
import {
  assessmentsFeature,
  bestResults,
  passedAttempt,
  passedResults,
  scholarshipOf,
} from './features/assessments/index.ts'
import { apiAccessFeature, webhookSecretColumns } from './features/api-access/index.ts'
import { attendanceFeature, boardsSince } from './features/attendance/index.ts'
import {
  authFeature,
  clientAccountRules,
  createUser,
  findByEmail,
  foldDigits,
  chooseTimeZone,
  followTimeZone,
  rememberZone,
  newCode,
  signingKeyColumn,
  totpSecretColumn,
  updateUser,
} from './features/auth/index.ts'
import { badgesFeature } from './features/badges/index.ts'
import {
  certificatesFeature,
  credentialKeyColumn,
  newCertificates,
  refundedCertificates,
} from './features/certificates/index.ts'
import { clientsFeature, DEFAULT_CLIENT_ID } from './features/client-info/index.ts'
import { cameSince, communityFeature, forumFacts, mentionsRead } from './features/community/index.ts'
import { courseBuilderFeature, recogniseMedia } from './features/course-builder/index.ts'
import { courseImportFeature } from './features/course-import/index.ts'
import {
  addCourse,
  completedCourses,
  completeProblem,
  coursesFeature,
  isLive,
  languageOf,
  markPreview,
  markPreviewVideo,
  openRefunds,
  paymentInstructionsIn,
  previewOf,
  coursePayments,
  programmeAccess,
  readDocument,
  setCourseStatus,
  writeDocument,
} from './features/courses/index.ts'
import { dashboardFeature } from './features/dashboard/index.ts'
import {
  emailsFeature,
  mailRoomCheck,
  mailRoomOf,
  senderKeyColumn,
  type ResolveTxt,
} from './features/emails/index.ts'
import {
  dropStored,
  filesFeature,
  linkIntoStore,
  meteredStore,
  openStored,
  readStored,
  storedFileExists,
  storedFileSize,
  storeFile,
  storeFresh,
} from './features/files/index.ts'
import { mayReadFile } from './file-rights.ts'
import { gradingFeature } from './features/grading/index.ts'
import { jobApplicationsFeature } from './features/job-applications/index.ts'
import { addJob, jobsFeature, saveJob } from './features/jobs/index.ts'
import { leaderboardFeature } from './features/leaderboard/index.ts'
import { interestsQuery, learnerPlanFeature } from './features/learner-plan/index.ts'
import { liveFeature, nextClass, scheduleSince } from './features/live/index.ts'
import { liveAdminFeature, providerSecretColumn } from './features/live/admin/index.ts'
import {
  moneyFeature,
  programmesOfAssessment,
  providerKeyColumns,
  purchaseLedger,
  referralSignUps,
  type ProviderHosts,
} from './features/money/index.ts'
import { momentsFeature } from './features/moments/index.ts'
import { ownDataFeature } from './features/own-data/index.ts'
import { offlineFeature } from './features/offline/index.ts'
import {
  gradableSubmissions,
  judgePreview,
  problemFacts,
  problemsFeature,
  testsOf,
} from './features/problems/index.ts'
import { profileFeature } from './features/profile/index.ts'
import {
  assessmentPolicy,
  drawingQuery,
  drawnFrom,
  questionBankFeature,
} from './features/question-bank/index.ts'
import { scormFeature, scormResults } from './features/scorm/index.ts'
import { searchFeature } from './features/search/index.ts'
import { securityFeature } from './features/security/index.ts'
import { peopleMatching, studentsFeature } from './features/students/index.ts'
import { workshopsFeature } from './features/workshops/index.ts'
import {
  notificationsFeature,
  notifier,
  pushKeyColumn,
  type PushOutlet,
} from './features/notifications/index.ts'
import { createPlatform } from './platform.ts'
import { createSetup } from './setup.ts'

export interface Feature {
  readonly register: (app: FastifyInstance, pipeline: RequestPipeline) => void
}
export interface ClientsFeature extends Feature {
  readonly findTenant: RequestPipeline['findTenant']
  readonly findTenantByHost: (host: string) => Promise<Tenant | null>
  readonly publicInfo: (clientId: number) => Promise<PublicInfo | null>
  readonly mailIdentity: (clientId: number) => Promise<MailIdentity | null>
  readonly documentAt: NonNullable<PageOptions['documentAt']>
  /** As shapes, for documents. */
  readonly logo: (clientId: number) => Promise<Uint8Array | null>
}
export type AuthFeature = Feature & Readonly<Pick<RequestPipeline, 'authenticate' | 'findSession'>>
export type ApiAccessFeature = Feature & Readonly<Pick<RequestPipeline, 'authenticateToken'>>
export interface Features {
  readonly clients: ClientsFeature
  readonly auth: AuthFeature
  readonly apiAccess: ApiAccessFeature
  readonly setup: ReturnType<typeof createSetup>
  readonly others: readonly Feature[]
}

/** A course before its author edits it. */
const emptyCourse = {
  description: null,
  objectives: null,
  features: null,
  requirements: null,
  tags: null,
  difficulty: 'beginner',
  price: 'free',
  status: 'draft',
  cover: null,
  position: 0,
  sections: [],
} as const
const instructorsOf = (userId: number | null) => (userId === null ? [] : [{ userId, bio: '' }])

/** Creates every feature; add a line for a new one. Tests replace the outgoing requests: `push`, `probe`, `outgoing`, `payments`, `dns`. */
export const createFeatures = (
  core: Core,
  push?: PushOutlet,
  probe?: WebProbe,
  outgoing?: Outgoing,
  payments?: ProviderHosts,
  dns?: ResolveTxt,
): Features => {
  const files = meteredStore(core)
  const notifications = notifier(core)
  const courses = coursesFeature(core, notifications, {
    interestsQuery,
    ledger: purchaseLedger,
    nextClass,
  })
  const builder = courseBuilderFeature(core, {
    content: {
      add: (db, clientId, { title, teacherId }) =>
        addCourse(db, clientId, { ...emptyCourse, title, instructors: instructorsOf(teacherId) }),
      read: readDocument,
      write: writeDocument,
      setStatus: setCourseStatus,
      languageOf,
    },
    preview: {
      topic: previewOf,
      quiz: markPreview,
      video: markPreviewVideo,
      tests: (item) => {
        const problem = completeProblem(item, {})
        return problem && testsOf(problem)
      },
      problem: (item, body, now) => {
        const problem = completeProblem(item, {})
        return problem && judgePreview(problem, body, now)
      },
    },
    storeFile: (clientId, file) =>
      'path' in file ? linkIntoStore(files, clientId, file) : storeFile(files, clientId, file),
    links: { fileExists: (clientId, url) => storedFileExists(files, clientId, url), isLive },
    probe,
  })
  const badges = badgesFeature({ timeFacts, forumFacts, problemFacts, notify: notifications.notify })
  const clients = clientsFeature(core, {
    outgoing,
    storage: {
      store: (clientId, content) =>
        storeFile(files, clientId, { words: 'storage-test', ending: 'zip', content }),
      read: (clientId, url) => readStored(files, clientId, url),
      drop: (clientId, url) => dropStored(files, clientId, url),
    },
  })
  const certificates = certificatesFeature(core, {
    notifier: notifications,
    logo: clients.logo,
    open: (clientId, url) => openStored(files, clientId, url),
    defaultClientId: DEFAULT_CLIENT_ID,
    files: {
      store: (clientId, file) => storeFile(files, clientId, file),
      exists: (clientId, path) => storedFileExists(files, clientId, path),
      read: (clientId, path) => readStored(files, clientId, path),
    },
  })
  const community = communityFeature(
    core,
    {
      mayRead: mayReadFile(core.db),
      store: (clientId, file) => storeFile(files, clientId, file),
      read: async (clientId, name, maxBytes) => {
        const file = await openStored(files, clientId, `/files/${clientId}/${name}`)
        return file && file.size <= maxBytes ? Buffer.concat(await file.stream().toArray()) : null
      },
    },
    notifications,
  )
  const auth = authFeature(core, { referrals: referralSignUps, notifier: notifications })
  return {
    clients,
    auth,
    apiAccess: apiAccessFeature(core, outgoing),
    setup: createSetup(core),
    others: [
      courses,
      offlineFeature({
        parts: courses.parts,
        sizeOf: (clientId, url) => storedFileSize(files, clientId, url),
      }),
      problemsFeature(courses.items),
      builder,
      courseImportFeature(core, {
        courses: builder.whole,
        files: {
          recognise: recogniseMedia,
          store: (clientId, file) => storeFresh(files, clientId, file),
          exists: (clientId, url) => storedFileExists(files, clientId, url),
          open: (clientId, url) => openStored(files, clientId, url),
          drop: (clientId, url) => dropStored(files, clientId, url),
        },
      }),
      scormFeature(core, {
        items: courses.packages,
        document: builder.whole.document,
        fileExists: (clientId, url) => storedFileExists(files, clientId, url),
        store: files,
      }),
      gradingFeature(core, {
        submissions: gradableSubmissions,
        items: courses.items,
        scormResults,
        notifier: notifications,
      }),
      activityFeature(core, { followTimeZone }),
      attendanceFeature(core, { notifier: notifications, foldDigits }),
      leaderboardFeature(),
      learnerPlanFeature({ saveGoal }),
      liveFeature(core, outgoing),
      ownDataFeature(core, { open: (clientId, url) => openStored(files, clientId, url) }),
      profileFeature({
        changes: core.changes,
        updateAccount: updateUser,
        chooseTimeZone,
        rememberZone,
        isPhoneRequired: async (db) => (await clientAccountRules(db)).phone_required,
        storePicture: (clientId, file) => storeFile(files, clientId, file),
        dropPicture: (clientId, url) => dropStored(files, clientId, url),
      }),
      liveAdminFeature(core, {
        notifier: notifications,
        fileExists: (clientId, url) => storedFileExists(files, clientId, url),
        uploads: builder.uploads,
        placeVideo: builder.placeVideo,
        outgoing,
      }),
      badges,
      moneyFeature(
        core,
        {
          openRefunds,
          notify: notifications.notify,
          ...coursePayments(core, notifications),
          ...programmeAccess(core, notifications),
          ...refundedCertificates(core, notifications),
          scholarshipOf,
          paymentInstructions: paymentInstructionsIn,
        },
        payments,
      ),
      certificates,
      momentsFeature({
        reached: courses.reached,
        badges: badges.newBadges,
        certificates: newCertificates(certificates.context),
        streak: streakToday,
        passed: passedAttempt,
      }),
      filesFeature(core, { isCover: courses.isCover, mayRead: mayReadFile(core.db) }),
      dashboardFeature(core),
      emailsFeature({ core, peopleMatching }, { outgoing, dns }),
      securityFeature(core, clients.list),
      createPlatform(core),
      questionBankFeature(core),
      assessmentsFeature(core, {
        drawing: { query: drawingQuery, from: drawnFrom },
        courses: courses.roadmap,
        programmes: programmesOfAssessment,
        notify: notifications.notify,
        policy: assessmentPolicy,
        codes: { make: newCode, fold: foldDigits },
      }),
      notificationsFeature(
        core,
        {
          mentionsRead,
          cameSince: async (scope, watched) => [
            ...(await cameSince(scope, watched)),
            ...scheduleSince(watched),
            ...boardsSince(watched),
          ],
        },
        push,
      ),
      community,
      jobsFeature(core, { courseEvidence: courses.evidence, bestResults }),
      jobApplicationsFeature(core, {
        notifier: notifications,
        files: {
          store: (clientId, file) => storeFile(files, clientId, file),
          drop: (clientId, url) => dropStored(files, clientId, url),
          open: (clientId, url) => openStored(files, clientId, url),
        },
        proofs: [completedCourses, passedResults],
        jobs: { add: addJob, save: saveJob },
      }),
      searchFeature({ ...courses.search, threads: community.findThreads }),
      studentsFeature(core, {
        enrol: courses.enrolMember,
        unenrol: courses.unenrolMember,
        accessEnd: courses.accessEnd,
        changeRole: auth.changeRole,
        setDisabled: auth.setDisabled,
        findByEmail,
        createUser,
        hasMailRoom: mailRoomCheck(core),
      }),
      workshopsFeature(core, {
        storeFile: (clientId, file) => storeFile(files, clientId, file),
        fileExists: (clientId, url) => storedFileExists(files, clientId, url),
        enrol: courses.enrolMember,
        mailRoom: mailRoomOf(core),
      }),
    ],
  }
}

/** Everything that is stored encrypted: a new master key encrypts it again. */
export const encryptedColumns: readonly EncryptedColumn[] = [
  installationSecretColumn,
  signingKeyColumn,
  pushKeyColumn,
  totpSecretColumn,
  providerSecretColumn,
  credentialKeyColumn,
  senderKeyColumn,
  ...providerKeyColumns,
  ...webhookSecretColumns,
]
