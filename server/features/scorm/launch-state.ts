/** The values that a package's run-time starts with. Pure. */
import type { ScormContent } from '#contract/course-builder/draft.ts'
import { cut } from '#contract/text/truncate.ts'
import type { ScormState } from '#contract/scorm/scorm.ts'

/** Values of a single session, and values that only the server may set. */
const NOT_RESUMED =
  /^cmi\.(?:core\.)?(?:session_time|exit|entry|credit|lesson_mode|mode|student_id|student_name|learner_id|learner_name|total_time)$|^cmi\.student_data\.|\._(?:count|children|version)$/
const SECONDS_MAX = 9_999 * 3600

/** The values to store for the next session. */
export const resumableState = (state: ScormState): ScormState =>
  Object.fromEntries(Object.entries(state).filter(([name]) => !NOT_RESUMED.test(name)))

/** `HHHH:MM:SS.SS` or an ISO 8601 duration; 0 for anything else. */
export const secondsOf = (text: string | undefined): number => {
  const clock = /^(\d{1,4}):(\d{1,2}):(\d{1,2}(?:\.\d{1,2})?)$/.exec(text ?? '')
  if (clock) return Number(clock[1]) * 3600 + Number(clock[2]) * 60 + Number(clock[3])
  // Course tools write zero years and months, and more decimals than the standard allows.
  const iso =
    /^P(?:0{1,4}Y)?(?:0{1,4}M)?(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,8})M)?(?:(\d{1,9}(?:\.\d{1,9})?)S)?)?$/.exec(
      text ?? '',
    )
  if (!iso) return 0
  const [days, hours, minutes, seconds] = iso.slice(1).map((part) => Number(part ?? 0))
  return (days ?? 0) * 86_400 + (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0)
}

const twoDigits = (value: number) => String(value).padStart(2, '0')
const timeOf = (version: ScormContent['version'], seconds: number): string => {
  const whole = Math.min(SECONDS_MAX, Math.max(0, Math.round(seconds)))
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60]
  return version === '1.2'
    ? `${String(hours).padStart(4, '0')}:${twoDigits(minutes)}:${twoDigits(rest)}`
    : `PT${hours}H${minutes}M${rest}S`
}

interface LaunchFacts {
  content: ScormContent
  learner: { id: number; name: string }
  savedState: ScormState
  /** Of all sessions of this attempt. */
  seconds: number
}

/** Last word first: SCORM 1.2 wants the family name first. */
const nameOf = (name: string): string => {
  const parts = name.trim().split(/\s+/)
  const last = parts.at(-1) ?? ''
  return cut(parts.length > 1 ? `${last}, ${parts.slice(0, -1).join(' ')}` : last, 250)
}

const withoutEmpty = (values: Record<string, string | null>): ScormState =>
  Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== null && entry[1] !== ''),
  )

export const launchState = ({ content, learner, savedState, seconds }: LaunchFacts): ScormState => {
  const entry = Object.keys(savedState).length > 0 ? 'resume' : 'ab-initio'
  const total = timeOf(content.version, seconds)
  if (content.version === '1.2')
    return {
      ...savedState,
      ...withoutEmpty({
        'cmi.core.student_id': String(learner.id),
        'cmi.core.student_name': nameOf(learner.name),
        'cmi.core.credit': 'credit',
        'cmi.core.lesson_mode': 'normal',
        'cmi.core.entry': entry,
        'cmi.core.total_time': total,
        'cmi.launch_data': content.launch_data,
        'cmi.student_data.mastery_score':
          content.pass_score === null ? null : String(Math.round(content.pass_score * 100)),
        'cmi.student_data.max_time_allowed': content.time_limit,
        'cmi.student_data.time_limit_action': content.time_limit_action,
      }),
    }
  return {
    ...savedState,
    ...withoutEmpty({
      'cmi.learner_id': String(learner.id),
      'cmi.learner_name': nameOf(learner.name),
      'cmi.credit': 'credit',
      'cmi.mode': 'normal',
      'cmi.entry': entry,
      'cmi.total_time': total,
      'cmi.launch_data': content.launch_data,
      'cmi.scaled_passing_score': content.pass_score === null ? null : String(content.pass_score),
      'cmi.completion_threshold':
        content.completion_threshold === null ? null : String(content.completion_threshold),
      'cmi.max_time_allowed': content.time_limit,
      'cmi.time_limit_action': content.time_limit_action,
    }),
  }
}
