/** How the player and a package's frame speak (server/features/scorm/frame/link.js). Pure; the package is a stranger. */
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
  /** Null where there is more of it than may be kept. */
  state: ScormState | null
}

/** What the frame begins with stands in its name: a package asks for it before a message could arrive. */
export const frameName = (launch: ScormLaunch, { channel, player }: { channel: string; player: string }) =>
  JSON.stringify({ lms: 'scorm', version: launch.version, channel, player, state: launch.state })

const KEY = /^cmi\.[a-z0-9_.]{1,200}$/

/** The values that may be kept; null when they are too many or too long. */
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

/** A message of this frame's; null for everything else that arrives. */
export const parseFrameMessage = (data: unknown, channel: string): FrameMessage | null => {
  if (typeof data !== 'object' || data === null) return null
  const message = data as Record<string, unknown>
  const kind = frameMessageKinds.find((known) => known === message['what'])
  if (message['lms'] !== 'scorm' || message['channel'] !== channel || !kind) return null
  return { kind, state: boundedState(message['state']) }
}

/** Rights of the frame. Its own origin only where nothing of the product lives. */
export const sandboxFor = (own: boolean): string =>
  `allow-scripts allow-forms allow-modals allow-popups allow-downloads${own ? ' allow-same-origin' : ''}`
