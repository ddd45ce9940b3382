import type { JobName, PlatformJob } from '#contract/platform/jobs.ts'

const jobGroups = ['messages', 'learning', 'money', 'people', 'storage'] as const
export type JobGroup = (typeof jobGroups)[number]

const GROUPS: Record<JobName, JobGroup> = {
  alerts: 'messages',
  campaigns: 'messages',
  mailDelivery: 'messages',
  notificationMails: 'messages',
  push: 'messages',
  reminders: 'messages',
  webhooks: 'messages',
  attempts: 'learning',
  attendance: 'learning',
  certificates: 'learning',
  certificateFiles: 'learning',
  demoClasses: 'learning',
  meetings: 'learning',
  ranking: 'learning',
  results: 'learning',
  seats: 'learning',
  workshopSeats: 'learning',
  overdueProgrammes: 'money',
  paymentComparison: 'money',
  paymentLinks: 'money',
  payments: 'money',
  programmeReminders: 'money',
  referralRewards: 'money',
  testCheckout: 'money',
  bulkActions: 'people',
  clientUsage: 'people',
  dashboard: 'people',
  imports: 'people',
  ownData: 'people',
  builderSweep: 'storage',
  certificatePictures: 'storage',
  packageSweep: 'storage',
  storedFiles: 'storage',
}

/** Only groups with jobs; those that fail come first within their group. */
export const groupJobs = (jobs: readonly PlatformJob[]): { group: JobGroup; jobs: PlatformJob[] }[] =>
  jobGroups
    .map((group) => ({
      group,
      jobs: jobs
        .filter(({ name }) => GROUPS[name] === group)
        .toSorted((one, other) => other.failures - one.failures),
    }))
    .filter((found) => found.jobs.length > 0)
