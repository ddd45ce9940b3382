/**
 * BigBlueButton by its documented API: every call is a GET whose query ends with a checksum, SHA-256 over the call's
 * name, the query and the shared secret (https://docs.bigbluebutton.org/development/api).
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Outgoing } from '#server/core/security/outgoing.ts'
import { childrenNamed, readBigBlueButtonXml, textOf, type ResponseNode } from './bigbluebutton-xml.ts'
import {
  ProviderError,
  type LiveProvider,
  type ProviderAttendee,
  type ProviderRecording,
  type ProviderSession,
} from './provider.ts'
import { sendToProvider } from './send.ts'

export interface BigBlueButtonSettings {
  /** As `bbb-conf --secret` prints it, such as https://meet.example.org/bigbluebutton/. */
  readonly url: string
  readonly secret: string
}

type Parameters = Readonly<Record<string, string>>

/** Rooms stay open a little longer than planned; the host ends them. */
const OVERRUN_MINUTES = 30
const MINUTE_MS = 60_000

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const apiBase = (url: string) => {
  const base = url.replace(/\/+$/, '')
  return base.endsWith('/api') ? base : `${base}/api`
}

/** The address of a call, with its checksum. */
export const callAddress = (
  { url, secret }: BigBlueButtonSettings,
  call: string,
  parameters: Parameters,
): string => {
  const query = new URLSearchParams(parameters).toString()
  const checksum = sha256(call + query + secret)
  return `${apiBase(url)}/${call}?${query}${query === '' ? '' : '&'}checksum=${checksum}`
}

/** Whether a webhook's call comes from the server that knows the secret: checksum over address, body and secret. */
export const isWebhookGenuine = (
  secret: string,
  callbackUrl: string,
  body: string,
  checksum: string,
): boolean => {
  const wanted = Buffer.from(sha256(callbackUrl + body + secret))
  const given = Buffer.from(checksum)
  return wanted.length === given.length && timingSafeEqual(wanted, given)
}

const failureOf = (messageKey: string) => (messageKey === 'checksumError' ? 'secret' : 'refused')

const send = async (
  outgoing: Outgoing,
  settings: BigBlueButtonSettings,
  call: string,
  parameters: Parameters,
  { ignored = [] }: { ignored?: readonly string[] } = {},
): Promise<ResponseNode> => {
  const { status, body } = await sendToProvider(outgoing, {
    method: 'GET',
    url: callAddress(settings, call, parameters),
  })
  const response = readBigBlueButtonXml(body)
  if (response?.name !== 'response') throw new ProviderError(status >= 500 ? 'unreachable' : 'unexpected')
  const messageKey = textOf(response, 'messageKey')
  if (textOf(response, 'returncode') === 'SUCCESS' || ignored.includes(messageKey)) return response
  throw new ProviderError(failureOf(messageKey))
}

const createParameters = (session: ProviderSession): Parameters => ({
  allowStartStopRecording: 'true',
  autoStartRecording: String(session.isRecorded),
  duration: String(
    Math.ceil((session.endsAt.getTime() - session.startsAt.getTime()) / MINUTE_MS) + OVERRUN_MINUTES,
  ),
  meetingID: session.room,
  name: session.title,
  record: String(session.isRecorded),
})

const attendeesIn = (response: ResponseNode): ProviderAttendee[] =>
  childrenNamed(response, 'attendees')
    .flatMap((list) => childrenNamed(list, 'attendee'))
    .flatMap((attendee) => {
      const userId = Number(textOf(attendee, 'userID'))
      return Number.isSafeInteger(userId) && userId > 0
        ? [{ userId, isHost: textOf(attendee, 'role') === 'MODERATOR' }]
        : []
    })

const recordingsIn = (response: ResponseNode): ProviderRecording[] =>
  childrenNamed(response, 'recordings')
    .flatMap((list) => childrenNamed(list, 'recording'))
    .flatMap((recording) => {
      const formats = childrenNamed(recording, 'playback').flatMap((playback) =>
        childrenNamed(playback, 'format'),
      )
      const format = formats.find((candidate) => textOf(candidate, 'type') === 'video') ?? formats[0]
      const url = format ? textOf(format, 'url') : ''
      if (!format || !url.startsWith('https://')) return []
      // BigBlueButton gives the length in minutes.
      return [
        { id: textOf(recording, 'recordID'), url, lengthSeconds: Number(textOf(format, 'length')) * 60 },
      ]
    })

export const bigBlueButtonProvider = (settings: BigBlueButtonSettings, outgoing: Outgoing): LiveProvider => ({
  // Creating a meeting that runs with the same parameters succeeds again (documented as idempotent).
  create: async (session) => {
    await send(outgoing, settings, 'create', createParameters(session))
  },
  joinUrl: async (session, person) => {
    const created = await send(outgoing, settings, 'create', createParameters(session))
    return callAddress(settings, 'join', {
      createTime: textOf(created, 'createTime'),
      fullName: person.name,
      meetingID: session.room,
      redirect: 'true',
      role: person.isHost ? 'MODERATOR' : 'VIEWER',
      userID: String(person.userId),
      ...(person.isHidden && {
        'userdata-bbb_auto_share_webcam': 'false',
        'userdata-bbb_listen_only_mode': 'true',
      }),
    })
  },
  end: async (session) => {
    await send(outgoing, settings, 'end', { meetingID: session.room }, { ignored: ['notFound'] })
  },
  attendance: async (session) =>
    attendeesIn(
      await send(
        outgoing,
        settings,
        'getMeetingInfo',
        { meetingID: session.room },
        { ignored: ['notFound'] },
      ),
    ),
  recordings: async (session) =>
    recordingsIn(
      await send(
        outgoing,
        settings,
        'getRecordings',
        { meetingID: session.room, state: 'published' },
        { ignored: ['noRecordings'] },
      ),
    ),
  check: async () => {
    await send(outgoing, settings, 'getMeetings', {})
  },
})

/** Asks the server to report who enters and leaves every meeting, at this address (bbb-webhooks). */
export const registerWebhook = async (
  settings: BigBlueButtonSettings,
  outgoing: Outgoing,
  callbackUrl: string,
): Promise<void> => {
  await send(outgoing, settings, 'hooks/create', { callbackURL: callbackUrl })
}
