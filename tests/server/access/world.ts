/** Two active clients and an inactive one, with all principals of the access matrix (B1). */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Role } from '#contract/common.ts'
import { authoredProblem } from '#contract/problems/problems.ts'
import type { Core } from '#server/core/core.ts'
import { createFeatures, type Features } from '#server/app.ts'
import { demoTenants } from '#server/demo/tenants.ts'
import { addDispute } from '#server/features/attendance/disputes.repository.ts'
import { addName } from '#server/features/certificates/names.repository.ts'
import { insertCertificate } from '#server/features/certificates/certificates.repository.ts'
import { putFound } from '#server/features/attendance/marks.repository.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { createUser, hashPassword } from '#server/features/auth/index.ts'
import { featureCatalogue, insertClient, setClientActive } from '#server/features/client-info/index.ts'
import { addComment, addThread } from '#server/features/community/index.ts'
import { addCourse, type NewItem } from '#server/features/courses/index.ts'
import { addJob } from '#server/features/jobs/index.ts'
import {
  addAssessment,
  addQuestion,
  putTopic,
  setAssessmentStatus,
} from '#server/features/question-bank/index.ts'
import { addWorkshop, newCode } from '#server/features/workshops/index.ts'
import { assessmentSettings, bankQuestion } from '#tests/support/content/assessments.ts'
import { aNewCourse } from '#tests/support/content/courses.ts'
import { aJob } from '#tests/support/content/jobs.ts'
import { singleQuestion } from '#tests/support/content/questions.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

export const A = 7
export const B = 8
export const INACTIVE_CLIENT = 9
export const ABSENT = 2_000_000_000
export const WORLD_PASSWORD = 'a quiet river at noon'
const AFTER_TOKEN_EXPIRY_MS = 20 * 60_000

export const principals = [
  'anonymous',
  'expired',
  'studentA1',
  'studentA2',
  'instructorA',
  'assignedInstructorA',
  'otherInstructorA',
  'adminA',
  'superadminA',
  'studentB',
  'adminB',
  'disabled',
  'ofInactiveClient',
] as const
export type Principal = (typeof principals)[number]

/** Five variants of a resource, from the point of view of student A1. */
export const variants = ['own', 'others', 'foreign', 'absent', 'malformed'] as const
export type Variant = (typeof variants)[number]

/** Ids of one learner's resources: a course and its content, and posts in the forum. */
interface Lesson {
  course: number
  topic: number
  article: number
  video: number
  quiz: number
  problem: number
  submission: number
  attempt: number
  thread: number
  comment: number
  report: number
  review: number
  purchase: number
  instructor: number
  /** Under way, with a mark of the learner. */
  classSession: number
  /** Of a mark in a former session. */
  markDispute: number
  /** In the question bank. */
  question: number
  assessment: number
  /** An active assessment, and the learner's attempt at it, whose lease {@link HOLDER} has. */
  exam: number
  examAttempt: string
  /** Under way and recorded already, for the people of the course. */
  liveSession: number
  /** Coming up, of the same course. */
  webinar: number
  /** The learner's, of the course. */
  certificate: number
  /** An open job. Its number is of the client: those of B are far from those of A. */
  job: number
  workshop: number
  workshopCode: string
  /** The learner's, to that job; the teacher handles it. */
  application: number
}

export interface AccessWorld {
  server: TestServer
  tokens: Record<Principal, string | undefined>
  users: Record<Exclude<Principal, 'anonymous' | 'expired'>, number>
  /** `own`: A1 is enrolled · `others`: only A2 is · `foreign`: belongs to client B. */
  lessons: Record<'own' | 'others' | 'foreign', Lesson>
  /** A second session of A1, of A2 and of client B's student. */
  sessions: Record<'own' | 'others' | 'foreign', string>
  person: (clientId: number, username: string, role: Role) => Promise<number>
  signIn: (clientId: number, username: string) => Promise<string>
}

