/** The form of a recording: how it comes, and what is still wrong. Pure. */
import type { BodyInputOf } from '#contract/endpoint.ts'
import type { saveRecording, StaffSessionDetail } from '#contract/live/admin/sessions.ts'

export const recordingWays = ['file', 'link', 'expected'] as const
export type RecordingWay = (typeof recordingWays)[number]

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
export const LENGTH_MAX = 1440

export interface TypedRecording {
  way: RecordingWay
  /** Of the stored file; null before the upload. */
  file: string | null
  /** Of the stored file, where the browser could read it. */
  seconds: number | null
  link: string
  minutes: string
  captions: StaffSessionDetail['recording_media']['captions']
  expectedAt: string
}

const isStored = (url: string | null): url is string => url?.startsWith('/') === true

export const typedRecording = (session: StaffSessionDetail): TypedRecording => {
  const { url, captions } = session.recording_media
  const length = Math.round((Date.parse(session.ends_at) - Date.parse(session.starts_at)) / MINUTE_MS)
  const { duration_seconds: seconds, expected_at: expectedAt } = session.recording
  return {
    way: url !== null && !isStored(url) ? 'link' : 'file',
    file: isStored(url) ? url : null,
    seconds: isStored(url) ? seconds : null,
    link: isStored(url) ? '' : (url ?? ''),
    minutes: String(seconds === null ? length : Math.max(1, Math.round(seconds / 60))),
    captions,
    expectedAt: expectedAt ?? new Date(Date.parse(session.ends_at) + HOUR_MS).toISOString(),
  }
}

const isLink = (url: string) => /^https:\/\/[^\s/?#@\\]+\.\S+$/i.test(url)

export type RecordingProblem = 'file' | 'link' | 'minutes'

export const recordingProblems = (typed: TypedRecording): RecordingProblem[] => {
  if (typed.way === 'expected') return []
  if (typed.way === 'file') return typed.file === null ? ['file'] : []
  const minutes = Number(typed.minutes)
  return [
    ...(isLink(typed.link.trim()) ? [] : (['link'] as const)),
    ...(minutes > 0 && minutes <= LENGTH_MAX ? [] : (['minutes'] as const)),
  ]
}

export const toRecordingBody = (typed: TypedRecording): BodyInputOf<typeof saveRecording> => {
  if (typed.way === 'expected') return { state: 'expected', expected_at: typed.expectedAt }
  const seconds = Number(typed.minutes) * 60
  return {
    state: 'ready',
    url: typed.way === 'file' ? (typed.file ?? '') : typed.link.trim(),
    duration_seconds: typed.way === 'file' ? (typed.seconds ?? seconds) : seconds,
    captions: typed.captions,
  }
}
