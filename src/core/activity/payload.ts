import { sessionSeconds } from '#contract/activity/study-time.ts'
import type { Leave, Segment } from './machine.ts'

/** Spec 3. */
export interface DeviceInfo {
  browser: string
  os: string
  deviceType: 'tablet' | 'mobile' | 'desktop'
  screenSize: string
  colorDepth: number
  timezone: string
  language: string
}

/** Spec 3, then the optional fields that make a repeat harmless (trust reading 5). */
export interface TrackTimePayload {
  time_spent_seconds: number
  session_id: string
  date: string
  device_type: DeviceInfo['deviceType']
  session_only: boolean
  event_type?: 'page_unload' | 'page_refresh'
  emergency?: boolean
  device_info?: DeviceInfo
  /** Minutes. */
  'time-spend'?: number
  segment_id?: string
  seq?: number
  started_at_ms?: number
  elapsed_ms?: number
  /** How long ago it ended when this was sent; with it no clock but the server's matters. */
  age_ms?: number
}

export const payloadFor = (
  segment: Segment,
  device: DeviceInfo,
  extra: { how: Leave | null; emergency: boolean; ageMs: number },
): TrackTimePayload => {
  const seconds = sessionSeconds(Math.round(segment.elapsedMs / 1000))
  return {
    time_spent_seconds: seconds,
    session_id: segment.sessionId,
    date: segment.day,
    device_type: device.deviceType,
    session_only: true,
    ...(extra.how === 'page_unload' || extra.how === 'page_refresh' ? { event_type: extra.how } : {}),
    ...(extra.emergency ? { emergency: true } : {}),
    device_info: device,
    'time-spend': Math.round(seconds / 6) / 10,
    segment_id: segment.id,
    seq: segment.seq,
    started_at_ms: segment.startedAtWall,
    elapsed_ms: Math.round(segment.elapsedMs),
    age_ms: Math.max(0, Math.round(extra.ageMs)),
  }
}
