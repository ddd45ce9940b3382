/** E-mail campaigns: drafts of blocks, their audience, sending with progress, and the result of each person. */
import * as z from 'zod/mini'
import {
  clientParams,
  detail,
  empty,
  id,
  idParam,
  language,
  pageOf,
  pageQuery,
  role,
  singleLine,
  timestamp,
} from '../common.ts'
import { endpoint, perHour, perMinute } from '../endpoint.ts'
import { studentRoles, personStates } from '../students/students.ts'
import { mailContent } from './content.ts'
import { mailWait } from './waits.ts'

const CAMPAIGNS = '/api/clients/{clientId}/admin/email-campaigns/'
const onPage = { feature: 'admin_emails' } as const
const campaignParams = z.object({ clientId: idParam, campaignId: z.uuid() })

export const CAMPAIGN_NAME_MAX = 100
/** Addresses of a pasted list. */
export const LIST_MAX = 5000
const ADDRESS_MAX = 254

export const campaignStates = ['draft', 'scheduled', 'sending', 'paused', 'done', 'cancelled'] as const
export type CampaignState = (typeof campaignStates)[number]
/** `news` goes only to people who agreed to news; `course` is about what people learn here anyway. */
export const purposes = ['course', 'news'] as const

/** Mails that go out by themselves: to who joins, who was not active for seven days, who finishes a course. */
export const automationKinds = ['welcome', 'inactive', 'course_finished'] as const
export type AutomationKind = (typeof automationKinds)[number]

export const audienceKinds = ['people', 'list'] as const
const audience = z.object({
  kind: z.enum(audienceKinds),
  /** The filters of the list of people. */
  people: z.object({
    role: z.enum(studentRoles),
    course: z.nullable(id),
    group: z.nullable(id),
    state: z.nullable(z.enum(personStates)),
  }),
  /** As pasted; lines that are no address are told in the preview. */
  addresses: z
    .array(z.string().check(z.maxLength(ADDRESS_MAX), z.regex(/^\P{Cc}*$/u)))
    .check(z.maxLength(LIST_MAX)),
})
export type Audience = z.infer<typeof audience>

/** Why somebody of the audience does not get it. */
export const exclusions = [
  'disabled',
  'unverified',
  'unsubscribed',
  'bounced',
  'complained',
  'no_consent',
  'duplicate',
  'invalid',
] as const
export type Exclusion = (typeof exclusions)[number]

/**
 * `unknown`: the mail was being handed over when the connection or the server broke off. It may have arrived, so it is
 * never sent again by itself.
 */
export const recipientStates = ['waiting', 'sending', 'sent', 'failed', 'unknown', 'left_out'] as const
export type RecipientState = (typeof recipientStates)[number]

const count = z.int().check(z.minimum(0))
export const campaign = z.object({
  id: z.uuid(),
  name: z.string(),
  purpose: z.enum(purposes),
  /** Null: a campaign that is sent once. An automation is on while it is `sending`. */
  automation: z.nullable(z.enum(automationKinds)),
  state: z.enum(campaignStates),
  content: mailContent,
  audience,
  version: z.int(),
  made_by: z.nullable(z.string()),
  changed_at: timestamp,
  scheduled_at: z.nullable(timestamp),
  /** Each person gets it when their own clock shows it, `2026-12-01T09:00`; `scheduled_at` is the first of these moments. */
  local_time: z.nullable(z.string()),
  started_at: z.nullable(timestamp),
  finished_at: z.nullable(timestamp),
  /** Why its mails wait; null while none does. */
  wait: z.nullable(mailWait),
  /** Without a mail server, mails stay in the outbox of the installation. */
  has_mail_server: z.boolean(),
  counts: z.object({
    waiting: count,
    sending: count,
    sent: count,
    failed: count,
    unknown: count,
    left_out: count,
    /** The others are of those who got it. */
    unsubscribed: count,
    bounced: count,
    complained: count,
    /** Only while the client counts opens. */
    opened: count,
    clicked: count,
  }),
  /** The saved draft as a page of its own for a frame; `?language=` and `?theme=` choose how. */
  preview_path: z.string(),
})
export type Campaign = z.infer<typeof campaign>

