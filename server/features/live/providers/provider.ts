/** What a meeting service does for a session. One adapter for each service; the rest of the product knows only this. */

/** The session, as a meeting service needs it. */
export interface ProviderSession {
  /** Stable and unguessable: the meeting id or the room's name. */
  readonly room: string
  readonly title: string
  /** Pasted by the host; only the adapter for links uses it. */
  readonly meetingLink: string | null
  readonly startsAt: Date
  readonly endsAt: Date
  readonly isRecorded: boolean
}

export interface ProviderPerson {
  readonly userId: number
  /** Shown in the room. */
  readonly name: string
  readonly isHost: boolean
  /** Joins with camera and name hidden, because they did not agree to the recording. */
  readonly isHidden: boolean
}

/** Somebody who is in the room now. */
export interface ProviderAttendee {
  readonly userId: number
  readonly isHost: boolean
}

export interface ProviderRecording {
  readonly id: string
  /** Best first; `text/html` is a page of the service, where the recording plays. */
  readonly sources: readonly { readonly url: string; readonly mime: string }[]
  readonly lengthSeconds: number
}

export interface LiveProvider {
  /** Makes the room, if the service wants one made. A repeat changes nothing. */
  readonly create: (session: ProviderSession) => Promise<void>
  /** The address at which this person enters; valid for a short time where the service allows it. */
  readonly joinUrl: (session: ProviderSession, person: ProviderPerson, now: Date) => Promise<string>
  /** Closes the room for everybody. A room that is closed already stays closed. */
  readonly end: (session: ProviderSession) => Promise<void>
  /** Who is in the room now; null where the service does not tell. */
  readonly attendance: (session: ProviderSession) => Promise<readonly ProviderAttendee[] | null>
  /** What the service recorded; null where it does not tell. */
  readonly recordings: (session: ProviderSession) => Promise<readonly ProviderRecording[] | null>
  /** Throws {@link ProviderError} unless the service accepts the settings. */
  readonly check: (now: Date) => Promise<void>
}

/**
 * `secret`: the service refuses the secret. `app`: it refuses the app's id. `unreachable`: no answer.
 * `address`: the address is none that may be contacted. `unexpected`: another service answers there.
 * `refused`: the service refuses this request.
 */
export const providerFailures = ['secret', 'app', 'unreachable', 'address', 'unexpected', 'refused'] as const
export type ProviderFailure = (typeof providerFailures)[number]

export class ProviderError extends Error {
  readonly failure: ProviderFailure
  constructor(failure: ProviderFailure, cause?: unknown) {
    super(`meeting service: ${failure}`, { cause })
    this.name = 'ProviderError'
    this.failure = failure
  }
}
