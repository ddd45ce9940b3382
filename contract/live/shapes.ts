/** What both sides of live sessions share: the learner's pages, the staff's pages and attendance. */
import * as z from 'zod/mini'
import { id, timestamp } from '../common.ts'
import { sessionStates } from './session-state.ts'

export const liveKinds = ['class', 'webinar'] as const
export type LiveKind = (typeof liveKinds)[number]
export const liveAudiences = ['everyone', 'course', 'chosen'] as const
export type LiveAudience = (typeof liveAudiences)[number]
export const liveProviders = ['link', 'jitsi', 'bigbluebutton'] as const
export type LiveProvider = (typeof liveProviders)[number]
/** none: not recorded; hidden: who disagrees joins with camera and name hidden; required: who disagrees cannot join. */
export const consentRules = ['none', 'hidden', 'required'] as const
export type ConsentRule = (typeof consentRules)[number]
/** What a client can ask of everybody; without it the hosts decide for each session. */
export const clientConsentRules = ['hidden', 'required'] as const
export type ClientConsentRule = (typeof clientConsentRules)[number]
export const consentAnswers = ['agreed', 'hidden'] as const
export type ConsentAnswer = (typeof consentAnswers)[number]
export const recordingStates = ['none', 'expected', 'ready', 'failed'] as const
export type RecordingState = (typeof recordingStates)[number]

/** An IANA zone as the browser names it. */
export const timeZone = z.string().check(z.minLength(1), z.maxLength(60))

export const recordingSummary = z.object({
  state: z.enum(recordingStates),
  /** Set while it is expected. */
  expected_at: z.nullable(timestamp),
  ready_at: z.nullable(timestamp),
  duration_seconds: z.nullable(z.number()),
})

/** A session as the people invited to it see it: never with its meeting link. */
export const liveSession = z.object({
  id,
  kind: z.enum(liveKinds),
  title: z.string(),
  description: z.string(),
  course: z.nullable(z.object({ id, title: z.string() })),
  hosts: z.array(z.object({ id, name: z.string(), profile_picture: z.nullable(z.string()) })),
  starts_at: timestamp,
  ends_at: timestamp,
  /** When the host ended it before its time. */
  ended_at: z.nullable(timestamp),
  cancelled_at: z.nullable(timestamp),
  /** The host's. */
  time_zone: z.string(),
  state: z.enum(sessionStates),
  consent_rule: z.enum(consentRules),
  recording: recordingSummary,
})
export type LiveSession = z.infer<typeof liveSession>
