/** When people are reminded of a part that is not paid. Pure. */
export const reminderMoments = ['before', 'today', 'late', 'last'] as const
export type ReminderMoment = (typeof reminderMoments)[number]

/** Days after the due date; the last day of grace follows from the order. */
export const REMINDER_DAYS = { before: -3, today: 0, late: 3 } as const
/** In the client's zone: nobody is reminded at night. */
export const REMIND_FROM_HOUR = 9

/** What is said on a day: one thing, and the last day of grace before all else. */
export const momentOf = (lateDays: number, graceDays: number): ReminderMoment | null => {
  if (lateDays === graceDays) return 'last'
  if (lateDays === REMINDER_DAYS.late) return lateDays < graceDays ? 'late' : null
  if (lateDays === REMINDER_DAYS.today) return 'today'
  return lateDays === REMINDER_DAYS.before ? 'before' : null
}
