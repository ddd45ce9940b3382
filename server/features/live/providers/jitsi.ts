/**
 * Jitsi Meet with token authentication: the room's address carries a JWT that names room, person and role
 * (https://github.com/jitsi/lib-jitsi-meet/blob/master/doc/tokens.md).
 */
import { SignJWT } from 'jose'
import type { Outgoing } from '#server/core/security/outgoing.ts'
import { ProviderError, type LiveProvider, type ProviderPerson, type ProviderSession } from './provider.ts'
import { sendToProvider } from './send.ts'

export interface JitsiSettings {
  /** Such as https://meet.example.org. */
  readonly url: string
  readonly appId: string
  readonly secret: string
}

/** Entering takes seconds; a link that was passed on soon fails. Who is inside stays inside. */
const TOKEN_SECONDS = 10 * 60
/** Clocks of two servers differ. */
const CLOCK_SKEW_SECONDS = 10

const token = (
  { url, appId, secret }: JitsiSettings,
  room: string,
  person: Pick<ProviderPerson, 'userId' | 'name' | 'isHost' | 'isHidden'>,
  now: Date,
): Promise<string> => {
  const seconds = Math.floor(now.getTime() / 1000)
  return new SignJWT({
    room,
    moderator: person.isHost,
    context: {
      user: {
        id: String(person.userId),
        name: person.name,
        moderator: person.isHost,
        affiliation: person.isHost ? 'owner' : 'member',
      },
    },
  })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: appId })
    .setAudience('jitsi')
    .setIssuer(appId)
    .setSubject(new URL(url).hostname)
    .setNotBefore(seconds - CLOCK_SKEW_SECONDS)
    .setExpirationTime(seconds + TOKEN_SECONDS)
    .sign(new TextEncoder().encode(secret))
}

const roomAddress = ({ url }: JitsiSettings, room: string) =>
  new URL(encodeURIComponent(room), url.endsWith('/') ? url : `${url}/`)

const joinUrl = async (
  settings: JitsiSettings,
  session: ProviderSession,
  person: ProviderPerson,
  now: Date,
) => {
  const address = roomAddress(settings, session.room)
  address.searchParams.set('jwt', await token(settings, session.room, person, now))
  const config = [
    `config.subject=${encodeURIComponent(JSON.stringify(session.title))}`,
    'config.prejoinConfig.enabled=false',
    ...(person.isHidden ? ['config.startWithVideoMuted=true', 'config.startWithAudioMuted=true'] : []),
  ]
  address.hash = config.join('&')
  return address.toString()
}

/** Answers of the handshake are short. */
const HANDSHAKE_MAX = 4_000
const BOSH = 'http://jabber.org/protocol/httpbind'
const SASL = 'urn:ietf:params:xml:ns:xmpp-sasl'
const escapeAttribute = (text: string) => text.replaceAll(/[^\w.:-]/g, '')

/** The server checks the token when a person signs in to its XMPP (XEP-0124, XEP-0206), so the check does the same. */
const check = async (settings: JitsiSettings, outgoing: Outgoing, now: Date): Promise<void> => {
  const { hostname } = new URL(settings.url)
  const room = 'settings-check'
  const jwt = await token(settings, room, { userId: 0, name: 'Check', isHost: false, isHidden: false }, now)
  const address = new URL('http-bind', settings.url.endsWith('/') ? settings.url : `${settings.url}/`)
  address.searchParams.set('room', room)
  address.searchParams.set('token', jwt)
  const post = (body: string) =>
    sendToProvider(outgoing, {
      method: 'POST',
      url: address.toString(),
      headers: { 'content-type': 'text/xml; charset=utf-8' },
      body,
    })
  const opened = await post(
    `<body xmlns="${BOSH}" xmlns:xmpp="urn:xmpp:xbosh" to="${hostname}" rid="1000" ver="1.6" wait="5" hold="1" ` +
      'content="text/xml; charset=utf-8" xml:lang="en" xmpp:version="1.0"/>',
  )
  const sid = /\ssid=["']([^"'<>]{1,200})["']/.exec(opened.body.slice(0, HANDSHAKE_MAX))?.[1]
  if (opened.status !== 200 || sid === undefined) throw new ProviderError('unexpected')
  const signedIn = await post(
    `<body xmlns="${BOSH}" rid="1001" sid="${escapeAttribute(sid)}"><auth xmlns="${SASL}" mechanism="ANONYMOUS"/></body>`,
  )
  if (/<success\b/.test(signedIn.body)) return
  if (/<failure\b/.test(signedIn.body))
    throw new ProviderError(/issuer|audience|\biss\b|\baud\b/i.test(signedIn.body) ? 'app' : 'secret')
  throw new ProviderError('unexpected')
}

export const jitsiProvider = (settings: JitsiSettings, outgoing: Outgoing): LiveProvider => ({
  // The room is there as soon as somebody enters, and gone when the last one leaves.
  create: () => Promise.resolve(),
  joinUrl: (session, person, now) => joinUrl(settings, session, person, now),
  end: () => Promise.resolve(),
  attendance: () => Promise.resolve(null),
  recordings: () => Promise.resolve(null),
  check: (now) => check(settings, outgoing, now),
})
