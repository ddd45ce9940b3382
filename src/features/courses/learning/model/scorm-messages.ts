/** Messages between the player and a package's frame (server/features/scorm/frame/link.js). The package is untrusted. */
import {
  SCORM_KEYS_MAX,
  SCORM_STATE_MAX,
  SCORM_VALUE_MAX,
  type ScormLaunch,
  type ScormState,
} from '#contract/scorm/scorm.ts'

export const frameMessageKinds = ['ready', 'begun', 'set', 'commit', 'ended'] as const
export interface FrameMessage {
  kind: (typeof frameMessageKinds)[number]
  /** Null when it exceeds what may be stored. */
  state: ScormState | null
}

/** The initial data is in the frame's name: a package reads it before any message could arrive. */
export const frameName = (launch: ScormLaunch, { channel, player }: { channel: string; player: string }) =>
  JSON.stringify({ lms: 'scorm', version: launch.version, channel, player, state: launch.state })

const KEY = /^cmi\.[a-z0-9_.]{1,200}$/

/** The values that may be stored; null when they are too many or too long. */
export const boundedState = (value: unknown): ScormState | null => {
  if (typeof value !== 'object' || value === null) return null
  const entries = Object.entries(value).filter(
    (entry): entry is [string, string] => KEY.test(entry[0]) && typeof entry[1] === 'string',
  )
  const size = entries.reduce((sum, [key, text]) => sum + key.length + text.length, 0)
  const fits =
    entries.length <= SCORM_KEYS_MAX &&
    size <= SCORM_STATE_MAX &&
    entries.every(([, text]) => text.length <= SCORM_VALUE_MAX)
  return fits ? Object.fromEntries(entries) : null
}

/** Parses a message of this frame; null for any other message. */
export const parseFrameMessage = (data: unknown, channel: string): FrameMessage | null => {
  if (typeof data !== 'object' || data === null) return null
  const message = data as Record<string, unknown>
  const kind = frameMessageKinds.find((known) => known === message['what'])
  if (message['lms'] !== 'scorm' || message['channel'] !== channel || !kind) return null
  return { kind, state: boundedState(message['state']) }
}

/** The sandbox of the frame. It keeps its origin only when that is separate from the product's. */
export const sandboxFor = (hasOwnOrigin: boolean): string =>
  `allow-scripts allow-forms allow-modals allow-popups allow-downloads${hasOwnOrigin ? ' allow-same-origin' : ''}`
