/**
 * Builds all features, passes dependencies between them and mounts their routes. Only this file knows all features.
 */
import type { FastifyInstance } from 'fastify'
import { join } from 'node:path'
import type { PublicInfo } from '#contract/client-info/client-info.ts'
import type { Core } from './core/core.ts'
import { hasDemoBanner, keepDemoLocal } from './core/demo-mode.ts'
import { registerApiDescription } from './core/http/openapi.ts'
import { registerCspReports } from './core/http/csp-reports.ts'
import { registerHealth } from './core/http/health.ts'
import { createAuthLimiter, createLimiter } from './core/http/limit.ts'
import type { RequestPipeline } from '#server/core/http/pipeline.ts'
import type { Tenant } from './core/http/scope.ts'
import { keepBuild } from '#server/core/http/page/former-builds.ts'
import { createPage } from '#server/core/http/page/page.ts'
import { pagePolicy } from './core/http/security-headers.ts'
import { registerSecurityText } from './core/security/security-txt.ts'
import { createServer } from './core/http/server.ts'
import { registerStatic } from '#server/core/http/page/static.ts'
import { workerSwitch } from '#server/core/http/page/worker-switch.ts'
import { installationSecretColumn } from './core/security/installation-secret.ts'
import type { EncryptedColumn } from './core/security/reencrypt.ts'
import type { WebProbe } from './core/security/web-probe.ts'
import { createDelivery, type Delivery } from './core/mail/delivery.ts'
import { registerOutboxPage } from './core/mail/outbox-page.ts'
import { smsDelivery } from './core/mail/sms.ts'
import { smtpDelivery } from './core/mail/smtp.ts'
import { activityFeature, saveGoal, streakToday, timeFacts } from './features/activity/index.ts'
import {
  assessmentsFeature,
  bestResults,
  createAttemptSweep,
  createResultTelling,
  passedAttempt,
} from './features/assessments/index.ts'
import {
  authFeature,
  foldDigits,
  followTimeZone,
  newCode,
  signingKeyColumn,
  totpSecretColumn,
} from './features/auth/index.ts'
import { badgesFeature } from './features/badges/index.ts'
import { DEFAULT_CLIENT_ID, clientsFeature } from './features/client-info/index.ts'
import { cameSince, communityFeature, forumFacts, mentionsRead } from './features/community/index.ts'
import {
  courseBuilderFeature,
  createBuilderSweep,
  isMentioned,
  recogniseMedia,
} from './features/course-builder/index.ts'
import { courseImportFeature, createPackageSweep } from './features/course-import/index.ts'
import {
  addCourse,
  completeProblem,
  coursesFeature,
  isLive,
  languageOf,
  markPreview,
  markPreviewVideo,
  previewOf,
  readDocument,
  seatsJob,
  setCourseStatus,
  writeDocument,
} from './features/courses/index.ts'
import { dashboardFeature } from './features/dashboard/index.ts'
import {
  dropStored,
  filesFeature,
  fileStore,
  linkIntoStore,
  openStored,
  storedFileExists,
  storedFileSize,
  storeFile,
  storeFresh,
} from './features/files/index.ts'
import { gradingFeature } from './features/grading/index.ts'
import { createJobDocuments, jobsFeature } from './features/jobs/index.ts'
import { createRankingJob, leaderboardFeature } from './features/leaderboard/index.ts'
import { interestsQuery, learnerPlanFeature } from './features/learner-plan/index.ts'
import { momentsFeature } from './features/moments/index.ts'
import { offlineFeature } from './features/offline/index.ts'
import {
  gradableSubmissions,
  judgePreview,
  problemFacts,
  problemsFeature,
  testsOf,
} from './features/problems/index.ts'
import {
  assessmentPolicy,
  drawingQuery,
  drawnFrom,
  questionBankFeature,
} from './features/question-bank/index.ts'
import { packageSources, scormFeature, scormResults } from './features/scorm/index.ts'
import { searchFeature } from './features/search/index.ts'
import { securityFeature } from './features/security/index.ts'
import {
  notificationJobs,
  notificationsFeature,
  notifier,
  pushKeyColumn,
  type PushOutlet,
} from './features/notifications/index.ts'
import { createSetup } from './setup.ts'

export interface Feature {
  readonly register: (app: FastifyInstance, pipeline: RequestPipeline) => void
}
export interface ClientsFeature extends Feature {
  readonly findTenant: RequestPipeline['findTenant']
  readonly findTenantByHost: (host: string) => Promise<Tenant | null>
  readonly publicInfo: (clientId: number) => Promise<PublicInfo | null>
}
export interface AuthFeature extends Feature {
  readonly authenticate: RequestPipeline['authenticate']
  readonly findSession: RequestPipeline['findSession']
}
export interface Features {
  readonly clients: ClientsFeature
  readonly auth: AuthFeature
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

/** Creates every feature; add a line for a new one. Tests replace the outgoing requests: `push`, `probe`. */
export const createFeatures = (core: Core, push?: PushOutlet, probe?: WebProbe): Features => {
  const files = fileStore(core.config)
  const notifications = notifier(core)
  const courses = coursesFeature(core, notifications, { interestsQuery })
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
  const clients = clientsFeature(core)
  const community = communityFeature(
    core,
    (clientId, file) => storeFile(files, clientId, file),
    notifications,
  )
  return {
    clients,
    auth: authFeature(core),
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
      leaderboardFeature(),
      learnerPlanFeature({ saveGoal }),
      badges,
      momentsFeature({
        reached: courses.reached,
        badges: badges.newBadges,
        streak: streakToday,
        passed: passedAttempt,
      }),
      filesFeature(core, { isCover: courses.isCover }),
      dashboardFeature(),
      securityFeature(core, clients.list),
      questionBankFeature(core),
      assessmentsFeature(core, {
        drawing: { query: drawingQuery, from: drawnFrom },
        courses: courses.roadmap,
        notify: notifications.notify,
        policy: assessmentPolicy,
        codes: { make: newCode, fold: foldDigits },
      }),
      notificationsFeature(core, { mentionsRead, cameSince }, push),
      community,
      jobsFeature(core, { courseEvidence: courses.evidence, bestResults }),
      searchFeature({ ...courses.search, threads: community.findThreads }),
    ],
  }
}