export const listCampaigns = endpoint({
  name: 'emails.campaigns',
  method: 'GET',
  path: CAMPAIGNS,
  access: 'admin',
  ...onPage,
  summary: 'List the campaigns, the last changed first',
  params: clientParams,
  query: z.object({
    ...pageQuery,
    search: z.optional(z.string().check(z.maxLength(200))),
    state: z.optional(z.enum(campaignStates)),
    /** Automations are a list of their own. */
    kind: z._default(z.optional(z.enum(['campaign', 'automation'])), 'campaign'),
  }),
  response: pageOf(
    z.object({
      ...z.pick(campaign, {
        id: true,
        name: true,
        automation: true,
        state: true,
        changed_at: true,
        scheduled_at: true,
        wait: true,
      }).shape,
      made_by: z.nullable(z.string()),
      started_at: z.nullable(timestamp),
      total: count,
      settled: count,
    }),
  ),
})

export const campaignOptions = endpoint({
  name: 'emails.options',
  method: 'GET',
  path: '/api/clients/{clientId}/admin/email-options/',
  access: 'admin',
  ...onPage,
  summary: "List the courses and groups that an audience can be narrowed to, and name the client's time zone",
  params: clientParams,
  response: z.object({
    courses: z.array(z.object({ id, title: z.string() })),
    groups: z.array(z.object({ id, name: z.string() })),
    /** The client's. */
    time_zone: z.string(),
  }),
})

export const createCampaign = endpoint({
  name: 'emails.createCampaign',
  method: 'POST',
  path: CAMPAIGNS,
  access: 'admin',
  ...onPage,
  rateLimit: perMinute(30),
  idempotency: 'key',
  status: 201,
  opensFiles: true,
  summary: 'Start a draft, empty or with the content and audience of another campaign',
  params: clientParams,
  body: z.object({
    idempotency_key: z.uuid(),
    name: singleLine(1, CAMPAIGN_NAME_MAX),
    copy_of: z._default(z.optional(z.nullable(z.uuid())), null),
    automation: z._default(z.optional(z.nullable(z.enum(automationKinds))), null),
  }),
  response: campaign,
})

export const getCampaign = endpoint({
  name: 'emails.campaign',
  method: 'GET',
  path: `${CAMPAIGNS}{campaignId}/`,
  access: 'admin',
  ...onPage,
  // The preview in a frame is a file of the session.
  opensFiles: true,
  summary: 'Get a campaign with its content, audience and counts',
  params: campaignParams,
  response: campaign,
})

export const saveCampaign = endpoint({
  name: 'emails.saveCampaign',
  method: 'PUT',
  path: `${CAMPAIGNS}{campaignId}/`,
  access: 'admin',
  ...onPage,
  opensFiles: true,
  summary: 'Save a draft; refused if somebody else saved it meanwhile or it is no draft any more',
  params: campaignParams,
  body: z.object({
    version: z.int(),
    name: singleLine(1, CAMPAIGN_NAME_MAX),
    purpose: z.enum(purposes),
    content: mailContent,
    audience,
  }),
  response: campaign,
  alsoFails: [409],
})

export const deleteCampaign = endpoint({
  name: 'emails.deleteCampaign',
  method: 'DELETE',
  path: `${CAMPAIGNS}{campaignId}/`,
  access: 'admin',
  ...onPage,
  summary: 'Delete a draft',
  params: campaignParams,
  response: empty,
  status: 204,
  alsoFails: [409],
})

export const previewAudience = endpoint({
  name: 'emails.audience',
  method: 'GET',
  path: `${CAMPAIGNS}{campaignId}/audience/`,
  access: 'admin',
  ...onPage,
  rateLimit: perMinute(60),
  summary: 'Who would get the saved draft now, and who is left out and why',
  params: campaignParams,
  /** `reason`: only those who are left out for it; without it those who get the mail. */
  query: z.object({ ...pageQuery, reason: z.optional(z.enum(exclusions)) }),
  response: z.object({
    ...pageOf(
      z.object({
        email: z.string(),
        name: z.nullable(z.string()),
        user_id: z.nullable(id),
        role: z.nullable(role),
        language,
      }),
    ).shape,
    gets: count,
    left_out: z.array(z.object({ reason: z.enum(exclusions), count })),
  }),
})

