import type { OwnRegistration, PublicWorkshop } from '#contract/workshops/shapes.ts'
import { calendarOf } from './mail/mails.ts'
import type { RegistrationRow } from './registrations.repository.ts'
import { endOf, stateOf } from './seats.ts'
import type { WorkshopRow } from './workshops.repository.ts'

/** `left` as {@link settle} says it; infinite means unlimited. */
export const toPublicWorkshop = (row: WorkshopRow, left: number, now: Date): PublicWorkshop => ({
  code: row.code,
  title: row.title,
  description: row.description,
  cover: row.cover,
  state: stateOf(row, now),
  starts_at: row.starts_at.toISOString(),
  ends_at: endOf(row).toISOString(),
  time_zone: row.time_zone,
  place: row.place,
  is_online: row.link !== '',
  capacity: row.capacity,
  seats_left: row.capacity === null ? null : left,
})

const HAS_SEAT = new Set(['confirmed', 'attended', 'no_show'])

export const toOwnRegistration = (
  row: RegistrationRow,
  workshop: PublicWorkshop,
  full: WorkshopRow,
  position: number | null,
): OwnRegistration => {
  const hasSeat = HAS_SEAT.has(row.status) && full.state !== 'cancelled'
  return {
    workshop,
    status: row.status,
    name: row.name,
    email: row.email,
    until: row.until?.toISOString() ?? null,
    position,
    link: hasSeat ? full.link : '',
    calendar: hasSeat ? calendarOf(full, { withLink: true }) : null,
  }
}
