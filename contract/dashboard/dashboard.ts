/** The admin dashboard. */
import * as z from 'zod/mini'
import { clientParams, day, id, timestamp } from '../common.ts'
import { endpoint } from '../endpoint.ts'

export const getAdminDashboard = endpoint({
  name: 'dashboard.admin',
  method: 'GET',
  path: '/api/clients/{clientId}/admin/dashboard/',
  access: 'staff',
  feature: null,
  summary: 'Get learners, activity, courses and recent joiners; an instructor sees the courses they teach',
  params: clientParams,
  response: z.object({
    students: z.int(),
    /** Students with counted time today, in the client's time zone. */
    active_today: z.int(),
    new_this_week: z.int(),
    courses: z.int(),
    enrolments: z.int(),
    /** Enrolments with all required items completed. */
    completions: z.int(),
    /** Study hours of all students per day, last 14 days, oldest first. */
    hours: z.array(z.object({ day, hours: z.number() })),
    course_rows: z.array(
      z.object({ id, title: z.string(), students: z.int(), average_percent: z.int(), completions: z.int() }),
    ),
    recent_students: z.array(z.object({ id, name: z.string(), joined_at: timestamp })),
  }),
})