export const testCampaign = endpoint({
  name: 'emails.test',
  method: 'POST',
  path: `${CAMPAIGNS}{campaignId}/test/`,
  access: 'admin',
  ...onPage,
  rateLimit: perHour(60),
  summary: "Mail the saved draft to the caller's own address",
  params: campaignParams,
  body: z.object({ language }),
  response: detail,
  alsoFails: [409],
})

export const localZones = ['client', 'each'] as const

export const sendCampaign = endpoint({
  name: 'emails.send',
  method: 'POST',
  path: `${CAMPAIGNS}{campaignId}/send/`,
  access: 'admin',
  ...onPage,
  stepUp: true,
  rateLimit: perMinute(20),
  idempotency: 'natural',
  summary:
    'Fix the recipients and start sending, now or at a time, or switch an automation on; a second call is refused',
  params: campaignParams,
  body: z.object({
    version: z.int(),
    scheduled_at: z.nullable(timestamp),
    /** Instead of `scheduled_at`: a time on the clock, at the client's place or at each person's own. */
    local: z._default(
      z.optional(
        z.nullable(
          z.object({
            /** `2026-12-01T09:00`. */
            time: z.iso.datetime({ local: true, precision: -1 }).check(z.regex(/\d$/)),
            zone: z.enum(localZones),
          }),
        ),
      ),
      null,
    ),
  }),
  response: campaign,
  alsoFails: [409],
})

export const campaignMoves = ['pause', 'resume', 'cancel', 'edit'] as const
export const moveCampaign = endpoint({
  name: 'emails.move',
  method: 'POST',
  path: `${CAMPAIGNS}{campaignId}/moves/`,
  access: 'admin',
  ...onPage,
  rateLimit: perMinute(60),
  idempotency: 'natural',
  summary: 'Pause, resume or cancel sending, or take what is not being sent back to edit it',
  params: campaignParams,
  body: z.object({ move: z.enum(campaignMoves) }),
  response: campaign,
  alsoFails: [409],
})

export const resendCampaign = endpoint({
  name: 'emails.resend',
  method: 'POST',
  path: `${CAMPAIGNS}{campaignId}/resend/`,
  access: 'admin',
  ...onPage,
  stepUp: true,
  rateLimit: perMinute(20),
  idempotency: 'natural',
  summary: 'Send again to the recipients whose mail certainly failed',
  params: campaignParams,
  response: campaign,
  alsoFails: [409],
})

export const recipient = z.object({
  email: z.string(),
  name: z.nullable(z.string()),
  user_id: z.nullable(id),
  language,
  state: z.enum(recipientStates),
  /** Why they were left out. */
  exclusion: z.nullable(z.enum(exclusions)),
  /** What the mail server said. */
  error: z.nullable(z.string()),
  settled_at: z.nullable(timestamp),
  unsubscribed_at: z.nullable(timestamp),
  bounced_at: z.nullable(timestamp),
  /** What the mail provider said of it. */
  bounce: z.nullable(z.string()),
  complained_at: z.nullable(timestamp),
  opened_at: z.nullable(timestamp),
  clicked_at: z.nullable(timestamp),
  /** The finished course, for an automation. */
  topic: z.nullable(z.string()),
})

/** Counts of sent mails. One person can count in several. */
export const afterwards = ['clicked', 'opened', 'bounced', 'complained', 'unsubscribed'] as const
export type Afterwards = (typeof afterwards)[number]

export const listRecipients = endpoint({
  name: 'emails.recipients',
  method: 'GET',
  path: `${CAMPAIGNS}{campaignId}/recipients/`,
  access: 'admin',
  ...onPage,
  summary: 'List the people of a campaign with the result of each',
  params: campaignParams,
  query: z.object({
    ...pageQuery,
    state: z.optional(z.enum([...recipientStates, ...afterwards])),
    /** A part of the address or the name. */
    search: z.optional(z.string().check(z.maxLength(200))),
  }),
  response: pageOf(recipient),
})