/** Part of every video. */
export const VIDEO_QUESTION = '6f3c2b1a-4d5e-4f60-8a7b-9c0d1e2f3a4b'
const items: readonly NewItem[] = [
  { type: 'article', title: 'Read', minutes: 2, html: '<p>Text</p>' },
  {
    type: 'video',
    title: 'Watch',
    minutes: 1,
    durationSeconds: 30,
    sources: [{ url: '/files/7/a.b.webm', mime: 'video/webm' }],
    posterUrl: null,
    captions: [],
    questions: [
      {
        id: VIDEO_QUESTION,
        second: 5,
        required: false,
        question: {
          kind: 'true_false',
          prompt: 'Yes?',
          points: 1,
          explanation: '',
          answer: true,
          explanation_true: '',
          explanation_false: '',
        },
      },
    ],
  },
  {
    type: 'quiz',
    title: 'Check',
    minutes: 1,
    questions: [
      singleQuestion('Yes?', [
        { text: 'yes', correct: true },
        { text: 'no', correct: false },
      ]),
    ],
  },
  {
    type: 'problem',
    title: 'Solve',
    minutes: 5,
    problem: authoredProblem.parse({
      kind: 'javascript',
      statement: '<p>Double it.</p>',
      call: 'double',
      tests: [{ id: randomUUID(), title: 'Two', hidden: true, input: '[2]', expected: '4' }],
    }),
  },
]

const JOBS_OF_B = 5_000
export const HOLDER = '2b8e3a54-7c54-4f0e-9a53-7d3c0a1b6c02'
export const CRITERION = '6f1f2f0e-3b1a-4c55-9d3e-0a6d1f1a7c01'
const essay = authoredProblem.parse({
  kind: 'text',
  statement: '<p>Why?</p>',
  rubric: [{ id: CRITERION, title: 'Reason', description: '', points: 5 }],
})

