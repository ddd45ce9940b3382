/** Writes calendars as RFC 5545 text. Times are in UTC, so that no calendar needs our idea of a time zone. */

export interface CalendarEvent {
  /** The same for ever; a calendar replaces the event that it has under it. */
  readonly uid: string
  /** Rises with every change of the event. */
  readonly sequence: number
  readonly changedAt: Date
  readonly startsAt: Date
  readonly endsAt: Date
  readonly title: string
  readonly description: string
  readonly isCancelled: boolean
  readonly url?: string | null
  readonly location?: string
}

/** Octets of a line; longer ones are folded (RFC 5545, 3.1). */
const LINE_OCTETS = 75
/** Control characters other than the line feed are no text (RFC 5545, 3.3.11). */
const CONTROLS = /(?!\n)\p{Cc}/gu

const escaped = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(CONTROLS, '')
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replaceAll('\n', '\\n')

const utc = (date: Date): string => `${date.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`

/** Folded between characters: a calendar may read each line by itself. */
const folded = (line: string): string => {
  let octets = 0
  let result = ''
  for (const character of line) {
    const length = Buffer.byteLength(character)
    if (octets + length > LINE_OCTETS) {
      result += '\r\n '
      octets = 1
    }
    result += character
    octets += length
  }
  return result
}

const eventLines = (event: CalendarEvent): string[] => [
  'BEGIN:VEVENT',
  `UID:${escaped(event.uid)}`,
  `SEQUENCE:${event.sequence}`,
  `DTSTAMP:${utc(event.changedAt)}`,
  `LAST-MODIFIED:${utc(event.changedAt)}`,
  `DTSTART:${utc(event.startsAt)}`,
  `DTEND:${utc(event.endsAt)}`,
  `SUMMARY:${escaped(event.title)}`,
  ...(event.description === '' ? [] : [`DESCRIPTION:${escaped(event.description)}`]),
  ...(event.location ? [`LOCATION:${escaped(event.location)}`] : []),
  ...(event.url ? [`URL:${new URL(event.url).href}`] : []),
  `STATUS:${event.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
  'END:VEVENT',
]

/** `name`: what a calendar calls the feed; `refreshMinutes`: how often it should look. */
export const calendarText = (
  events: readonly CalendarEvent[],
  { name = '', refreshMinutes = 0 }: { name?: string; refreshMinutes?: number } = {},
): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Learning platform//Live sessions//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...(name === '' ? [] : [`NAME:${escaped(name)}`, `X-WR-CALNAME:${escaped(name)}`]),
    ...(refreshMinutes === 0
      ? []
      : [`REFRESH-INTERVAL;VALUE=DURATION:PT${refreshMinutes}M`, `X-PUBLISHED-TTL:PT${refreshMinutes}M`]),
    ...events.flatMap(eventLines),
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n')
