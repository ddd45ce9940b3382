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

const [ONE_OCTET_BELOW, TWO_OCTETS_BELOW, THREE_OCTETS_BELOW] = [0x80, 0x800, 0x10000]
/** Of a code point in UTF-8. */
const octetsOf = (point: number): number =>
  point < ONE_OCTET_BELOW ? 1 : point < TWO_OCTETS_BELOW ? 2 : point < THREE_OCTETS_BELOW ? 3 : 4

/** Folded between characters: a calendar may read each line by itself. A feed has thousands of lines, most of them short. */
const folded = (line: string): string => {
  if (line.length <= LINE_OCTETS && Buffer.byteLength(line) <= LINE_OCTETS) return line
  const parts: string[] = []
  let octets = 0
  let from = 0
  for (let at = 0; at < line.length;) {
    const point = line.codePointAt(at) ?? 0
    const length = octetsOf(point)
    if (octets + length > LINE_OCTETS) {
      parts.push(line.slice(from, at))
      from = at
      // The blank that continues the line.
      octets = 1
    }
    octets += length
    at += point < THREE_OCTETS_BELOW ? 1 : 2
  }
  parts.push(line.slice(from))
  return parts.join('\r\n ')
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
