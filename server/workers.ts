/** What runs beside the requests: repeating jobs of the features, and the delivery of mails and text messages. */
import type { Core } from './core/core.ts'
import type { VisibleJob } from './core/jobs/repeating.ts'
import { createDelivery, type Delivery } from './core/mail/delivery.ts'
import { withIdentity } from './core/mail/identity.ts'
import { smsDelivery } from './core/mail/sms.ts'
import { smtpDelivery } from './core/mail/smtp.ts'
import { startWorkers } from './core/parsing/run-job.ts'
import { createSlotKeeper } from './demo/live-slots.ts'
import { createWebhooksJob } from './features/api-access/index.ts'
import { createAttemptSweep, createResultTelling } from './features/assessments/index.ts'
import { createAttendanceJob } from './features/attendance/index.ts'
import {
  certificatesJob,
  createDownloadsJob,
  createPicturesSweep,
  refundedCertificates,
} from './features/certificates/index.ts'
import { createBuilderSweep, isMentioned } from './features/course-builder/index.ts'
import { createPackageSweep } from './features/course-import/index.ts'
import { courseMembership, coursePayments, programmeAccess, seatsJob } from './features/courses/index.ts'
import { createDashboardJob } from './features/dashboard/index.ts'
import { createCampaignsJob, mailRoomCheck, mailsThisMonth, ownAddresses } from './features/emails/index.ts'
import {
  createFileCountJob,
  dropStored,
  linkIntoStore,
  meteredStore,
  openStored,
  storeFile,
} from './features/files/index.ts'
import { createJobAlertsJob } from './features/jobs/index.ts'
import { createRankingJob } from './features/leaderboard/index.ts'
import { createMeetingsJob, createReminderJob, presenceMinutes } from './features/live/index.ts'
import { moneyJobs } from './features/money/index.ts'
import { workshopSeatsJob } from './features/workshops/index.ts'
import { createAccountAdministration, createUsers, foldDigits, roomForPeople } from './features/auth/index.ts'
import { createOwnDataJob, peopleWithRows } from './features/own-data/index.ts'
import { createBulkJob, createImportsJob, peopleMatching } from './features/students/index.ts'
import { forgetPerson } from './features/community/index.ts'
import { notificationJobs, notifier } from './features/notifications/index.ts'
import { createHeartbeat, createSampler, createUsageJob } from './features/platform/index.ts'
import type { Features } from './app.ts'

/** The name of a stored file that nobody has: a store that answers for it works. */
const NO_FILE = `health.${'0'.repeat(20)}.pdf`

export interface Release {
  readonly version: string
  /** The migrations that it knows, in order. */
  readonly migrations: readonly string[]
}

export const createWorkers = (
  core: Core,
  features: Features,
  { version, migrations }: Release = { version: '', migrations: [] },
): Pick<Delivery, 'deliverDue' | 'start' | 'stop'> => {
  const { mail, sms, demo } = core.config
  const files = meteredStore(core)
  const ownAddressOf = ownAddresses(core)
  const mailDelivery =
    mail &&
    withIdentity(smtpDelivery(mail, core.log), async (clientId) => {
      const identity = await features.clients.mailIdentity(clientId)
      return identity && { ...identity, own: await ownAddressOf(clientId) }
    })
  const delivery = createDelivery({
    db: core.db,
    clock: core.clock,
    log: core.log,
    providers: { email: mailDelivery, sms: sms && smsDelivery(sms) },
    senderName: async (clientId) => (await features.clients.publicInfo(clientId))?.name ?? '',
    logBodies: demo,
  })
  const jobs = [
    createRankingJob(core),
    createDashboardJob(core),
    seatsJob(core, notifier(core)),
    createBuilderSweep(core),
    createPackageSweep(core, {
      mentions: isMentioned,
      drop: (clientId, url) => dropStored(files, clientId, url),
    }),
    createAttemptSweep(core),
    createResultTelling(core, notifier(core).notify),
    createAttendanceJob(core, { presenceMinutes, notifier: notifier(core) }),
    certificatesJob(core, notifier(core)),
    createDownloadsJob(core, {
      pictures: {
        logo: features.clients.logo,
        stored: async (clientId, path) => {
          const file = await openStored(files, clientId, path)
          return file && Buffer.concat(await file.stream().toArray())
        },
      },
      store: (clientId, file) => linkIntoStore(files, clientId, file),
      drop: (clientId, url) => dropStored(files, clientId, url),
    }),
    createPicturesSweep(core, (clientId, path) => dropStored(files, clientId, path)),
    createImportsJob({
      core,
      ...courseMembership(core, notifier(core)),
      createUsers,
      roomForPeople,
      foldDigits,
      peopleWithRows,
    }),
    createBulkJob({
      core,
      hasMailRoom: mailRoomCheck(core),
      ...courseMembership(core, notifier(core)),
      ...createAccountAdministration({ core }),
    }),
    createCampaignsJob({
      core,
      peopleMatching,
      findTenant: features.clients.findTenant,
      deliver: mailDelivery,
    }),
    createReminderJob(core, notifier(core)),
    createJobAlertsJob(core, { notifier: notifier(core), findTenant: features.clients.findTenant }),
    createMeetingsJob(core),
    ...moneyJobs(core, {
      ...notifier(core),
      ...coursePayments(core, notifier(core)),
      ...programmeAccess(core, notifier(core)),
      ...refundedCertificates(core, notifier(core)),
    }),
    ...(demo ? [createSlotKeeper(core)] : []),
    workshopSeatsJob(core),
    createWebhooksJob({ core, findTenant: features.clients.findTenant }),
    notificationJobs(core, mailRoomCheck(core)),
    createUsageJob({ core, mailsThisMonth }),
    createFileCountJob(core),
    createOwnDataJob(core, {
      open: (clientId, url) => openStored(files, clientId, url),
      store: (clientId, file) => storeFile(files, clientId, file),
      drop: (clientId, url) => dropStored(files, clientId, url),
      forgetPerson,
    }),
  ]
  const heartbeat = createHeartbeat({
    core,
    jobs: [
      delivery,
      ...jobs.flatMap((job): readonly VisibleJob[] => ('push' in job ? [job.push, job.mail] : [job])),
    ],
    health: createSampler({
      core,
      version,
      migrations,
      workers: () => startWorkers().load(),
      askBucket: () => files.size(1, NO_FILE),
    }),
  })
  return {
    deliverDue: delivery.deliverDue,
    start: () => {
      delivery.start()
      for (const job of jobs) job.start()
      heartbeat.start()
    },
    stop: async () => {
      await Promise.all([delivery.stop(), ...jobs.map((job) => job.stop())])
      await heartbeat.stop()
    },
  }
}