/** A session under way and a former one, with a mark each and a dispute of the former. */
const addAttendance = async (
  db: TenantDb,
  { clientId, course, learner, now }: { clientId: number; course: number; learner: number; now: Date },
): Promise<Pick<Lesson, 'classSession' | 'markDispute'>> => {
  const addSession = async (startsAt: Date) => {
    const { id } = await db
      .insertInto('live_session')
      .values({
        client_id: clientId,
        title: 'Class of the matrix',
        course_id: course,
        audience: 'course',
        starts_at: startsAt,
        ends_at: new Date(startsAt.getTime() + 3_600_000),
        time_zone: 'UTC',
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await putFound(db, clientId, {
      sessionId: id,
      now,
      marks: [{ userId: learner, status: 'absent', source: 'presence', minutes: 0, joinedAt: null }],
    })
    return id
  }
  const former = await addSession(new Date(now.getTime() - 86_400_000))
  const dispute = await addDispute(db, clientId, { sessionId: former, userId: learner, text: 'Why?', now })
  return {
    classSession: await addSession(new Date(now.getTime() - 300_000)),
    markDispute: dispute?.id ?? 0,
  }
}

/** The teacher also owns its assessments, which the assigned people work on. */
const addLesson = async (
  core: Core,
  clientId: number,
  { teacher, learner, assigned = [] }: { teacher: number; learner: number; assigned?: readonly number[] },
): Promise<Lesson> => {
  const lesson = await core.db.withTenant(clientId, async (db) => {
    const course = await addCourse(
      db,
      clientId,
      aNewCourse({
        title: 'Course of the matrix',
        instructors: [{ userId: teacher, bio: '' }],
        sections: [{ title: 'One', topics: [{ title: 'Topic', items }] }],
      }),
    )
    await db
      .insertInto('enrolment')
      .values({ client_id: clientId, user_id: learner, course_id: course, enrolled_at: core.clock.now() })
      .execute()
    await core.changes.announce(db, { kind: 'courses', clientId })
    const rows = await db
      .selectFrom('course_item')
      .select(['id', 'type', 'topic_id'])
      .where('client_id', '=', clientId)
      .where('course_id', '=', course)
      .execute()
    const now = core.clock.now()
    const thread = await addThread(db, clientId, {
      authorId: learner,
      title: 'Thread of the matrix',
      html: '<p>Why?</p>',
      tags: ['matrix'],
      at: now,
    })
    const comment = await addComment(db, clientId, {
      authorId: learner,
      threadId: thread,
      parentId: null,
      html: '<p>Because.</p>',
      at: now,
    })
    const reports = await sql<{ id: number }>`
      insert into forum_report (client_id, reporter_id, thread_id, comment_id, reason, created_at)
      values (${clientId}, ${teacher}, ${thread}, ${comment}, 'other', ${now}) returning id`.execute(db)
    const reviews = await sql<{ id: number }>`
      insert into course_rating (client_id, course_id, user_id, stars, text)
      values (${clientId}, ${course}, ${learner}, 5, 'Good.') returning id`.execute(db)
    const purchases = await sql<{ id: number }>`
      insert into course_purchase (client_id, course_id, user_id, purchased_at, source, amount_minor, currency, reference)
      values (${clientId}, ${course}, ${learner}, ${now}, 'manual', 0, 'INR', ${`matrix-${course}`})
      returning id`.execute(db)
    const idOf = (type: string) => rows.find((row) => row.type === type)?.id ?? 0
    const attempt = await db
      .insertInto('quiz_attempt')
      .values({
        client_id: clientId,
        user_id: learner,
        course_id: course,
        item_id: idOf('quiz'),
        idempotency_key: randomUUID(),
        percent: 0,
        passed: false,
        answers: '[]',
        questions: '[]',
        answer_sent: '{}',
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const submission = await db
      .insertInto('problem_submission')
      .values({
        client_id: clientId,
        user_id: learner,
        course_id: course,
        item_id: idOf('problem'),
        idempotency_key: randomUUID(),
        kind: 'text',
        state: 'waiting',
        answer: JSON.stringify({ kind: 'text', text: 'An essay.' }),
        authored: JSON.stringify(essay),
        tests: '[]',
        passed: 0,
        total: 0,
        points: essay.points,
        points_earned: null,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const topic = await putTopic(db, clientId, 'logic', { en: 'Logic' })
    const metadata = { now: core.clock.now(), by: teacher }
    const question = await addQuestion(db, clientId, bankQuestion({ topic_id: topic }), metadata)
    const assessment = await addAssessment(db, clientId, assessmentSettings(), metadata)
    const examQuestion = await addQuestion(db, clientId, bankQuestion({ topic_id: topic }), metadata)
    const exam = await addAssessment(
      db,
      clientId,
      assessmentSettings({ fixed: [examQuestion.id], attempts_allowed: 20 }),
      metadata,
    )
    await setAssessmentStatus(db, { clientId, assessmentId: exam.id }, 'active', metadata)
    for (const { id } of [assessment, exam])
      for (const user of assigned)
        await sql`
          insert into assessment_staff (client_id, assessment_id, user_id, added_by, added_at)
          values (${clientId}, ${id}, ${user}, ${teacher}, ${now})`.execute(db)
    const examAttempt = randomUUID()
    await sql`
      insert into assessment_attempt (client_id, id, assessment_id, user_id, number, duration_minutes, bands, questions,
        started_at, deadline_at, holder, held_at, last_seen_at)
      values (${clientId}, ${examAttempt}, ${exam.id}, ${learner}, 1, 300, '[]', 1, ${now},
        ${new Date(now.getTime() + 300 * 60_000)}, ${HOLDER}, ${now}, ${now})`.execute(db)
    await sql`
      insert into attempt_question (client_id, attempt_id, position, question_id, version, topic_id, option_order)
      values (${clientId}, ${examAttempt}, 1, ${examQuestion.id}, 1, ${topic}, 'ABCD')`.execute(db)
    const liveSession = await addLiveSession(db, { clientId, course, now })
    const webinar = await addWebinar(db, { clientId, course, now })
    if (clientId === B)
      await sql`insert into job_counter (client_id, last_id) values (${B}, ${JOBS_OF_B})`.execute(db)
    const job = await addJob(db, clientId, aJob(), { state: 'open', postedAt: now })
    const workshopCode = newCode()
    const workshop = await addWorkshop(
      db,
      clientId,
      {
        title: 'Workshop of the matrix',
        description: '',
        cover: null,
        course_id: course,
        created_by: teacher,
        code: workshopCode,
        starts_at: new Date(now.getTime() + 30 * 86_400_000),
        minutes: 60,
        time_zone: 'UTC',
        place: 'Hall',
        link: '',
        capacity: 50,
        fields: [],
        double_opt_in: false,
        state: 'open',
      },
      now,
    )
    const applications = await sql<{ id: number }>`
      insert into job_application
        (client_id, job_id, user_id, name, email, phone, resume_url, resume_name, applied_at, changed_at)
      values (${clientId}, ${job}, ${learner}, 'Learner', 'learner@example.test', '123456',
        ${`/files/${clientId}/resume.${'0'.repeat(20)}.pdf`}, 'cv.pdf', ${now}, ${now}) returning id`.execute(
      db,
    )
    await sql`
      insert into job_recruiter (client_id, job_id, user_id) values (${clientId}, ${job}, ${teacher})`.execute(
      db,
    )
    await addName(db, clientId, learner, { name: 'Learner', now })
    const certificate = await insertCertificate(db, clientId, {
      userId: learner,
      kind: 'course',
      subjectId: course,
      recipientName: 'Learner',
      title: 'Course of the matrix',
      language: 'en',
      criteria: [],
      template: null,
      now,
      issuedOn: null,
      expiresOn: null,
      issuedBy: null,
    })
    return {
      certificate: certificate?.id ?? 0,
      job,
      application: applications.rows[0]?.id ?? 0,
      course,
      liveSession,
      webinar,
      workshop,
      workshopCode,
      exam: exam.id,
      examAttempt,
      topic: rows[0]?.topic_id ?? 0,
      article: idOf('article'),
      video: idOf('video'),
      quiz: idOf('quiz'),
      problem: idOf('problem'),
      submission: submission.id,
      attempt: attempt.id,
      thread,
      comment,
      report: reports.rows[0]?.id ?? 0,
      review: reviews.rows[0]?.id ?? 0,
      purchase: purchases.rows[0]?.id ?? 0,
      instructor: teacher,
      ...(await addAttendance(db, { clientId, course, learner, now })),
      question: question.id,
      assessment: assessment.id,
    }
  })
  return lesson
}

const addWebinar = async (
  db: TenantDb,
  { clientId, course, now }: { clientId: number; course: number; now: Date },
): Promise<number> => {
  const { id } = await db
    .insertInto('live_session')
    .values({
      client_id: clientId,
      kind: 'webinar',
      title: 'Webinar of the matrix',
      course_id: course,
      starts_at: new Date(now.getTime() + 30 * 86_400_000),
      ends_at: new Date(now.getTime() + 30 * 86_400_000 + 3_600_000),
      time_zone: 'UTC',
      meeting_url: 'https://meet.example.test/webinar',
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const addLiveSession = async (
  db: TenantDb,
  { clientId, course, now }: { clientId: number; course: number; now: Date },
): Promise<number> => {
  const minutesFrom = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
  const session = await db
    .insertInto('live_session')
    .values({
      client_id: clientId,
      title: 'Class of the matrix',
      course_id: course,
      starts_at: minutesFrom(-60),
      ends_at: minutesFrom(300),
      time_zone: 'UTC',
      meeting_url: 'https://meet.example.test/matrix',
      audience: 'course',
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('live_recording')
    .values({
      client_id: clientId,
      session_id: session.id,
      state: 'ready',
      ready_at: now,
      duration_seconds: 60,
      updated_at: now,
    })
    .execute()
  return session.id
}

const sessionOf = (token: string): string => {
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sid: string }
  return claims.sid
}

export const startAccessWorld = async (
  features: (core: Core) => Features = createFeatures,
  dist?: string,
): Promise<AccessWorld> => {
  const server = await startTestServer({ features, ...(dist === undefined ? {} : { dist }) })
  const { core } = server
  const passwordHash = await hashPassword(WORLD_PASSWORD)
  for (const tenant of demoTenants)
    await core.db.withTenant(tenant.clientId, (db) =>
      insertClient(db, { ...tenant, isActive: true, features: featureCatalogue }),
    )
  const person = (clientId: number, username: string, role: Role) =>
    core.db.withTenant(clientId, (db) =>
      createUser(db, {
        email: `${username}@example.test`,
        username,
        fullName: `Person ${username}`,
        role,
        passwordHash,
        emailVerifiedAt: core.clock.now(),
      }),
    )
  const signIn = async (clientId: number, username: string): Promise<string> => {
    const answer = await server.app.inject({
      method: 'POST',
      url: `/accounts/clients/${clientId}/user/login/`,
      payload: { email: username, password: WORLD_PASSWORD },
    })
    if (answer.statusCode !== 200) throw new Error(`sign-in of ${username}: ${answer.body}`)
    return answer.json<{ access_token: string }>().access_token
  }
  const users = {
    studentA1: await person(A, 'student-one', 'student'),
    studentA2: await person(A, 'student-two', 'student'),
    instructorA: await person(A, 'instructor', 'instructor'),
    assignedInstructorA: await person(A, 'assigned-instructor', 'instructor'),
    otherInstructorA: await person(A, 'other-instructor', 'instructor'),
    adminA: await person(A, 'admin', 'admin'),
    superadminA: await person(A, 'superadmin', 'superadmin'),
    disabled: await person(A, 'disabled', 'admin'),
    studentB: await person(B, 'student-b', 'student'),
    adminB: await person(B, 'admin-b', 'admin'),
    ofInactiveClient: await person(INACTIVE_CLIENT, 'student-c', 'student'),
  }
  const expired = await signIn(A, 'student-one')
  server.clock.advance(AFTER_TOKEN_EXPIRY_MS)
  const tokens: AccessWorld['tokens'] = {
    anonymous: undefined,
    expired,
    studentA1: await signIn(A, 'student-one'),
    studentA2: await signIn(A, 'student-two'),
    instructorA: await signIn(A, 'instructor'),
    assignedInstructorA: await signIn(A, 'assigned-instructor'),
    otherInstructorA: await signIn(A, 'other-instructor'),
    adminA: await signIn(A, 'admin'),
    superadminA: await signIn(A, 'superadmin'),
    studentB: await signIn(B, 'student-b'),
    adminB: await signIn(B, 'admin-b'),
    disabled: await signIn(A, 'disabled'),
    ofInactiveClient: await signIn(INACTIVE_CLIENT, 'student-c'),
  }
  const sessions = {
    own: sessionOf(await signIn(A, 'student-one')),
    others: sessionOf(await signIn(A, 'student-two')),
    foreign: sessionOf(await signIn(B, 'student-b')),
  }
  await core.db.withTenant(A, async (db) => {
    await db
      .updateTable('app_user')
      .set({ disabled_at: core.clock.now() })
      .where('client_id', '=', A)
      .where('id', '=', users.disabled)
      .execute()
    await core.changes.announce(db, { kind: 'user', clientId: A, userId: users.disabled })
  })
  await core.db.withTenant(INACTIVE_CLIENT, async (db) => {
    await setClientActive(db, INACTIVE_CLIENT, false)
    await core.changes.announce(db, { kind: 'client', clientId: INACTIVE_CLIENT })
  })
  return {
    server,
    tokens,
    users,
    person,
    signIn,
    sessions,
    lessons: {
      own: await addLesson(core, A, {
        teacher: users.instructorA,
        learner: users.studentA1,
        assigned: [users.assignedInstructorA],
      }),
      others: await addLesson(core, A, {
        teacher: users.instructorA,
        learner: users.studentA2,
        assigned: [users.assignedInstructorA],
      }),
      foreign: await addLesson(core, B, { teacher: users.adminB, learner: users.studentB }),
    },
  }
}