/** Everything that is stored encrypted: a new master key encrypts it again. */
export const encryptedColumns: readonly EncryptedColumn[] = [
  installationSecretColumn,
  signingKeyColumn,
  pushKeyColumn,
  totpSecretColumn,
]

export interface AppOptions {
  readonly features?: Features
  /** Folder of the built app; without it only the API is served. */
  readonly dist?: string
}

/** Builds the server without listening. */
export const createApp = async (core: Core, options: AppOptions = {}): Promise<FastifyInstance> => {
  const { config } = core
  const features = options.features ?? createFeatures(core)
  const isHttps = config.publicUrl?.startsWith('https:') ?? false
  const pipeline: RequestPipeline = {
    db: core.db,
    clock: core.clock,
    findTenant: features.clients.findTenant,
    authenticate: features.auth.authenticate,
    findSession: features.auth.findSession,
    fileAccess: core.fileAccess,
    limitAuthentication: createAuthLimiter(config.rateLimitFactor, core.clock),
    limit: createLimiter(config.rateLimitFactor, core.clock),
  }
  const page = options.dist
    ? createPage({
        folder: options.dist,
        streams: config.videoHosts,
        packages: packageSources(config.packagesUrl, isHttps),
        https: isHttps,
        demo: config.demo,
        hasDemoBanner: hasDemoBanner(config),
        defaultClientId: DEFAULT_CLIENT_ID,
        publicUrl: config.publicUrl,
        clientIdByHost: async (host) => (await features.clients.findTenantByHost(host))?.clientId ?? null,
        publicInfo: features.clients.publicInfo,
        documentAt: createJobDocuments(core, features.clients.findTenant),
        sendWithoutClient: features.setup.sendWaiting,
      })
    : null
  const app = await createServer({ config, log: core.log, sendPage: page?.send ?? null })
  keepDemoLocal(app, config)
  registerHealth(app, core.db)
  registerSecurityText(app, config, core.clock)
  await registerCspReports(app, core)
  registerApiDescription(app)
  for (const feature of [features.clients, features.auth, features.setup, ...features.others])
    feature.register(app, pipeline)
  if (config.demo) registerOutboxPage(app, core.db)
  page?.register(app)
  if (options.dist)
    registerStatic(app, options.dist, {
      policy: pagePolicy({
        https: isHttps,
        google: false,
        streams: config.videoHosts,
        packages: packageSources(config.packagesUrl, isHttps),
      }),
      formerAssets: keepFormerBuilds(core, options.dist),
      workerOff: workerSwitch(config),
    })
  return app
}

/** Background work: delivering mail and text messages, computing ranks, and other repeating jobs. */
export const createWorkers = (
  core: Core,
  features: Features,
): Pick<Delivery, 'deliverDue' | 'start' | 'stop'> => {
  const { mail, sms, demo } = core.config
  const files = fileStore(core.config)
  const ranking = createRankingJob(core)
  const seats = seatsJob(core, notifier(core))
  const builder = createBuilderSweep(core)
  const packages = createPackageSweep(core, {
    mentions: isMentioned,
    drop: (clientId, url) => dropStored(files, clientId, url),
  })
  const attempts = createAttemptSweep(core)
  const results = createResultTelling(core, notifier(core).notify)
  const notifications = notificationJobs(core)
  const delivery = createDelivery({
    db: core.db,
    clock: core.clock,
    log: core.log,
    providers: { email: mail && smtpDelivery(mail), sms: sms && smsDelivery(sms) },
    senderName: async (clientId) => (await features.clients.publicInfo(clientId))?.name ?? '',
    logBodies: demo,
  })
  return {
    deliverDue: delivery.deliverDue,
    start: () => {
      delivery.start()
      ranking.start()
      seats.start()
      builder.start()
      packages.start()
      attempts.start()
      results.start()
      notifications.start()
    },
    stop: async () => {
      await Promise.all([
        delivery.stop(),
        ranking.stop(),
        seats.stop(),
        builder.stop(),
        packages.stop(),
        attempts.stop(),
        results.stop(),
        notifications.stop(),
      ])
    },
  }
}

/** Null if they cannot be written: the newest build is served anyway. */
const keepFormerBuilds = (core: Core, dist: string): string | null => {
  try {
    return keepBuild(dist, join(core.config.dataDir, 'builds'))
  } catch (error) {
    core.log.warn({ err: error }, 'could not store the assets of former builds')
    return null
  }
}
