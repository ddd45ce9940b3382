/** Writes a job board with applications of any size directly into the database; used by the benchmark of jobs. */
import type pg from 'pg'

export const CLIENT = 7
/** The job whose board has the most applications. */
export const BUSY_JOB = 1

const TITLES = [
  'Data analyst',
  'Backend engineer',
  'Designer',
  'Sales lead',
  'Nurse',
  'Teacher',
  'Writer',
  'Cook',
]
const PLACES = ['Pune, India', 'Mumbai, India', 'Dubai, UAE', 'Remote', 'Bengaluru, India']
const CHUNK = 2_000
/** Of the busiest job; every other applicant applies to many jobs. */
const APPLICANTS = 2_000

export const fillJobs = async (client: pg.Client, jobs: number): Promise<void> => {
  for (let from = 22; from <= jobs; from += CHUNK)
    await client.query(
      `insert into job (client_id, id, state, texts, company, country, type, level, salary_min, salary_max,
         salary_currency, remote, deadline, posted_at)
       select ${CLIENT}, i, 'open', jsonb_build_object('en', jsonb_build_object('title', ($3::text[])[1 + i % 8] || ' ' || i,
           'location', ($4::text[])[1 + i % 5], 'description', repeat('Work with people and numbers in a small team. ', 8),
           'benefits', '["Free lunch"]'::jsonb)), 'Company ' || i % 500, 'IN',
         (array['full-time', 'part-time', 'contract', 'internship'])[1 + i % 4], (array['entry', 'mid', 'senior'])[1 + i % 3],
         300000 + (i % 50) * 20000, 500000 + (i % 50) * 30000, 'INR', i % 5 = 0, current_date + 30 + i % 60, now()
       from generate_series($1::int, $2::int) i`,
      [from, Math.min(jobs, from + CHUNK - 1), TITLES, PLACES],
    )
}

export const fillApplications = async (
  client: pg.Client,
  applications: number,
  jobs: number,
): Promise<void> => {
  await client.query(
    `insert into app_user (client_id, email, email_key, username, username_key, full_name, role, time_zone)
     select ${CLIENT}, 'a' || i || '@example.test', 'a' || i || '@example.test', 'a' || i, 'a' || i, 'Applicant ' || i, 'student', 'Asia/Kolkata'
     from generate_series(1, ${APPLICANTS}) i`,
  )
  await client.query(
    `with people as (select array_agg(id order by id) as ids from app_user where client_id = ${CLIENT} and username like 'a%' and email like '%@example.test')
     insert into job_application (client_id, job_id, user_id, state, name, email, phone, resume_url, resume_name, cover_note,
       proofs, rating, applied_at, changed_at)
     select ${CLIENT}, a.job, a.person, (array['applied', 'viewed', 'shortlisted', 'interview', 'offered', 'rejected'])[1 + a.n % 6],
       'Applicant ' || a.n, 'a@example.test', '+91 9800000000', '/files/7/resume.0.pdf', 'cv.pdf', 'I like this job.',
       '[{"kind": "course", "id": 1, "title": "SQL", "percent": null, "at": "2026-01-01T00:00:00.000Z"}]', 1 + a.n % 5,
       now() - make_interval(mins => a.n % 40000), now()
     from (
       select ${BUSY_JOB} as job, ids[n] as person, n from people, generate_series(1, ${APPLICANTS}) n
       union all
       select 22 + ((n / ${APPLICANTS}) * 79 + n % ${APPLICANTS} * 7) % ($2::int - 22), ids[1 + n % ${APPLICANTS}], n
       from people, generate_series(1, $1::int - ${APPLICANTS}) n
     ) a on conflict do nothing`,
    [applications, jobs],
  )
  await client.query(
    `insert into job_application_event (client_id, application_id, kind, to_state, at)
     select ${CLIENT}, id, 'state', 'applied', applied_at from job_application where client_id = ${CLIENT} and resume_url = '/files/7/resume.0.pdf'`,
  )
  await client.query('vacuum analyze')
}
