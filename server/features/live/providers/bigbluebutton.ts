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

/** The server is set to one of these (`checksumAlgorithm`); the length of the checksum tells which. */
const HASH_BY_LENGTH: Readonly<Record<number, string>> = { 64: 'sha256', 96: 'sha384', 128: 'sha512' }

/** Whether a webhook's call comes from the server that knows the secret: checksum over address, body and secret. */
export const isWebhookGenuine = (
  secret: string,
  callbackUrl: string,
  body: string,
  checksum: string,
): boolean => {
  const algorithm = HASH_BY_LENGTH[checksum.length]
  if (algorithm === undefined) return false
  const wanted = Buffer.from(
    createHash(algorithm)
      .update(callbackUrl + body + secret)
      .digest('hex'),
  )
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

const MEDIA: Readonly<Record<string, string>> = { mp4: 'video/mp4', m4v: 'video/mp4', webm: 'video/webm' }

/**
 * The video format names a file, or a folder whose file is `video-0.m4v` since BigBlueButton 3.0 and `capture.m4v`
 * before. Other formats are pages of the service.
 */
const sourcesOf = (type: string, url: string): ProviderRecording['sources'] => {
  if (type !== 'video') return [{ url, mime: 'text/html' }]
  const { pathname } = new URL(url)
  const mime = MEDIA[/\.(\w+)$/.exec(pathname)?.[1]?.toLowerCase() ?? '']
  if (mime !== undefined) return [{ url, mime }]
  const folder = url.endsWith('/') ? url : `${url}/`
  return ['video-0.m4v', 'capture.m4v'].map((name) => ({ url: folder + name, mime: 'video/mp4' }))
}

const recordingsIn = (response: ResponseNode): ProviderRecording[] =>
  childrenNamed(response, 'recordings')
    .flatMap((list) => childrenNamed(list, 'recording'))
    .flatMap((recording) => {
      const formats = childrenNamed(recording, 'playback').flatMap((playback) =>
        childrenNamed(playback, 'format'),
      )
      const format = formats.find((candidate) => textOf(candidate, 'type') === 'video') ?? formats[0]
      const url = format ? textOf(format, 'url') : ''
      if (!format || !url.startsWith('https://') || !URL.canParse(url)) return []
      // BigBlueButton gives the length in minutes.
      const seconds = Number(textOf(format, 'length')) * 60
      return [
        {
          id: textOf(recording, 'recordID'),
          sources: sourcesOf(textOf(format, 'type'), url),
          lengthSeconds: Number.isFinite(seconds) ? seconds : 0,
        },
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
